package basalt.bench.scene;

import basalt.component.Component;
import basalt.component.FloatColumn;

/**
 * How fast an entity moves, in three dimensions.
 *
 * @param dx change of x a second
 * @param dy change of y a second
 * @param dz change of z a second
 */
public record Velocity3(float dx, float dy, float dz) {
    /** The component. */
    public static final Component<Velocity3> TYPE = Component.of(Velocity3.class);
    /** Column of the change of x a second. */
    public static final FloatColumn DX = TYPE.float32("dx");
    /** Column of the change of y a second. */
    public static final FloatColumn DY = TYPE.float32("dy");
    /** Column of the change of z a second. */
    public static final FloatColumn DZ = TYPE.float32("dz");
}
