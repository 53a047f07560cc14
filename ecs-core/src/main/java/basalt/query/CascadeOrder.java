package basalt.query;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Entity;
import basalt.match.MatchSnapshot;
import basalt.match.SnapshotEntry;
import basalt.storage.Blocks;
import basalt.storage.Place;
import basalt.storage.access.Store;
import basalt.storage.relation.Tree;
import java.util.Arrays;

/**
 * Finds the order in which a cascade visits the rows of a snapshot: level by level from the roots down, or up to them.
 *
 * <p>The order is kept from one use to the next, and made again, in O(rows), if other rows match than before, links
 * have changed or rows have moved. The arrays only grow, so it makes no garbage while that stays as it is.
 *
 * <p>SAFETY: all rows of the runs, and the parents' rows, are in the snapshot that was given to {@link #update}.
 */
final class CascadeOrder {
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

    /** For each word of these rows, the rows that are visited as roots, and those that are visited as children. */
    private long[] visited = {};

    private int blocks;

    /** The runs in ascending order of rows, and their depths. */
    private int[] found = {};

    private int[] depths = {};

    private int count;

    private final CascadeRuns runs = new CascadeRuns();
    private long links = -1;
    private long moves = -1;
    private int version;

    /** An order without rows. */
    CascadeOrder(Store store, Tree tree, CascadeBody body) {
        this.store = store;
        this.tree = tree;
        hasTop = body.top() != null;
        isUp = body.isUp();
    }

    /** The runs in the order of the visit. */
    CascadeRuns runs() {
        return runs;
    }

    /** A number that grows when the order becomes another one. */
    int version() {
        return version;
    }

    /** The number of blocks with matching rows. */
    int blocks() {
        return blocks;
    }

    /** The number of a block. */
    int block(int index) {
        return (int) matching[index * (1 + WORDS)];
    }

    /** The matching rows of a word of a block, visited or not. */
    long matching(int index, int word) {
        return matching[index * (1 + WORDS) + 1 + word];
    }

    /** The rows of a word of a block that are visited as roots. */
    long roots(int index, int word) {
        return visited[2 * (index * WORDS + word)];
    }

    /** The rows of a word of a block that are visited as children. */
    long children(int index, int word) {
        return visited[2 * (index * WORDS + word) + 1];
    }

    /** Makes this the order of the rows of a snapshot. */
    void update(MatchSnapshot matches) {
        boolean isSame = keepMatching(matches);
        if (isSame && isCurrent()) {
            return;
        }
        links = -1; // in case the heap is full
        sort(find(matches));
        links = tree.version();
        moves = store.rows().moveCount();
        version++;
    }

    /** Whether no links have changed and no rows have moved since the order was made. */
    private boolean isCurrent() {
        return links == tree.version() && moves == store.rows().moveCount();
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
        if (visited.length < 2 * blocks * WORDS) {
            visited = new long[Math.max(2 * blocks * WORDS, 2 * visited.length)];
        }
        Arrays.fill(visited, 0, 2 * blocks * WORDS, 0);
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
                    visited[2 * (i * WORDS + word) + (lastAbove == CascadeRuns.NONE ? 0 : 1)] |= rest & -rest;
                    if (row == end) {
                        found[(count - 1) * INTS + LENGTH]++;
                    } else {
                        int depth = lastAbove == CascadeRuns.NONE ? 0 : tree.depthAt(place);
                        deepest = Math.max(deepest, depth);
                        add(block + row, lastAbove, depth);
                    }
                    end = row + 1;
                }
            }
        }
        return deepest;
    }

    /** The row of a parent; CascadeRuns.NONE or OTHER if there is none that is visited before its children. */
    private int above(long parent, MatchSnapshot matches) {
        if (parent == Entity.NULL) {
            return hasTop ? CascadeRuns.NONE : OTHER;
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
        runs.open(count, deepest + 1);
        for (int i = 0; i < count; i++) {
            runs.count(level(depths[i], deepest));
        }
        runs.place();
        for (int i = 0; i < count; i++) {
            int at = i * INTS;
            runs.set(level(depths[i], deepest), found[at + FIRST], found[at + PARENT], found[at + LENGTH]);
        }
    }

    private int level(int depth, int deepest) {
        return isUp ? deepest - depth : depth;
    }
}
