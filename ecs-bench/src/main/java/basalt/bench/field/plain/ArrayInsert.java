package basalt.bench.field.plain;

import basalt.bench.field.Trial;
import basalt.bench.heavy.Matrix4;
import java.util.Arrays;

/** New arrays each time: sixteen for the matrix, and three each for position, rotation and velocity. */
final class ArrayInsert implements Trial {
    private static final int FIELDS = Matrix4.LENGTH + 9;

    private final int entities;
    private float[][] fields;

    ArrayInsert(int entities) {
        this.entities = entities;
    }

    @Override
    public int run() {
        float[][] filled = new float[FIELDS][];
        for (int field = 0; field < FIELDS; field++) {
            float[] values = new float[entities];
            Arrays.fill(values, first(field));
            filled[field] = values;
        }
        fields = filled;
        return filled[0].length;
    }

    /** The identity, and the unit vector along x three times. */
    private static float first(int field) {
        boolean isOne = field < Matrix4.LENGTH ? field % 5 == 0 : (field - Matrix4.LENGTH) % 3 == 0;
        return isOne ? 1 : 0;
    }

    @Override
    public void rewind() {
        run();
    }

    @Override
    public float[] values() {
        float[] values = new float[FIELDS * entities];
        for (int i = 0; i < values.length; i++) {
            values[i] = fields[i % FIELDS][i / FIELDS];
        }
        return values;
    }

    @Override
    public void close() {
        fields = null;
    }
}
