package basalt.match;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The filters of the queries that a world has built, in this order, as long as they are in use: a filter that is closed
 * or unreachable is removed by the next {@link #sweep}. A query, its kernels and selections share a {@link Filter}. For
 * the world's thread.
 */
public final class BuiltFilters {
    private static final int FIRST_SWEEP = 64;

    private final List<BuiltFilter> built = new ArrayList<>();
    private int sweepAt = FIRST_SWEEP;

    /** No filters. */
    public BuiltFilters() {}

    public void add(Filter filter, Supplier<String> text) {
        if (built.size() >= sweepAt) {
            sweep();
            sweepAt = Math.max(FIRST_SWEEP, 2 * built.size());
        }
        built.add(new BuiltFilter(filter, text));
    }

    /** Removes the filters that are not in use. */
    public void sweep() {
        built.removeIf(filter -> filter.filter() == null);
    }

    /** The number of filters, including those that the next sweep removes. */
    public int count() {
        return built.size();
    }

    public BuiltFilter get(int index) {
        return built.get(index);
    }

    /** A filter, if it is in use. */
    public static final class BuiltFilter extends WeakReference<Filter> {
        private final Supplier<String> text;

        private BuiltFilter(Filter filter, Supplier<String> text) {
            super(filter);
            this.text = text;
        }

        /** The filter. Returns null if it is closed or unreachable. */
        public Filter filter() {
            Filter filter = get();
            return filter == null || filter.isClosed() ? null : filter;
        }

        /** Which rows the filter selects. */
        public String text() {
            return text.get();
        }
    }
}
