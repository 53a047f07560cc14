package basalt.examples.transform;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.query.Row;

/**
 * The place of an entity in its parent, or in the world if it has no parent: a matrix of six numbers, as in {@link
 * Affine2D}. The program sets it.
 *
 * <p>A matrix and not an angle with two scales: so the kernel needs neither sines nor cosines, which C2 does not
 * vectorise; and children of scaled parents can be attached to others and stay where they are, which may need a
 * shear.
 *
 * @param a what one unit along x adds to x
 * @param b what one unit along x adds to y
 * @param c what one unit along y adds to x
 * @param d what one unit along y adds to y
 * @param tx x of the entity's origin
 * @param ty y of the entity's origin
 */
public record Local2D(float a, float b, float c, float d, float tx, float ty) {
    /** The component. */
    public static final Component<Local2D> TYPE = Component.of(Local2D.class);

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
    public static final Local2D IDENTITY = new Local2D(1, 0, 0, 1, 0, 0);

    /**
     * A position without rotation and scale.
     *
     * @param x of the position
     * @param y of the position
     * @return the component's value
     */
    public static Local2D at(float x, float y) {
        return new Local2D(1, 0, 0, 1, x, y);
    }

    /**
     * A position, a rotation and a scale: a point is scaled, then rotated, then moved.
     *
     * @param x of the position
     * @param y of the position
     * @param angle in radians, from the x axis towards the y axis
     * @param scaleX the factor along the entity's own x axis
     * @param scaleY the factor along the entity's own y axis
     * @return the component's value
     */
    public static Local2D of(float x, float y, float angle, float scaleX, float scaleY) {
        return of(Affine2D.of(x, y, angle, scaleX, scaleY));
    }

    /**
     * The component's value for a map.
     *
     * @param map the map; its numbers are rounded to floats
     * @return the value
     */
    public static Local2D of(Affine2D map) {
        return new Local2D(
                (float) map.a(), (float) map.b(), (float) map.c(), (float) map.d(), (float) map.tx(), (float) map.ty());
    }

    /**
     * Sets position, rotation and scale in a kernel, without garbage. As {@link #of(float, float, float, float,
     * float)}. It calls sine and cosine, so the kernel is not vectorised.
     *
     * @param row the row of a kernel that writes this component
     * @param x of the position
     * @param y of the position
     * @param angle in radians, from the x axis towards the y axis
     * @param scaleX the factor along the entity's own x axis
     * @param scaleY the factor along the entity's own y axis
     */
    public static void set(Row row, float x, float y, float angle, float scaleX, float scaleY) {
        float cos = (float) Math.cos(angle);
        float sin = (float) Math.sin(angle);
        row.set(A, cos * scaleX);
        row.set(B, sin * scaleX);
        row.set(C, -sin * scaleY);
        row.set(D, cos * scaleY);
        row.set(TX, x);
        row.set(TY, y);
    }

    /** {@return the map of points of the entity to those of its parent} */
    public Affine2D affine() {
        return new Affine2D(a, b, c, d, tx, ty);
    }
}
