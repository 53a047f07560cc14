package basalt.examples.transform;

import basalt.component.Component;
import basalt.component.FloatColumn;

/**
 * The pose of an entity in its parent, or in the world if it has no parent. The program sets it; the rotation is a
 * quaternion of length 1.
 *
 * @param x of the position
 * @param y of the position
 * @param z of the position
 * @param qx first imaginary part of the rotation
 * @param qy second imaginary part
 * @param qz third imaginary part
 * @param qw real part
 * @param sx the factor along the entity's own x axis
 * @param sy the factor along the entity's own y axis
 * @param sz the factor along the entity's own z axis
 */
public record Local3D(float x, float y, float z, float qx, float qy, float qz, float qw, float sx, float sy, float sz) {
    /** The component. */
    public static final Component<Local3D> TYPE = Component.of(Local3D.class);

    /** The x of the position. */
    public static final FloatColumn X = TYPE.float32("x");

    /** The y of the position. */
    public static final FloatColumn Y = TYPE.float32("y");

    /** The z of the position. */
    public static final FloatColumn Z = TYPE.float32("z");

    /** First imaginary part of the rotation. */
    public static final FloatColumn QX = TYPE.float32("qx");

    /** Second imaginary part of the rotation. */
    public static final FloatColumn QY = TYPE.float32("qy");

    /** Third imaginary part of the rotation. */
    public static final FloatColumn QZ = TYPE.float32("qz");

    /** Real part of the rotation. */
    public static final FloatColumn QW = TYPE.float32("qw");

    /** The scale along x. */
    public static final FloatColumn SX = TYPE.float32("sx");

    /** The scale along y. */
    public static final FloatColumn SY = TYPE.float32("sy");

    /** The scale along z. */
    public static final FloatColumn SZ = TYPE.float32("sz");

    /** The pose that changes nothing. */
    public static final Local3D IDENTITY = new Local3D(0, 0, 0, 0, 0, 0, 1, 1, 1, 1);

    /**
     * The component's value for a pose.
     *
     * @param pose the pose; its numbers are rounded to floats
     * @return the value
     */
    public static Local3D of(Pose3D pose) {
        return new Local3D(
                (float) pose.x(),
                (float) pose.y(),
                (float) pose.z(),
                (float) pose.qx(),
                (float) pose.qy(),
                (float) pose.qz(),
                (float) pose.qw(),
                (float) pose.sx(),
                (float) pose.sy(),
                (float) pose.sz());
    }

    /** {@return the same pose for code outside of kernels} */
    public Pose3D pose() {
        return new Pose3D(x, y, z, qx, qy, qz, qw, sx, sy, sz);
    }
}
