package basalt.match;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;
import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.storage.Blocks;
import basalt.storage.ColumnMemory;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.RowBits;
import basalt.storage.SavedRecord;
import basalt.storage.StateBuffer;
import basalt.storage.StatePart;
import basalt.storage.StateParts;
import basalt.storage.access.Store;
import basalt.storage.change.ChangeTracker;
import basalt.storage.change.RemovalLogs.RemovalCursor;
import basalt.storage.change.RowSet;
import basalt.storage.change.SavedReaders;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.agrona.collections.LongHashSet;

/**
 * Finds the rows that have entered a query since its last run, or left it: the rows that match now are compared with
 * those that matched then, in the words that may have changed.
 *
 * <pre>
 *   a run evaluates, of each block     all rows, if its structure has changed since the last one; else the rows in
 *                                      which a component of a condition on values was written, perhaps
 *   matching                           the rows that match, in all words, or in those with such rows
 *   entered                            matching and not read; the rows of the run
 *   left                               read and not matching
 *   afterwards                         these words of read = matching
 * </pre>
 *
 * <p>The entities that are destroyed are logged, because their rows may have others when a run comes: their rows are
 * removed from {@code read} before the rows are compared. A row that was read keeps its entity index until then, also
 * if it moves.
 *
 * <p>For one thread at a time.
 */
public final class MatchReader implements ChangeTracker.Unsaved {
    /** What is read. */
    public enum Kind {
        /** The entities that have begun to match; at first all that match. */
        ENTERED,
        /** The entities that have begun to match since the reader was made. */
        ENTERED_FROM_NOW,
        /** The entities that have ceased to match. */
        LEFT
    }

    private final Kind kind;

    /** The query, in files. */
    private final String name;

    private final Readers readers;
    private final Store store;
    private final Blocks blocks;
    private final boolean isLoaded;
    private RowSet read;
    private RowSet matching;
    private RemovalCursor destroyed;

    /** The components of conditions on values, and the rows in which they were written since the last run. */
    private final int[] ids;

    private final RowSet[] written;

    /** The numbers that values are compared with. */
    private final long[] bounds;

    /** The first version of the structure after the last run, and how often the rows had been replaced then. */
    private long since;

    private int replacements = -1;

    /** Whether all words have to be evaluated. */
    private boolean isWhole;

    /**
     * Registers a reader, which takes over what one of the same name had read in a file.
     *
     * @param values conditions on values; null for none. It is not kept: it may refer to the query, which then would
     *     never be found to be unreachable
     * @param owner whose rows are part of the world's state
     */
    MatchReader(
            Kind kind,
            String name,
            Readers readers,
            Store store,
            ValueCondition.ValueFilter values,
            ChangeFilter owner) {
        this.kind = kind;
        this.name = name;
        this.readers = readers;
        this.store = store;
        this.blocks = store.blocks();
        Set<Component<?>> components = new LinkedHashSet<>();
        if (values != null) {
            values.columns().forEach(column -> components.add((Component<?>) column.component()));
        }
        ids = components.stream().mapToInt(Component::id).toArray();
        written = new RowSet[ids.length];
        bounds = new long[values == null ? 0 : values.boundCount()];
        long[] loaded = readers.loaded.next(name);
        isLoaded = loaded.length > 0;
        try {
            open(loaded, owner);
        } catch (RuntimeException e) { // no memory
            owner.close(store.changeTracker());
            close();
            throw e;
        }
        readers.loaded.made(name);
        readers.open.add(this);
    }

    private void open(long[] loaded, ChangeFilter owner) {
        read = owner.keep(store.changeTracker(), ALIVE_ID, 1)[0];
        matching = store.changeTracker().keep(ALIVE_ID, this); // not saved: a run begins without them
        for (int i = 0; i < ids.length; i++) {
            written[i] = store.changeTracker().trackChanged(ids[i], this);
        }
        destroyed = store.removals().openDestroyed(isLoaded ? load(loaded) : loaded);
    }

    /** Takes over rows that were read, and returns the entities among them that were destroyed. */
    private long[] load(long[] loaded) {
        int words = 1 + (int) loaded[0];
        for (int i = words; i < loaded.length; i += 2) {
            int block = (int) (loaded[i] / WORDS);
            int word = (int) (loaded[i] % WORDS);
            if (block < blocks.count()) { // what was destroyed after the load is not known
                add(block, word, loaded[i + 1] & Pools.presentWord(blocks.base(block), word, ALIVE_ID));
            }
        }
        long[] dead = Arrays.stream(loaded, 1, words)
                .filter(entity -> store.entities().place(Entity.index(entity)) != 0)
                .toArray();
        for (long entity : dead) {
            long place = store.entities().place(Entity.index(entity));
            add(Blocks.index(Place.base(place)), Place.word(place), Place.bit(place));
        }
        return dead;
    }

    private void add(int block, int word, long rows) {
        if (rows != 0) {
            read.requirePage(block);
            read.add(block, word, rows);
        }
    }

    /** What was read, for files. */
    private long[] saved() {
        LongHashSet rows = new LongHashSet();
        long[] dead = Arrays.stream(destroyed.unread())
                .filter(entity -> isRead(entity) && rows.add(Entity.index(entity)))
                .toArray();
        return LongStream.concat(
                        LongStream.concat(LongStream.of(dead.length), Arrays.stream(dead)),
                        Arrays.stream(read.words(blocks.count())))
                .toArray();
    }

    /** Whether the rows that match now count as read. */
    public boolean isFromNow() {
        return kind != Kind.ENTERED && !isLoaded;
    }

    /** Whether it has to know when a component is written. */
    boolean looksForWrites(int id) {
        return Arrays.stream(ids).anyMatch(known -> known == id);
    }

    @Override
    public boolean isToldOfReplaced() {
        return false;
    }

    /** Called before rows are matched. What was destroyed does not count as read. */
    void begin(ValueCondition.ValueFilter values) {
        matching.clear();
        boolean hasSameBounds = values == null || values.readBounds(bounds);
        isWhole |= !hasSameBounds || replacements != store.rows().replacements();
        isWhole |= values != null && values.hasRelations();
        if (kind != Kind.LEFT) {
            while (destroyed.remaining() > 0) {
                takeDead(destroyed.next());
            }
            trim();
        }
    }

    /** Whether the row with the index of an entity was read. */
    private boolean isRead(long entity) {
        int row = row(entity);
        return (read.word(row >>> ROW_BITS, (row & ROW_MASK) >>> 6) >>> row & 1) != 0;
    }

    private int row(long entity) {
        return Place.rowOfWorld(store.entities().place(Entity.index(entity)));
    }

    /** Removes an entity that was destroyed from the rows that were read; returns whether it was one of them. */
    private boolean takeDead(long entity) {
        boolean wasRead = isRead(entity);
        if (wasRead) {
            int row = row(entity);
            read.remove(row >>> ROW_BITS, (row & ROW_MASK) >>> 6, 1L << row);
        }
        return wasRead;
    }

    /** Frees the log. Not while systems run, since others may be reading it. */
    private void trim() {
        if (store.workerIndex() < 0) {
            store.removals().trim(ALIVE_ID);
        }
    }

    /** Whether all rows of a block are evaluated. */
    private boolean isWhole(long base) {
        return isWhole || Pools.hasChanged(base, since);
    }

    /** The words of a block that may have other rows that match than in the last run. */
    private long evaluated(int block, long base, int group) {
        return isWhole(base) ? -1L : written(block, group);
    }

    /** The words in which a value may have been written. */
    private long written(int block, int group) {
        long words = 0;
        for (int i = 0; i < written.length; i++) {
            words |= written[i].any(block, group);
        }
        return words;
    }

    /** The rows of a word in which a value may have been written. */
    private long writtenRows(int block, int word) {
        long rows = 0;
        for (int i = 0; i < written.length; i++) {
            rows |= written[i].word(block, word);
        }
        return rows;
    }

    /** Whether some rows of a block have to be evaluated. */
    boolean mayHaveChanged(long base) {
        long words = 0;
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            words |= evaluated(Blocks.index(base), base, group);
        }
        return words != 0;
    }

    /** Leaves those rows of an entry whose values have to be evaluated. */
    void restrict(long entry) {
        long base = MatchedBlock.base(entry);
        int block = Blocks.index(base);
        long summary = MatchedBlock.summary(entry);
        for (int group = 0; group < SUMMARY_WORDS && !isWhole(base); group++) {
            long any = 0;
            long full = 0;
            for (long rest = RowBits.any(summary, group) & written(block, group); rest != 0; rest &= rest - 1) {
                int word = (group << 6) + Long.numberOfTrailingZeros(rest);
                long rows = MatchedBlock.word(entry, word) & writtenRows(block, word);
                RowBits.put(MatchedBlock.words(entry), word, rows);
                any |= rows != 0 ? Long.lowestOneBit(rest) : 0;
                full |= rows == -1L ? Long.lowestOneBit(rest) : 0;
            }
            RowBits.putSummary(summary, group, any, full);
        }
    }

    /** Takes the rows of an entry, which match, and leaves those that have entered; false if there are none. */
    boolean compare(long entry) {
        long base = MatchedBlock.base(entry);
        int block = Blocks.index(base);
        long summary = MatchedBlock.summary(entry);
        long words = MatchedBlock.words(entry);
        if (RowBits.isEmpty(summary) && (isWhole(base) || !isRead(block))) {
            return false;
        }
        matching.requirePage(block);
        read.requirePage(block); // now, since clear() must not fail
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            matching.replace(block, group, -1L, RowBits.any(summary, group), RowBits.full(summary, group), words);
        }
        if (!isWhole(base)) {
            addUnwritten(block);
        }
        return kind != Kind.LEFT && narrow(block, summary, words);
    }

    /** Rows that were not written, in words with rows that were, match if they did. */
    private void addUnwritten(int block) {
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            for (long rest = read.any(block, group) & written(block, group); rest != 0; rest &= rest - 1) {
                int word = (group << 6) + Long.numberOfTrailingZeros(rest);
                long rows = read.word(block, word) & ~writtenRows(block, word);
                if (rows != 0) {
                    matching.add(block, word, rows);
                }
            }
        }
    }

    private boolean narrow(int block, long summary, long words) {
        boolean found = false;
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            long any = RowBits.any(summary, group);
            long full = RowBits.full(summary, group);
            long entered = any & ~read.any(block, group);
            long enteredFull = full & entered;
            for (long rest = any & read.any(block, group) & ~read.full(block, group); rest != 0; rest &= rest - 1) {
                long bit = Long.lowestOneBit(rest);
                int word = (group << 6) + Long.numberOfTrailingZeros(rest);
                long rows = ((full & bit) != 0 ? -1L : RowBits.get(words, word)) & ~read.word(block, word);
                if (rows != 0) {
                    RowBits.put(words, word, rows);
                    entered |= bit;
                    enteredFull |= rows == -1L ? bit : 0;
                }
            }
            RowBits.putSummary(summary, group, entered, enteredFull);
            found |= entered != 0;
        }
        return found;
    }

    /** The rows of a word that were not read. */
    long unreadRows(int block, int word) {
        return ~read.word(block, word);
    }

    /** The words of which not all rows were read. */
    long unread(int block, int group) {
        return ~read.full(block, group);
    }

    /** At least as many as {@link #takeLeft} finds, after the rows were matched. */
    public long countLeft() {
        return destroyed.remaining() + left(0, 0);
    }

    /** Writes the handles of the entities that have left, first those of the destroyed ones; returns how many. */
    public int takeLeft(long address) {
        int count = 0;
        while (destroyed.remaining() > 0) {
            long entity = destroyed.next();
            if (takeDead(entity)) {
                ColumnMemory.putLong(address, count++, 0, entity);
            }
        }
        trim();
        return count + left(address, count);
    }

    /**
     * Counts the rows that were read and do not match, and writes their handles behind others unless the address is 0.
     */
    private int left(long address, int behind) {
        int count = behind;
        for (int block = 0; block < blocks.count(); block++) {
            for (int group = 0; group < SUMMARY_WORDS && isRead(block); group++) {
                long base = blocks.base(block);
                long words = read.any(block, group) & ~matching.full(block, group) & evaluated(block, base, group);
                for (; words != 0; words &= words - 1) {
                    int word = (group << 6) + Long.numberOfTrailingZeros(words);
                    long rows = read.word(block, word) & ~matching.word(block, word);
                    for (long rest = address == 0 ? 0 : rows; rest != 0; rest &= rest - 1) {
                        int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                        ColumnMemory.putLong(address, count++, 0, Entities.handle(base, row));
                    }
                    count += address == 0 ? Long.bitCount(rows) : 0;
                }
            }
        }
        return count - behind;
    }

    private boolean isRead(int block) {
        return (read.blocks(block >>> 6) >>> block & 1) != 0;
    }

    /** Makes the rows that match now those that were read. */
    void clear(ChangeFilter.WriteCheck here) {
        for (int block = 0; block < blocks.count(); block++) {
            boolean isMatching = (matching.blocks(block >>> 6) >>> block & 1) != 0;
            for (int group = 0; group < SUMMARY_WORDS && (isMatching || isRead(block)); group++) {
                long words = evaluated(block, blocks.base(block), group);
                if (words != 0) {
                    read.replace(block, group, words, matching);
                }
            }
        }
        matching.clear();
        for (int i = 0; i < ids.length; i++) {
            if (!here.mayStillWrite(ids[i], null)) {
                written[i].clear();
            }
        }
        isWhole = false;
        since = store.pools().version() + 1;
        replacements = store.rows().replacements();
    }

    void close() {
        readers.open.remove(this);
        store.changeTracker().stopAll(this);
        if (destroyed != null && !store.isClosed()) {
            store.removals().close(destroyed);
        }
    }

    /** The readers of a world, whose rows are in files. Those in snapshots are kept by the {@link ChangeTracker}. */
    public static final class Readers implements StatePart {
        private final List<MatchReader> open = new ArrayList<>();
        private final SavedReaders loaded;

        public Readers(StateParts files) {
            loaded = new SavedReaders(files, SavedRecord.MATCHED);
            files.add(this);
        }

        @Override
        public void save(StateBuffer to) {
            // nothing
        }

        @Override
        public void restore(StateBuffer from) {
            // nothing
        }

        @Override
        public void save(Consumer<SavedRecord> to, Set<Class<?>> excluded) {
            Map<String, List<long[]>> read = new HashMap<>();
            open.forEach(reader ->
                    read.computeIfAbsent(reader.name, name -> new ArrayList<>()).add(reader.saved()));
            loaded.save(read, to);
        }
    }
}
