package basalt.storage.change;

import static basalt.component.BlockLayout.MAX_COMPONENTS;
import static basalt.component.BlockLayout.ROW_BITS;
import static basalt.component.BlockLayout.ROW_MASK;

import basalt.component.ComponentInfo;
import basalt.component.Entity;
import basalt.memory.MemorySource;
import basalt.storage.Blocks;
import java.lang.ref.ReferenceQueue;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * The changes of one store that readers look for: for each component the readers of rows that gained it, and those of
 * rows that gained it or had it written.
 *
 * <p>Rows are kept in one {@link RowSet} for each reader, from which the reader takes them when it looks. To record a
 * row costs a few nanoseconds for each reader of its component, and cannot fail: where memory is lacking a reader finds
 * too many rows. What is not read is not kept.
 *
 * <p>Registering is for the store's thread; so are structural changes. Writes may be recorded by several threads at
 * once while the store is lent to several workers: those of one component then wait for each other.
 */
public final class ChangeTracker {
    private final MemorySource source;
    private final Blocks blocks;
    private final ChangeReaders[] gained = new ChangeReaders[MAX_COMPONENTS];
    private final ChangeReaders[] changed = new ChangeReaders[MAX_COMPONENTS];
    private final ReferenceQueue<Object> dropped = new ReferenceQueue<>();
    private final Runnable whenReadersChange;
    private int readers;

    /**
     * The blocks that all sets have room for; rows are recorded only of entities that were spawned after
     * {@link #cover}.
     */
    private int coveredBlocks;

    /** Whether several threads may record writes. */
    private boolean isShared;

    ChangeTracker(MemorySource source, Blocks blocks, Runnable whenReadersChange) {
        this.source = source;
        this.blocks = blocks;
        this.whenReadersChange = whenReadersChange;
    }

    /**
     * Registers a reader of the rows that gain a component from now on.
     *
     * @param id the component
     * @param owner what the reader belongs to, not null
     * @return the rows that the reader has not seen; it clears them
     * @throws basalt.memory.NativeMemoryException if memory is lacking; nothing is registered then
     */
    public RowSet trackGained(int id, Object owner) {
        return track(gained, id, owner);
    }

    /**
     * Registers a reader of the rows that gain a component or have it written from now on.
     *
     * @param id the component
     * @param owner what the reader belongs to, not null: its own writes are not recorded for it
     * @return the rows that the reader has not seen; it clears them
     * @throws basalt.memory.NativeMemoryException if memory is lacking; nothing is registered then
     */
    public RowSet trackChanged(int id, Object owner) {
        return track(changed, id, owner);
    }

    /**
     * Ends a reader; its set is closed. Further calls do nothing.
     *
     * @param id the component
     * @param pending what registering it returned
     */
    public void stopTracking(int id, RowSet pending) {
        if (removeFrom(gained, id, pending) || removeFrom(changed, id, pending)) {
            readers--;
            whenReadersChange.run();
            pending.close();
        }
    }

    /**
     * Whether any reader looks for rows that a component is written in.
     *
     * @param id the component
     * @param except an owner whose readers do not count; null for none
     * @return true if there is one
     */
    public boolean isTracked(int id, Object except) {
        return changed[id] != null && changed[id].hasOtherThan(except);
    }

    /**
     * Records rows in which a component was, or will at once be, written.
     *
     * @param id the component
     * @param block number of the block
     * @param word which 64 rows of it
     * @param rows the rows, at least one
     * @param except an owner whose readers are not to see it; null for none
     */
    public void recordWritten(int id, int block, int word, long rows, Object except) {
        ChangeReaders interested = changed[id];
        if (interested == null) {
            return;
        }
        if (isShared) {
            synchronized (interested) {
                interested.record(block, word, rows, except);
            }
        } else {
            interested.record(block, word, rows, except);
        }
    }

    /**
     * Records an entity whose component has been written, exactly.
     *
     * @param entity a living entity
     * @param component a component that it has
     */
    public void recordWritten(long entity, ComponentInfo component) {
        int index = Entity.index(entity);
        recordWritten(component.id(), index >>> ROW_BITS, (index & ROW_MASK) >>> 6, 1L << index, null);
    }

    /**
     * Records writes in all rows of a block that a snapshot has. Full words cost nothing each.
     *
     * @param id the component
     * @param block number of the block
     * @param summary address of the snapshot's summary
     * @param words address of its words, defined where "any" is set and "full" is not
     * @param except an owner whose readers are not to see it; null for none
     */
    public void recordWrittenAll(int id, int block, long summary, long words, Object except) {
        ChangeReaders interested = changed[id];
        if (interested != null) {
            synchronized (interested) { // once a block: too seldom to be worth a test
                interested.recordAll(block, summary, words, except);
            }
        }
    }

    /**
     * Several threads may record writes from now on, or no longer.
     *
     * @param withSeveral whether they may
     */
    public void share(boolean withSeveral) {
        isShared = withSeveral;
    }

    /**
     * Whether several threads may write now.
     *
     * @return true while the store is lent to more than one worker
     */
    public boolean isShared() {
        return isShared;
    }

    /** Whether anything is read. */
    boolean isTracking() {
        return readers > 0;
    }

    /** Records rows that have just gained a component. */
    void recordGained(int id, int block, int word, long rows) {
        if (gained[id] != null) {
            gained[id].record(block, word, rows, null);
        }
        recordWritten(id, block, word, rows, null);
    }

    /**
     * Makes room on the heap for the rows of all blocks that there are; before spawns, because the heap may be full.
     */
    void cover() {
        int count = blocks.count();
        if (count > coveredBlocks) {
            for (int id = 0; readers > 0 && id < MAX_COMPONENTS; id++) {
                if (gained[id] != null) {
                    gained[id].cover(count);
                }
                if (changed[id] != null) {
                    changed[id].cover(count);
                }
            }
            coveredBlocks = count;
        }
    }

    /**
     * Where references go to what uses a reader, when that is collected.
     *
     * @return always the same queue
     */
    public ReferenceQueue<Object> dropped() {
        return dropped;
    }

    /**
     * How many owners of readers there are, each of which may have several.
     *
     * @return owners
     */
    public int ownerCount() {
        Set<Object> owners = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int id = 0; readers > 0 && id < MAX_COMPONENTS; id++) {
            if (gained[id] != null) {
                gained[id].addOwnersTo(owners);
            }
            if (changed[id] != null) {
                changed[id].addOwnersTo(owners);
            }
        }
        return owners.size();
    }

    /**
     * Bytes that are reserved for the rows that readers have not seen.
     *
     * @return bytes
     */
    public long reservedBytes() {
        long bytes = 0;
        for (int id = 0; id < MAX_COMPONENTS; id++) {
            bytes += gained[id] != null ? gained[id].reservedBytes() : 0;
            bytes += changed[id] != null ? changed[id].reservedBytes() : 0;
        }
        return bytes;
    }

    void close() {
        for (int id = 0; id < MAX_COMPONENTS; id++) {
            if (gained[id] != null) {
                gained[id].close();
            }
            if (changed[id] != null) {
                changed[id].close();
            }
        }
    }

    private RowSet track(ChangeReaders[] kind, int id, Object owner) {
        RowSet pending = new RowSet(source);
        try {
            pending.cover(blocks.count());
            if (kind[id] == null) {
                kind[id] = new ChangeReaders();
            }
            kind[id].add(pending, owner);
        } catch (Throwable e) { // the heap is full
            pending.close();
            throw e;
        }
        readers++;
        whenReadersChange.run();
        return pending;
    }

    private static boolean removeFrom(ChangeReaders[] kind, int id, RowSet pending) {
        boolean found = kind[id] != null && kind[id].remove(pending);
        if (found && kind[id].isEmpty()) {
            kind[id] = null;
        }
        return found;
    }
}
