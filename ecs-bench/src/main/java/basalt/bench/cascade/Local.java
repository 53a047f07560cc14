package basalt.bench.cascade;

import basalt.component.Component;
import basalt.component.FloatColumn;

/**
 * The place of a node in that of its parent: (x, y) becomes (xx * x + xy * y + dx, yx * x + yy * y + dy).
 *
 * @param xx first factor of the first coordinate
 * @param xy second factor of the first coordinate
 * @param yx first factor of the second coordinate
 * @param yy second factor of the second coordinate
 * @param dx distance in the first coordinate
 * @param dy distance in the second coordinate
 */
public record Local(float xx, float xy, float yx, float yy, float dx, float dy) {
    /** The component. */
    public static final Component<Local> TYPE = Component.of(Local.class);

    static final FloatColumn XX = TYPE.float32("xx");
    static final FloatColumn XY = TYPE.float32("xy");
    static final FloatColumn YX = TYPE.float32("yx");
    static final FloatColumn YY = TYPE.float32("yy");
    static final FloatColumn DX = TYPE.float32("dx");
    static final FloatColumn DY = TYPE.float32("dy");
}
