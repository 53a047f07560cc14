package basalt.bench.scene;

import basalt.component.Component;
import basalt.component.FloatColumn;

/**
 * The velocity of an entity, in two dimensions.
 *
 * @param dx change of x per second
 * @param dy change of y per second
 */
public record Velocity(float dx, float dy) {
    /** The component. */
    public static final Component<Velocity> TYPE = Component.of(Velocity.class);
    /** Column of the change of x per second. */
    public static final FloatColumn DX = TYPE.float32("dx");
    /** Column of the change of y per second. */
    public static final FloatColumn DY = TYPE.float32("dy");
}
