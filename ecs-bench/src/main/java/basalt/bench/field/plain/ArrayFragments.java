package basalt.bench.field.plain;

import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import java.util.Arrays;

/** The common component is an array; the entity that is spawned and destroyed is the last one. */
final class ArrayFragments implements Trial {
    private final float[] data;
    private final boolean changing;

    ArrayFragments(int entitiesOfEach, boolean changing) {
        this.changing = changing;
        data = new float[Start.FRAGMENT_KINDS * entitiesOfEach + (changing ? 1 : 0)];
        rewind();
    }

    @Override
    public int run() {
        if (changing) {
            data[data.length - 1] = 1;
        }
        for (int i = 0; i < data.length; i++) {
            data[i] *= 2;
        }
        return data.length;
    }

    @Override
    public void rewind() {
        Arrays.fill(data, 1);
    }

    @Override
    public float[] values() {
        float[] values = data.clone();
        Arrays.sort(values);
        return values;
    }

    @Override
    public void close() {
        // Left to the garbage collector.
    }
}
