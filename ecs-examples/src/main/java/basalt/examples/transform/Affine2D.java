package basalt.examples.transform;

/**
 * An affine map of the plane, for code outside of kernels:
 *
 * <pre>
 * x' = a x + c y + tx
 * y' = b x + d y + ty
 * </pre>
 *
 * @param a what one unit along x adds to x'
 * @param b what one unit along x adds to y'
 * @param c what one unit along y adds to x'
 * @param d what one unit along y adds to y'
 * @param tx x' of the origin
 * @param ty y' of the origin
 */
public record Affine2D(double a, double b, double c, double d, double tx, double ty) {
    /** The map that changes nothing. */
    public static final Affine2D IDENTITY = new Affine2D(1, 0, 0, 1, 0, 0);

    /**
     * The map that scales, then rotates, then moves.
     *
     * @param x how far it moves along x
     * @param y how far it moves along y
     * @param angle in radians, from the x axis towards the y axis
     * @param scaleX the factor along x
     * @param scaleY the factor along y
     * @return the map
     */
    public static Affine2D of(double x, double y, double angle, double scaleX, double scaleY) {
        double cos = Math.cos(angle);
        double sin = Math.sin(angle);
        return new Affine2D(cos * scaleX, sin * scaleX, -sin * scaleY, cos * scaleY, x, y);
    }

    /**
     * The map that applies another one first, and then this.
     *
     * @param first the other one
     * @return the product of the matrices, this times the other
     */
    public Affine2D times(Affine2D first) {
        return new Affine2D(
                a * first.a + c * first.b,
                b * first.a + d * first.b,
                a * first.c + c * first.d,
                b * first.c + d * first.d,
                a * first.tx + c * first.ty + tx,
                b * first.tx + d * first.ty + ty);
    }

    /** {@return the factor by which areas grow; negative if the map mirrors; zero if it has no inverse} */
    public double determinant() {
        return a * d - b * c;
    }

    /** {@return whether there is an inverse: the determinant is neither zero, infinite nor NaN} */
    public boolean isInvertible() {
        return determinant() != 0 && Double.isFinite(determinant());
    }

    /**
     * The map that leads back.
     *
     * @return the inverse
     * @throws ArithmeticException if there is none
     */
    public Affine2D inverse() {
        if (!isInvertible()) {
            throw new ArithmeticException("the transform has no inverse, as its determinant is " + determinant()
                    + "; use scales other than 0: " + this);
        }
        double factor = 1 / determinant();
        return new Affine2D(
                d * factor,
                -b * factor,
                -c * factor,
                a * factor,
                (c * ty - d * tx) * factor,
                (b * tx - a * ty) * factor);
    }

    /**
     * Where a point is mapped to.
     *
     * @param x of the point
     * @param y of the point
     * @return x' and y'
     */
    public Point2D apply(double x, double y) {
        return new Point2D(a * x + c * y + tx, b * x + d * y + ty);
    }

    /** {@return the direction of the mapped x axis in radians, from the x axis towards the y axis} */
    public double angle() {
        return Math.atan2(b, a);
    }
}
