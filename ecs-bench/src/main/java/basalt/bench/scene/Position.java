package basalt.bench.scene;

import basalt.component.Component;
import basalt.component.FloatColumn;

/**
 * The position of an entity, in two dimensions.
 *
 * @param x first coordinate
 * @param y second coordinate
 */
public record Position(float x, float y) {
    /** The component. */
    public static final Component<Position> TYPE = Component.of(Position.class);
    /** Column of the first coordinate. */
    public static final FloatColumn X = TYPE.float32("x");
    /** Column of the second coordinate. */
    public static final FloatColumn Y = TYPE.float32("y");
}
