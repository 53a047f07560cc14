package basalt.query;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Entity;
import basalt.snapshot.MatchSnapshot;
import basalt.snapshot.SnapshotEntry;
import basalt.storage.Blocks;
import basalt.storage.Place;
import basalt.storage.access.Store;
import basalt.storage.tree.Tree;
import java.util.Arrays;

/**
 * The order in which a cascade visits rows: runs of neighbouring rows that have the same parent, sorted by the depth in
 * the tree. Runs of one depth are in ascending order of rows.
 *
 * <pre>
 *   runs     | first row, parent's row, number of rows | ...     ints; rows are numbers in the world
 *            depth 0 (the parent's row is NONE)  depth 1 ...     depths descend if children come first
 * </pre>
 *
 * <p>The order is kept from one use to the next, and made again, in O(rows), if other rows match than before, links
 * have changed or rows have moved. The arrays only grow, so it makes no garbage while that stays as it is.
 *
 * <p>SAFETY: all rows of the runs, and the parents' rows, are in the snapshot that was given to {@link #update}.
 */
final class CascadeOrder {
    /** Instead of the parent's row, of rows without a parent. */
    static final int NONE = -1;

    /** The parent does not match. */
    private static final int OTHER = -2;

    private static final int FIRST = 0;
    private static final int PARENT = 1;
    private static final int LENGTH = 2;
    private static final int INTS = 3;

    private final Store store;
    private final Tree tree;
    private final boolean hasTop;
    private final boolean isUp;

    /** For each block with matching rows its number, and one bit for each row. */
    private long[] matching = {};

    private int blocks;

    /** The runs in ascending order of rows, and their depths. */
    private int[] found = {};

    private int[] depths = {};

    /** The runs in the order of the visit. */
    private int[] sorted = {};

    /** For each depth, how many runs come before it. */
    private int[] starts = {};

    private int count;
    private long links = -1;
    private long moves = -1;

    /**
     * An order without rows.
     *
     * @param store the world's rows
     * @param tree the trees
     * @param body tells which rows are visited, and whether children come first
     */
    CascadeOrder(Store store, Tree tree, CascadeBody body) {
        this.store = store;
        this.tree = tree;
        hasTop = body.top() != null;
        isUp = body.isUp();
    }

    /** The number of runs. */
    int count() {
        return count;
    }

    /** The first row of a run: its number in the world. */
    int first(int run) {
        return sorted[run * INTS + FIRST];
    }

    /** The row of the parent: its number in the world, or NONE. */
    int parent(int run) {
        return sorted[run * INTS + PARENT];
    }

    /** The number of rows, which are in one block. */
    int length(int run) {
        return sorted[run * INTS + LENGTH];
    }

    /**
     * Makes this the order of the rows of a snapshot.
     *
     * @throws IllegalStateException if the links of the tree are damaged
     */
    void update(MatchSnapshot matches) {
        boolean isCurrent = keepMatching(matches);
        if (isCurrent && links == tree.version() && moves == store.rows().moveCount()) {
            return;
        }
        links = -1; // in case the heap is full
        sort(find(matches));
        links = tree.version();
        moves = store.rows().moveCount();
    }

    /** Keeps the matching rows; returns false if they are others than before. */
    private boolean keepMatching(MatchSnapshot matches) {
        int size = matches.count() * (1 + WORDS);
        if (matching.length < size) {
            matching = Arrays.copyOf(matching, Math.max(size, 2 * matching.length));
        }
        boolean isSame = blocks == matches.count();
        blocks = matches.count();
        for (int i = 0; i < blocks; i++) {
            long entry = matches.entry(i);
            int at = i * (1 + WORDS);
            isSame &= keep(at, Blocks.index(SnapshotEntry.base(entry)));
            for (int word = 0; word < WORDS; word++) {
                isSame &= keep(at + 1 + word, SnapshotEntry.word(entry, word));
            }
        }
        if (!isSame) {
            links = -1;
        }
        return isSame;
    }

    private boolean keep(int at, long bits) {
        boolean isSame = matching[at] == bits;
        matching[at] = bits;
        return isSame;
    }

    /** Finds the runs in ascending order of rows; returns the greatest depth. */
    private int find(MatchSnapshot matches) {
        count = 0;
        int deepest = 0;
        for (int i = 0; i < matches.count(); i++) {
            long entry = matches.entry(i);
            long base = SnapshotEntry.base(entry);
            int block = Blocks.index(base) << ROW_BITS;
            long lastParent = Entity.NULL;
            int lastAbove = OTHER;
            int end = -1; // the row after the last run
            for (int word = SnapshotEntry.nextWord(entry, 0);
                    word < WORDS;
                    word = SnapshotEntry.nextWord(entry, word + 1)) {
                for (long rest = SnapshotEntry.word(entry, word); rest != 0; rest &= rest - 1) {
                    int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                    long place = Place.of(base, row);
                    long parent = tree.parentAt(place);
                    if (parent != lastParent || lastAbove == OTHER) {
                        lastParent = parent;
                        int above = above(parent, matches);
                        end = above == lastAbove ? end : -1;
                        lastAbove = above;
                    }
                    if (lastAbove == OTHER) {
                        continue;
                    }
                    if (row == end) {
                        found[(count - 1) * INTS + LENGTH]++;
                    } else {
                        int depth = lastAbove == NONE ? 0 : tree.depthAt(place);
                        deepest = Math.max(deepest, depth);
                        add(block + row, lastAbove, depth);
                    }
                    end = row + 1;
                }
            }
        }
        return deepest;
    }

    /** The row of a parent; NONE or OTHER if there is none that is visited before its children. */
    private int above(long parent, MatchSnapshot matches) {
        if (parent == Entity.NULL) {
            return hasTop ? NONE : OTHER;
        }
        long place = store.entities().tryLocate(parent);
        return place != 0 && matches.contains(place) ? Place.rowOfWorld(place) : OTHER;
    }

    private void add(int row, int above, int depth) {
        if (count == depths.length) {
            int capacity = Math.max(64, 2 * count);
            found = Arrays.copyOf(found, capacity * INTS);
            depths = Arrays.copyOf(depths, capacity);
        }
        found[count * INTS + FIRST] = row;
        found[count * INTS + PARENT] = above;
        found[count * INTS + LENGTH] = 1;
        depths[count++] = depth;
    }

    /** Sorts the runs by depth. Those of one depth stay in their order. */
    private void sort(int deepest) {
        if (starts.length < deepest + 2) {
            starts = new int[Math.max(deepest + 2, 2 * starts.length)];
        }
        if (sorted.length < found.length) {
            sorted = new int[found.length];
        }
        Arrays.fill(starts, 0);
        for (int i = 0; i < count; i++) {
            starts[level(depths[i], deepest) + 1]++;
        }
        for (int level = 1; level <= deepest; level++) {
            starts[level] += starts[level - 1];
        }
        for (int i = 0; i < count; i++) {
            int at = starts[level(depths[i], deepest)]++ * INTS;
            System.arraycopy(found, i * INTS, sorted, at, INTS);
        }
    }

    private int level(int depth, int deepest) {
        return isUp ? deepest - depth : depth;
    }
}
