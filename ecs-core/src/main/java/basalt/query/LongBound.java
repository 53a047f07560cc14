package basalt.query;

import java.util.function.LongSupplier;

/**
 * A number that conditions compare with, and that may change: each loop reads it when it starts.
 *
 * <pre>{@code
 * LongBound now = new LongBound(0);
 * Query due = timers.where(Timer.TICK).atMost(now);
 * now.set(tick);
 * }</pre>
 *
 * <p>A schedule does not know which queries read it, so set it between ticks, or in an {@code exclusive()} system. For
 * the world's thread.
 */
public final class LongBound {
    private long value;

    /**
     * Creates a bound.
     *
     * @param value its first value
     */
    public LongBound(long value) {
        set(value);
    }

    /** The current value. */
    public long get() {
        return value;
    }

    /** Changes the value. Loops that have started are not affected. */
    public void set(long newValue) {
        value = newValue;
    }

    static LongSupplier require(LongBound bound) {
        if (bound == null) {
            throw new IllegalArgumentException("bound must not be null: pass a number, or a LongBound that may change");
        }
        return bound::get;
    }

    /** The current value as text. */
    @Override
    public String toString() {
        return Long.toString(value);
    }
}
