package basalt.runtime;

import static basalt.component.BlockLayout.ROWS;
import static basalt.component.BlockLayout.WORDS;

import basalt.component.Component;
import basalt.memory.collection.FrameLongList;
import basalt.snapshot.Filter;
import basalt.snapshot.MatchSnapshot;
import basalt.snapshot.SnapshotEntry;
import basalt.storage.Entities;
import basalt.storage.Prototype;
import basalt.storage.RowAllocator;
import basalt.storage.RowImage;
import basalt.storage.RowMask;
import basalt.storage.access.Store;
import basalt.storage.change.HookScope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Entities that are born alike, in rows of their own: what stands behind a template. For the world's thread only.
 */
public final class Population {
    private final WorldRuntime runtime;
    private final Prototype prototype;
    private final RowAllocator rowAllocator;
    private final RowMask spawned = new RowMask();
    private final Filter alive = new Filter(new int[0], new int[0][], new int[0], true);
    private final List<Component<?>> declared = new ArrayList<>();
    private final RowWrites writes;
    private final Filter complete;
    private final KernelDriver telling = (context, matches, entry, fromWord, toWord) -> tell(entry);

    /**
     * An empty population.
     *
     * @param runtime what the world runs with
     * @param images the components that its entities are born with, each once, and their values
     */
    public Population(WorldRuntime runtime, List<RowImage> images) {
        runtime.store().checkOwner("TemplateBuilder.build()", "build the template before the tick");
        this.runtime = runtime;
        this.prototype = runtime.store().newPrototype(images);
        this.rowAllocator = runtime.store().newAllocator(prototype);
        images.forEach(image -> declared.add(image.component()));
        this.writes = new RowWrites(runtime.store(), null, declared);
        int[] ids = declared.stream().mapToInt(Component::id).toArray();
        this.complete = new Filter(ids, new int[0][], new int[0], true);
    }

    /**
     * The components that its entities are born with.
     *
     * @return an unmodifiable list
     */
    public List<Component<?>> components() {
        return Collections.unmodifiableList(declared);
    }

    /** Throws unless the calling thread may record births of this population. */
    public void checkAccess() {
        runtime.store().checkAccess();
    }

    /** Throws unless the calling thread may make kernels of this population. */
    public void checkKernel() {
        runtime.store().checkOwner("template.kernel(...)", "make the kernel before the tick");
    }

    /** Throws unless the calling thread may make entities at once. */
    private void checkSpawn() {
        runtime.store()
                .checkOwner(
                        "template.spawn(...), which makes entities at once",
                        "record it by template.spawn(commands), or declare the system exclusive()");
    }

    /**
     * What the checked rows of an initialiser share.
     *
     * @return always the same object
     */
    public RowWrites writes() {
        return writes;
    }

    /**
     * Where its entities are born.
     *
     * @return the births
     */
    public RowAllocator rowAllocator() {
        return rowAllocator;
    }

    /**
     * Makes one entity in a low free row.
     *
     * @return its handle
     */
    public long spawn() {
        checkSpawn();
        return runtime.store().structure().spawn(rowAllocator);
    }

    /**
     * Makes many entities, and runs a loop over them in ascending row order.
     *
     * @param count how many, 0 or more
     * @param initialiser what to do to each; null for nothing
     * @throws IllegalArgumentException if the count is negative
     * @throws basalt.memory.NativeMemoryException if memory is needed and cannot be had; none was made then
     */
    public void spawn(int count, KernelDriver initialiser) {
        spawn(count, initialiser, null, null);
    }

    /**
     * Makes many entities, runs a loop over them, and appends their handles to a list.
     *
     * @param count how many, 0 or more
     * @param initialiser what to do to each; null for nothing
     * @param handles takes the handles
     * @throws IllegalArgumentException if the count is negative, or the list null or without room
     */
    public void spawn(int count, KernelDriver initialiser, FrameLongList handles) {
        checkSpawn();
        if (handles == null) {
            throw new IllegalArgumentException("handles must not be null: give a list, or none");
        }
        spawn(count, initialiser, handles, null);
    }

    /**
     * Makes as many entities as an array is long, runs a loop over them, and fills the array with their handles.
     *
     * @param initialiser what to do to each; null for nothing
     * @param handles takes the handles
     * @throws IllegalArgumentException if the array is null
     */
    public void spawn(KernelDriver initialiser, long[] handles) {
        checkSpawn();
        if (handles == null) {
            throw new IllegalArgumentException("handles must not be null: give an array, or a count");
        }
        spawn(handles.length, initialiser, null, handles);
    }

    /** Makes entities, and hands their handles to the list or the array that is not null, if one is. */
    private void spawn(int count, KernelDriver initialiser, FrameLongList list, long[] array) {
        checkSpawn();
        Store store = runtime.store();
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

    private void make(int count, KernelDriver initialiser, FrameLongList list, long[] array) {
        rowAllocator.releaseClaimed();
        rowAllocator.reserveRows(count);
        MatchSnapshot born = runtime.owner().openEmpty(alive, Math.min(count, rowAllocator.blocksWithFreeRow()));
        try {
            int left = count;
            while (left > 0) {
                runtime.store().structure().spawnInWord(rowAllocator, prototype, left, spawned);
                add(born);
                left -= Long.bitCount(spawned.rows());
            }
            if (list != null) {
                requireRoom(list, count); // once more: a memory source may have called what uses the list
            }
            if (list != null || array != null) {
                handOut(born, list, array);
            }
        } catch (Throwable e) {
            undo(born);
            runtime.owner().close(born);
            throw e;
        }
        KernelDriver afterwards = runtime.store().hooks().isActive() ? telling : null;
        if (initialiser == null && afterwards == null) {
            runtime.owner().close(born);
        } else if (initialiser == null) {
            runtime.owner().run(afterwards, null, born);
        } else {
            RowContext run = runtime.owner().context(declared, complete);
            born.writes(declared); // spawns are recorded, but the initialiser has yet to write
            try {
                runtime.owner().run(initialiser, run, born, afterwards);
            } finally {
                run.close();
            }
        }
    }

    /** Adds those that were born last, or takes them back. */
    private void add(MatchSnapshot born) {
        try {
            born.add(spawned.base(), spawned.word(), spawned.rows());
        } catch (Throwable e) {
            runtime.store().structure().undoSpawn(spawned.base(), spawned.word(), spawned.rows());
            throw e;
        }
    }

    private static void requireRoom(FrameLongList list, int count) {
        if (!list.isLive()) {
            throw new IllegalStateException("the list of handles is gone: its frame or scope has ended; make it again");
        }
        if (count > list.capacity() - list.size()) {
            throw new IllegalArgumentException("handles must have room for count=" + count + ": size=" + list.size()
                    + ", capacity=" + list.capacity() + "; make the list with a larger capacity");
        }
    }

    /**
     * Hands out the handles of all new entities, in ascending row order, to the list or else the array: it has room for
     * them.
     */
    private static void handOut(MatchSnapshot born, FrameLongList list, long[] array) {
        int next = 0;
        for (int i = 0; i < born.count(); i++) {
            long entry = born.entry(i);
            long base = SnapshotEntry.base(entry);
            for (int row = SnapshotEntry.nextMatch(entry, 0);
                    row < ROWS;
                    row = SnapshotEntry.nextMatch(entry, row + 1)) {
                long handle = Entities.handle(base, row);
                if (list != null) {
                    list.add(handle);
                } else {
                    array[next++] = handle;
                }
            }
        }
    }

    /** Calls the hooks of those new entities of a block that live. */
    private void tell(long entry) {
        for (int word = SnapshotEntry.nextWord(entry, 0);
                word < WORDS;
                word = SnapshotEntry.nextWord(entry, word + 1)) {
            runtime.store()
                    .structure()
                    .notifySpawned(prototype, SnapshotEntry.base(entry), word, SnapshotEntry.word(entry, word));
        }
    }

    private void undo(MatchSnapshot born) {
        for (int i = 0; i < born.count(); i++) {
            long entry = born.entry(i);
            for (int word = SnapshotEntry.nextWord(entry, 0);
                    word < WORDS;
                    word = SnapshotEntry.nextWord(entry, word + 1)) {
                runtime.store().structure().undoSpawn(SnapshotEntry.base(entry), word, SnapshotEntry.word(entry, word));
            }
        }
    }
}
