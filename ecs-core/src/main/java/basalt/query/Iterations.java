package basalt.query;

import basalt.memory.frame.FrameArena;
import basalt.storage.Store;
import basalt.storage.StructureListener;
import java.util.Arrays;

/**
 * The snapshots of one world that are being iterated over now, innermost last, and the frame arena they live in.
 *
 * <p>Internal: made by worlds, of no use elsewhere. While there is one, structural changes are reported here and go on to each
 * of them. Snapshot objects are kept for reuse, so a run makes no garbage.
 */
@SuppressWarnings("exports") // made by worlds only: nobody else can get at a Store
public final class Iterations implements StructureListener {
    private final Store store;
    private final FrameArena arena;
    private Matches[] open = new Matches[0];
    private int depth;
    private int reports;

    /**
     * None yet.
     *
     * @param store the world's rows
     * @param arena the owning thread's arena
     */
    public Iterations(Store store, FrameArena arena) {
        this.store = store;
        this.arena = arena;
        store.pools().listener(this);
    }

    Store store() {
        return store;
    }

    /** Takes a snapshot that changes are reported to. */
    Matches open(Filter filter, boolean pure) {
        Matches matches = next();
        matches.open(filter, store.blocks(), arena, pure);
        push();
        return matches;
    }

    /** Opens an empty snapshot for up to {@code blocks} blocks, which the caller fills. */
    Matches openEmpty(Filter filter, int blocks) {
        Matches matches = next();
        matches.openEmpty(filter, blocks, arena);
        push();
        return matches;
    }

    /** Takes a snapshot that no change is reported to: it keeps the rows that matched at first. No iteration may start meanwhile. */
    Matches openDetached(Filter filter) {
        Matches matches = next();
        matches.open(filter, store.blocks(), arena, false);
        return matches;
    }

    void closeDetached(Matches matches) {
        matches.close(arena, store);
    }

    /** Ends the innermost iteration. */
    void close(Matches matches) {
        if (depth == 0 || open[depth - 1] != matches) {
            throw new IllegalStateException(
                    "iterations end in the reverse order of their start; close the inner one first");
        }
        depth--;
        if (depth == 0) {
            store.pools().listening(false);
        }
        if (!matches.close(arena, store)) {
            throw scopeLeftOpen();
        }
    }

    private static IllegalStateException scopeLeftOpen() {
        return new IllegalStateException(
                "a scope of the frame arena that was opened during an iteration was still open at its end; close it before");
    }

    /**
     * Whether somebody iterates now.
     *
     * @return true between the start and the end of a run or cursor
     */
    public boolean isRunning() {
        return depth > 0;
    }

    /** Another value once entities were made or rows have changed, if somebody has iterated all the time. */
    long structureStamp() {
        return (long) reports << Integer.SIZE | store.entities().count();
    }

    @Override
    public void rowsChanged(long base, int word, long rows) {
        reports++;
        for (int i = 0; i < depth; i++) {
            open[i].rowsChanged(base, word, rows);
        }
    }

    /** Runs a driver over a snapshot, and ends it. */
    void run(KernelDriver driver, RowContext context, Matches matches) {
        Throwable thrown = null;
        try {
            for (int i = 0; i < matches.count(); i++) {
                driver.run(context, matches, matches.entry(i));
            }
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            end(matches, thrown);
        }
    }

    /**
     * Ends an iteration whose body has ended. Cursors that the body has left open end with it; that is an error, but does not
     * hide what the body has thrown.
     */
    void end(Matches matches, Throwable thrown) {
        int outside = depth - 1;
        while (open[outside] != matches) {
            outside--;
        }
        IllegalStateException problem = depth - 1 == outside
                ? null
                : new IllegalStateException("the body has left a cursor open; close it where it was opened");
        while (depth > outside) {
            depth--;
            if (!open[depth].close(arena, store) && problem == null) {
                problem = scopeLeftOpen();
            }
        }
        store.pools().listening(depth > 0);
        if (problem != null) {
            if (thrown == null) {
                throw problem;
            }
            thrown.addSuppressed(problem);
        }
    }

    private Matches next() {
        if (depth == open.length) {
            Matches[] longer = Arrays.copyOf(open, depth + 4);
            for (int i = depth; i < longer.length; i++) {
                longer[i] = new Matches();
            }
            open = longer;
        }
        return open[depth];
    }

    private void push() {
        depth++;
        store.pools().listening(true);
    }
}
