package basalt.examples.framework.render;

import basalt.component.FloatColumn;
import basalt.query.Query;

/**
 * Points or sprites, one for each row of a query, drawn in ascending order of rows.
 *
 * <pre>{@code
 * Layer sparks = Layer.points(particles, Position.X, Position.Y)
 *         .size(0.1f)
 *         .colour(Tint.RED, Tint.GREEN, Tint.BLUE)
 *         .opacity(Glow.BRIGHTNESS)
 *         .glowing(0.5f)
 *         .build();
 * }</pre>
 *
 * <p>Declares, and holds nothing of what is drawn. Like its query, for the world's thread. Drawing is a kernel of the
 * query: it counts as writing the query's components, if a query looks for changes of them.
 */
public final class Layer {
    private final Query query;
    private final Sprite sprite;
    private final Look look;

    Layer(Query query, Sprite sprite, Look look) {
        this.query = query;
        this.sprite = sprite;
        this.look = look;
    }

    /**
     * Declares round points. A point is drawn if its middle is in the picture; it may be 64 pixels wide everywhere, and
     * wider on most machines.
     *
     * @param query whose rows
     * @param x where the middle of each is, in world units
     * @param y where the middle of each is, in world units
     * @return a builder: points that are white and 1 world unit wide
     * @throws IllegalArgumentException if the query does not require the columns, or they are vectors or sparse
     */
    public static LayerBuilder points(Query query, FloatColumn x, FloatColumn y) {
        return new LayerBuilder(query, null, x, y);
    }

    /**
     * Declares sprites.
     *
     * @param query whose rows
     * @param x where the middle of each is, in world units
     * @param y where the middle of each is, in world units
     * @param sprite what each looks like
     * @return a builder: sprites in their own colours, upright, whose longer side is 1 world unit
     * @throws IllegalArgumentException if the query does not require the columns, or they are vectors or sparse; if
     *     there is no sprite
     */
    public static LayerBuilder sprites(Query query, FloatColumn x, FloatColumn y, Sprite sprite) {
        if (sprite == null) {
            throw new IllegalArgumentException("sprite must not be null; draw points without one");
        }
        return new LayerBuilder(query, sprite, x, y);
    }

    Query query() {
        return query;
    }

    /** What is drawn; null for points. */
    Sprite sprite() {
        return sprite;
    }

    Look look() {
        return look;
    }

    /** How much light a colour of 1 adds now. */
    float glow() {
        return look.glow(query.count());
    }
}
