package basalt.bench.scene;

import basalt.component.Component;
import basalt.component.FloatColumn;

/**
 * The velocity of an entity, in three dimensions.
 *
 * @param dx change of x per second
 * @param dy change of y per second
 * @param dz change of z per second
 */
public record Velocity3(float dx, float dy, float dz) {
    /** The component. */
    public static final Component<Velocity3> TYPE = Component.of(Velocity3.class);
    /** Column of the change of x per second. */
    public static final FloatColumn DX = TYPE.float32("dx");
    /** Column of the change of y per second. */
    public static final FloatColumn DY = TYPE.float32("dy");
    /** Column of the change of z per second. */
    public static final FloatColumn DZ = TYPE.float32("dz");
}
