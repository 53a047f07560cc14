package basalt.match;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.DISABLED_ID;
import static basalt.component.layout.BlockLayout.DISABLED_SUMMARY;
import static basalt.component.layout.BlockLayout.PRESENT_SUMMARY;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;
import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;

import basalt.component.Column;
import basalt.component.Entity;
import basalt.component.layout.ComponentAreas;
import basalt.internal.Strict;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.storage.Blocks;
import basalt.storage.Entities;
import basalt.storage.Pools;
import basalt.storage.RowBits;
import basalt.storage.access.Store;
import basalt.storage.access.WorkerAccess;
import basalt.storage.change.Hooks;
import java.util.Arrays;

/**
 * The condition of a query, and its evaluation on presence bits: blocks first, then summaries, then words of 64 rows.
 * With conditions on changes, blocks and words without changes are skipped. Conditions on values are evaluated last, in
 * the rows that are left.
 *
 * <p>A row matches if it has all of {@code all}, at least one of each group of {@code any}, and none of {@code none},
 * where a disabled component counts as absent. Disabled entities match only if they are included. {@code all} is never
 * empty: a query that requires nothing requires "alive".
 *
 * <p>SAFETY: a block is only evaluated if it has all of {@code all}, so their areas are where {@code areas} says.
 * Others are found by the block's table. Summaries and words belong to a block or a matched block.
 */
public final class Filter implements Hooks.RowMatch {
    private final int[] all;
    private final int[][] any;
    private final int[] none;
    private final boolean includeDisabled;
    private final ChangeFilter changeFilter;
    private final ValueCondition.ValueFilter values;

    /** The offset of the present words of each required component, in blocks that have it. */
    private final int[] areas;

    private final int first;

    /** The offset for the second required component, or the first if there is only one. Two need no loop: faster. */
    private final int second;

    private boolean isClosed;

    /** One bit for each excluded component, if all ids are below 64. Used only if {@link #isPlain}. */
    private final long excluded;

    private final boolean isPlain;

    /** A condition on presence only. */
    public Filter(int[] all, int[][] any, int[] none, boolean includeDisabled) {
        this(all, any, none, includeDisabled, null, null);
    }

    /**
     * A condition on presence, and, unless null, on changes and values. The component of a change condition with a
     * single component is in {@code all} too, and so are the components of the values.
     *
     * @param changeFilter conditions on changes; null for none
     * @param values conditions on values; null for none
     */
    public Filter(
            int[] all,
            int[][] any,
            int[] none,
            boolean includeDisabled,
            ChangeFilter changeFilter,
            ValueCondition.ValueFilter values) {
        this.all = all.length > 0 ? all : new int[] {ALIVE_ID};
        this.any = any;
        this.none = none;
        this.includeDisabled = includeDisabled;
        this.changeFilter = changeFilter;
        this.values = values;
        long ids = includeDisabled ? 0 : 1L << DISABLED_ID;
        boolean plain = any.length == 0;
        for (int id : none) {
            ids |= 1L << id;
            plain &= id < Long.SIZE;
        }
        this.excluded = ids;
        this.isPlain = plain;
        this.areas = ComponentAreas.process().present(this.all);
        this.first = areas[0];
        this.second = areas[Math.min(1, areas.length - 1)];
    }

    /** Whether every matching row has the component. */
    public boolean requires(int id) {
        for (int required : all) {
            if (required == id) {
                return true;
            }
        }
        return false;
    }

    /** The ids of which a matching row has each, enabled. */
    public int[] all() {
        return all;
    }

    /** Groups of ids of which it has one, enabled. */
    public int[][] any() {
        return any;
    }

    /** The ids of which it has none enabled. */
    public int[] none() {
        int[] ids = Arrays.copyOf(none, includeDisabled ? none.length : none.length + 1);
        if (!includeDisabled) {
            ids[none.length] = DISABLED_ID;
        }
        return ids;
    }

    /** Bits of components: in a block without them, and without disabled ones, rows match that have {@link #all}. */
    public long special() {
        return isPlain ? excluded : 1L << ALIVE_ID;
    }

    /**
     * Whether a new entity with exactly these components may match. Conditions on changes and values are ignored.
     * Returns true if it matches, or depends on its values.
     */
    @Override
    public boolean matchesKind(int[] ids) {
        for (int id : all) {
            if (id != ALIVE_ID && Arrays.binarySearch(ids, id) < 0) {
                return false;
            }
        }
        for (int[] group : any) {
            if (!hasAny(ids, group)) {
                return false;
            }
        }
        return !hasAny(ids, none);
    }

    private static boolean hasAny(int[] ids, int[] group) {
        for (int id : group) {
            if (Arrays.binarySearch(ids, id) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Marks the query as closed. */
    public void close() {
        isClosed = true;
    }

    public boolean isClosed() {
        return isClosed;
    }

    /** Throws if the query is closed. */
    public void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException("the query is closed; build another one with world.query()");
        }
    }

    /** The conditions on changes. Returns null if there are none. */
    public ChangeFilter changeFilter() {
        return changeFilter;
    }

    /** The conditions on values. Returns null if there are none. */
    public ValueCondition.ValueFilter values() {
        return values;
    }

    /**
     * Strict mode: throws if this is a query for changes that is run by a kernel that may be split, or by a second
     * system.
     *
     * @param worker the access of the calling thread's worker; null for the world's own thread
     */
    public void checkReader(Store store, WorkerAccess worker) {
        if (Strict.ON && changeFilter != null) {
            if (worker != null) {
                worker.checkShared("a query for changes");
            }
            store.checkReader(changeFilter.system());
        }
    }

    /** Clears the recorded changes of the query, except those of components that a running kernel may still write. */
    public void clearChanges(ChangeFilter.WriteCheck here) {
        if (changeFilter != null) {
            changeFilter.clearChanges(here);
        }
    }

    /** Throws unless every matching row has the column, and it has one element a row. */
    public void requireScalar(Column column, String takers) {
        if (column == null) {
            throw new IllegalArgumentException("column must not be null; is its constant initialised?");
        }
        Store.requireComponent(column.component());
        if (!requires(column.component().id())) {
            throw new IllegalArgumentException("the query does not require component "
                    + column.component().name() + ", so a row may lack column " + column.field() + "; add it to all()");
        }
        if (column.length() != 1) {
            throw new IllegalArgumentException("column " + column.field() + " is a vector of length " + column.length()
                    + "; " + takers + " take scalars");
        }
    }

    /** The number of words of 64 blocks that can have candidates. Called before rows are matched. */
    int candidateWords(Blocks blocks) {
        if (changeFilter != null) {
            changeFilter.begin(values);
        }
        int words = blocks.blocksWith(all[0]).length;
        for (int i = 1; i < all.length; i++) {
            words = Math.min(words, blocks.blocksWith(all[i]).length);
        }
        return words;
    }

    /** The blocks that may have matching rows, by the components in them: one bit for each of 64 blocks. */
    long candidates(Blocks blocks, int word) {
        long candidates = blocks.blocksWith(all[0])[word];
        for (int i = 1; i < all.length; i++) {
            candidates &= blocks.blocksWith(all[i])[word];
        }
        for (int[] group : any) {
            long some = 0;
            for (int id : group) {
                long[] words = blocks.blocksWith(id);
                some |= word < words.length ? words[word] : 0;
            }
            candidates &= some;
        }
        return changeFilter == null ? candidates : candidates & changeFilter.blocks(word);
    }

    /**
     * The first block at or after a number that has matching rows and no room for a component. Returns its number; -1
     * if there is none.
     */
    public int nextWithoutRoom(Blocks blocks, int from, int id) {
        int block = nextCandidate(blocks, from);
        while (block >= 0
                && (blocks.hasRoom(blocks.base(block), id) || firstRow(blocks.base(block), block, 0) == ROWS)) {
            block = nextCandidate(blocks, block + 1);
        }
        return block;
    }

    /** The first block at or after a number that may have matching rows; -1 if there is none. */
    int nextCandidate(Blocks blocks, int from) {
        int words = candidateWords(blocks);
        for (int i = from >>> 6; i < words; i++) {
            long rest = candidates(blocks, i) & (i == from >>> 6 ? -1L << from : -1L);
            if (rest != 0) {
                return (i << 6) + Long.numberOfTrailingZeros(rest);
            }
        }
        return -1;
    }

    /** The first matching entity at or after a row, found without an iteration. */
    public long first(Blocks blocks, int first) {
        int from = first >>> ROW_BITS;
        for (int block = nextCandidate(blocks, from); block >= 0; block = nextCandidate(blocks, block + 1)) {
            long base = blocks.base(block);
            int row = firstRow(base, block, block == from ? first & ROW_MASK : 0);
            if (row < ROWS) {
                return Entities.handle(base, row);
            }
        }
        return Entity.NULL;
    }

    private int firstRow(long base, int block, int from) {
        long notBefore = -1L << (from >>> 6);
        for (int group = from >>> 12; group < SUMMARY_WORDS; group++) {
            long words = notBefore & (changeFilter == null ? -1L : changeFilter.words(block, group));
            for (int i = 0; words != 0 && i < all.length; i++) {
                words &= RowBits.any(base + areas[i] + PRESENT_SUMMARY, group);
            }
            for (; words != 0; words &= words - 1) {
                int word = (group << 6) + Long.numberOfTrailingZeros(words);
                long rows = word(base, word) & (changeFilter == null ? -1L : changeFilter.rows(base, block, word));
                rows &= word == from >>> 6 ? -1L << from : -1L;
                rows = values == null || rows == 0 ? rows : values.rows(base, word, rows);
                if (rows != 0) {
                    return (word << 6) + Long.numberOfTrailingZeros(rows);
                }
            }
            notBefore = -1L;
        }
        return ROWS;
    }

    /**
     * Evaluates the block of an entry into its summary and words; false if nothing matches.
     *
     * @param scan reused by the thread; null if there are no conditions on values
     */
    boolean match(long entry, ValueCondition.ColumnScan scan) {
        long base = MatchedBlock.base(entry);
        long summary = MatchedBlock.summary(entry);
        long words = MatchedBlock.words(entry);
        boolean mayBeSpecial = any.length > 0 || Blocks.hasDisabled(base) || hasExcluded(base);
        MatchReader reader = changeFilter == null ? null : changeFilter.reader();
        if (reader != null) {
            return reader.mayHaveChanged(base) && matchCompared(reader, entry, mayBeSpecial, scan);
        }
        boolean found = changeFilter == null
                ? matchPresent(base, summary, words, mayBeSpecial)
                : matchChanged(base, summary, words, mayBeSpecial);
        return values == null ? found : found && values.keep(entry, scan);
    }

    private boolean matchCompared(
            MatchReader reader, long entry, boolean mayBeSpecial, ValueCondition.ColumnScan scan) {
        matchPresent(MatchedBlock.base(entry), MatchedBlock.summary(entry), MatchedBlock.words(entry), mayBeSpecial);
        reader.restrict(entry);
        if (values != null) {
            values.keep(entry, scan);
        }
        return reader.compare(entry);
    }

    private boolean matchPresent(long base, long summary, long words, boolean mayBeSpecial) {
        boolean found = false;
        long ofFirst = base + first + PRESENT_SUMMARY;
        long ofSecond = base + second + PRESENT_SUMMARY;
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            long candidates = RowBits.any(ofFirst, group) & RowBits.any(ofSecond, group);
            long full = RowBits.full(ofFirst, group) & RowBits.full(ofSecond, group);
            for (int i = 2; i < all.length; i++) {
                candidates &= RowBits.any(base + areas[i] + PRESENT_SUMMARY, group);
                full &= RowBits.full(base + areas[i] + PRESENT_SUMMARY, group);
            }
            long special = mayBeSpecial ? special(base, group) & candidates : 0;
            full &= ~special;
            if (candidates == full) {
                RowBits.putSummary(summary, group, full, full);
                found |= full != 0;
            } else {
                found |= evaluate(base, summary, words, group, candidates, full, special);
            }
        }
        return found;
    }

    private boolean matchChanged(long base, long summary, long words, boolean mayBeSpecial) {
        int block = Blocks.index(base);
        boolean found = false;
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            long candidates = changeFilter.words(block, group);
            for (int i = 0; candidates != 0 && i < all.length; i++) {
                candidates &= RowBits.any(base + areas[i] + PRESENT_SUMMARY, group);
            }
            long matching = 0;
            long full = 0;
            for (long rest = candidates; rest != 0; rest &= rest - 1) {
                int bit = Long.numberOfTrailingZeros(rest);
                int word = (group << 6) + bit;
                long rows = changeFilter.rows(base, block, word)
                        & (mayBeSpecial ? word(base, word) : allPresent(base, word));
                if (put(words, word, rows)) {
                    full |= 1L << bit;
                }
                matching |= rows != 0 ? 1L << bit : 0;
            }
            RowBits.putSummary(summary, group, matching, full);
            found |= matching != 0;
        }
        return found;
    }

    /** Writes a word of matching rows, unless it is empty or full; true if it is full. */
    private static boolean put(long words, int word, long rows) {
        if (rows != 0 && rows != -1L) {
            RowBits.put(words, word, rows);
        }
        return rows == -1L;
    }

    /** The rows of a word that have a component, enabled. */
    static long enabled(long base, int id, int word) {
        return Pools.presentWord(base, word, id) & ~Pools.disabledWord(base, word, id);
    }

    private boolean hasExcluded(long base) {
        for (int i = 0; i < none.length; i++) {
            if (Blocks.isPopulated(base, none[i])) {
                return true;
            }
        }
        return !includeDisabled && Blocks.isPopulated(base, DISABLED_ID);
    }

    /**
     * The words of a group that need more than an AND of presence: because of an {@code any} group, or a disabled or
     * excluded component.
     */
    private long special(long base, int group) {
        long special = any.length > 0 ? -1L : 0;
        for (int area : areas) {
            special |= RowBits.any(base + area + DISABLED_SUMMARY, group);
        }
        for (int id : none) {
            special |= RowBits.any(base + Blocks.area(base, id) + PRESENT_SUMMARY, group);
        }
        if (!includeDisabled) {
            special |= RowBits.any(base + Blocks.area(base, DISABLED_ID) + PRESENT_SUMMARY, group);
        }
        return special;
    }

    /** Evaluates the words of a group that are not already known to match in full; false if no row matches. */
    private boolean evaluate(
            long base, long summary, long words, int group, long candidates, long alreadyFull, long special) {
        long matching = alreadyFull;
        long full = alreadyFull;
        for (long rest = candidates & ~alreadyFull; rest != 0; rest &= rest - 1) {
            int bit = Long.numberOfTrailingZeros(rest);
            int word = (group << 6) + bit;
            long rows = (special >>> bit & 1) != 0 ? word(base, word) : allPresent(base, word);
            if (put(words, word, rows)) {
                full |= 1L << bit;
            }
            matching |= rows != 0 ? 1L << bit : 0;
        }
        RowBits.putSummary(summary, group, matching, full);
        return matching != 0;
    }

    /** The rows of a word that have all of {@code all}. The "any" bits of all these components must be set. */
    private long allPresent(long base, int word) {
        long rows = RowBits.get(base + first, word) & RowBits.get(base + second, word);
        for (int i = 2; i < all.length; i++) {
            rows &= RowBits.get(base + areas[i], word);
        }
        return rows;
    }

    /** The matching rows of one word; conditions on changes and values are ignored. */
    long word(long base, int word) {
        return wordWithout(base, word, -1, 0);
    }

    /** As {@link #word}, if some rows had lost a component. */
    @Override
    public long wordWithout(long base, int word, int lostId, long lost) {
        long rows = -1L;
        for (int id : all) {
            rows &= enabled(base, id, word) & ~(id == lostId ? lost : 0);
        }
        for (int[] group : any) {
            long some = 0;
            for (int id : group) {
                some |= enabled(base, id, word) & ~(id == lostId ? lost : 0);
            }
            rows &= some;
        }
        for (int id : none) {
            rows &= ~enabled(base, id, word) | (id == lostId ? lost : 0);
        }
        if (!includeDisabled) {
            rows &= ~Pools.presentWord(base, word, DISABLED_ID);
        }
        return rows;
    }

    /** The rows of a word that match now, their values included; conditions on changes are ignored. */
    public long matching(long base, int word) {
        return values == null ? word(base, word) : values.rows(base, word, word(base, word));
    }

    /**
     * Whether a row matches now, its values included; conditions on changes are ignored. Fast if the block has no
     * excluded or disabled component.
     */
    public boolean matches(long base, int row) {
        return matchesPresence(base, row) && (values == null || values.rows(base, row >>> 6, 1L << row) != 0);
    }

    private boolean matchesPresence(long base, int row) {
        if (!Pools.has(base, row, all[0])) {
            return false;
        }
        for (int i = 1; i < all.length; i++) {
            if (!Pools.has(base, row, all[i])) {
                return false;
            }
        }
        return isPlain && (Blocks.populated(base, 0) & excluded) == 0 && !Blocks.hasDisabled(base)
                || (word(base, row >>> 6) >>> row & 1) != 0;
    }
}
