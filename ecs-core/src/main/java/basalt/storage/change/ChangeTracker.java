package basalt.storage.change;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.component.ComponentInfo;
import basalt.component.layout.ById;
import basalt.component.layout.ComponentAreas;
import basalt.memory.MemorySource;
import basalt.storage.Blocks;
import basalt.storage.Place;
import basalt.storage.Rows.RowFollower;
import basalt.storage.SavedRecord;
import basalt.storage.StateBuffer;
import basalt.storage.StatePart;
import basalt.storage.StateParts;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.agrona.collections.ArrayUtil;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Records changes of one store for readers. For each component there are readers of the rows that gained it, and
 * readers of the rows that gained it or in which it was written.
 *
 * <p>Each reader has a {@link RowSet}, which it reads and clears. Recording a row costs a few nanoseconds for each
 * reader of its component, and cannot fail: without memory a reader finds too many rows. Changes without a reader are
 * not recorded.
 *
 * <p>Readers are registered, and structural changes recorded, on the store's thread. While the store is lent to several
 * workers, writes may be recorded by several threads at once; a lock for each component protects them.
 */
public final class ChangeTracker implements StatePart, RowFollower {
    private static final long[] NOTHING = {};

    private final MemorySource source;
    private final Blocks blocks;
    private final ById<ChangeReaders> gained = new ById<>(null);
    private final ById<ChangeReaders> changed = new ById<>(null);

    private final ById<ChangeReaders> kept = new ById<>(null);

    /** The readers of all components and kinds. */
    private final List<ChangeReaders> active = new ArrayList<>();

    private final ReferenceQueue<Object> dropped = new ReferenceQueue<>();
    private final Runnable whenReadersChange;
    private final SavedReaders loadedGained;
    private final SavedReaders loadedChanged;
    private int readers;
    private long lastNumber;

    /** The number of blocks that all sets have room for, see {@link #cover}. */
    private int coveredBlocks;

    /** Whether several threads may record writes. */
    private boolean isShared;

    /** The sets of the readers by their numbers, from {@link #prepare} to {@link #restore}. */
    private final Long2ObjectHashMap<RowSet> byNumber = new Long2ObjectHashMap<>();

    ChangeTracker(MemorySource source, Blocks blocks, StateParts files, Runnable whenReadersChange) {
        this.source = source;
        this.blocks = blocks;
        this.whenReadersChange = whenReadersChange;
        loadedGained = new SavedReaders(files, SavedRecord.ADDED);
        loadedChanged = new SavedReaders(files, SavedRecord.CHANGED);
    }

    /** An owner whose readers are not part of the world's state, because it keeps states itself. */
    public interface Unsaved {}

    /**
     * Registers a reader of the rows that gain a component from now on, and of those that it had not read in a file.
     *
     * @param owner the owner of the reader, not null
     */
    public RowSet trackGained(ComponentInfo component, Object owner) {
        return track(gained, loadedGained, component, owner);
    }

    /**
     * Registers a reader of the rows that gain a component or have it written from now on, and of those that it had not
     * read in a file.
     *
     * @param owner the owner of the reader, not null; its own writes are not recorded for it
     */
    public RowSet trackChanged(ComponentInfo component, Object owner) {
        return track(changed, loadedChanged, component, owner);
    }

    /**
     * Registers a reader of the rows that gain a component or have it written from now on, which is in no snapshot or
     * file.
     */
    public RowSet trackChanged(int id, Unsaved owner) {
        return track(changed, id, owner, NOTHING);
    }

    /**
     * A set of rows that a reader of changes keeps by itself. Like unread rows, it follows rows that move and is part
     * of snapshots, but not of files; a snapshot from before makes it empty. Nothing is recorded in it.
     */
    public RowSet keep(int id, Object owner) {
        return track(kept, id, owner, NOTHING);
    }

    /** Ends a reader; its set is closed. Further calls do nothing. */
    public void stopTracking(int id, RowSet pending) {
        if (removeFrom(gained, id, pending) || removeFrom(changed, id, pending) || removeFrom(kept, id, pending)) {
            readers--;
            whenReadersChange.run();
            pending.close();
        }
    }

    /**
     * Whether there is a reader of writes of a component.
     *
     * @param except an owner whose readers do not count; null for none
     */
    public boolean isTracked(int id, Object except) {
        return changed.get(id) != null && changed.get(id).hasOtherOwner(except);
    }

    /**
     * Records rows in which a component was written or is about to be written.
     *
     * @param except an owner whose readers are skipped; null for none
     */
    public void recordWritten(int id, int block, int word, long rows, Object except) {
        ChangeReaders tracked = changed.get(id);
        if (tracked == null) {
            return;
        }
        if (isShared) {
            synchronized (tracked) {
                tracked.record(block, word, rows, except);
            }
        } else {
            tracked.record(block, word, rows, except);
        }
    }

    public void recordWritten(long place, ComponentInfo component) {
        int block = Blocks.index(Place.base(place));
        recordWritten(component.id(), block, Place.word(place), Place.bit(place), null);
    }

    /**
     * Records writes in all rows of a block that match. Full words cost nothing each.
     *
     * @param except an owner whose readers are skipped; null for none
     */
    public void recordWrittenAll(int id, int block, long summary, long words, Object except) {
        ChangeReaders tracked = changed.get(id);
        if (tracked != null) {
            synchronized (tracked) { // once for each block, so isShared need not be tested
                tracked.recordAll(block, summary, words, except);
            }
        }
    }

    /** Sets whether several threads may record writes. */
    public void share(boolean withSeveral) {
        isShared = withSeveral;
    }

    /** Whether several threads may write now. */
    public boolean isShared() {
        return isShared;
    }

    @Override
    public void prepare(BitSet touched) {
        cover(blocks.count());
        for (int i = 0; i < active.size(); i++) {
            active.get(i).prepareMoves(touched);
        }
    }

    @Override
    public void written(int id, int[] to, long[] has, int count) {
        if (changed.get(id) != null) {
            changed.get(id).recordMoved(to, has, count);
        }
    }

    @Override
    public void moved(int[] from, int[] to, int alive, int count) {
        for (int i = 0; i < active.size(); i++) {
            active.get(i).move(from, to, alive, count);
        }
    }

    boolean isTracking() {
        return readers > 0;
    }

    void recordGained(int id, int block, int word, long rows) {
        if (gained.get(id) != null) {
            gained.get(id).record(block, word, rows, null);
        }
        recordWritten(id, block, word, rows, null);
    }

    /** Allocates heap memory for the rows of all blocks. Called when rows of new blocks may be recorded. */
    void cover() {
        cover(blocks.count());
    }

    private void cover(int count) {
        if (count > coveredBlocks) {
            for (int i = 0; i < active.size(); i++) {
                active.get(i).cover(count);
            }
            coveredBlocks = count;
        }
    }

    /** The queue for references to collected users of readers. */
    public ReferenceQueue<Object> dropped() {
        return dropped;
    }

    /** The number of owners of readers, without snapshots; an owner may have several readers. */
    public int ownerCount() {
        Set<Object> owners = Collections.newSetFromMap(new IdentityHashMap<>());
        active.forEach(some -> some.addOwnersTo(owners));
        return owners.size();
    }

    public long reservedBytes() {
        long bytes = 0;
        for (int i = 0; i < active.size(); i++) {
            bytes += active.get(i).reservedBytes();
        }
        return bytes;
    }

    /** Writes the rows that readers have not read, except those of snapshots. */
    @Override
    public void save(StateBuffer to) {
        to.putLong(blocks.count());
        for (int i = 0; i < active.size(); i++) {
            active.get(i).save(to);
        }
        to.putLong(0);
    }

    /** Makes the records of the rows that readers have not read, except those of snapshots. */
    @Override
    public void save(Consumer<SavedRecord> to, Set<Class<?>> excluded) {
        loadedGained.save(unread(gained), to);
        loadedChanged.save(unread(changed), to);
    }

    private Map<String, List<long[]>> unread(ById<ChangeReaders> kind) {
        Map<String, List<long[]>> unread = new HashMap<>();
        for (int id = 0; readers > 0 && id < ComponentAreas.process().count(); id++) {
            if (kind.get(id) != null) {
                kind.get(id).addUnreadTo(unread, blocks.count());
            }
        }
        return unread;
    }

    /** Allocates memory for the rows, so that no reader finds too many. */
    @Override
    public void prepare(StateBuffer from) {
        cover((int) from.getLong());
        byNumber.clear();
        for (int i = 0; i < active.size(); i++) {
            active.get(i).addSetsTo(byNumber);
        }
        for (long number = from.getLong(); number != 0; number = from.getLong()) {
            RowSet set = byNumber.get(number);
            if (set != null) {
                set.prepare(from);
            } else {
                RowSet.skip(from);
            }
        }
    }

    /**
     * Restores the rows that readers had not read when {@link #save} was called, after {@link #prepare}. Later readers
     * keep what they have, but sets that they {@linkplain #keep keep} become empty.
     */
    @Override
    public void restore(StateBuffer from) {
        coveredBlocks = (int) from.getLong(); // may be less than before
        for (int id = 0; readers > 0 && id < ComponentAreas.process().count(); id++) {
            if (kept.get(id) != null) {
                kept.get(id).clear();
            }
        }
        for (long number = from.getLong(); number != 0; number = from.getLong()) {
            RowSet set = byNumber.get(number);
            if (set != null) {
                set.restore(from);
            } else {
                RowSet.skip(from);
            }
        }
        byNumber.clear();
    }

    void close() {
        active.forEach(ChangeReaders::close);
    }

    private RowSet track(ById<ChangeReaders> kind, SavedReaders loaded, ComponentInfo component, Object owner) {
        long[] unread = loaded.next(component.name());
        RowSet pending = track(kind, component.id(), owner, unread);
        kind.get(component.id()).component(component.name());
        loaded.made(component.name());
        return pending;
    }

    private RowSet track(ById<ChangeReaders> kind, int id, Object owner, long[] unread) {
        RowSet pending = new RowSet(source);
        try {
            pending.number(++lastNumber);
            pending.cover(Math.max(coveredBlocks, blocks.count()));
            pending.addAll(unread);
            if (kind.get(id) == null) {
                kind.set(id, new ChangeReaders());
                active.add(kind.get(id));
            }
            kind.get(id).add(pending, owner);
        } catch (RuntimeException e) {
            pending.close();
            throw e;
        }
        readers++;
        whenReadersChange.run();
        return pending;
    }

    private boolean removeFrom(ById<ChangeReaders> kind, int id, RowSet pending) {
        boolean found = kind.get(id) != null && kind.get(id).remove(pending);
        if (found && kind.get(id).isEmpty()) {
            active.remove(kind.get(id));
            kind.set(id, null);
        }
        return found;
    }

    /** The readers of one kind of change of one component, and the rows that each has not read yet. */
    static final class ChangeReaders {
        private RowSet[] pending = {};

        /** The owner of each reader: a query, which does not see its own writes. */
        private Object[] owners = {};

        /** Null if all readers are those of snapshots. */
        private String component;

        void add(RowSet set, Object owner) {
            Object[] newOwners = ArrayUtil.add(owners, owner);
            pending = ArrayUtil.add(pending, set);
            owners = newOwners;
        }

        /** Removes a reader; false if it was not registered. */
        boolean remove(RowSet set) {
            int index = Arrays.asList(pending).indexOf(set);
            if (index < 0) {
                return false;
            }
            pending = ArrayUtil.remove(pending, index);
            owners = ArrayUtil.remove(owners, index);
            return true;
        }

        boolean isEmpty() {
            return pending.length == 0;
        }

        boolean hasOtherOwner(Object owner) {
            for (Object other : owners) {
                if (other != owner) {
                    return true;
                }
            }
            return false;
        }

        void record(int block, int word, long rows, Object except) {
            for (int i = 0; i < pending.length; i++) {
                if (owners[i] != except) {
                    pending[i].add(block, word, rows);
                }
            }
        }

        void recordAll(int block, long summary, long words, Object except) {
            for (int i = 0; i < pending.length; i++) {
                if (owners[i] != except) {
                    pending[i].addAll(block, summary, words);
                }
            }
        }

        /** Takes the memory for {@link #move} and {@link #recordMoved}. */
        void prepareMoves(BitSet blocks) {
            for (int i = 0; i < pending.length; i++) {
                prepareMoves(pending[i], owners[i] instanceof ChangeTracker.Unsaved, blocks);
            }
        }

        private static void prepareMoves(RowSet set, boolean isUnsaved, BitSet blocks) {
            for (int block = blocks.nextSetBit(0); block >= 0; block = blocks.nextSetBit(block + 1)) {
                if (isUnsaved) {
                    set.requirePage(block);
                } else {
                    set.prepareMoves(block);
                }
            }
        }

        void recordMoved(int[] to, long[] has, int count) {
            for (int i = 0; i < pending.length; i++) {
                for (int k = 0; k < count && owners[i] instanceof ChangeTracker.Unsaved; k++) {
                    if ((has[k >>> 6] >>> k & 1) != 0) {
                        pending[i].add(to[k] >>> ROW_BITS, (to[k] & ROW_MASK) >>> 6, 1L << to[k]);
                    }
                }
            }
        }

        /** Lets the rows of the other readers follow rows that have moved; see {@link RowFollower#moved}. */
        void move(int[] from, int[] to, int alive, int count) {
            for (int i = 0; i < pending.length; i++) {
                if (!(owners[i] instanceof ChangeTracker.Unsaved) && !pending[i].isEmpty()) {
                    pending[i].move(from, to, alive, count);
                }
            }
        }

        void cover(int blocks) {
            for (RowSet set : pending) {
                set.cover(blocks);
            }
        }

        /** Writes the rows of each reader, except those of snapshots. */
        void save(StateBuffer to) {
            for (int i = 0; i < pending.length; i++) {
                if (!(owners[i] instanceof ChangeTracker.Unsaved)) {
                    to.putLong(pending[i].number());
                    pending[i].save(to);
                }
            }
        }

        void component(String name) {
            component = name;
        }

        /**
         * Adds the rows that readers have not read, except those of snapshots, in the order in which they were made.
         */
        void addUnreadTo(Map<String, List<long[]>> unread, int blocks) {
            List<RowSet> sets = new ArrayList<>();
            for (int i = 0; i < pending.length; i++) {
                if (!(owners[i] instanceof ChangeTracker.Unsaved)) {
                    sets.add(pending[i]);
                }
            }
            sets.sort(Comparator.comparingLong(RowSet::number));
            if (!sets.isEmpty()) {
                unread.put(
                        component, sets.stream().map(set -> set.words(blocks)).toList());
            }
        }

        void addSetsTo(Long2ObjectHashMap<RowSet> byNumber) {
            for (RowSet set : pending) {
                byNumber.put(set.number(), set);
            }
        }

        void clear() {
            for (RowSet set : pending) {
                set.clear();
            }
        }

        void addOwnersTo(Set<Object> all) {
            for (Object owner : owners) {
                if (!(owner instanceof ChangeTracker.Unsaved)) {
                    all.add(owner);
                }
            }
        }

        long reservedBytes() {
            long bytes = 0;
            for (RowSet set : pending) {
                bytes += set.reservedBytes();
            }
            return bytes;
        }

        void close() {
            for (RowSet set : pending) {
                set.close();
            }
            pending = new RowSet[0];
            owners = new Object[0];
        }
    }
}
