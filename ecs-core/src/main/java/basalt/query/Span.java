package basalt.query;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.Entity;
import basalt.component.MissingComponentException;
import basalt.component.ReferenceColumn;
import basalt.component.layout.BlockLayout;
import basalt.internal.Strict;
import basalt.runtime.RowContext;
import basalt.runtime.RowWrites;
import basalt.storage.Blocks;
import basalt.storage.Entities;
import basalt.storage.Pools;
import basalt.storage.access.Store;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A run of neighbouring rows that all match, for hand-written loops and for views of columns as buffers.
 *
 * <pre>{@code
 * SpanKernel fall = query.spanKernel(span -> {
 *     for (int r = span.from(); r < span.to(); r++) {
 *         Row row = span.row(r);
 *         row.set(Position.Y, row.get(Position.Y) - 1f);
 *     }
 * });
 * }</pre>
 *
 * <p>Rows are numbered within their block, 0 to 16383. The number says where the data lies now, and is no identity:
 * {@code world.rows().compact()} and {@code world.rows().arrange(query)} move entities to other rows. Keep handles. All
 * calls of a body get the same object, moved to another span: do not keep it. It stays valid, and so do its rows and
 * the buffers that it has wrapped, if the body adds a component to a row and the block's memory therefore moves. A
 * schedule splits the rows of a kernel among workers, and may cut spans. A kernel whose result depends on where a span
 * begins or ends must declare {@code touchesOthers()}. For the thread of the run only. A span of {@link
 * Query#forEachSpan} that is used after its call, or by another thread, throws {@link IllegalStateException}; the span
 * of a kernel does so in strict mode.
 */
public abstract sealed class Span {
    private static final int ROW_BOUND = 2 * BlockLayout.ROWS - 1;

    private final RowContext context;
    private long base = RowContext.NO_BLOCK;

    /** The offsets of the columns that lie in the block are at least this, and below {@link #endOfColumns}. */
    private int lowestColumn;

    private int endOfColumns;
    private int from;
    private int to;

    /** Strict mode: the span that the last call of the body got. */
    private Span lastCall;

    Span(RowContext context) {
        this.context = context;
    }

    /**
     * Moves to a run of a block for one call of a body. In strict mode, returns a new object that {@link #leave} makes
     * invalid. SAFETY: block is a block of the world, 0 <= first < end <= ROWS; the caller ensures it.
     */
    Span at(long block, int first, int end) {
        Span span = this;
        if (Strict.ON) {
            span = newSpan(context);
            lastCall = span;
        }
        span.setBlock(block);
        span.from = first;
        span.to = end;
        return span;
    }

    void leave() {
        if (Strict.ON) {
            base = RowContext.NO_BLOCK;
        }
    }

    /** Follows a block that has moved. */
    void blockMoved(long before, long now) {
        if (base == before) {
            setBlock(now);
        }
        if (Strict.ON && lastCall != null) {
            lastCall.blockMoved(before, now);
        }
    }

    private void setBlock(long block) {
        base = block;
        lowestColumn = Blocks.lowestColumn(block);
        endOfColumns = Blocks.endOfColumns(block);
    }

    /** The block's address, if its memory holds a column. */
    final long base(ComponentInfo component, int offset, int row) {
        if (offset < lowestColumn || offset >= endOfColumns) {
            throw Store.missing(Entities.handle(base, row), component);
        }
        return base;
    }

    /** The block's address now; NO_BLOCK in strict mode after the call of the body. */
    long base() {
        return base;
    }

    abstract Span newSpan(RowContext ofRun);

    /** A row that records writes as this span does, and follows its block if that moves. */
    abstract Row newRow(RowContext ofRun, long block, int row);

    /** Records a write of all components that the query declares. */
    abstract void writtenDeclared(long block, int first, int end);

    /** Records a write of a component. */
    abstract void written(long block, int first, int end, ComponentInfo component);

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
     * @throws basalt.component.DeadEntityException outside of kernels, if the row's entity was destroyed meanwhile and
     *     the row is free
     */
    public Row row(int row) {
        return newRow(context, base, checked(row));
    }

    /**
     * The entity of a row.
     *
     * @param row row in the block, {@link #from()} to {@link #to()} - 1
     */
    public long entity(int row) {
        return RowContext.entity(context, base, checked(row));
    }

    private int checked(int row) {
        if (Strict.ON) {
            Objects.checkIndex(row - from, size());
        }
        return Objects.checkIndex(row, BlockLayout.ROWS);
    }

    /**
     * The block's address: row {@code r} of a column with elements of {@code s} bytes lies at
     * {@code base + r * s + column.offset()}. For code that accesses memory itself, such as a graphics library. Nothing
     * is checked, and the address must not be used after the call of the body, nor after a component was added to a
     * row, because the block may have moved. Outside of kernels this call counts as writing all components that the
     * query declares.
     */
    public long baseUnchecked() {
        RowContext.checkOpen(context, base);
        writtenDeclared(base, from, to);
        return base;
    }

    /**
     * Makes a buffer a view of this span's part of a scalar column: its index 0 is row {@link #from()}. After the call
     * of the body the buffer is empty again. Copies of the buffer are not, such as {@code new UnsafeBuffer(buffer)} or
     * another buffer that wraps it. Nothing checks such a copy, not even strict mode: used later, it accesses values of
     * other entities, or freed memory, which can crash the JVM; used after the body has added a component to a row, it
     * accesses old memory, so that its writes are lost. Copy values out of the buffer, not the buffer. Outside of
     * kernels this call counts as writing the column if the buffer is mutable.
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
        wrap(context, base, from, to, column, lane, buffer);
        if (buffer instanceof MutableDirectBuffer) {
            written(base, from, to, column.component());
        }
    }

    /** Static, so that the JIT can avoid allocating the span even if it does not inline this method. */
    private static void wrap(
            RowContext context, long base, int from, int to, Column column, int lane, DirectBuffer buffer) {
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
    }

    /** The body of a span kernel: called for each run of neighbouring rows. */
    @FunctionalInterface
    public interface Body {
        /**
         * Handles one span.
         *
         * @param span the rows; valid until this method returns
         */
        void accept(Span span);
    }

    /** The span of a kernel. Like a {@link KernelRow}, it records no writes. */
    static final class KernelSpan extends Span {
        KernelSpan(RowContext context) {
            super(context);
        }

        @Override
        Span newSpan(RowContext ofRun) {
            ofRun.setCurrentRow(RowContext.NO_BLOCK, 0);
            return new KernelSpan(ofRun);
        }

        @Override
        Row newRow(RowContext ofRun, long block, int row) {
            return new SpanRow(ofRun, this, row);
        }

        @Override
        void writtenDeclared(long block, int first, int end) {}

        @Override
        void written(long block, int first, int end, ComponentInfo component) {}

        /**
         * A row of a kernel's span: the span, which follows its block if that moves, and a row in it. Unchecked outside
         * of strict mode. Like a {@link KernelRow}, it records no writes.
         */
        static final class SpanRow extends Row {
            private final RowContext context;
            private final KernelSpan span;

            /** SAFETY: the span's base is a block or NO_BLOCK, and row is below ROWS; the caller ensures it. */
            SpanRow(RowContext context, KernelSpan span, int row) {
                super(row);
                this.context = context;
                this.span = span;
            }

            @Override
            void enter(long block) {
                throw new AssertionError("a span's rows stay in its block");
            }

            @Override
            Row at(int next) {
                throw new AssertionError("a span makes a row for each call");
            }

            @Override
            void leave() {}

            @Override
            long readable(ComponentInfo component, Column column, int offset) {
                return Strict.ON ? checkRead(component, column, offset) : span.base(component, offset, row);
            }

            @Override
            long writable(ComponentInfo component, Column column, int offset) {
                return Strict.ON ? checkWrite(component, column, offset) : span.base(component, offset, row);
            }

            private long checkRead(ComponentInfo component, Column column, int offset) {
                RowContext.check(context, span.base(), row, component, column);
                return span.base(component, offset, row);
            }

            private long checkWrite(ComponentInfo component, Column column, int offset) {
                RowContext.checkWrite(context, span.base(), row, component, column);
                return span.base(component, offset, row);
            }

            @Override
            Object reference(ReferenceColumn<?> column) {
                context.checkReference(span.base(), row, column);
                return context.references().get(column.slot(), Blocks.index(span.base()), row);
            }

            @Override
            void setReference(ReferenceColumn<?> column, Object value) {
                context.checkReferenceSet(span.base(), row, column);
                context.references().set(column.slot(), Blocks.index(span.base()), row, value);
            }

            @Override
            public long entity() {
                RowContext.checkOpen(context, span.base());
                return Entities.handle(span.base(), row);
            }

            @Override
            public int index() {
                RowContext.checkOpen(context, span.base());
                return Entities.index(span.base(), Entities.firstIndex(span.base()), row);
            }

            @Override
            public boolean has(Component<?> component) {
                RowContext.checkPresence(context, span.base(), component);
                return Pools.has(span.base(), row, component.id());
            }

            @Override
            public boolean isEnabled(Component<?> component) {
                RowContext.checkPresence(context, span.base(), component);
                return Pools.isEnabled(span.base(), row, component.id());
            }
        }
    }

    /**
     * A span outside of kernels, which records its writes for queries for changes. SAFETY: {@link #checkCall} permits
     * access to the block only during the call of the body that the span was passed to, on the thread of the run.
     */
    static final class CheckedSpan extends Span {
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
}
