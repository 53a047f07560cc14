package basalt.bench.published.counters;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A library that keeps components as objects. */
public abstract class OfObjects implements Counters {
    private final List<Count> all = new ArrayList<>();

    /** For subclasses. */
    protected OfObjects() {}

    /** New components. */
    protected final Count[] make(int... kinds) {
        Count[] made = new Count[kinds.length];
        for (int i = 0; i < kinds.length; i++) {
            made[i] = instance(Kinds.OBJECTS.get(kinds[i]));
            made[i].value = Counters.start(all.size());
            all.add(made[i]);
        }
        return made;
    }

    static <T> T instance(Class<T> type, Object... arguments) {
        try {
            Constructor<?> only = type.getDeclaredConstructors()[0];
            return type.cast(only.newInstance(arguments));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("unchecked")
    static Class<? extends Count>[] types(int... kinds) {
        return Arrays.stream(kinds).mapToObj(Kinds.OBJECTS::get).toArray(Class[]::new);
    }

    @Override
    public final void set(int[] values) {
        for (int i = 0; i < values.length; i++) {
            all.get(i).value = values[i];
        }
    }

    @Override
    public final int[] values() {
        return all.stream().mapToInt(count -> count.value).toArray();
    }
}
