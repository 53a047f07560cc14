package basalt.storage.change;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.storage.Blocks;
import basalt.storage.Place;
import basalt.storage.Pools;
import java.util.Arrays;
import java.util.function.LongPredicate;
import org.agrona.collections.Int2IntCounterMap;

/**
 * The entities that are destroyed together: those that the program destroys, and those that {@linkplain DestroyRule
 * rules} add to them. A list of rows, in the order in which they were added, and one bit for each row that is in it.
 * Rows do not move while a wave is in use. The memory is on the heap and kept. For the store's thread.
 */
public final class DestroyWave {
    private static final long[] NONE = {};

    private final Blocks blocks;
    private int[] rows = new int[64];

    private int size;

    /** For each block, the bits of its rows; empty for blocks without rows in a wave. */
    private long[][] marks = {};

    private int uncertain;

    /** For {@link #sort}. */
    private int[] sorted = {};

    private int[] path = new int[64];

    /** How many entities that stay will lose a component, by its id. */
    private final Int2IntCounterMap removals = new Int2IntCounterMap(0);

    DestroyWave(Blocks blocks) {
        this.blocks = blocks;
    }

    /** Adds an entity, unless it is in the wave. */
    public void add(long place) {
        int row = Place.rowOfWorld(place);
        long[] words = words(row >>> ROW_BITS);
        int word = Place.word(place);
        long bit = Place.bit(place);
        if ((words[word] & bit) == 0) {
            if (size == rows.length) {
                rows = Arrays.copyOf(rows, 2 * size);
            }
            rows[size++] = row;
            words[word] |= bit;
        }
    }

    /** Adds entities, unless they are in the wave. */
    public void add(long base, int word, long added) {
        for (long rest = added; rest != 0; rest &= rest - 1) {
            add(Place.of(base, (word << 6) + Long.numberOfTrailingZeros(rest)));
        }
    }

    /** Whether an entity is in the wave. */
    public boolean contains(long place) {
        int block = Blocks.index(Place.base(place));
        return block < marks.length
                && marks[block].length > 0
                && (marks[block][Place.word(place)] & Place.bit(place)) != 0;
    }

    /** Counts an entity that stays and will lose a component for this wave, so that there is memory to log that. */
    public void willRemove(int id) {
        removals.incrementAndGet(id);
    }

    int removals(int id) {
        return removals.get(id);
    }

    /** The number of entities of the wave that have a component. */
    int count(int id) {
        int count = 0;
        for (int i = 0; i < size; i++) {
            count += Pools.has(Place.base(place(i)), Place.row(place(i)), id) ? 1 : 0;
        }
        return count;
    }

    /** Removes entities from the list, in its order; each is out of the wave when the next one is tested. */
    void removeIf(LongPredicate isRemoved) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            int row = rows[i];
            long place = place(i);
            if (isRemoved.test(place)) {
                marks[row >>> ROW_BITS][Place.word(place)] &= ~Place.bit(place);
            } else {
                rows[kept++] = row;
            }
        }
        size = kept;
    }

    /**
     * Sorts the entities so that each comes after those above it, and otherwise stays in its order. In a circle, which
     * several rules can form, the first one that is met comes last.
     */
    void sort(DestroyRule[] rules) {
        if (sorted.length < size) {
            sorted = new int[rows.length];
        }
        int count = 0;
        for (int i = 0; i < size; i++) {
            int depth = 0;
            for (long place = take(place(i)); depth > 0 || place != 0; ) {
                if (place != 0) {
                    if (depth == path.length) {
                        path = Arrays.copyOf(path, 2 * depth);
                    }
                    path[depth++] = Place.rowOfWorld(place);
                }
                place = takeAbove(path[depth - 1], rules);
                if (place == 0) {
                    sorted[count++] = path[--depth];
                }
            }
        }
        int[] before = rows;
        rows = sorted;
        sorted = before;
        for (int i = 0; i < size; i++) {
            marks[rows[i] >>> ROW_BITS][(rows[i] & ROW_MASK) >>> 6] |= 1L << rows[i];
        }
    }

    /** Takes an entity above that of a row out of the wave; 0 if none is left. */
    private long takeAbove(int row, DestroyRule[] rules) {
        for (DestroyRule rule : rules) {
            long above = rule.above(placeOf(row));
            long taken = above == 0 ? 0 : take(above);
            if (taken != 0) {
                return taken;
            }
        }
        return 0;
    }

    private long take(long place) {
        if (!contains(place)) {
            return 0;
        }
        marks[Blocks.index(Place.base(place))][Place.word(place)] &= ~Place.bit(place);
        return place;
    }

    private long[] words(int block) {
        if (block >= marks.length) {
            int before = marks.length;
            marks = Arrays.copyOf(marks, Math.max(blocks.count(), block + 1));
            Arrays.fill(marks, before, marks.length, NONE);
        }
        if (marks[block].length == 0) {
            marks[block] = new long[WORDS];
        }
        return marks[block];
    }

    /** {@return the number of entities} */
    public int size() {
        return size;
    }

    /**
     * {@return how many of the first entities may be in the wave without those that take them along; all others were
     * added by the only rule}
     */
    public int uncertain() {
        return uncertain;
    }

    void uncertain(int count) {
        uncertain = count;
    }

    /** Removes the entities in the word of the last one from the wave; returns them, or 0 if that was done before. */
    long takeWord() {
        int row = rows[--size];
        long[] words = marks[row >>> ROW_BITS];
        int word = (row & ROW_MASK) >>> 6;
        long taken = words[word];
        words[word] = 0;
        return taken;
    }

    public long place(int index) {
        return placeOf(rows[index]);
    }

    private long placeOf(int row) {
        return Place.of(blocks.base(row >>> ROW_BITS), row & ROW_MASK);
    }

    void clear() {
        for (int i = 0; i < size; i++) {
            int row = rows[i];
            marks[row >>> ROW_BITS][(row & ROW_MASK) >>> 6] = 0;
        }
        size = 0;
        removals.clear();
    }
}
