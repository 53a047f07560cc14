package basalt.bench.field.plain;

import basalt.bench.field.Trial;
import basalt.bench.field.part.Letters;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Objects with a value and a reference to what makes them different. */
final class ObjectFragments implements Trial {
    private static final class Fragment {
        private final Letters.Letter letter;
        private float data;

        Fragment(Letters.Letter letter) {
            this.letter = letter;
        }
    }

    private final List<Fragment> fragments = new ArrayList<>();

    ObjectFragments(int entitiesOfEach) {
        for (Supplier<Letters.Letter> letter : Letters.ALL) {
            for (int i = 0; i < entitiesOfEach; i++) {
                fragments.add(new Fragment(letter.get()));
            }
        }
        rewind();
    }

    @Override
    public int run() {
        for (Fragment fragment : fragments) {
            fragment.data *= 2;
        }
        return fragments.size();
    }

    @Override
    public void rewind() {
        for (Fragment fragment : fragments) {
            fragment.data = 1;
        }
    }

    @Override
    public float[] values() {
        float[] values = new float[fragments.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = fragments.get(i).letter == null ? Float.NaN : fragments.get(i).data;
        }
        return values;
    }

    @Override
    public void close() {
        fragments.clear();
    }
}
