package basalt.examples.transform;

/**
 * A position, a rotation and a scale in space, for code outside of kernels. A point is scaled, then rotated, then
 * moved: {@code p' = position + q (scale p) q*}.
 *
 * @param x of the position
 * @param y of the position
 * @param z of the position
 * @param qx first imaginary part of the rotation, a quaternion of length 1
 * @param qy second imaginary part
 * @param qz third imaginary part
 * @param qw real part
 * @param sx the factor along the entity's own x axis
 * @param sy the factor along the entity's own y axis
 * @param sz the factor along the entity's own z axis
 */
public record Pose3D(
        double x, double y, double z, double qx, double qy, double qz, double qw, double sx, double sy, double sz) {
    /** The pose that changes nothing. */
    public static final Pose3D IDENTITY = new Pose3D(0, 0, 0, 0, 0, 0, 1, 1, 1, 1);

    /**
     * A position.
     *
     * @param x of the position
     * @param y of the position
     * @param z of the position
     * @return a pose without rotation and scale
     */
    public static Pose3D at(double x, double y, double z) {
        return new Pose3D(x, y, z, 0, 0, 0, 1, 1, 1, 1);
    }

    /**
     * This pose with another rotation.
     *
     * @param axisX of the axis, which has any length but 0
     * @param axisY of the axis
     * @param axisZ of the axis
     * @param angle in radians, anticlockwise as seen from the tip of the axis
     * @return the pose
     * @throws IllegalArgumentException if the axis has no direction, because its length is 0, infinite or NaN
     */
    public Pose3D rotated(double axisX, double axisY, double axisZ, double angle) {
        double length = Math.sqrt(axisX * axisX + axisY * axisY + axisZ * axisZ);
        if (length == 0 || !Double.isFinite(length)) {
            throw new IllegalArgumentException(
                    "the axis of a rotation needs a direction: axis=(" + axisX + ", " + axisY + ", " + axisZ + ")");
        }
        double half = Math.sin(angle / 2) / length;
        return new Pose3D(x, y, z, axisX * half, axisY * half, axisZ * half, Math.cos(angle / 2), sx, sy, sz);
    }

    /**
     * This pose with another scale.
     *
     * @param newX the factor along x
     * @param newY the factor along y
     * @param newZ the factor along z
     * @return the pose
     */
    public Pose3D scaled(double newX, double newY, double newZ) {
        return new Pose3D(x, y, z, qx, qy, qz, qw, newX, newY, newZ);
    }

    /**
     * The global pose of a child whose parent has this one, by the formulas of {@link Transforms3D}.
     *
     * @param local the pose of the child in its parent
     * @return its pose in the world
     */
    public Pose3D times(Pose3D local) {
        Point3D position = apply(local.x, local.y, local.z);
        return new Pose3D(
                position.x(),
                position.y(),
                position.z(),
                qw * local.qx + qx * local.qw + qy * local.qz - qz * local.qy,
                qw * local.qy - qx * local.qz + qy * local.qw + qz * local.qx,
                qw * local.qz + qx * local.qy - qy * local.qx + qz * local.qw,
                qw * local.qw - qx * local.qx - qy * local.qy - qz * local.qz,
                sx * local.sx,
                sy * local.sy,
                sz * local.sz);
    }

    /**
     * The local pose of a child whose parent has this one: that with {@code times(local)} equal to the given one. The
     * rotation of the result has length 1, so that rounding does not grow when a child changes its parent often.
     *
     * @param global the pose of the child in the world
     * @return its pose in its parent
     * @throws ArithmeticException if a scale of this pose is 0, infinite or NaN
     */
    public Pose3D toLocal(Pose3D global) {
        Point3D position = unapply(global.x, global.y, global.z);
        double rx = qw * global.qx - qx * global.qw - qy * global.qz + qz * global.qy;
        double ry = qw * global.qy + qx * global.qz - qy * global.qw - qz * global.qx;
        double rz = qw * global.qz - qx * global.qy + qy * global.qx - qz * global.qw;
        double rw = qw * global.qw + qx * global.qx + qy * global.qy + qz * global.qz;
        double length = Math.sqrt(rx * rx + ry * ry + rz * rz + rw * rw);
        return new Pose3D(
                position.x(),
                position.y(),
                position.z(),
                rx / length,
                ry / length,
                rz / length,
                rw / length,
                global.sx / sx,
                global.sy / sy,
                global.sz / sz);
    }

    /**
     * Where a point is mapped to.
     *
     * @param px of the point
     * @param py of the point
     * @param pz of the point
     * @return the point, scaled, rotated and moved
     */
    public Point3D apply(double px, double py, double pz) {
        Point3D turned = rotate(qx, qy, qz, sx * px, sy * py, sz * pz);
        return new Point3D(turned.x() + x, turned.y() + y, turned.z() + z);
    }

    /**
     * Which point is mapped to a given one.
     *
     * @param px of the given point
     * @param py of the given point
     * @param pz of the given point
     * @return the point with {@code apply(point)} equal to the given one
     * @throws ArithmeticException if a scale is 0, infinite or NaN
     */
    public Point3D unapply(double px, double py, double pz) {
        double product = sx * sy * sz;
        if (product == 0 || !Double.isFinite(product)) {
            throw new ArithmeticException("the transform has no inverse, as the product of its scales is " + product
                    + "; use scales other than 0: " + this);
        }
        Point3D turned = rotate(-qx, -qy, -qz, px - x, py - y, pz - z);
        return new Point3D(turned.x() / sx, turned.y() / sy, turned.z() / sz);
    }

    /** {@code v + 2 w (u x v) + 2 u x (u x v)}, with the quaternion {@code (u, w)}. */
    private Point3D rotate(double ux, double uy, double uz, double vx, double vy, double vz) {
        double cx = 2 * (uy * vz - uz * vy);
        double cy = 2 * (uz * vx - ux * vz);
        double cz = 2 * (ux * vy - uy * vx);
        return new Point3D(
                vx + qw * cx + uy * cz - uz * cy, vy + qw * cy + uz * cx - ux * cz, vz + qw * cz + ux * cy - uy * cx);
    }
}
