package basalt.query;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.ReferenceColumn;
import basalt.runtime.RowContext;
import java.util.LinkedHashMap;
import java.util.Map;

/** A kernel row that counts the reads and writes of each column by a body. */
final class RecordingRow extends Row {
    private final KernelRow kernelRow;
    private final Map<Column, Integer> reads = new LinkedHashMap<>();
    private final Map<Column, Integer> writes = new LinkedHashMap<>();
    private final String runner;
    private boolean readsPresence;
    private StackTraceElement code;

    /** For a body that is called by the class {@code runner}. SAFETY: as for {@link KernelRow}. */
    RecordingRow(Class<?> runner, RowContext context, long base, int row) {
        super(row);
        this.runner = runner.getName();
        this.kernelRow = new KernelRow(context, base, row);
    }

    /** The columns that were read, each with the number of reads. */
    Map<Column, Integer> reads() {
        return reads;
    }

    /** The columns that were written, each with the number of writes. */
    Map<Column, Integer> writes() {
        return writes;
    }

    /** Whether the body has called {@link #has} or {@link #isEnabled}. */
    boolean readsPresence() {
        return readsPresence;
    }

    /** The source location of the body; null if it has not used this row. */
    StackTraceElement code() {
        return code;
    }

    /** Finds the body: the stack frame called by the runner. Stack traces do not show the classes of lambdas. */
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
        throw new AssertionError("a recording row does not move");
    }

    @Override
    Row at(int next) {
        throw new AssertionError("a recording row does not move");
    }

    @Override
    void leave() {
        kernelRow.leave();
    }

    @Override
    long readable(ComponentInfo component, Column column, int offset) {
        use();
        reads.merge(column, 1, Integer::sum);
        return kernelRow.readable(component, column, offset);
    }

    @Override
    long writable(ComponentInfo component, Column column, int offset) {
        use();
        writes.merge(column, 1, Integer::sum);
        return kernelRow.writable(component, column, offset);
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
        return new IllegalStateException("explain() ran a body that uses the references of column " + column.field()
                + " of component " + column.component().name() + ", but explain() has none; such a body is never"
                + " vectorised: move its computation on columns into a kernel of its own");
    }

    @Override
    public long entity() {
        use();
        return kernelRow.entity();
    }

    @Override
    public int index() {
        use();
        return kernelRow.index();
    }

    @Override
    public boolean has(Component<?> component) {
        use();
        readsPresence = true;
        return kernelRow.has(component);
    }

    @Override
    public boolean isEnabled(Component<?> component) {
        use();
        readsPresence = true;
        return kernelRow.isEnabled(component);
    }
}
