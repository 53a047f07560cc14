package basalt.runtime;

import basalt.match.MatchedRows;
import basalt.memory.block.ArenaAccess;
import basalt.memory.frame.FrameLongList;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.relation.Subtree;

/** Spawns instances of a prefab, and runs initialisers over one part of each. For the world's thread only. */
public final class PrefabSpawner extends BulkSpawner {
    private final WorldRuntime runtime;
    private final Entities entities;
    private final Subtree subtree;
    private final int part;
    private final long[] single = new long[1];
    private Run run;

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

    /** Creates a spawner. */
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

    /** Throws unless the calling thread may record spawns. */
    public void checkAccess() {
        runtime.store().checkAccess();
    }

    @Override
    void make(int count, KernelDriver initialiser, FrameLongList list, long[] array) {
        if (count == 0) {
            return;
        }
        ArenaAccess arena = runtime.owner().arena();
        Run used = takeRun();
        long mark = arena.mark();
        try {
            used.spawn.make(arena.allocateUnchecked(used.spawn.tableBytes(count), Long.BYTES), count);
            finish(used, count, initialiser, list, array);
        } catch (Throwable e) {
            used.isInUse = false;
            arena.unwind(mark);
            throw e;
        }
        used.isInUse = false;
        if (!arena.unwind(mark)) {
            throw IterationContext.scopeLeftOpen();
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
