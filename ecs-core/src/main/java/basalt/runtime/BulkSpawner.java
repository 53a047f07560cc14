package basalt.runtime;

import basalt.component.Component;
import basalt.match.Filter;
import basalt.match.MatchedRows;
import basalt.memory.frame.FrameLongList;
import basalt.storage.access.Store;
import basalt.storage.change.Hooks.HookScope;
import java.util.List;

/** Spawns many entities at once: those of a template, or instances of a prefab. For the world's thread only. */
public abstract class BulkSpawner {
    private static final Filter ALIVE = new Filter(new int[0], new int[0][], new int[0], true);

    private final WorldRuntime runtime;
    private final Store store;
    private final List<Component<?>> declared;
    private final RowWrites writes;
    private final Filter complete;
    private final String maker;
    private final String call;
    private final String remedy;

    BulkSpawner(WorldRuntime runtime, List<Component<?>> declared, String maker, String remedy) {
        this.runtime = runtime;
        this.store = runtime.store();
        this.declared = declared;
        this.writes = new RowWrites(store, null, declared);
        int[] ids = declared.stream().mapToInt(Component::id).toArray();
        this.complete = new Filter(ids, new int[0][], new int[0], true);
        this.maker = maker;
        this.call = maker + ".spawn(...), which spawns immediately";
        this.remedy = remedy;
    }

    /**
     * A body that runs over the entities of a spawn.
     *
     * @param body a {@code RowBody}
     * @param isSpecialised whether it gets a driver class of its own
     */
    public record Initialiser(BulkSpawner spawner, Object body, boolean isSpecialised) {}

    /** Throws unless the calling thread may make spawn kernels. */
    public final void checkKernel() {
        store.checkOwner(maker + ".kernel(...)", "make the kernel before the tick");
    }

    /** Throws unless the calling thread may spawn entities immediately. */
    final void checkSpawn() {
        store.checkOwner(call, remedy);
    }

    /** How the rows of an initialiser record writes. */
    public final RowWrites writes() {
        return writes;
    }

    /** The components of the entities over which initialisers run. */
    public final List<Component<?>> components() {
        return declared;
    }

    /**
     * Spawns entities, and runs a loop over them in ascending row order.
     *
     * @param initialiser the loop; null for none
     */
    public final void spawn(int count, KernelDriver initialiser) {
        spawn(count, initialiser, null, null);
    }

    /**
     * Spawns entities, appends their handles to a list, and runs a loop over them.
     *
     * @param initialiser the loop; null for none
     */
    public final void spawn(int count, KernelDriver initialiser, FrameLongList handles) {
        checkSpawn();
        if (handles == null) {
            throw new IllegalArgumentException("handles must not be null: pass a list, or leave the argument out");
        }
        spawn(count, initialiser, handles, null);
    }

    /**
     * Spawns one entity for each element of an array, fills the array with their handles, and runs a loop over them.
     *
     * @param initialiser the loop; null for none
     */
    public final void spawn(KernelDriver initialiser, long[] handles) {
        checkSpawn();
        if (handles == null) {
            throw new IllegalArgumentException("handles must not be null: pass an array, or a count");
        }
        spawn(handles.length, initialiser, null, handles);
    }

    /** Spawns entities, and stores their handles in the list or the array that is not null, if one is. */
    private void spawn(int count, KernelDriver initialiser, FrameLongList list, long[] array) {
        checkSpawn();
        if (count < 0) {
            throw new IllegalArgumentException("count must be >= 0: count=" + count);
        }
        if (list != null) {
            requireRoom(list, count);
        }
        HookScope scope = store.hookScope();
        scope.begin();
        try {
            make(count, initialiser, list, array);
        } catch (Throwable e) {
            scope.endAfter(e);
            throw e;
        }
        scope.end();
    }

    /** Spawns entities, stores their handles, and runs the loop, in a scope of hooks. */
    abstract void make(int count, KernelDriver initialiser, FrameLongList list, long[] array);

    /** Opens matches without rows, to which new entities of some blocks will be added. */
    final MatchedRows openRows(int blocks) {
        return runtime.owner().openEmpty(ALIVE, blocks);
    }

    /** Runs a loop over new entities, then another one over those that are still alive; closes the matches. */
    final void initialise(MatchedRows spawned, KernelDriver initialiser, KernelDriver afterwards) {
        RowContext run = runtime.owner().context(declared, complete);
        spawned.writes(declared); // spawns are recorded, but the initialiser has yet to write
        try {
            runtime.owner().run(initialiser, run, spawned, afterwards);
        } finally {
            run.close();
        }
    }

    /** Throws unless a list has room for handles. */
    static void requireRoom(FrameLongList list, int count) {
        if (!list.isLive()) {
            throw new IllegalStateException(
                    "the list of handles is not valid any more: its frame or scope has ended; make a new list");
        }
        if (count > list.capacity() - list.size()) {
            throw new IllegalArgumentException("handles must have room for count=" + count + ": size=" + list.size()
                    + ", capacity=" + list.capacity() + "; make the list with a larger capacity");
        }
    }
}
