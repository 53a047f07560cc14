package basalt.runtime;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Component;
import basalt.match.MatchedBlock;
import basalt.match.MatchedRows;
import basalt.memory.frame.FrameLongList;
import basalt.storage.Entities;
import basalt.storage.Entities.RowMask;
import basalt.storage.Prototype;
import basalt.storage.RowAllocator;
import basalt.storage.RowImage;
import basalt.storage.change.Structure;
import java.util.List;

/** Spawns the entities of a template, in rows of their own or shared blocks. For the world's thread only. */
public final class Spawner extends BulkSpawner {
    private final WorldRuntime runtime;
    private final Prototype prototype;
    private final RowAllocator rowAllocator;
    private final Structure structure;
    private final RowMask spawned = new RowMask();
    private final KernelDriver notifier = (context, matches, entry, fromWord, toWord) -> notifySpawned(entry);

    /** Creates a spawner. */
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

    /** The allocator of rows for new entities. */
    public RowAllocator rowAllocator() {
        return rowAllocator;
    }

    /** Spawns one entity in a low free row. */
    public long spawn() {
        checkSpawn();
        return structure.spawn(rowAllocator);
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

    /** Copies the handles of all new entities, in ascending row order, to the list, or, if it is null, to the array. */
    private static void copyHandles(MatchedRows matches, FrameLongList list, long[] array) {
        int next = 0;
        for (int i = 0; i < matches.count(); i++) {
            long entry = matches.entry(i);
            long base = MatchedBlock.base(entry);
            for (int row = MatchedBlock.nextMatch(entry, 0); row < ROWS; row = MatchedBlock.nextMatch(entry, row + 1)) {
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
        for (int word = MatchedBlock.nextWord(entry, 0); word < WORDS; word = MatchedBlock.nextWord(entry, word + 1)) {
            structure.notifySpawned(prototype, MatchedBlock.base(entry), word, MatchedBlock.word(entry, word));
        }
    }

    private void undo(MatchedRows matches) {
        for (int i = 0; i < matches.count(); i++) {
            long entry = matches.entry(i);
            for (int word = MatchedBlock.nextWord(entry, 0);
                    word < WORDS;
                    word = MatchedBlock.nextWord(entry, word + 1)) {
                structure.undoSpawn(MatchedBlock.base(entry), word, MatchedBlock.word(entry, word));
            }
        }
    }
}
