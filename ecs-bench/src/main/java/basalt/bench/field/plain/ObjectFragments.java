package basalt.bench.field.plain;

import basalt.bench.field.Trial;
import basalt.bench.field.part.Letters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Objects with a value and a reference to the component of their kind. */
final class ObjectFragments implements Trial {
    private static final class Fragment {
        private final Letters.Letter letter;
        private float data;

        Fragment(Letters.Letter letter) {
            this.letter = letter;
        }
    }

    private final List<Fragment> fragments = new ArrayList<>();
    private final boolean changing;

    ObjectFragments(int entitiesOfEach, boolean changing) {
        this.changing = changing;
        for (Supplier<Letters.Letter> letter : Letters.ALL) {
            for (int i = 0; i < entitiesOfEach; i++) {
                fragments.add(new Fragment(letter.get()));
            }
        }
        if (changing) {
            fragments.add(new Fragment(new Letters.A()));
        }
        rewind();
    }

    @Override
    public int run() {
        if (changing) {
            fragments.remove(fragments.size() - 1);
            Fragment born = new Fragment(new Letters.A());
            born.data = 1;
            fragments.add(born);
        }
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
        Arrays.sort(values);
        return values;
    }

    @Override
    public void close() {
        fragments.clear();
    }
}
