package basalt.query;

import basalt.component.Column;
import basalt.component.Entity;
import basalt.component.MissingComponentException;
import basalt.component.VariableColumn;
import basalt.component.layout.BlockLayout;
import basalt.internal.Strict;
import basalt.runtime.RowContext;
import basalt.runtime.RowWrites;
import basalt.storage.Entities;
import basalt.storage.Pools;
import basalt.storage.access.Store;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A run of neighbouring rows that all match, for views of columns as buffers, and for code that accesses memory itself.
 *
 * <pre>{@code
 * UnsafeBuffer heights = new UnsafeBuffer(0, 0);
 * query.forEachSpan(span -> {
 *     span.wrap(Position.Y, heights);
 *     heights.getBytes(0, file, heights.capacity());
 * });
 * }</pre>
 *
 * <p>Rows are numbered within their block, 0 to 16383. The number says where the data lies now, and is no identity:
 * {@code world.rows().compact()} and {@code world.rows().arrange(query)} move entities to other rows. Keep handles. All
 * calls of a body get the same object, moved to another span, and so may later loops: do not keep it. It stays valid,
 * and so do its rows and the buffers that it has wrapped, if the body adds a component to a row and the block's memory
 * therefore moves. For the thread of the loop only. A span that is used after its call, or by another thread, throws
 * {@link IllegalStateException}.
 *
 * <p>Structural change inside the body affects only later spans: the current span keeps its rows, even if the body
 * destroys their entities.
 */
public final class Span {
    private static final int ROW_BOUND = 2 * BlockLayout.ROWS - 1;

    private final RowContext context;
    private RowWrites writes;
    private Thread thread;
    private boolean isOver = true;
    private long base = RowContext.NO_BLOCK;
    private int from;
    private int to;

    /** Strict mode: the span that the last call of the body got. */
    private Span lastCall;

    Span(RowContext context) {
        this.context = context;
    }

    /** A loop of the calling thread begins, whose writes are recorded there. */
    void begin(RowWrites ofLoop) {
        writes = ofLoop;
        thread = Thread.currentThread();
    }

    /** The loop has ended: its query can be collected. */
    void end() {
        writes = null;
    }

    /**
     * Moves to a run of a block for one call of a body. In strict mode, returns a new object that {@link #leave} makes
     * invalid. SAFETY: block is a block of the world, 0 <= first < end <= ROWS; the caller ensures it.
     */
    Span at(long block, int first, int end) {
        Span span = this;
        if (Strict.ON) {
            span = new Span(context);
            span.begin(writes);
            lastCall = span;
        }
        span.base = block;
        span.from = first;
        span.to = end;
        span.isOver = false;
        return span;
    }

    void leave() {
        isOver = true;
        if (Strict.ON) {
            base = RowContext.NO_BLOCK;
        }
    }

    /** Follows a block that has moved. */
    void blockMoved(long before, long now) {
        if (base == before) {
            base = now;
        }
        if (Strict.ON && lastCall != null) {
            lastCall.blockMoved(before, now);
        }
    }

    /** The first row. */
    public int from() {
        return from & ROW_BOUND; // the JIT vectorises only if it knows that the bound is small
    }

    /**
     * The row after the last one.
     *
     * @return row in the block, greater than {@link #from()}
     */
    public int to() {
        return to & ROW_BOUND;
    }

    /**
     * The number of rows.
     *
     * @return rows, at least 1
     */
    public int size() {
        return to - from;
    }

    /**
     * One of the rows.
     *
     * @param row row in the block, {@link #from()} to {@link #to()} - 1
     * @throws IndexOutOfBoundsException if the row is not in the block, or, in strict mode, not in the span
     * @throws basalt.component.DeadEntityException if the row's entity was destroyed meanwhile and the row is free
     */
    public Row row(int row) {
        return new CheckedRow(writes, entity(row));
    }

    /**
     * The entity of a row.
     *
     * @param row row in the block, {@link #from()} to {@link #to()} - 1
     */
    public long entity(int row) {
        checkCall();
        if (Strict.ON) {
            Objects.checkIndex(row - from, size());
        }
        return requireAlive(RowContext.entity(context, base, Objects.checkIndex(row, BlockLayout.ROWS)));
    }

    /** Throws if the entity has been destroyed meanwhile. Small, so that the JIT inlines it into bodies. */
    private long requireAlive(long entity) {
        if ((Entity.generation(entity) & 1) == 0) {
            writes.store().locate(entity); // throws
        }
        return entity;
    }

    /**
     * The block's address: row {@code r} of a column with elements of {@code s} bytes lies at
     * {@code base + r * s + column.offset()}. For code that accesses memory itself, such as a graphics library. Nothing
     * is checked, and the address must not be used after the call of the body, nor after a component was added to a
     * row, because the block may have moved. This call counts as writing all components that the query declares.
     */
    public long baseUnchecked() {
        checkCall();
        RowContext.checkOpen(context, base);
        context.mayWriteDeclared();
        writes.writtenDeclared(base, from, to);
        return base;
    }

    /**
     * Makes a buffer a view of this span's part of a scalar column: its index 0 is row {@link #from()}. After the call
     * of the body the buffer is empty again. Copies of the buffer are not, such as {@code new UnsafeBuffer(buffer)} or
     * another buffer that wraps it. Nothing checks such a copy, not even strict mode: used later, it accesses values of
     * other entities, or freed memory, which can crash the JVM; used after the body has added a component to a row, it
     * accesses old memory, so that its writes are lost. Copy values out of the buffer, not the buffer. This call counts
     * as writing the column if the buffer is mutable.
     *
     * @param column a column of a component that the rows have; no reference
     * @param buffer the buffer; if it is mutable, the column can be written through it
     * @throws IllegalArgumentException if the column is a vector; name a lane then
     * @throws MissingComponentException if no row of the block has had the column's component
     * @throws UnsupportedOperationException if the column is a reference column
     */
    public void wrap(Column column, DirectBuffer buffer) {
        if (column.length() != 1) {
            throw new IllegalArgumentException("column " + column.field() + " is a vector of length " + column.length()
                    + "; wrap one lane: wrap(column, lane, buffer)");
        }
        wrap(column, 0, buffer);
    }

    /**
     * Makes a buffer a view of this span's part of one lane of a column. See {@link #wrap(Column, DirectBuffer)} for
     * copies and writes.
     *
     * @param column a column of a component that the rows have; no reference
     * @param lane index of the element, from 0
     */
    public void wrap(Column column, int lane, DirectBuffer buffer) {
        checkCall();
        if (column instanceof VariableColumn) {
            throw new IllegalArgumentException("column " + column.field()
                    + " is a list or a string, which is not in the block: read it by the rows of the span");
        }
        if (Strict.ON) {
            for (int row = from; row < to; row++) {
                RowContext.check(context, base, row, column.component(), column);
            }
        }
        if (!Pools.hasHad(base, column.component().id())) {
            throw Store.missing(Entities.handle(base, from), column.component());
        }
        int shift = column.kind().shift();
        long address = base + column.laneOffset(lane) + ((long) from << shift);
        buffer.wrap(address, (to - from) << shift);
        context.wrapped(buffer, base, address);
        if (buffer instanceof MutableDirectBuffer) {
            context.mayWrite(column.component());
            writes.written(base, from, to, column.component());
        }
    }

    /**
     * Throws unless the body that the span was passed to runs, on this thread. SAFETY: only then the span accesses its
     * block.
     */
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

    /** The body of a loop over spans: called for each run of neighbouring rows. */
    @FunctionalInterface
    public interface Body {
        /**
         * Handles one span.
         *
         * @param span the rows; valid until this method returns
         */
        void accept(Span span);
    }
}
