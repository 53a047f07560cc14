package basalt.feed;

import basalt.component.Component;
import basalt.feed.wire.FieldLayout;
import java.util.List;

/**
 * Which components and columns a feed sends, and how. Server and clients build it from the same calls in the same
 * order; a packet of another schema is refused.
 *
 * <pre>{@code
 * FeedSchema schema = FeedSchema.builder()
 *         .column(Velocity.DX, quantised(1 / 256f))
 *         .column(Velocity.DY, quantised(1 / 256f))
 *         .moving(Position.X, quantised(1 / 512f), Velocity.DX, 1 / 60.0)
 *         .moving(Position.Y, quantised(1 / 512f), Velocity.DY, 1 / 60.0)
 *         .component(Frozen.TYPE)
 *         .build();
 * }</pre>
 *
 * <p>Immutable and safe for all threads.
 */
public final class FeedSchema {
    private final FieldLayout layout;
    private final int frames;

    FeedSchema(FieldLayout layout, int frames) {
        this.layout = layout;
        this.frames = frames;
    }

    /**
     * Begins a schema.
     *
     * @return an empty builder
     */
    public static FeedSchemaBuilder builder() {
        return new FeedSchemaBuilder();
    }

    /**
     * The components that are sent.
     *
     * @return an unmodifiable list
     */
    public List<Component<?>> components() {
        return layout.components();
    }

    /**
     * How many frames server and clients keep.
     *
     * @return frames, a power of two
     */
    public int frames() {
        return frames;
    }

    FieldLayout layout() {
        return layout;
    }
}
