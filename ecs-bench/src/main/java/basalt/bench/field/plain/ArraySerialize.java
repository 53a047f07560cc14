package basalt.bench.field.plain;

import basalt.bench.field.InsertedValues;
import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.heavy.Matrix4;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** Arrays, sixteen for the matrix and three each for the rest: copied to a buffer, and from there to new arrays. */
final class ArraySerialize implements Trial {
    private static final int FIELDS = Matrix4.LENGTH + 9;

    private final int entities;
    private final FloatBuffer buffer;
    private float[][] fields;

    ArraySerialize(int entities) {
        this.entities = entities;
        buffer = ByteBuffer.allocateDirect(FIELDS * entities * Float.BYTES)
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer();
        rewind();
    }

    @Override
    public int run() {
        buffer.clear();
        for (float[] field : fields) {
            buffer.put(field);
        }
        buffer.flip();
        float[][] loaded = new float[FIELDS][entities];
        for (float[] field : loaded) {
            buffer.get(field);
        }
        fields = loaded;
        return loaded[0].length;
    }

    @Override
    public void rewind() {
        fields = new float[FIELDS][entities];
        float[] matrix = new float[Matrix4.LENGTH];
        Matrix4.rotateX(matrix, Start.RADIANS);
        for (int i = 0; i < entities; i++) {
            float[] rest = {Start.x(i), Start.y(i), Start.z(i), 1, 0, 0, Start.DX, Start.DY, Start.DZ};
            for (int field = 0; field < FIELDS; field++) {
                fields[field][i] = field < Matrix4.LENGTH ? matrix[field] : rest[field - Matrix4.LENGTH];
            }
        }
    }

    @Override
    public float[] values() {
        InsertedValues values = new InsertedValues(entities);
        for (int i = 0; i < entities; i++) {
            for (float[] field : fields) {
                values.add(field[i]);
            }
        }
        return values.all();
    }

    @Override
    public void close() {
        fields = null;
    }
}
