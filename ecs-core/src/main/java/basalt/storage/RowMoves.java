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

import java.util.Arrays;
import java.util.BitSet;

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
 * its lanes.
 */
final class RowMoves implements AutoCloseable {
    /** The most rows that can be given at once. */
    static final int MOST = 4096;

    private static final int MOST_PARTS = 2 * MOST;

    private final Rows rows;
    private final Blocks blocks;
    private final Pools pools;
    private final Permutation permutation;

    private final int[] from = new int[MOST_PARTS];
    private final int[] to = new int[MOST_PARTS];
    private final long[] fromBase = new long[MOST_PARTS];
    private final long[] toBase = new long[MOST_PARTS];
    private final int[] index = new int[MOST_PARTS];
    private final int[] generation = new int[MOST_PARTS];
    private final long[] has = new long[MOST_PARTS / Long.SIZE];
    private final long[] disabled = new long[MOST_PARTS / Long.SIZE];
    private Object[] objects = {};

    /** The rows that take part; those before {@link #copied} have values. */
    private int count;

    private int copied;

    /** Whether all targets that are given are free, so that no row is both a source and a target. */
    private boolean isToFree;

    /** Whether a block that takes part may have disabled components. */
    private boolean isAnyDisabled;

    private final BitSet touched = new BitSet();

    /** The blocks that need room for a component. */
    private final BitSet needed = new BitSet();

    private final DisplacedRows displaced;
    private final LaneMoves lanes;

    RowMoves(Rows rows) {
        this.rows = rows;
        blocks = rows.blocks();
        pools = rows.pools();
        permutation = rows.entities().permutation();
        displaced = new DisplacedRows(blocks, MOST);
        lanes = new LaneMoves(blocks.source(), MOST_PARTS, from, to, fromBase, toBase, has);
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

    /**
     * Moves the sources to the targets.
     *
     * @throws basalt.memory.NativeMemoryException if there is not enough memory, or the memory source has called code
     *     that changed the structure; nothing has moved then
     */
    void run() {
        try {
            pools.presence().summariseEmptied();
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
        for (int i = 0; i < count; i++) {
            touched.set(to[i] >>> ROW_BITS);
        }
    }

    private void prepare() {
        long version = pools.version();
        for (int block = touched.nextSetBit(0); block >= 0; block = touched.nextSetBit(block + 1)) {
            permutation.cover(block);
            blocks.freeBlocks(block).cover(block);
        }
        for (int i = 0; i < rows.followers().size(); i++) {
            rows.followers().get(i).prepare(touched);
        }
        pools.requireSame(version);
        locate();
        for (int ids = 0; ids < blocks.populatedWords(); ids++) {
            for (long rest = populated(ids); rest != 0; rest &= rest - 1) {
                makeRoom((ids << 6) + Long.numberOfTrailingZeros(rest));
            }
        }
        locate();
        requireStillFree();
    }

    /** Throws if free rows were claimed by code that the memory source has called. */
    private void requireStillFree() {
        for (int i = copied; i < count; i++) {
            if (!RowBits.get(fromBase[i] + FREE_SUMMARY, fromBase[i] + FREE, from[i] & ROW_MASK)) {
                throw Pools.changedBySource();
            }
        }
    }

    /** Which of 64 components some row has of the blocks that take part. */
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
            makeRoom(id, block);
        }
    }

    private void makeRoom(int id, int block) {
        blocks.coverComponent(id, block);
        if (!blocks.hasRoom(blocks.base(block), id)) {
            pools.makeRoom(blocks.base(block), id);
            locate();
        }
        if (pools.hasReferences(id)) {
            for (int slot : pools.referenceSlots(id)) {
                rows.references().cover(slot, block);
            }
        }
    }

    /** Finds the rows with values that have a component; returns how many. */
    private int findHaving(int id) {
        Arrays.fill(has, 0, copied + 63 >>> 6, 0);
        int found = 0;
        int word = -1;
        long present = 0;
        for (int i = 0; i < copied; i++) {
            if (from[i] >>> 6 != word) {
                word = from[i] >>> 6;
                present = RowBits.get(Pools.presentWords(fromBase[i], id), (from[i] & ROW_MASK) >>> 6);
            }
            long bit = present >>> from[i] & 1;
            has[i >>> 6] |= bit << i;
            found += (int) bit;
        }
        return found;
    }

    private boolean has(int i) {
        return (has[i >>> 6] >>> i & 1) != 0;
    }

    private void move() {
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
    }

    private void move(int id) {
        int having = findHaving(id);
        if (having > 0 && id != ALIVE_ID && id != DISABLED_ID) {
            ColumnSet set = pools.sets()[id];
            for (int lane = 0; lane < set.lanes().count(); lane++) {
                lanes.move(set.lanes().offset(lane), set.lanes().shift(lane), copied, having == copied, isToFree);
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
        movePresence(id);
    }

    private void moveReferences(int slot) {
        if (objects.length == 0) {
            objects = new Object[MOST_PARTS];
        }
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
                    && (Pools.disabledWord(fromBase[i], (from[i] & ROW_MASK) >>> 6, id) >>> from[i] & 1) != 0) {
                disabled[i >>> 6] |= 1L << i;
            }
        }
        // SAFETY: what is disabled is present, so the target's block has the component's area.
        for (int i = 0; i < count; i++) {
            int word = (to[i] & ROW_MASK) >>> 6;
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

    private void movePresence(int id) {
        for (int i = 0; i < count; ) {
            long base = toBase[i];
            int word = to[i] >>> 6;
            long set = 0;
            long clear = 0;
            do {
                boolean isSet = i < copied && has(i);
                set |= isSet ? 1L << to[i] : 0;
                clear |= isSet ? 0 : 1L << to[i];
                i++;
            } while (i < count && to[i] >>> 6 == word);
            pools.presence().replace(base, (word << 6 & ROW_MASK) >>> 6, id, set, clear);
        }
    }

    private void moveIndices() {
        for (int i = 0; i < count; i++) {
            int row = from[i] & ROW_MASK;
            index[i] = Permutation.movedIndex(fromBase[i], row);
            generation[i] = ColumnMemory.getInt(fromBase[i], row, GENERATIONS);
        }
        for (int i = 0; i < count; i++) {
            permutation.set(to[i], index[i]);
            ColumnMemory.putInt(toBase[i], to[i] & ROW_MASK, GENERATIONS, generation[i]);
        }
    }

    private void moveFree() {
        for (int i = copied; i < count; ) {
            long base = fromBase[i];
            int word = from[i] >>> 6;
            long taken = 0;
            do {
                taken |= 1L << from[i++];
            } while (i < count && from[i] >>> 6 == word);
            RowBits.clearAll(base + FREE_SUMMARY, base + FREE, word & WORDS - 1, taken);
        }
        for (int i = copied; i < count; ) {
            long base = toBase[i];
            int word = to[i] >>> 6;
            long freed = 0;
            do {
                freed |= 1L << to[i++];
            } while (i < count && to[i] >>> 6 == word);
            RowBits.setAll(base + FREE_SUMMARY, base + FREE, word & WORDS - 1, freed);
        }
        for (int block = touched.nextSetBit(0); block >= 0; block = touched.nextSetBit(block + 1)) {
            if (RowBits.isEmpty(blocks.base(block) + FREE_SUMMARY)) {
                blocks.freeBlocks(block).remove(block);
            } else {
                blocks.freeBlocks(block).add(block);
            }
        }
    }

    long reservedBytes() {
        return lanes.reservedBytes();
    }

    @Override
    public void close() {
        lanes.close();
    }
}
