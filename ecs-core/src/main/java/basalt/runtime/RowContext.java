package basalt.runtime;

import basalt.command.CommandQueue;
import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.internal.Strict;
import basalt.match.Filter;
import basalt.storage.Entities;
import basalt.storage.References;
import basalt.storage.access.Store;
import basalt.storage.access.WorkerAccess;
import java.util.Arrays;
import java.util.Collection;
import org.agrona.DirectBuffer;

/**
 * The state that all rows of a run share: the world's references, the guard of strict mode, the buffers that spans have
 * wrapped, and the queue of commands. Outside of strict mode a thread has one context for all its runs.
 */
public final class RowContext {
    /** The block address of a row or span before its run, and, in strict mode, after the call of the body. */
    public static final long NO_BLOCK = AccessGuard.NO_BLOCK;

    private static final DirectBuffer[] NONE = {};

    private final References references;
    private final AccessGuard guard;
    private final CommandQueue queue;
    private DirectBuffer[] wrapped = NONE;

    /** For each wrapped buffer, the address of its block, and its own address. */
    private long[] wrappedBases = {};

    private long[] wrappedAddresses = {};
    private int wrappedCount;
    private ReusableRows rows;

    private RowContext(Store store, AccessGuard guard, CommandQueue queue) {
        this.references = store.references();
        this.guard = guard;
        this.queue = queue;
    }

    /**
     * Creates a context.
     *
     * @param declared the components that may be accessed in strict mode; null for all
     * @param filter matched by all rows until the structure changes; null if not known
     * @param worker the worker that runs; null outside of systems
     */
    static RowContext of(
            Store store, Collection<Component<?>> declared, Filter filter, WorkerAccess worker, CommandQueue queue) {
        return new RowContext(store, Strict.ON ? new AccessGuard(store, declared, filter, worker) : null, queue);
    }

    /**
     * The reusable rows of this context, which the query package stores here. Returns the stored object; null before
     * the first run.
     */
    public ReusableRows rows() {
        return rows;
    }

    public void rows(ReusableRows newRows) {
        rows = newRows;
    }

    /** The command queue of the run's thread. */
    public CommandQueue queue() {
        return queue;
    }

    /** The world's references. */
    public References references() {
        return references;
    }

    /**
     * Strict mode's check of a read. This and the next four methods are static, so that the JIT needs no null check of
     * the context.
     *
     * @param column the column; null for all
     */
    public static void check(RowContext context, long base, int row, ComponentInfo component, Column column) {
        if (Strict.ON) {
            context.guard.check(base, row, component, column);
        }
    }

    /**
     * Strict mode's check of a write.
     *
     * @param column the column; null for all
     */
    public static void checkWrite(RowContext context, long base, int row, ComponentInfo component, Column column) {
        if (Strict.ON) {
            context.guard.checkWrite(base, row, component, column);
        }
    }

    /** Strict mode's check that a row may be used. */
    public static void checkOpen(RowContext context, long base) {
        if (Strict.ON) {
            context.guard.checkOpen(base);
        }
    }

    /** Strict mode's check of a query whether the row has a component. */
    public static void checkPresence(RowContext context, long base, ComponentInfo component) {
        if (Strict.ON) {
            context.guard.checkPresence(base, component);
        }
    }

    public static long entity(RowContext context, long base, int row) {
        checkOpen(context, base);
        return Entities.handle(base, row);
    }

    /** Strict mode's check that a reference may be read. */
    public void checkReference(long base, int row, Column column) {
        if (Strict.ON) {
            guard.check(base, row, column.component(), column);
            guard.checkNotPure(column.component());
        }
    }

    /** Strict mode's check that a reference may be written. */
    public void checkReferenceSet(long base, int row, Column column) {
        if (Strict.ON) {
            guard.checkWrite(base, row, column.component(), column);
            guard.checkNotPure(column.component());
        }
    }

    /** Marks this as the context of a kernel's run. Strict mode then knows which rows the kernel runs over. */
    public RowContext ofKernel() {
        if (Strict.ON) {
            guard.beginKernel();
        }
        return this;
    }

    /** Strict mode: called before the body of a kernel gets a row. */
    public void setCurrentRow(long base, int row) {
        guard.setCurrentRow(base, row);
    }

    /** Strict mode: marks this as the context of a pure kernel's run, on a copy if other rows are allowed. */
    public void pure(boolean otherRowsAllowed) {
        guard.pure(otherRowsAllowed);
    }

    /** Ends the run. In strict mode its rows cannot be used any more. */
    public void close() {
        if (Strict.ON) {
            guard.close();
        }
    }

    /** Registers a buffer that a span has wrapped, for {@link #unwrap} and {@link #blockMoved}. */
    public void wrapped(DirectBuffer buffer, long base, long address) {
        if (wrappedCount == wrapped.length) {
            int length = Math.max(4, 2 * wrappedCount);
            wrappedAddresses = Arrays.copyOf(wrappedAddresses, length);
            wrappedBases = Arrays.copyOf(wrappedBases, length);
            wrapped = Arrays.copyOf(wrapped, length); // last: a full heap fails above
        }
        wrappedAddresses[wrappedCount] = address;
        wrappedBases[wrappedCount] = base;
        wrapped[wrappedCount++] = buffer;
    }

    /** Sets the new address of a block in the rows, the spans and the buffers that spans have wrapped. */
    void blockMoved(long from, long to) {
        if (rows != null) {
            rows.blockMoved(from, to);
        }
        for (int i = 0; i < wrappedCount; i++) {
            DirectBuffer buffer = wrapped[i];
            if (wrappedBases[i] == from
                    && buffer.byteArray() == null
                    && buffer.addressOffset() == wrappedAddresses[i]) {
                buffer.wrap(wrappedAddresses[i] + (to - from), buffer.capacity()); // else the user has wrapped other
                wrappedBases[i] = to;
                wrappedAddresses[i] = buffer.addressOffset();
            }
        }
    }

    /** The number of buffers that are wrapped now, for {@link #unwrap}. */
    public int wrappedCount() {
        return wrappedCount;
    }

    /**
     * Empties the buffers that the last span wrapped, so that none is used after it. Buffers of enclosing spans keep
     * their memory.
     */
    public void unwrap(int countBefore) {
        while (wrappedCount > countBefore) {
            wrapped[--wrappedCount].wrap(0, 0);
            wrapped[wrappedCount] = null;
        }
    }

    /** The rows and spans that a {@link RowContext} reuses. */
    public interface ReusableRows {
        /** Sets the new address of a block that has moved. */
        void blockMoved(long from, long to);
    }
}
