package basalt.query;

import basalt.component.Column;
import basalt.component.ComponentInfo;
import basalt.component.Entity;
import basalt.runtime.RowContext;
import basalt.runtime.RowWrites;
import org.agrona.DirectBuffer;

/**
 * A span outside of kernels, which records its writes for queries for changes. SAFETY: {@link #checkCall} permits
 * access to the block only during the call of the body that the span was passed to, on the thread of the run.
 */
final class CheckedSpan extends Span {
    private final RowWrites writes;
    private final Thread thread = Thread.currentThread();
    private boolean isOver = true;

    CheckedSpan(RowContext context, RowWrites writes) {
        super(context);
        this.writes = writes;
    }

    @Override
    Span newSpan(RowContext ofRun) {
        return new CheckedSpan(ofRun, writes);
    }

    @Override
    Span at(long block, int first, int end) {
        Span span = super.at(block, first, end);
        ((CheckedSpan) span).isOver = false; // in strict mode it is another object
        return span;
    }

    @Override
    void leave() {
        super.leave();
        isOver = true;
    }

    @Override
    Row newRow(RowContext ofRun, long block, int row) {
        checkCall();
        return new CheckedRow(writes, requireAlive(RowContext.entity(ofRun, block, row)));
    }

    @Override
    public long entity(int row) {
        checkCall();
        return requireAlive(super.entity(row));
    }

    /** Throws if the entity has been destroyed meanwhile. Small, so that the JIT inlines it into bodies. */
    private long requireAlive(long entity) {
        if ((Entity.generation(entity) & 1) == 0) {
            writes.store().locate(entity); // throws
        }
        return entity;
    }

    @Override
    public void wrap(Column column, int lane, DirectBuffer buffer) {
        checkCall();
        super.wrap(column, lane, buffer);
    }

    @Override
    void writtenDeclared(long block, int first, int end) {
        checkCall();
        writes.writtenDeclared(block, first, end);
    }

    @Override
    void written(long block, int first, int end, ComponentInfo component) {
        writes.written(block, first, end, component);
    }

    private void checkCall() {
        if (isOver || Thread.currentThread() != thread) {
            throw refusal();
        }
    }

    private IllegalStateException refusal() {
        return new IllegalStateException(
                isOver
                        ? "span used after the call of the body that it was passed to; keep the entities' handles "
                                + "instead"
                        : "span used by thread '" + Thread.currentThread().getName() + "', but the loop is run by '"
                                + thread.getName() + "'");
    }
}
