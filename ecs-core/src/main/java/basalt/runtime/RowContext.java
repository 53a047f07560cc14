package basalt.runtime;

import basalt.check.Strict;
import basalt.command.Commands;
import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.snapshot.Filter;
import basalt.storage.Entities;
import basalt.storage.References;
import basalt.storage.access.Store;
import basalt.storage.access.WorkerAccess;
import java.util.Arrays;
import java.util.Collection;
import org.agrona.DirectBuffer;

/**
 * What all rows of a run share: the world's references, the guard of strict mode, the buffers that spans have wrapped,
 * and the recorder of commands. Outside strict mode a thread has one for all its runs.
 */
public final class RowContext {
    /**
     * The address of a row or span before its run, and, in strict mode, after the call of the body that it was given
     * to.
     */
    public static final long NO_BLOCK = AccessGuard.NO_BLOCK;

    private static final DirectBuffer[] NONE = {};

    private final References references;
    private final AccessGuard guard;
    private final Commands commands;
    private DirectBuffer[] wrapped = NONE;
    private int wrappedCount;
    private Object rows;

    private RowContext(Store store, AccessGuard guard, Commands commands) {
        this.references = store.references();
        this.guard = guard;
        this.commands = commands;
    }

    /**
     * A context.
     *
     * @param store the world's rows
     * @param declared the components that may be accessed in strict mode; null for all
     * @param filter what all rows match until structure changes; null if that is not known
     * @param worker on whose behalf, in strict mode; null outside of systems
     * @param commands the recorder of the run's thread
     * @return the context
     */
    static RowContext of(
            Store store, Collection<Component<?>> declared, Filter filter, WorkerAccess worker, Commands commands) {
        return new RowContext(store, Strict.ON ? new AccessGuard(store, declared, filter, worker) : null, commands);
    }

    /**
     * The rows that go through the runs of this context, which the query package keeps here.
     *
     * @return what was kept; null before the first run
     */
    public Object rows() {
        return rows;
    }

    /**
     * Keeps the rows that go through the runs of this context.
     *
     * @param newRows what {@link #rows()} gives back from now on
     */
    public void rows(Object newRows) {
        rows = newRows;
    }

    /**
     * The recorder of the run's thread.
     *
     * @return the commands
     */
    public Commands commands() {
        return commands;
    }

    /**
     * The world's references.
     *
     * @return the references
     */
    public References references() {
        return references;
    }

    /**
     * Strict mode's check of a read. Static like the next four, so that the JIT need not prove that there is a context.
     *
     * @param context what the row shares with others
     * @param base its block's address
     * @param row row in the block
     * @param component what is read
     * @param column which column of it; null for all
     */
    public static void check(RowContext context, long base, int row, ComponentInfo component, Column column) {
        if (Strict.ON) {
            context.guard.check(base, row, component, column);
        }
    }

    /**
     * Strict mode's check of a write.
     *
     * @param context what the row shares with others
     * @param base its block's address
     * @param row row in the block
     * @param component what is written
     * @param column which column of it; null for all
     */
    public static void checkWrite(RowContext context, long base, int row, ComponentInfo component, Column column) {
        if (Strict.ON) {
            context.guard.checkWrite(base, row, component, column);
        }
    }

    /**
     * Strict mode's check that a row may be used.
     *
     * @param context what the row shares with others
     * @param base its block's address
     */
    public static void checkOpen(RowContext context, long base) {
        if (Strict.ON) {
            context.guard.checkOpen(base);
        }
    }

    /**
     * Strict mode's check that the row may be asked whether it has a component.
     *
     * @param context what the row shares with others
     * @param base its block's address
     * @param component what is asked for
     */
    public static void checkSeen(RowContext context, long base, ComponentInfo component) {
        if (Strict.ON) {
            context.guard.checkSeen(base, component);
        }
    }

    /**
     * The handle of the entity in a row.
     *
     * @param context what the row shares with others
     * @param base its block's address
     * @param row row in the block
     * @return the handle
     */
    public static long entity(RowContext context, long base, int row) {
        checkOpen(context, base);
        return Entities.handle(base, row);
    }

    /**
     * Strict mode's check that a reference may be read.
     *
     * @param base its block's address
     * @param row row in the block
     * @param column what is read
     */
    public void checkReference(long base, int row, Column column) {
        if (Strict.ON) {
            guard.check(base, row, column.component(), column);
            guard.checkNotPure(column.component());
        }
    }

    /**
     * Strict mode's check that a reference may be written.
     *
     * @param base its block's address
     * @param row row in the block
     * @param column what is written
     */
    public void checkReferenceSet(long base, int row, Column column) {
        if (Strict.ON) {
            guard.checkWrite(base, row, column.component(), column);
            guard.checkNotPure(column.component());
        }
    }

    /**
     * Is of the run of a kernel from now on: strict mode then knows which rows a system's kernel is given.
     *
     * @return this
     */
    public RowContext ofKernel() {
        if (Strict.ON) {
            guard.beginKernel();
        }
        return this;
    }

    /**
     * Strict mode: the body of a kernel is given a row.
     *
     * @param base the block's address; {@link #NO_BLOCK} if it is given a span
     * @param row row in the block
     */
    public void standOn(long base, int row) {
        guard.standOn(base, row);
    }

    /**
     * Strict mode: from now on this is a run of a pure kernel, on a copy if dead rows are allowed.
     *
     * @param deadRowsAllowed whether rows without an entity may be touched
     */
    public void pure(boolean deadRowsAllowed) {
        guard.pure(deadRowsAllowed);
    }

    /** Ends the run: in strict mode, rows of it are dead from now on. */
    public void close() {
        if (Strict.ON) {
            guard.close();
        }
    }

    /**
     * A span has wrapped a buffer, which {@link #unwrap} takes the memory out of.
     *
     * @param buffer the buffer
     */
    public void wrapped(DirectBuffer buffer) {
        if (wrappedCount == wrapped.length) {
            wrapped = Arrays.copyOf(wrapped, Math.max(4, 2 * wrappedCount));
        }
        wrapped[wrappedCount++] = buffer;
    }

    /**
     * How many buffers are wrapped now: what {@link #unwrap} goes back to.
     *
     * @return buffers
     */
    public int wrappedCount() {
        return wrappedCount;
    }

    /**
     * Takes the memory out of all buffers that the last span wrapped, so that none of them outlives it. Those that were
     * wrapped before it keep theirs: they belong to a span around it.
     *
     * @param countBefore how many they are
     */
    public void unwrap(int countBefore) {
        while (wrappedCount > countBefore) {
            wrapped[--wrappedCount].wrap(0, 0);
            wrapped[wrappedCount] = null;
        }
    }
}
