package basalt.storage.change;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.component.ComponentInfo;
import basalt.component.layout.ById;
import basalt.memory.MemorySource;
import basalt.storage.Blocks;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.Rows.RowFollower;
import basalt.storage.SavedRecord;
import basalt.storage.StateBuffer;
import basalt.storage.StatePart;
import basalt.storage.StateParts;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.agrona.collections.ArrayUtil;

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
    private static final Reader[] NONE = {};

    private final MemorySource source;
    private final Blocks blocks;

    private final ById<Reader[]> gained = new ById<>(NONE);

    private final ById<Reader[]> changed = new ById<>(NONE);

    /** Those of {@link #changed} that are told of losses. */
    private Reader[] losses = NONE;

    /** All readers, in the order in which they were registered, which is that of their numbers. */
    private final List<Reader> readers = new ArrayList<>();

    private final ReferenceQueue<Object> dropped = new ReferenceQueue<>();
    private final Runnable whenReadersChange;
    private final SavedReaders loadedGained;
    private final SavedReaders loadedChanged;
    private long lastNumber;

    /** The number of blocks that all sets have room for, see {@link #cover}. */
    private int coveredBlocks;

    /** Whether several threads may record writes. */
    private boolean isShared;

    ChangeTracker(MemorySource source, Blocks blocks, StateParts files, Runnable whenReadersChange) {
        this.source = source;
        this.blocks = blocks;
        this.whenReadersChange = whenReadersChange;
        loadedGained = new SavedReaders(files, SavedRecord.ADDED);
        loadedChanged = new SavedReaders(files, SavedRecord.CHANGED);
    }

    /** An owner whose readers are not part of the world's state, because it keeps states itself. */
    public interface Unsaved {
        /** Whether it is told of values that a restoration replaces, see {@link #recordReplaced}. */
        boolean isToldOfReplaced();

        /** Whether rows that lose the component count as changed; then they follow entities that move. */
        default boolean isToldOfLosses() {
            return false;
        }
    }

    /**
     * A reader of one kind of change of one component.
     *
     * @param kind the readers that it is one of; null if nothing is recorded for it
     * @param name the component's name; null if the owner is {@link Unsaved}
     * @param rows the rows that it has not read
     * @param owner a query, for example, which does not see its own writes
     */
    private record Reader(ById<Reader[]> kind, int id, String name, RowSet rows, Object owner, long number) {
        boolean isSaved() {
            return !(owner instanceof Unsaved);
        }

        boolean isToldOfLosses() {
            return owner instanceof Unsaved unsaved && unsaved.isToldOfLosses();
        }

        /** Whether its rows follow those that move; else those that have moved count as changed. */
        boolean isFollowing() {
            return isSaved() || isToldOfLosses();
        }
    }

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
        return track(changed, id, null, owner, NOTHING);
    }

    /**
     * A set of rows that a reader of changes keeps by itself. Like unread rows, it follows rows that move and is part
     * of snapshots, but not of files, unless the owner is {@link Unsaved}; another snapshot makes it empty. Nothing is
     * recorded in it.
     */
    public RowSet keep(int id, Object owner) {
        return track(null, id, null, owner, NOTHING);
    }

    private RowSet track(ById<Reader[]> kind, SavedReaders loaded, ComponentInfo component, Object owner) {
        RowSet rows = track(kind, component.id(), component.name(), owner, loaded.next(component));
        loaded.made(component.name());
        return rows;
    }

    private RowSet track(ById<Reader[]> kind, int id, String name, Object owner, long[] unread) {
        RowSet rows = new RowSet(source);
        try {
            rows.cover(Math.max(coveredBlocks, blocks.count()));
            rows.addAll(unread);
        } catch (RuntimeException e) {
            rows.close();
            throw e;
        }
        Reader reader = new Reader(kind, id, name, rows, owner, ++lastNumber);
        readers.add(reader);
        if (kind != null) {
            kind.set(id, ArrayUtil.add(kind.get(id), reader));
        }
        if (reader.isToldOfLosses()) {
            losses = ArrayUtil.add(losses, reader);
        }
        whenReadersChange.run();
        return rows;
    }

    /** Ends the readers of an owner. Further calls do nothing. */
    public void stopAll(Object owner) {
        stop(reader -> reader.owner == owner);
    }

    private void stop(Predicate<Reader> which) {
        for (Reader reader : readers.stream().filter(which).toList()) {
            readers.remove(reader);
            if (reader.kind != null) {
                reader.kind.set(reader.id, ArrayUtil.remove(reader.kind.get(reader.id), reader));
            }
            losses = ArrayUtil.remove(losses, reader);
            whenReadersChange.run();
            reader.rows.close();
        }
    }

    /**
     * Whether there is a reader of writes of a component.
     *
     * @param except an owner whose readers do not count; null for none
     */
    public boolean isTracked(int id, Object except) {
        for (Reader reader : changed.get(id)) {
            if (reader.owner != except) {
                return true;
            }
        }
        return false;
    }

    /**
     * Records rows in which a component was written or is about to be written.
     *
     * @param except an owner whose readers are skipped; null for none
     */
    public void recordWritten(int id, int block, int word, long rows, Object except) {
        Reader[] tracked = changed.get(id);
        if (tracked.length == 0) {
            return;
        }
        if (isShared) {
            synchronized (tracked) {
                record(tracked, block, word, rows, except);
            }
        } else {
            record(tracked, block, word, rows, except);
        }
    }

    private static void record(Reader[] tracked, int block, int word, long rows, Object except) {
        for (Reader reader : tracked) {
            if (reader.owner != except) {
                reader.rows.add(block, word, rows);
            }
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
        Reader[] tracked = changed.get(id);
        synchronized (tracked) { // once for each block, so isShared need not be tested
            for (Reader reader : tracked) {
                if (reader.owner != except) {
                    reader.rows.addAll(block, summary, words);
                }
            }
        }
    }

    /** Records that all rows of some of 64 words were replaced, for owners that are told, but for one. */
    public void recordReplaced(int id, int block, int group, long words, Unsaved except) {
        for (Reader reader : changed.get(id)) {
            if (reader.owner != except && reader.owner instanceof Unsaved unsaved && unsaved.isToldOfReplaced()) {
                reader.rows.addFull(block, group, words);
            }
        }
    }

    /** What is held while writes of a component are recorded by several threads. */
    public Object lock(int id) {
        return changed.get(id);
    }

    /** Whether several threads may record writes and look up at the same time. */
    public boolean isShared() {
        return isShared;
    }

    public void share(boolean withSeveral) {
        isShared = withSeveral;
    }

    @Override
    public void prepare(BitSet touched) {
        cover(blocks.count());
        for (int i = 0; i < readers.size(); i++) { // without an iterator, which is garbage; also below
            Reader reader = readers.get(i);
            boolean hasRows = reader.isFollowing() ? !reader.rows.isEmpty() : reader.kind != null;
            for (int block = touched.nextSetBit(0); hasRows && block >= 0; block = touched.nextSetBit(block + 1)) {
                reader.rows.requirePage(block);
            }
        }
    }

    @Override
    public void written(int id, int[] to, long[] has, int count) {
        for (Reader reader : changed.get(id)) {
            for (int k = 0; k < count && !reader.isFollowing(); k++) {
                if ((has[k >>> 6] >>> k & 1) != 0) {
                    reader.rows.add(to[k] >>> ROW_BITS, (to[k] & ROW_MASK) >>> 6, 1L << to[k]);
                }
            }
        }
    }

    @Override
    public void moved(int[] from, int[] to, int alive, int count) {
        for (int i = 0; i < readers.size(); i++) {
            Reader reader = readers.get(i);
            if (reader.isFollowing() && !reader.rows.isEmpty()) {
                boolean isOfAlive = reader.isSaved() && reader.kind != null; // others have rows of the dead, too
                reader.rows.move(from, to, isOfAlive ? alive : count, count);
            }
        }
    }

    @Override
    public void listsMoved(int id, int block, int word) {
        recordReplaced(id, block, word >>> 6, 1L << word, null);
    }

    boolean isTracking() {
        return !readers.isEmpty();
    }

    void recordGained(int id, int block, int word, long rows) {
        record(gained.get(id), block, word, rows, null);
        recordWritten(id, block, word, rows, null);
    }

    /** Records rows that are about to lose a component, or have just lost it. */
    void recordLost(int id, long base, int word, long rows) {
        for (Reader reader : losses) {
            if (reader.id == id) {
                reader.rows.add(Blocks.index(base), word, rows);
            }
        }
    }

    /** Records rows whose entities are about to be destroyed. */
    void recordDestroyed(long base, int word, long rows) {
        for (Reader reader : losses) {
            long losing = rows & Pools.presentWord(base, word, reader.id);
            if (losing != 0) {
                reader.rows.add(Blocks.index(base), word, losing);
            }
        }
    }

    /** Allocates heap memory for the rows of all blocks. Called when rows of new blocks may be recorded. */
    void cover() {
        cover(blocks.count());
    }

    private void cover(int count) {
        if (count > coveredBlocks) {
            for (int i = 0; i < readers.size(); i++) {
                readers.get(i).rows.cover(count);
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
        return (int) readers.stream()
                .filter(Reader::isSaved)
                .map(Reader::owner)
                .distinct()
                .count();
    }

    public long reservedBytes() {
        long bytes = 0;
        for (int i = 0; i < readers.size(); i++) {
            bytes += readers.get(i).rows.reservedBytes();
        }
        return bytes;
    }

    /** Writes the rows that readers have not read, except those of snapshots. */
    @Override
    public void save(StateBuffer to) {
        to.putLong(blocks.count());
        for (int i = 0; i < readers.size(); i++) {
            Reader reader = readers.get(i);
            if (reader.isSaved()) {
                to.putLong(reader.number);
                reader.rows.save(to);
            }
        }
        to.putLong(0);
    }

    /** Makes the records of the rows that readers have not read, except those of snapshots. */
    @Override
    public void save(Consumer<SavedRecord> to, Set<Class<?>> excluded) {
        loadedGained.save(unread(gained), to);
        loadedChanged.save(unread(changed), to);
    }

    private Map<String, List<long[]>> unread(ById<Reader[]> kind) {
        Map<String, List<long[]>> unread = new HashMap<>();
        for (Reader reader : readers) {
            if (reader.kind == kind && reader.isSaved()) {
                unread.computeIfAbsent(reader.name, name -> new ArrayList<>()).add(reader.rows.words(blocks.count()));
            }
        }
        return unread;
    }

    /** Allocates memory for the rows, so that no reader finds too many. */
    @Override
    public void prepare(StateBuffer from) {
        cover((int) from.getLong());
        readAll(from, RowSet::prepare);
    }

    /**
     * Restores the rows that readers had not read when {@link #save} was called, after {@link #prepare}. Later readers
     * keep what they have, but sets that they {@linkplain #keep keep} become empty.
     */
    @Override
    public void restore(StateBuffer from) {
        coveredBlocks = (int) from.getLong(); // may be less than before
        for (int i = 0; i < readers.size(); i++) {
            if (readers.get(i).kind == null) {
                readers.get(i).rows.clear();
            }
        }
        readAll(from, RowSet::restore);
    }

    private void readAll(StateBuffer from, BiConsumer<RowSet, StateBuffer> read) {
        for (long number = from.getLong(); number != 0; number = from.getLong()) {
            long end = from.getLong() + from.position();
            for (int i = 0; i < readers.size(); i++) {
                if (readers.get(i).number == number) {
                    read.accept(readers.get(i).rows, from);
                }
            }
            from.position(end);
        }
    }

    void close() {
        stop(reader -> true);
    }
}
