package basalt.bench.heavy;

/** Arithmetic of 4x4 matrices, row by row in arrays of 16 floats. */
public final class Matrix4 {
    /** Number of floats in a matrix. */
    public static final int LENGTH = 16;

    private Matrix4() {}

    /** Sets a matrix to a rotation around the x axis. */
    public static void rotateX(float[] m, double radians) {
        float cosine = (float) Math.cos(radians);
        float sine = (float) Math.sin(radians);
        for (int i = 0; i < LENGTH; i++) {
            m[i] = i % 5 == 0 ? 1 : 0;
        }
        m[5] = cosine;
        m[6] = -sine;
        m[9] = sine;
        m[10] = cosine;
    }

    /** Inverts a matrix in place, repeatedly. */
    public static void invert(float[] m, int times) {
        for (int i = 0; i < times; i++) {
            invert(m);
        }
    }

    /**
     * Inverts a matrix in place: its adjugate divided by its determinant, computed from the 2x2 determinants of pairs
     * of rows.
     */
    static void invert(float[] m) {
        float a00 = m[0];
        float a01 = m[1];
        float a02 = m[2];
        float a03 = m[3];
        float a10 = m[4];
        float a11 = m[5];
        float a12 = m[6];
        float a13 = m[7];
        float a20 = m[8];
        float a21 = m[9];
        float a22 = m[10];
        float a23 = m[11];
        float a30 = m[12];
        float a31 = m[13];
        float a32 = m[14];
        float a33 = m[15];
        float s0 = a00 * a11 - a01 * a10;
        float s1 = a00 * a12 - a02 * a10;
        float s2 = a00 * a13 - a03 * a10;
        float s3 = a01 * a12 - a02 * a11;
        float s4 = a01 * a13 - a03 * a11;
        float s5 = a02 * a13 - a03 * a12;
        float c0 = a20 * a31 - a21 * a30;
        float c1 = a20 * a32 - a22 * a30;
        float c2 = a20 * a33 - a23 * a30;
        float c3 = a21 * a32 - a22 * a31;
        float c4 = a21 * a33 - a23 * a31;
        float c5 = a22 * a33 - a23 * a32;
        float r = 1 / (s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0);
        m[0] = (a11 * c5 - a12 * c4 + a13 * c3) * r;
        m[1] = (a02 * c4 - a01 * c5 - a03 * c3) * r;
        m[2] = (a31 * s5 - a32 * s4 + a33 * s3) * r;
        m[3] = (a22 * s4 - a21 * s5 - a23 * s3) * r;
        m[4] = (a12 * c2 - a10 * c5 - a13 * c1) * r;
        m[5] = (a00 * c5 - a02 * c2 + a03 * c1) * r;
        m[6] = (a32 * s2 - a30 * s5 - a33 * s1) * r;
        m[7] = (a20 * s5 - a22 * s2 + a23 * s1) * r;
        m[8] = (a10 * c4 - a11 * c2 + a13 * c0) * r;
        m[9] = (a01 * c2 - a00 * c4 - a03 * c0) * r;
        m[10] = (a30 * s4 - a31 * s2 + a33 * s0) * r;
        m[11] = (a21 * s2 - a20 * s4 - a23 * s0) * r;
        m[12] = (a11 * c1 - a10 * c3 - a12 * c0) * r;
        m[13] = (a00 * c3 - a01 * c1 + a02 * c0) * r;
        m[14] = (a31 * s1 - a30 * s3 - a32 * s0) * r;
        m[15] = (a20 * s3 - a21 * s1 + a22 * s0) * r;
    }

    /** Returns one coordinate of a rotated direction. */
    public static float turn(float[] m, int coordinate, float x, float y, float z) {
        return m[4 * coordinate] * x + m[4 * coordinate + 1] * y + m[4 * coordinate + 2] * z;
    }

    /** Returns one element of the product of two matrices. */
    static float product(float[] left, float[] right, int row, int column) {
        float sum = 0;
        for (int i = 0; i < 4; i++) {
            sum += left[4 * row + i] * right[4 * i + column];
        }
        return sum;
    }
}
