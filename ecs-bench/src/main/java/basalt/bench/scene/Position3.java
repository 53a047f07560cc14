package basalt.bench.scene;

import basalt.component.Component;
import basalt.component.FloatColumn;

/**
 * The position of an entity, in three dimensions.
 *
 * @param x first coordinate
 * @param y second coordinate
 * @param z third coordinate
 */
public record Position3(float x, float y, float z) {
    /** The component. */
    public static final Component<Position3> TYPE = Component.of(Position3.class);
    /** Column of the first coordinate. */
    public static final FloatColumn X = TYPE.float32("x");
    /** Column of the second coordinate. */
    public static final FloatColumn Y = TYPE.float32("y");
    /** Column of the third coordinate. */
    public static final FloatColumn Z = TYPE.float32("z");
}
