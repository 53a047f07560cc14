package basalt.component.layout;

import java.util.Arrays;

/**
 * A value for each component, by its id. It has room for the ids that have a value, because most worlds have few of the
 * {@value BlockLayout#MAX_COMPONENTS} components that a process can have.
 *
 * <p>One thread at a time writes; a thread that reads meanwhile may miss what is written.
 *
 * @param <T> type of the values
 */
public final class ById<T> {
    private static final int FIRST_LENGTH = 16;

    private final T absent;
    private T[] values;

    /** Creates an object without values. */
    @SuppressWarnings("unchecked") // the array is only used here
    public ById(T absent) {
        this.absent = absent;
        values = (T[]) new Object[FIRST_LENGTH];
        Arrays.fill(values, absent);
    }

    /** The value of a component. Returns its value, or the one that stands for none. */
    public T get(int id) {
        T[] known = values;
        return id < known.length ? known[id] : absent;
    }

    /** Sets the value of a component. If the heap is full, nothing has changed. */
    public void set(int id, T value) {
        if (id >= values.length) {
            T[] longer = Arrays.copyOf(values, Math.max(id + 1, 2 * values.length));
            Arrays.fill(longer, values.length, longer.length, absent);
            values = longer;
        }
        values[id] = value;
    }

    /** The end of the ids that can have a value. */
    public int end() {
        return values.length;
    }
}
