package basalt.runtime;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Component;
import basalt.match.Filter;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.memory.frame.FrameLongList;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.storage.Entities;
import basalt.storage.Entities.RowMask;
import basalt.storage.Place;
import basalt.storage.Prototype;
import basalt.storage.RecordPrototypes;
import basalt.storage.RecordPrototypes.RecordPrototype;
import basalt.storage.RowAllocator;
import basalt.storage.RowImage;
import basalt.storage.access.Store;
import basalt.storage.change.Hooks.HookScope;
import basalt.storage.change.Structure;
import basalt.storage.relation.Subtree;
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
     * @param body a {@code RowBody}, or a {@code RecordBody.Spawn} of the records
     * @param records the class of the records; null for a body of rows
     * @param isSpecialised whether it gets a driver class of its own
     */
    public record Initialiser(BulkSpawner spawner, Object body, Class<?> records, boolean isSpecialised) {}

    /** Throws unless the calling thread may make spawn kernels. */
    public final void checkKernel() {
        store.checkOwner(maker + ".kernel(...)", "make the kernel before the tick");
    }

    /** Throws unless the calling thread may spawn entities immediately. */
    final void checkSpawn() {
        store.checkOwner(call, remedy);
    }

    /** What makes values of one entity, on the store's thread. */
    public final RecordPrototypes records() {
        checkSpawn();
        return store.recordPrototypes();
    }

    public final RowWrites writes() {
        return writes;
    }

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

    /** Spawns the entities of a template, in rows of their own or shared blocks. For the world's thread only. */
    public static final class Spawner extends BulkSpawner {
        private final WorldRuntime runtime;
        private final Prototype prototype;
        private final RowAllocator rowAllocator;
        private final Structure structure;
        private final RowMask spawned = new RowMask();
        private final KernelDriver notifier = (context, matches, entry, fromWord, toWord) -> notifySpawned(entry);

        public Spawner(WorldRuntime runtime, List<RowImage> images) {
            super(
                    runtime,
                    images.stream().<Component<?>>map(RowImage::component).toList(),
                    "template",
                    "record it by template.spawn(commands), or declare the system exclusive()");
            runtime.store().checkOwner("TemplateBuilder.build()", "build the template before the tick");
            this.runtime = runtime;
            this.structure = runtime.store().structure();
            this.prototype = runtime.store().newPrototype(images);
            this.rowAllocator = runtime.store().newSharingAllocator(prototype);
        }

        /** Throws unless the calling thread may record spawns. */
        public void checkAccess() {
            runtime.store().checkAccess();
        }

        public RowAllocator rowAllocator() {
            return rowAllocator;
        }

        /** Spawns one entity in a low free row. */
        public long spawn() {
            checkSpawn();
            return structure.spawn(rowAllocator);
        }

        /** Spawns one entity with values of its own. */
        public long spawn(RecordPrototype values) {
            checkSpawn(); // again: an accessor may have closed the world
            values.requireIn(rowAllocator);
            long entity = structure.spawn(rowAllocator, values);
            values.release();
            return entity;
        }

        @Override
        void make(int count, KernelDriver initialiser, FrameLongList list, long[] array) {
            rowAllocator.releaseClaimed();
            rowAllocator.reserveRows(count);
            MatchedRows matches = openRows(Math.min(count, rowAllocator.blocksWithFreeRow()));
            try {
                int left = count;
                while (left > 0) {
                    structure.spawnInWord(rowAllocator, prototype, left, spawned);
                    matches.add(spawned.base(), spawned.word(), spawned.rows());
                    left -= Long.bitCount(spawned.rows());
                }
                if (list != null || array != null) {
                    copyHandles(matches, list, array);
                }
            } catch (RuntimeException e) {
                undo(matches);
                runtime.owner().close(matches);
                throw e;
            }
            KernelDriver afterwards = runtime.store().hooks().isActive() ? notifier : null;
            if (initialiser == null && afterwards == null) {
                runtime.owner().close(matches);
            } else if (initialiser == null) {
                runtime.owner().run(afterwards, null, matches);
            } else {
                initialise(matches, initialiser, afterwards);
            }
        }

        /**
         * Copies the handles of all new entities, in ascending row order, to the list, or, if it is null, to the array.
         */
        private static void copyHandles(MatchedRows matches, FrameLongList list, long[] array) {
            int next = 0;
            for (int i = 0; i < matches.count(); i++) {
                long entry = matches.entry(i);
                long base = MatchedBlock.base(entry);
                for (int row = MatchedBlock.nextMatch(entry, 0);
                        row < ROWS;
                        row = MatchedBlock.nextMatch(entry, row + 1)) {
                    long handle = Entities.handle(base, row);
                    if (list != null) {
                        list.add(handle);
                    } else {
                        array[next++] = handle;
                    }
                }
            }
        }

        /** Calls the hooks for the new entities of a block that are still alive. */
        private void notifySpawned(long entry) {
            for (int word = MatchedBlock.nextWord(entry, 0);
                    word < WORDS;
                    word = MatchedBlock.nextWord(entry, word + 1)) {
                structure.notifySpawned(prototype, MatchedBlock.base(entry), word, MatchedBlock.word(entry, word));
            }
        }

        private void undo(MatchedRows matches) {
            for (int at = matches.nextWord(0); at >= 0; at = matches.nextWord(at + 1)) {
                long entry = matches.entryAt(at);
                int word = at % WORDS;
                structure.undoSpawn(MatchedBlock.base(entry), word, MatchedBlock.word(entry, word));
            }
        }
    }

    /** Spawns instances of a prefab, and runs initialisers over one part of each. For the world's thread only. */
    public static final class PrefabSpawner extends BulkSpawner {
        private final WorldRuntime runtime;
        private final Entities entities;
        private final Subtree subtree;
        private final int part;
        private final long[] single = new long[1];
        private Run run;

        /** The values of the root that is being spawned; null for those of the prefab. */
        private RecordPrototype values;

        /** The instances of one call. Calls observers for them, once, after an initialiser. */
        private static final class Run implements KernelDriver {
            private final Subtree.SubtreeSpawn spawn;
            private boolean isInUse;

            private Run(Subtree subtree) {
                spawn = new Subtree.SubtreeSpawn(subtree);
            }

            @Override
            public void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {
                if (entry == matches.entry(0)) {
                    spawn.notifySpawned();
                }
            }
        }

        public PrefabSpawner(WorldRuntime runtime, Subtree subtree, int part) {
            super(
                    runtime,
                    subtree.components(part),
                    "prefab",
                    "record it by prefab.spawn(commands), or declare the system exclusive()");
            this.runtime = runtime;
            this.entities = runtime.store().entities();
            this.subtree = subtree;
            this.part = part;
            this.run = new Run(subtree);
        }

        /** Spawns one instance. */
        public long spawn() {
            spawn(null, single);
            return single[0];
        }

        /** Spawns one instance, whose root has values of its own. */
        public long spawn(RecordPrototype own) {
            checkSpawn(); // again: an accessor may have closed the world
            own.requireIn(subtree.rootAllocator());
            values = own;
            try {
                spawn(null, single);
            } finally {
                values = null;
                own.release();
            }
            return single[0];
        }

        /** Throws unless the calling thread may record spawns. */
        public void checkAccess() {
            runtime.store().checkAccess();
        }

        @Override
        void make(int count, KernelDriver initialiser, FrameLongList list, long[] array) {
            if (count == 0) {
                return;
            }
            Run used = takeRun();
            try {
                used.spawn.make(count, values);
                finish(used, count, initialiser, list, array);
            } finally {
                used.isInUse = false;
            }
        }

        /** The object for a call; another one for a call inside of a call. */
        private Run takeRun() {
            if (run.isInUse) {
                run = new Run(subtree);
            }
            run.isInUse = true;
            return run;
        }

        private void finish(Run made, int count, KernelDriver initialiser, FrameLongList list, long[] array) {
            MatchedRows matches = null;
            try {
                if (initialiser != null) {
                    matches = openRows(countBlocks(made.spawn, count));
                    fill(matches, made.spawn, count);
                }
            } catch (RuntimeException e) {
                made.spawn.undo();
                if (matches != null) {
                    runtime.owner().close(matches);
                }
                throw e;
            }
            copyRoots(made.spawn, count, list, array);
            KernelDriver afterwards = runtime.store().hooks().isActive() ? made : null;
            if (matches != null) {
                initialise(matches, initialiser, afterwards);
            } else if (afterwards != null) {
                made.spawn.notifySpawned();
            }
        }

        private static void copyRoots(Subtree.SubtreeSpawn made, int count, FrameLongList list, long[] array) {
            for (int instance = 0; instance < count && (list != null || array != null); instance++) {
                if (list != null) {
                    list.add(made.handle(0, instance));
                } else {
                    array[instance] = made.handle(0, instance);
                }
            }
        }

        /** The number of blocks with the entities of the part, which are in ascending order. */
        private int countBlocks(Subtree.SubtreeSpawn made, int count) {
            int blocks = 0;
            long last = 0;
            for (int instance = 0; instance < count; instance++) {
                long base = Place.base(entities.require(made.handle(part, instance)));
                blocks += base == last ? 0 : 1;
                last = base;
            }
            return blocks;
        }

        private void fill(MatchedRows matches, Subtree.SubtreeSpawn made, int count) {
            for (int instance = 0; instance < count; instance++) {
                long place = entities.require(made.handle(part, instance));
                matches.add(Place.base(place), Place.word(place), Place.bit(place));
            }
        }
    }
}
