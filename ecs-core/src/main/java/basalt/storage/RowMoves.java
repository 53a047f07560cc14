package basalt.storage;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.DISABLED;
import static basalt.component.layout.BlockLayout.DISABLED_ID;
import static basalt.component.layout.BlockLayout.DISABLED_SUMMARY;
import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.FREE_SUMMARY;
import static basalt.component.layout.BlockLayout.GENERATIONS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.memory.MemorySource;
import basalt.storage.Pools.Presence;
import java.util.Arrays;
import java.util.BitSet;
import org.agrona.UnsafeApi;

/**
 * Moves the contents of rows to other rows, many at once, without a change of any handle. Rows are numbers of the world
 * here: {@code block << ROW_BITS | row in the block}.
 *
 * <pre>
 *   given:     from  to         what was in "to" and does not move itself goes to the rows that are left:
 *              70    5          5 (free)       -> 70      only its index and generation; 70 is free then
 *              71    70         (70 moves itself)
 *              80    6          6 (an entity)  -> 71, with all its values
 *                               ...
 * </pre>
 *
 * <p>So the rows that take part are a permutation of each other, and each keeps an index and a generation. The moves
 * are all prepared first, which may fail and changes nothing; then nothing can fail. For the store's thread, while
 * nothing iterates.
 *
 * <p>SAFETY: rows are those of existing blocks. A value is moved only if its component is present, so both blocks have
 * its lanes. The buffer has 8 bytes for each row that takes part.
 */
final class RowMoves implements AutoCloseable {
    /**
     * The most rows that can be given at once: so many that most cache lines of a lane have several of them, and so few
     * that the second cache keeps these lines.
     */
    static final int MOST = 1 << 14;

    private static final int MOST_PARTS = 2 * MOST;
    private static final int FEW_PARTS = 1 << 10;
    private static final int DIGIT_BITS = 10;
    private static final int DIGIT_MASK = (1 << DIGIT_BITS) - 1;

    private final Rows rows;
    private final Blocks blocks;
    private final Pools pools;
    private final Permutation permutation;

    private final int[] from = new int[MOST_PARTS];
    private final int[] to = new int[MOST_PARTS];
    private long[] fromBase;
    private long[] toBase;
    private int[] index;
    private WordRuns fromRuns;
    private WordRuns toRuns;
    private long[] has;
    private long[] disabled;
    private Object[] objects = {};

    /** The rows that take part; those before {@link #copied} have values. */
    private int count;

    private int copied;

    private int copiedFrom;

    private int copiedTo;

    /** Whether all targets that are given are free, so that no row is both a source and a target. */
    private boolean isToFree;

    private boolean isAnyDisabled;

    private long runs;

    private final BitSet touched = new BitSet();

    private final BitSet needed = new BitSet();

    private final DisplacedRows displaced;

    /** Where the rows of lanes of four bytes are, less the lane's offset: most lanes are such. */
    private long[] fromInts;

    private long[] toInts;

    /** For {@link #sortByRow}. */
    private final int[] ends = new int[DIGIT_MASK + 2];

    /** The number of rows that there is memory for. */
    private int capacity;

    /** The values of a lane that move: 8 bytes for each row that takes part. */
    private long buffer;

    RowMoves(Rows rows) {
        this.rows = rows;
        blocks = rows.blocks();
        pools = rows.pools();
        permutation = rows.entities().permutation();
        displaced = new DisplacedRows(blocks, MOST);
        cover(FEW_PARTS);
    }

    private void cover(int parts) {
        if (parts <= capacity) {
            return;
        }
        int length = Math.min(MOST_PARTS, Math.max(parts, 2 * capacity));
        fromBase = new long[length];
        toBase = new long[length];
        index = new int[length];
        fromRuns = new WordRuns(length);
        toRuns = new WordRuns(length);
        has = new long[length / Long.SIZE + 1];
        disabled = new long[length / Long.SIZE + 1];
        fromInts = new long[length];
        toInts = new long[length];
        long larger = MemorySource.allocateFrom(blocks.source(), (long) length * Long.BYTES, Long.SIZE);
        close();
        buffer = larger;
        capacity = length;
    }

    /** {@return the rows that will move, to be filled: rows with entities, each once; at most {@link #MOST}} */
    int[] sources() {
        return from;
    }

    /**
     * {@return the row that each of the sources goes to, to be filled: another row, which is free or has an entity,
     * each once}
     */
    int[] targets() {
        return to;
    }

    /** Sets how many sources and targets there are. */
    void given(int rowCount) {
        count = rowCount;
    }

    void run() {
        try {
            pools.presence().summariseEmptied();
            cover(2 * count);
            addDisplaced();
            prepare();
            move();
        } finally {
            count = 0;
            touched.clear();
        }
    }

    private void addDisplaced() {
        int given = count;
        isToFree = displaced.areFree(to, given);
        copied = isToFree ? given : displaced.add(from, to, given);
        for (int i = 0; isToFree && i < given; i++) {
            from[given + i] = to[i];
            to[given + i] = from[i];
        }
        count = isToFree ? 2 * given : displaced.end();
        if (isToFree) {
            sortByRow(given);
        } else {
            copiedTo = toRuns.find(to, copied, count);
        }
        copiedFrom = fromRuns.find(from, copied, count);
        for (int i = 0; i < count; i++) {
            touched.set(to[i] >>> ROW_BITS);
        }
    }

    /** Sorts rows that move to free ones by where they are, so that each word of them is a run. */
    private void sortByRow(int given) {
        long[] pairs = fromInts;
        long[] sorted = toInts;
        int varying = 0;
        for (int i = 0; i < given; i++) {
            pairs[i] = (long) from[i] << Integer.SIZE | to[i];
            varying |= from[i] ^ from[0];
        }
        for (int shift = 0; shift < Integer.SIZE && varying >>> shift != 0; shift += DIGIT_BITS) {
            Arrays.fill(ends, 0);
            for (int i = 0; i < given; i++) {
                ends[digit(pairs[i], shift) + 1]++;
            }
            for (int digit = 1; digit <= DIGIT_MASK; digit++) {
                ends[digit] += ends[digit - 1];
            }
            for (int i = 0; i < given; i++) {
                sorted[ends[digit(pairs[i], shift)]++] = pairs[i];
            }
            long[] other = pairs;
            pairs = sorted;
            sorted = other;
        }
        for (int i = 0; i < given; i++) {
            from[i] = (int) (pairs[i] >>> Integer.SIZE);
            to[i] = (int) pairs[i];
        }
    }

    private static int digit(long pair, int shift) {
        return (int) (pair >>> Integer.SIZE + shift) & DIGIT_MASK;
    }

    private void prepare() {
        long version = pools.version();
        for (int block = touched.nextSetBit(0); block >= 0; block = touched.nextSetBit(block + 1)) {
            permutation.cover(block);
        }
        for (int i = 0; i < rows.followers().size(); i++) {
            rows.followers().get(i).prepare(touched);
        }
        locate();
        for (int ids = 0; ids < blocks.populatedWords(); ids++) {
            for (long rest = populated(ids); rest != 0; rest &= rest - 1) {
                makeRoom((ids << 6) + Long.numberOfTrailingZeros(rest));
            }
        }
        if (pools.version() != version) { // blocks have moved
            locate();
        }
    }

    private long populated(int ids) {
        long populated = 0;
        for (int block = touched.nextSetBit(0); block >= 0; block = touched.nextSetBit(block + 1)) {
            populated |= Blocks.populated(blocks.base(block), ids);
        }
        return populated;
    }

    private void locate() {
        locate(from, fromBase);
        locate(to, toBase);
    }

    private void locate(int[] ofRows, long[] bases) {
        int block = -1;
        long base = 0;
        for (int i = 0; i < count; i++) {
            if (ofRows[i] >>> ROW_BITS != block) {
                block = ofRows[i] >>> ROW_BITS;
                base = blocks.base(block);
            }
            bases[i] = base;
        }
    }

    private void makeRoom(int id) {
        ColumnSet set = pools.sets()[id];
        if (objects.length < count && set != null && set.referenceSlots().length > 0) {
            objects = new Object[capacity];
        }
        if (hasRoom(id)) {
            return;
        }
        findHaving(id);
        needed.clear();
        int last = -1;
        for (int i = 0; i < copied; i++) {
            if (has(i) && to[i] >>> ROW_BITS != last) {
                last = to[i] >>> ROW_BITS;
                needed.set(last);
            }
        }
        for (int block = needed.nextSetBit(0); block >= 0; block = needed.nextSetBit(block + 1)) {
            if (!blocks.hasRoom(blocks.base(block), id)) {
                pools.makeRoom(blocks.base(block), id);
                locate();
            }
        }
    }

    private boolean hasRoom(int id) {
        boolean hasRoom = true;
        for (int block = touched.nextSetBit(0); block >= 0 && hasRoom; block = touched.nextSetBit(block + 1)) {
            hasRoom = blocks.hasRoom(blocks.base(block), id);
        }
        return hasRoom;
    }

    /** Finds the rows with values that have a component; returns how many. */
    private int findHaving(int id) {
        Arrays.fill(has, 0, copied + 63 >>> 6, 0);
        int found = 0;
        for (int run = 0; run < copiedFrom; run++) {
            int first = fromRuns.first(run);
            long present = RowBits.get(Pools.presentWords(fromBase[first], id), word(from[first]));
            if ((fromRuns.rows(run) & ~present) == 0) {
                found += fromRuns.first(run + 1) - first;
                setHas(first, fromRuns.first(run + 1));
            } else if ((fromRuns.rows(run) & present) != 0) {
                found += findHaving(first, fromRuns.first(run + 1), present);
            }
        }
        return found;
    }

    /** Finds the rows of a run whose bits are set. */
    private int findHaving(int first, int end, long present) {
        int found = 0;
        for (int i = first; i < end; i++) {
            long bit = present >>> from[i] & 1;
            has[i >>> 6] |= bit << i;
            found += (int) bit;
        }
        return found;
    }

    private void setHas(int first, int end) {
        long bits = -1L >>> Long.SIZE - (end - first);
        has[first >>> 6] |= bits << first;
        if (end - 1 >>> 6 != first >>> 6) {
            has[end - 1 >>> 6] |= -1L >>> -end;
        }
    }

    private boolean has(int i) {
        return (has[i >>> 6] >>> i & 1) != 0;
    }

    private void move() {
        for (int i = 0; i < count; i++) {
            fromInts[i] = fromBase[i] + ((long) (from[i] & ROW_MASK) << 2);
            toInts[i] = toBase[i] + ((long) (to[i] & ROW_MASK) << 2);
        }
        isAnyDisabled = false;
        for (int block = touched.nextSetBit(0); block >= 0; block = touched.nextSetBit(block + 1)) {
            isAnyDisabled |= Blocks.hasDisabled(blocks.base(block));
        }
        for (int ids = 0; ids < blocks.populatedWords(); ids++) {
            for (long rest = populated(ids); rest != 0; rest &= rest - 1) {
                move((ids << 6) + Long.numberOfTrailingZeros(rest));
            }
        }
        moveIndices();
        moveFree();
        for (int i = 0; i < rows.followers().size(); i++) {
            rows.followers().get(i).moved(from, to, copied, count);
        }
        for (int block = touched.nextSetBit(0); block >= 0; block = touched.nextSetBit(block + 1)) {
            pools.changed(blocks.base(block));
        }
        pools.presence().replaced();
        runs++;
    }

    private void move(int id) {
        int having = findHaving(id);
        if (having > 0 && id != ALIVE_ID && id != DISABLED_ID) {
            ColumnSet set = pools.sets()[id];
            for (int lane = 0; lane < set.lanes().count(); lane++) {
                moveLane(set.lanes().offset(lane), set.lanes().shift(lane), copied, having == copied, isToFree);
            }
            for (int slot : set.referenceSlots()) {
                moveReferences(slot);
            }
            for (int i = 0; i < rows.followers().size(); i++) {
                rows.followers().get(i).written(id, to, has, copied);
            }
        }
        if (isAnyDisabled) {
            moveDisabled(id);
        }
        movePresence(id, having == copied);
    }

    /**
     * Moves the values of a lane: through the buffer, unless no row is both read and written.
     *
     * @param offset bytes from a block's base to the lane
     */
    private void moveLane(int offset, int shift, int count, boolean isOfAll, boolean isApart) {
        if (isOfAll && isApart && shift == 2) {
            copyInts(offset, count);
        } else if (isOfAll && shift == 2) {
            moveInts(offset, count);
        } else if (isOfAll && isApart && shift == 3) {
            copyLongs(offset, count);
        } else if (isOfAll && shift == 3) {
            moveLongs(offset, count);
        } else {
            moveBits(offset, shift, count);
        }
    }

    private void moveBits(int offset, int shift, int count) {
        for (int i = 0; i < count; i++) {
            if (has(i)) {
                long bits = ColumnMemory.getBits(fromBase[i], from[i] & ROW_MASK, offset, shift);
                ColumnMemory.putLong(buffer, i, 0, bits);
            }
        }
        for (int i = 0; i < count; i++) {
            if (has(i)) {
                ColumnMemory.putBits(toBase[i], to[i] & ROW_MASK, offset, shift, ColumnMemory.getLong(buffer, i, 0));
            }
        }
    }

    private void moveInts(int offset, int count) {
        for (int i = 0; i < count; i++) {
            ColumnMemory.putInt(buffer, i, 0, UnsafeApi.getInt(null, fromInts[i] + offset));
        }
        for (int i = 0; i < count; i++) {
            UnsafeApi.putInt(null, toInts[i] + offset, ColumnMemory.getInt(buffer, i, 0));
        }
    }

    private void copyInts(int offset, int count) {
        for (int i = 0; i < count; i++) {
            UnsafeApi.putInt(null, toInts[i] + offset, UnsafeApi.getInt(null, fromInts[i] + offset));
        }
    }

    private void copyLongs(int offset, int count) {
        for (int i = 0; i < count; i++) {
            long value = ColumnMemory.getLong(fromBase[i], from[i] & ROW_MASK, offset);
            ColumnMemory.putLong(toBase[i], to[i] & ROW_MASK, offset, value);
        }
    }

    private void moveLongs(int offset, int count) {
        for (int i = 0; i < count; i++) {
            ColumnMemory.putLong(buffer, i, 0, ColumnMemory.getLong(fromBase[i], from[i] & ROW_MASK, offset));
        }
        for (int i = 0; i < count; i++) {
            ColumnMemory.putLong(toBase[i], to[i] & ROW_MASK, offset, ColumnMemory.getLong(buffer, i, 0));
        }
    }

    private void moveReferences(int slot) {
        References references = rows.references();
        for (int i = 0; i < copied; i++) {
            objects[i] = references.get(slot, from[i] >>> ROW_BITS, from[i] & ROW_MASK);
        }
        for (int i = 0; i < count; i++) {
            references.set(slot, to[i] >>> ROW_BITS, to[i] & ROW_MASK, i < copied && has(i) ? objects[i] : null);
            objects[i] = null;
        }
    }

    private void moveDisabled(int id) {
        Arrays.fill(disabled, 0, copied + 63 >>> 6, 0);
        for (int i = 0; i < copied; i++) {
            if (Blocks.hasDisabled(fromBase[i])
                    && (Pools.disabledWord(fromBase[i], word(from[i]), id) >>> from[i] & 1) != 0) {
                disabled[i >>> 6] |= 1L << i;
            }
        }
        // SAFETY: what is disabled is present, so the target's block has the component's area.
        for (int i = 0; i < count; i++) {
            int word = word(to[i]);
            boolean isDisabled = i < copied && (disabled[i >>> 6] >>> i & 1) != 0;
            if (isDisabled) {
                long area = toBase[i] + Presence.requireArea(toBase[i], id);
                Blocks.setHasDisabled(toBase[i]);
                RowBits.setAll(area + DISABLED_SUMMARY, area + DISABLED, word, 1L << to[i]);
            } else if (Blocks.hasDisabled(toBase[i]) && Presence.isDefined(toBase[i], id)) {
                long area = toBase[i] + Blocks.area(toBase[i], id);
                RowBits.clearAll(area + DISABLED_SUMMARY, area + DISABLED, word, 1L << to[i]);
            }
        }
    }

    private void movePresence(int id, boolean isOfAll) {
        if (isToFree) {
            movePresenceToFree(id, isOfAll);
            return;
        }
        for (int run = 0; run < toRuns.size(); run++) {
            int first = toRuns.first(run);
            long set = 0;
            if (run < copiedTo) {
                set = isOfAll ? toRuns.rows(run) : having(first, toRuns.first(run + 1));
            }
            pools.presence().replace(toBase[first], word(to[first]), id, set, toRuns.rows(run) & ~set);
        }
    }

    private void movePresenceToFree(int id, boolean isOfAll) {
        for (int run = 0; run < (isOfAll ? fromRuns.size() : copiedFrom); run++) {
            int first = fromRuns.first(run);
            long rows = fromRuns.rows(run);
            boolean areLeft = run < copiedFrom;
            pools.presence().replace(fromBase[first], word(from[first]), id, areLeft ? 0 : rows, areLeft ? rows : 0);
        }
        for (int i = 0; i < copied && !isOfAll; i++) {
            if (has(i)) {
                pools.presence().replace(toBase[i], word(to[i]), id, 1L << to[i], 0);
            }
        }
    }

    /** Which rows get a component, of those of a run. */
    private long having(int first, int end) {
        long having = 0;
        for (int i = first; i < end; i++) {
            having |= (has[i >>> 6] >>> i & 1) << to[i];
        }
        return having;
    }

    private void moveIndices() {
        moveLane(GENERATIONS, 2, count, true, false);
        for (int i = 0; i < count; i++) {
            index[i] = Permutation.movedIndex(fromBase[i], from[i] & ROW_MASK);
        }
        permutation.setAll(to, index, count);
    }

    private void moveFree() {
        for (int run = copiedFrom; run < fromRuns.size(); run++) {
            int i = fromRuns.first(run);
            RowBits.clearAll(fromBase[i] + FREE_SUMMARY, fromBase[i] + FREE, word(from[i]), fromRuns.rows(run));
        }
        for (int run = 0; isToFree && run < copiedFrom; run++) {
            int i = fromRuns.first(run);
            RowBits.setAll(fromBase[i] + FREE_SUMMARY, fromBase[i] + FREE, word(from[i]), fromRuns.rows(run));
        }
        for (int run = copiedTo; !isToFree && run < toRuns.size(); run++) {
            int i = toRuns.first(run);
            RowBits.setAll(toBase[i] + FREE_SUMMARY, toBase[i] + FREE, word(to[i]), toRuns.rows(run));
        }
        for (int block = touched.nextSetBit(0); block >= 0; block = touched.nextSetBit(block + 1)) {
            if (RowBits.isEmpty(blocks.base(block) + FREE_SUMMARY)) {
                blocks.freeBlocks(block).remove(block);
            } else {
                blocks.freeBlocks(block).add(block);
            }
        }
    }

    private static int word(int row) {
        return row >>> 6 & WORDS - 1;
    }

    /** {@return a number that grows whenever rows move} */
    long runs() {
        return runs;
    }

    long reservedBytes() {
        return (long) capacity * Long.BYTES;
    }

    @Override
    public void close() {
        if (capacity > 0) {
            blocks.source().free(buffer, reservedBytes());
        }
    }

    /**
     * Finds where rows go in whose place others come: to the rows that are left, see {@link RowMoves}.
     *
     * <p>SAFETY: rows are those of existing blocks.
     */
    static final class DisplacedRows {
        private final Blocks blocks;
        private final int[] displaced;
        private final int[] vacated;

        /** One bit for each row of the world; all clear between uses. */
        private long[] marks = {};

        private int end;

        DisplacedRows(Blocks blocks, int most) {
            this.blocks = blocks;
            displaced = new int[most];
            vacated = new int[most];
        }

        boolean areFree(int[] ofWorld, int count) {
            int word = -1;
            long free = 0;
            for (int i = 0; i < count; i++) {
                if (ofWorld[i] >>> 6 != word) {
                    word = ofWorld[i] >>> 6;
                    free = freeWord(word);
                }
                if ((free >>> ofWorld[i] & 1) == 0) {
                    return false;
                }
            }
            return true;
        }

        /**
         * Adds the targets that are no sources to the sources, and the sources that are no targets to the targets;
         * those with an entity first.
         */
        int add(int[] from, int[] to, int given) {
            if (marks.length < blocks.count() * WORDS) {
                marks = new long[Math.max(blocks.count() * WORDS, 2 * marks.length)];
            }
            for (int i = 0; i < given; i++) {
                marks[from[i] >>> 6] |= 1L << from[i];
            }
            int count = unmark(to, given, displaced, false);
            unmark(from, given, vacated, true);
            end = given;
            int used = 0;
            for (int i = 0; i < count; i++) {
                if (!isFree(displaced[i])) {
                    from[end] = displaced[i];
                    to[end++] = vacated[used++];
                }
            }
            int alive = end;
            for (int i = 0; i < count; i++) {
                if (isFree(displaced[i])) {
                    from[end] = displaced[i];
                    to[end++] = vacated[used++];
                }
            }
            return alive;
        }

        /** Removes the marks of rows; finds those that are marked, or those that are not. */
        private int unmark(int[] ofWorld, int count, int[] found, boolean isMarked) {
            int size = 0;
            for (int i = 0; i < count; i++) {
                int row = ofWorld[i];
                long word = marks[row >>> 6];
                if ((word >>> row & 1) != 0 == isMarked) {
                    found[size++] = row;
                }
                marks[row >>> 6] = word & ~(1L << row);
            }
            return size;
        }

        /** {@return the number of rows after {@link #add}} */
        int end() {
            return end;
        }

        private boolean isFree(int row) {
            return (freeWord(row >>> 6) >>> row & 1) != 0;
        }

        private long freeWord(int word) {
            long base = blocks.base(word >>> ROW_BITS - 6);
            return RowBits.word(base + FREE_SUMMARY, base + FREE, word & WORDS - 1);
        }
    }

    /**
     * Runs of rows that are side by side in an array, and in the same word of 64 rows, so that their bits are read and
     * written at once.
     */
    static final class WordRuns {
        private final int[] firsts;
        private final long[] rows;
        private int size;

        WordRuns(int most) {
            firsts = new int[most + 1];
            rows = new long[most];
        }

        /** Finds the runs of an array. The first rows and the others have runs of their own. */
        int find(int[] ofWorld, int part, int count) {
            size = 0;
            add(ofWorld, 0, part);
            int runs = size;
            add(ofWorld, part, count);
            firsts[size] = count;
            return runs;
        }

        private void add(int[] ofWorld, int from, int to) {
            for (int i = from; i < to; ) {
                int word = ofWorld[i] >>> 6;
                long run = 0;
                firsts[size] = i;
                do {
                    run |= 1L << ofWorld[i++];
                } while (i < to && ofWorld[i] >>> 6 == word);
                rows[size++] = run;
            }
        }

        int size() {
            return size;
        }

        /** The position of a run's first row in the array; that after the last run is the number of rows. */
        int first(int run) {
            return firsts[run];
        }

        long rows(int run) {
            return rows[run];
        }
    }
}
