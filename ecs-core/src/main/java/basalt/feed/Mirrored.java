package basalt.feed;

import basalt.component.Component;
import basalt.component.IntColumn;

/**
 * Which entity of the server an entity of the client stands for. A {@link WorldMirror} gives it to its entities.
 *
 * @param index the index of the server's entity
 */
public record Mirrored(int index, int generation) {
    /** The component. */
    public static final Component<Mirrored> TYPE = Component.of(Mirrored.class);

    /** The index of the server's entity. */
    public static final IntColumn INDEX = TYPE.int32("index");

    /** Its generation. */
    public static final IntColumn GENERATION = TYPE.int32("generation");
}
