package basalt.examples.transform;

import basalt.component.Component;
import basalt.component.FloatColumn;

/**
 * The place of an entity in the world: a matrix of six numbers, as in {@link Affine2D}. The kernel of {@link
 * Transforms2D} computes it.
 *
 * @param a what one unit along x adds to x
 * @param b what one unit along x adds to y
 * @param c what one unit along y adds to x
 * @param d what one unit along y adds to y
 * @param tx x of the entity's origin
 * @param ty y of the entity's origin
 */
public record Global2D(float a, float b, float c, float d, float tx, float ty) {
    /** The component. */
    public static final Component<Global2D> TYPE = Component.of(Global2D.class);

    /** What one unit along x adds to x. */
    public static final FloatColumn A = TYPE.float32("a");

    /** What one unit along x adds to y. */
    public static final FloatColumn B = TYPE.float32("b");

    /** What one unit along y adds to x. */
    public static final FloatColumn C = TYPE.float32("c");

    /** What one unit along y adds to y. */
    public static final FloatColumn D = TYPE.float32("d");

    /** The x of the entity's origin. */
    public static final FloatColumn TX = TYPE.float32("tx");

    /** The y of the entity's origin. */
    public static final FloatColumn TY = TYPE.float32("ty");

    /** The transform that changes nothing. */
    public static final Global2D IDENTITY = new Global2D(1, 0, 0, 1, 0, 0);

    /** {@return the map of points of the entity to those of the world} */
    public Affine2D affine() {
        return new Affine2D(a, b, c, d, tx, ty);
    }
}
