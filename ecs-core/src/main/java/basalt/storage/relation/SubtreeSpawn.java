package basalt.storage.relation;

import static basalt.component.layout.BlockLayout.DISABLED_ID;

import basalt.storage.ColumnMemory;
import basalt.storage.Entities;
import basalt.storage.Entities.RowMask;
import basalt.storage.Place;
import basalt.storage.RowAllocator;
import basalt.storage.RowAllocator.PromisedSpawn;
import basalt.storage.change.Structure;
import java.util.List;
import org.agrona.UnsafeApi;

/**
 * Makes instances of a {@link Subtree}. All instances of a part are spawned at once, part by part, and their handles
 * are kept in a table; then the lanes that lead to other parts get the handles of the same instance. Observers are
 * called last, again part by part: for parents before their children. Reused from call to call. For the store's thread.
 *
 * <p>An instance whose root was promised is made in the same way, and has its table on the heap.
 *
 * <pre>
 *   table:  part 0: handle of instance 0, 1, 2, ...  | part 1: handle of instance 0, 1, 2, ... | ...
 * </pre>
 *
 * <p>SAFETY: the table has room for all handles, from {@link #make}; links have the offsets of declared columns, of
 * components that the new rows have.
 */
public final class SubtreeSpawn {
    private final Subtree subtree;
    private final Structure structure;
    private final Entities entities;
    private final RowMask spawned = new RowMask();

    /** The table of one instance; null if {@link #table} is the address of one off heap. */
    private long[] single;

    private long table;
    private int instances;
    private long made;

    /** Creates an object that makes nothing yet. */
    public SubtreeSpawn(Subtree subtree) {
        this.subtree = subtree;
        this.structure = subtree.structure();
        this.entities = subtree.rows().entities();
    }

    /** {@return bytes of the table for a number of instances} */
    public long tableBytes(int count) {
        return (long) subtree.count() * count * Long.BYTES;
    }

    /** Makes instances without calling observers. */
    public void make(long memory, int count) {
        single = null;
        table = memory;
        instances = count;
        made = 0;
        complete();
    }

    /** Makes the instance of a root that was reserved, without calling observers. */
    public void make(long[] handles, long root) {
        single = handles;
        instances = 1;
        made = 0;
        structure.activateOnly(subtree.part(0).allocator(), root);
        handles[(int) made++] = root;
        complete();
    }

    /** Makes the parts that are not made yet, and links all. */
    private void complete() {
        try {
            if (made > 0) {
                long place = place(0, 0);
                disable(subtree.part(0), Place.base(place), Place.word(place), Place.bit(place));
            }
            for (int part = (int) made; part < subtree.count(); part++) {
                spawn(subtree.part(part));
            }
            for (int part = 0; part < subtree.count(); part++) {
                link(part);
            }
            subtree.tree().linked();
        } catch (RuntimeException e) {
            undo();
            throw e;
        }
    }

    private void spawn(Subtree.Part part) {
        if (instances > 1) {
            part.allocator().releaseClaimed(); // so that the rows are in ascending order
            part.allocator().reserveRows(instances);
        }
        for (int left = instances; left > 0; ) {
            structure.spawnInWord(part.allocator(), part.prototype(), left, spawned);
            long base = spawned.base();
            int word = spawned.word();
            long rows = spawned.rows();
            for (long rest = rows; rest != 0; rest &= rest - 1) {
                addMade(Entities.handle(base, (word << 6) + Long.numberOfTrailingZeros(rest)));
            }
            left -= Long.bitCount(rows);
            disable(part, base, word, rows);
        }
    }

    private void addMade(long handle) {
        if (single != null) {
            single[(int) made] = handle;
        } else {
            UnsafeApi.putLong(null, table + made * Long.BYTES, handle);
        }
        made++;
    }

    private long made(long at) {
        return single != null ? single[(int) at] : UnsafeApi.getLong(null, table + at * Long.BYTES);
    }

    private void disable(Subtree.Part part, long base, int word, long rows) {
        for (int id : part.disabled()) {
            structure.disable(base, word, rows, id);
        }
        if (part.captured().isDisabled()) {
            structure.addTag(base, word, rows, DISABLED_ID); // last, because the block may move
        }
    }

    /** Writes the handles of parts to the lanes that lead to them. */
    private void link(int index) {
        Subtree.Part part = subtree.part(index);
        int[] offsets = part.linkOffsets();
        int[] targets = part.linkTargets();
        for (int instance = 0; instance < instances; instance++) {
            long place = place(index, instance);
            for (int i = 0; i < offsets.length; i++) {
                ColumnMemory.putLong(Place.base(place), Place.row(place), offsets[i], handle(targets[i], instance));
            }
        }
    }

    private long place(int part, int instance) {
        return entities.require(handle(part, instance));
    }

    public long handle(int part, int instance) {
        return made((long) part * instances + instance);
    }

    /** Calls the observers for all parts that are still alive. */
    public void notifySpawned() {
        for (int part = 0; part < subtree.count(); part++) {
            for (int instance = 0; instance < instances; instance++) {
                structure.notifySpawned(subtree.part(part).prototype(), handle(part, instance));
            }
        }
    }

    /** Destroys what was made, without calling observers: nothing has seen it. */
    public void undo() {
        for (long i = 0; i < made; i++) {
            long place = entities.tryLocate(made(i));
            if (place != 0) {
                structure.undoSpawn(Place.base(place), Place.word(place), Place.bit(place));
            }
        }
        made = 0;
    }

    /** Makes the instances of a subtree whose roots were reserved. Reused from call to call. For the store's thread. */
    static final class PromisedInstance implements PromisedSpawn {
        private final Subtree subtree;
        private final SubtreeSpawn spawn;
        private final List<RowAllocator> allocators;
        private long[] handles = {};

        PromisedInstance(Subtree subtree, List<RowAllocator> allocators) {
            this.subtree = subtree;
            this.spawn = new SubtreeSpawn(subtree);
            this.allocators = List.copyOf(allocators);
        }

        @Override
        public void activate(long root) {
            if (handles.length < subtree.count()) {
                handles = new long[subtree.count()];
            }
            spawn.make(handles, root);
            spawn.notifySpawned();
        }

        @Override
        public List<RowAllocator> allocators() {
            return allocators;
        }
    }
}
