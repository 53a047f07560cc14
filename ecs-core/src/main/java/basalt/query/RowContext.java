package basalt.query;

import basalt.command.Commands;
import basalt.component.Component;
import basalt.storage.AccessCheck;
import basalt.storage.Entities;
import basalt.storage.References;
import basalt.storage.Store;
import basalt.storage.Strict;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.agrona.DirectBuffer;

/**
 * Internal: what all rows of a run share: the world's references, the guard of strict mode, the buffers that spans have wrapped,
 * and the recorder of commands. Outside strict mode a thread has one for all its runs.
 */
@SuppressWarnings("exports") // made by worlds only: nobody else can get at a Store
public final class RowContext {
    /** The address of a row or span before its run, and, in strict mode, after the call of the body that it was given to. */
    static final long NO_BLOCK = 0;

    private static final DirectBuffer[] NONE = {};

    /** Made together, so that the rows of two workers lie some cache lines apart. */
    private static final int USUAL_DEPTH = 4;

    private final References references;
    private final AccessGuard guard;
    private final Commands commands;
    private final RowMarks marks;
    private DirectBuffer[] wrapped = NONE;
    private int wrappedCount;
    private KernelRow[] kernelRows = new KernelRow[0];
    private KernelSpan[] kernelSpans = new KernelSpan[0];
    private MarkedRow[] markedRows = new MarkedRow[0];
    private int depth;

    private RowContext(Store store, AccessGuard guard, Commands commands) {
        this.references = store.references();
        this.guard = guard;
        this.commands = commands;
        this.marks = new RowMarks(store.changes(), null, List.of());
    }

    /**
     * A context.
     *
     * @param store the world's rows
     * @param declared the components that may be accessed in strict mode; null for all
     * @param system what the system that runs may access in strict mode; null outside of systems
     * @param commands the recorder of the run's thread
     * @return the context
     */
    static RowContext of(Store store, Collection<Component<?>> declared, AccessCheck system, Commands commands) {
        return new RowContext(store, Strict.ON ? new AccessGuard(declared, system) : null, commands);
    }

    /**
     * A row by address, of no query.
     *
     * @param base a block's address
     * @param row row in the block
     * @return the row
     */
    public Row row(long base, int row) {
        return new MarkedRow(this, base, row, marks);
    }

    /** The row that goes through a run of a kernel: one for each depth of nesting. Ends with {@link #end}. */
    KernelRow begin() {
        int level = enter();
        return kernelRows[level];
    }

    /** As {@link #begin()}, the span that goes through a run. */
    KernelSpan beginSpan() {
        int level = enter();
        return kernelSpans[level];
    }

    /** As {@link #begin()}, for cold code. */
    MarkedRow begin(RowMarks marksOfRun) {
        int level = enter();
        MarkedRow row = markedRows[level];
        row.begin(marksOfRun);
        return row;
    }

    /** Goes a level deeper, for which there are a row of each kind and a span then; gives back which level. */
    private int enter() {
        if (depth == kernelRows.length) {
            deepen();
        }
        return depth++;
    }

    private void deepen() {
        KernelRow[] moreKernelRows = Arrays.copyOf(kernelRows, depth + USUAL_DEPTH);
        KernelSpan[] moreKernelSpans = Arrays.copyOf(kernelSpans, depth + USUAL_DEPTH);
        MarkedRow[] moreMarkedRows = Arrays.copyOf(markedRows, depth + USUAL_DEPTH);
        for (int i = depth; i < moreKernelRows.length; i++) {
            moreKernelRows[i] = new KernelRow(this, NO_BLOCK, 0);
            moreKernelSpans[i] = new KernelSpan(this);
            moreMarkedRows[i] = new MarkedRow(this, NO_BLOCK, 0, null);
        }
        kernelSpans = moreKernelSpans; // all or none: a heap or a stack that is full is found out above
        markedRows = moreMarkedRows;
        kernelRows = moreKernelRows;
    }

    void end() {
        depth--;
    }

    Commands commands() {
        return commands;
    }

    References references() {
        return references;
    }

    /** Strict mode's check of a read. Static like the next three, so that the JIT need not prove that there is a context. */
    static void check(RowContext context, long base, int row, Component<?> component) {
        if (Strict.ON) {
            context.guard.check(base, row, component);
        }
    }

    static void checkWrite(RowContext context, long base, int row, Component<?> component) {
        if (Strict.ON) {
            context.guard.checkWrite(base, row, component);
        }
    }

    static void checkOpen(RowContext context, long base) {
        if (Strict.ON) {
            context.guard.checkOpen(base);
        }
    }

    static void checkSeen(RowContext context, long base, Component<?> component) {
        if (Strict.ON) {
            context.guard.checkSeen(base, component);
        }
    }

    /** The handle of the entity in a row. Static for the same reason. */
    static long entity(RowContext context, long base, int row) {
        checkOpen(context, base);
        return Entities.handle(base, row);
    }

    void checkReference(long base, int row, Component<?> component) {
        if (Strict.ON) {
            guard.check(base, row, component);
            guard.checkNotPure(component);
        }
    }

    void checkReferenceSet(long base, int row, Component<?> component) {
        if (Strict.ON) {
            guard.checkWrite(base, row, component);
            guard.checkNotPure(component);
        }
    }

    /** Strict mode: from now on this is a run of a pure kernel, on a copy if dead rows are allowed. */
    void pure(boolean deadRowsAllowed) {
        guard.pure(deadRowsAllowed);
    }

    /** Ends the run: in strict mode, rows of it are dead from now on. */
    public void close() {
        if (Strict.ON) {
            guard.close();
        }
    }

    void wrapped(DirectBuffer buffer) {
        if (wrappedCount == wrapped.length) {
            wrapped = Arrays.copyOf(wrapped, Math.max(4, 2 * wrappedCount));
        }
        wrapped[wrappedCount++] = buffer;
    }

    /** How many buffers are wrapped now: what {@link #unwrap} goes back to. */
    int wrappedCount() {
        return wrappedCount;
    }

    /**
     * Takes the memory out of all buffers that the last span wrapped, so that none of them outlives it. Those that were wrapped
     * before it keep theirs: they belong to a span around it.
     */
    void unwrap(int countBefore) {
        while (wrappedCount > countBefore) {
            wrapped[--wrappedCount].wrap(0, 0);
            wrapped[wrappedCount] = null;
        }
    }
}
