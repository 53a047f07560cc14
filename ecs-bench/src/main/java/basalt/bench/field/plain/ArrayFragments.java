package basalt.bench.field.plain;

import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import java.util.Arrays;

/** The component that all kinds have in common is one array. */
final class ArrayFragments implements Trial {
    private final float[] data;

    ArrayFragments(int entitiesOfEach) {
        data = new float[Start.FRAGMENT_KINDS * entitiesOfEach];
        rewind();
    }

    @Override
    public int run() {
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
        return data.clone();
    }

    @Override
    public void close() {
        // The collector does it.
    }
}
