package basalt.bench.field.plain;

import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.heavy.Matrix4;

/** A small array for each matrix, and three arrays for all positions. */
final class ArrayHeavy implements Trial {
    private final float[][] matrices;
    private final float[] x;
    private final float[] y;
    private final float[] z;

    ArrayHeavy(int entities) {
        matrices = new float[entities][Matrix4.LENGTH];
        x = new float[entities];
        y = new float[entities];
        z = new float[entities];
        rewind();
    }

    @Override
    public int run() {
        for (int i = 0; i < matrices.length; i++) {
            float[] m = matrices[i];
            Matrix4.invert(m, Start.INVERSIONS);
            float oldX = x[i];
            float oldY = y[i];
            float oldZ = z[i];
            x[i] = Matrix4.turn(m, 0, oldX, oldY, oldZ);
            y[i] = Matrix4.turn(m, 1, oldX, oldY, oldZ);
            z[i] = Matrix4.turn(m, 2, oldX, oldY, oldZ);
        }
        return matrices.length;
    }

    @Override
    public void rewind() {
        for (int i = 0; i < matrices.length; i++) {
            Matrix4.rotateX(matrices[i], Start.RADIANS);
            x[i] = Start.x(i);
            y[i] = Start.y(i);
            z[i] = Start.z(i);
        }
    }

    @Override
    public float[] values() {
        int width = Matrix4.LENGTH + 3;
        float[] values = new float[width * matrices.length];
        for (int i = 0; i < matrices.length; i++) {
            System.arraycopy(matrices[i], 0, values, i * width, Matrix4.LENGTH);
            values[(i + 1) * width - 3] = x[i];
            values[(i + 1) * width - 2] = y[i];
            values[(i + 1) * width - 1] = z[i];
        }
        return values;
    }

    @Override
    public void close() {
        // Left to the garbage collector.
    }
}
