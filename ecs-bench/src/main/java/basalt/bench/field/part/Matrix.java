package basalt.bench.field.part;

import basalt.bench.heavy.Matrix4;

/** A 4x4 matrix, row by row in an array, as in Java libraries for games. */
public final class Matrix extends Part {
    public final float[] m = new float[Matrix4.LENGTH];

    /** The identity. */
    public Matrix() {
        m[0] = 1;
        m[5] = 1;
        m[10] = 1;
        m[15] = 1;
    }

    /** A rotation around the x axis. */
    public Matrix(double radians) {
        Matrix4.rotateX(m, radians);
    }
}
