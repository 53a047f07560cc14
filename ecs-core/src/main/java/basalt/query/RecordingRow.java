package basalt.query;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.ReferenceColumn;
import basalt.runtime.RowContext;
import java.util.LinkedHashMap;
import java.util.Map;

/** A kernel's row that records which columns a body reads and writes, and how often. */
final class RecordingRow extends Row {
    private final KernelRow place;
    private final Map<Column, Integer> reads = new LinkedHashMap<>();
    private final Map<Column, Integer> writes = new LinkedHashMap<>();
    private final String runner;
    private boolean asksForPresence;
    private StackTraceElement code;

    /** For a body that a runner calls. SAFETY: as {@link KernelRow}'s. */
    RecordingRow(Class<?> runner, RowContext context, long base, int row) {
        super(row);
        this.runner = runner.getName();
        this.place = new KernelRow(context, base, row);
    }

    /** Columns that were read, and how often. */
    Map<Column, Integer> reads() {
        return reads;
    }

    /** Columns that were written, and how often. */
    Map<Column, Integer> writes() {
        return writes;
    }

    /** Whether the body has asked for components. */
    boolean asksForPresence() {
        return asksForPresence;
    }

    /** Where the body is written, as far as it has used this row; null if it has not. */
    StackTraceElement code() {
        return code;
    }

    /** The body is what the runner has called, through a lambda's class that stack traces do not show. */
    private void use() {
        if (code == null) {
            StackTraceElement[] trace = new Throwable().getStackTrace();
            for (int i = 1; i < trace.length && code == null; i++) {
                if (trace[i].getClassName().equals(runner)) {
                    code = trace[i - 1];
                }
            }
        }
    }

    @Override
    void enter(long block) {
        throw new AssertionError("a recording row stays where it is");
    }

    @Override
    Row at(int next) {
        throw new AssertionError("a recording row stays where it is");
    }

    @Override
    void leave() {
        place.leave();
    }

    @Override
    long origin(ComponentInfo component, boolean sparse, Column column) {
        use();
        reads.merge(column, 1, Integer::sum);
        return place.origin(component, sparse, column);
    }

    @Override
    long target(ComponentInfo component, boolean sparse, Column column) {
        use();
        writes.merge(column, 1, Integer::sum);
        return place.target(component, sparse, column);
    }

    @Override
    Object reference(ReferenceColumn<?> column) {
        throw touched(column);
    }

    @Override
    void setReference(ReferenceColumn<?> column, Object value) {
        throw touched(column);
    }

    private static IllegalStateException touched(ReferenceColumn<?> column) {
        return new IllegalStateException("explain() got a body that touches the references of column " + column.field()
                + " of component " + column.component().name() + ", which its rows do not have; such a body is never"
                + " vectorised: put what it computes with columns into a kernel of its own");
    }

    @Override
    public long entity() {
        use();
        return place.entity();
    }

    @Override
    public int index() {
        use();
        return place.index();
    }

    @Override
    public boolean has(Component<?> component) {
        use();
        asksForPresence = true;
        return place.has(component);
    }

    @Override
    public boolean isEnabled(Component<?> component) {
        use();
        asksForPresence = true;
        return place.isEnabled(component);
    }
}
