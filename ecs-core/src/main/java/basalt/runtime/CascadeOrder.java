package basalt.runtime;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Entity;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.storage.Blocks;
import basalt.storage.Place;
import basalt.storage.access.Store;
import basalt.storage.relation.Tree;
import java.util.Arrays;

/**
 * Finds the order in which a cascade visits the matching rows: level by level from the roots down, or up to them.
 *
 * <p>The order is kept from one use to the next, and made again, in O(rows), if other rows match than before, links
 * have changed or rows have moved. The arrays only grow, so it makes no garbage while that stays as it is.
 *
 * <p>SAFETY: all rows of the runs, and the parents' rows, are in the matches that was given to {@link #update}.
 */
public final class CascadeOrder {
    /** The parent does not match. */
    private static final int OTHER = -2;

    private static final int NO_RUN = -1;

    private static final int FIRST = 0;
    private static final int PARENT = 1;
    private static final int LENGTH = 2;
    private static final int NUMBER = 3;
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

    /** For {@link #sort}: the first run of each depth. */
    private int[] firstOf = {};

    /** For {@link Runs#listParents}. */
    private int[] numbers = {};

    private final Runs runs = new Runs();
    private long links = -1;
    private long moves = -1;
    private int version;

    CascadeOrder(Store store, Tree tree, boolean hasTop, boolean isUp) {
        this.store = store;
        this.tree = tree;
        this.hasTop = hasTop;
        this.isUp = isUp;
    }

    Runs runs() {
        return runs;
    }

    int version() {
        return version;
    }

    int blocks() {
        return blocks;
    }

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

    /** Makes this the order of the matching rows. */
    void update(MatchedRows matches) {
        boolean isSame = keepMatching(matches);
        if (isSame && links == tree.version() && moves == store.rows().moveCount()) {
            return; // no links have changed, and no rows have moved
        }
        links = -1; // in case the heap is full
        sort(find(matches));
        links = tree.version();
        moves = store.rows().moveCount();
        version++;
    }

    /** Keeps the matching rows; returns false if they are others than before. */
    private boolean keepMatching(MatchedRows matches) {
        int size = matches.count() * (1 + WORDS);
        if (matching.length < size) {
            matching = Arrays.copyOf(matching, Math.max(size, 2 * matching.length));
        }
        boolean isSame = blocks == matches.count();
        blocks = matches.count();
        for (int i = 0; i < blocks; i++) {
            long entry = matches.entry(i);
            int at = i * (1 + WORDS);
            isSame &= keep(at, Blocks.index(MatchedBlock.base(entry)));
            for (int word = 0; word < WORDS; word++) {
                isSame &= keep(at + 1 + word, MatchedBlock.word(entry, word));
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
    private int find(MatchedRows matches) {
        count = 0;
        if (visited.length < 2 * blocks * WORDS) {
            visited = new long[Math.max(2 * blocks * WORDS, 2 * visited.length)];
        }
        Arrays.fill(visited, 0, 2 * blocks * WORDS, 0);
        int deepest = 0;
        for (int i = 0; i < matches.count(); i++) {
            long entry = matches.entry(i);
            long base = MatchedBlock.base(entry);
            int block = Blocks.index(base) << ROW_BITS;
            long lastParent = Entity.NULL;
            int lastAbove = OTHER;
            int end = -1; // the row after the last run
            for (int word = MatchedBlock.nextWord(entry, 0);
                    word < WORDS;
                    word = MatchedBlock.nextWord(entry, word + 1)) {
                for (long rest = MatchedBlock.word(entry, word); rest != 0; rest &= rest - 1) {
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
                    visited[2 * (i * WORDS + word) + (lastAbove == Runs.NONE ? 0 : 1)] |= rest & -rest;
                    if (row == end) {
                        found[(count - 1) * INTS + LENGTH]++;
                    } else {
                        int depth = lastAbove == Runs.NONE ? 0 : tree.depthAt(place);
                        deepest = Math.max(deepest, depth);
                        add(block + row, lastAbove, depth);
                    }
                    end = row + 1;
                }
            }
        }
        return deepest;
    }

    /** The row of a parent; Runs.NONE or OTHER if there is none that is visited before its children. */
    private int above(long parent, MatchedRows matches) {
        if (parent == Entity.NULL) {
            return hasTop ? Runs.NONE : OTHER;
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
        if (firstOf.length <= deepest) {
            firstOf = new int[Math.max(deepest + 1, 2 * firstOf.length)];
        }
        Arrays.fill(firstOf, 0, deepest + 1, NO_RUN);
        for (int i = count - 1; i >= 0; i--) {
            int depth = depths[i];
            depths[i] = firstOf[depth]; // from here on the next run of the same depth
            firstOf[depth] = i;
        }
        runs.clear();
        for (int level = 0; level <= deepest; level++) {
            for (int i = firstOf[isUp ? deepest - level : level]; i != NO_RUN; i = depths[i]) {
                runs.add(level, found[i * INTS + FIRST], found[i * INTS + PARENT], found[i * INTS + LENGTH]);
            }
        }
        runs.end();
        if (!isUp) {
            int rows = store.blocks().count() << ROW_BITS;
            if (numbers.length < rows) {
                numbers = new int[Math.max(rows, 2 * numbers.length)];
            }
            runs.listParents(numbers);
        }
    }

    /**
     * The rows that a cascade visits: runs of neighbouring rows with one parent, level by level.
     *
     * <pre>
     *   runs     | first row, parent's row, number of rows, number of the parent | ...
     *            level 0                level 1 ...                  the runs of a level in ascending order of rows
     *   parents  | row | ...                                         of each scattered level, ascending
     *   batches  | first run, place of its words | ...               of a level and 256 neighbouring rows
     *   words    4 for each dense batch: its rows                    a bit each
     * </pre>
     *
     * <p>Rows are numbers in the world. A run is in one batch. The arrays only grow.
     */
    public static final class Runs {
        /** Instead of the parent's row, of rows without a parent. */
        public static final int NONE = -1;

        /** The ints of a run. */
        public static final int INTS = 4;

        /** So few that the values of all parents stay in the first cache. */
        public static final int WORDS_OF_BATCH = 4;

        public static final int ROWS_OF_BATCH = WORDS_OF_BATCH * Long.SIZE;

        /** In batches with fewer rows, a loop over all of their words gains nothing. */
        private static final int DENSE = 16;

        private static final int SPARSE = -1;

        /** In levels with fewer runs, or fewer for each parent, the parents are not listed. */
        private static final int MANY = 256;

        private static final int SCATTERED = 2;

        /** Nor are more: a table of them would not fit into a cache. */
        private static final int MOST_LISTED = 1 << 17;

        private int[] runs = {};
        private int count;
        private int[] batches = {};
        private int batchCount;

        /** The rows of the last batch. */
        private int lastRows;

        private long[] words = {};
        private int wordCount;
        private int[] parents = {};

        /** For each level the end of its parents; for those behind the last such level, there are none. */
        private int[] parentEnds = {};

        private int levelsWithParents;

        /** For each level, the number of runs up to its end, and of rows. */
        private int[] ends = {};

        private int[] rows = {};
        private int levels;

        void clear() {
            count = 0;
            levels = 0;
            batchCount = 0;
            wordCount = 0;
            levelsWithParents = 0;
        }

        /**
         * Lists the parents of all scattered levels.
         *
         * @param numbers for each row of the world a 0, which is 0 again afterwards
         */
        void listParents(int[] numbers) {
            if (parentEnds.length < levels) {
                parentEnds = new int[ends.length];
            }
            int to = 0;
            for (int level = 0; level < levels; level++) {
                if (end(level) - start(level) >= MANY && parent(start(level)) != NONE) {
                    to = listParents(numbers, start(level), end(level), to);
                }
                parentEnds[level] = to;
            }
            levelsWithParents = levels;
        }

        /** Lists the parents of a level that is not large. */
        void listAllParents() {
            parentEnds = new int[] {listParents(new int[1 << ROW_BITS], 0, count, 0)};
            levelsWithParents = 1;
        }

        private int listParents(int[] numbers, int start, int end, int from) {
            if (parents.length < from + (end - start)) {
                parents = Arrays.copyOf(parents, Math.max(from + (end - start), 2 * parents.length));
            }
            int to = from;
            for (int run = start; run < end; run++) {
                if (numbers[parent(run)]++ == 0) {
                    parents[to++] = parent(run);
                }
            }
            Arrays.sort(parents, from, to);
            for (int i = from; i < to; i++) {
                numbers[parents[i]] = i - from;
            }
            for (int run = start; run < end; run++) {
                runs[run * INTS + NUMBER] = numbers[parent(run)];
            }
            for (int i = from; i < to; i++) {
                numbers[parents[i]] = 0;
            }
            return to - from <= MOST_LISTED && end - start >= SCATTERED * (to - from) ? to : from;
        }

        public int[] parents() {
            return parents;
        }

        int firstParent(int level) {
            return level == 0 ? 0 : endOfParents(level - 1);
        }

        int endOfParents(int level) {
            return level < levelsWithParents ? parentEnds[level] : 0;
        }

        /** Whether some runs of a level are enough to look up its parents in a list. */
        boolean areScattered(int level, int someRuns) {
            return someRuns >= SCATTERED * (endOfParents(level) - firstParent(level));
        }

        /** Adds a run, or one for each batch, at the end of a level that is the last one or a later one. */
        void add(int level, int first, int parent, int length) {
            int end = first + length;
            for (int row = first; row < end; row = (row | ROWS_OF_BATCH - 1) + 1) {
                addInBatch(level, row, parent, Math.min(end, (row | ROWS_OF_BATCH - 1) + 1) - row);
            }
        }

        private void addInBatch(int level, int first, int parent, int length) {
            if ((count + 1) * INTS > runs.length) {
                runs = Arrays.copyOf(runs, Math.max(64 * INTS, 2 * runs.length));
            }
            if (count == 0 || level >= levels || (first ^ first(count - 1)) >= ROWS_OF_BATCH) {
                beginBatch();
            }
            lastRows += length;
            begin(level);
            runs[count * INTS + FIRST] = first;
            runs[count * INTS + PARENT] = parent;
            runs[count * INTS + LENGTH] = length;
            count++;
            ends[level] = count;
            rows[level] += length;
        }

        private void beginBatch() {
            end();
            if (2 * (batchCount + 1) > batches.length) {
                batches = Arrays.copyOf(batches, Math.max(64, 2 * batches.length));
            }
            batches[2 * batchCount] = count;
            batches[2 * batchCount + 1] = SPARSE;
            batchCount++;
            lastRows = 0;
        }

        /** Ends the last batch. */
        void end() {
            if (batchCount == 0 || lastRows < DENSE) {
                return;
            }
            if (wordCount + WORDS_OF_BATCH > words.length) {
                words = Arrays.copyOf(words, Math.max(16 * WORDS_OF_BATCH, 2 * words.length));
            }
            Arrays.fill(words, wordCount, wordCount + WORDS_OF_BATCH, 0);
            for (int run = firstRun(batchCount - 1); run < count; run++) {
                int end = first(run) + length(run);
                for (int row = first(run); row < end; row = (row | 63) + 1) {
                    int length = Math.min(end - row, 64 - (row & 63));
                    words[wordCount + ((row & ROWS_OF_BATCH - 1) >>> 6)] |= -1L >>> 64 - length << row;
                }
            }
            batches[2 * batchCount - 1] = wordCount;
            wordCount += WORDS_OF_BATCH;
        }

        private void begin(int level) {
            if (level >= ends.length) {
                int length = Math.max(level + 1, 2 * ends.length);
                rows = Arrays.copyOf(rows, length);
                ends = Arrays.copyOf(ends, length);
            }
            for (; levels <= level; levels++) {
                ends[levels] = count;
                rows[levels] = 0;
            }
        }

        int count() {
            return count;
        }

        /** The first row of a run: its number in the world. */
        public int first(int run) {
            return runs[run * INTS + FIRST];
        }

        /** The row of the parent: its number in the world, or NONE. */
        public int parent(int run) {
            return runs[run * INTS + PARENT];
        }

        /** The number of rows, which are in one block. */
        public int length(int run) {
            return runs[run * INTS + LENGTH];
        }

        /** The runs: INTS each. */
        public int[] ints() {
            return runs;
        }

        /** Of some runs of one batch, the first one that does not end before a row of its block; or the end. */
        public int firstRun(int from, int end, int rowOfBlock) {
            int low = from;
            int high = end;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if ((first(middle) & ROW_MASK) + length(middle) <= rowOfBlock) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        /** The batch of a run. */
        int batchOf(int run) {
            int low = 0;
            int high = batchCount - 1;
            while (low < high) {
                int middle = (low + high + 1) >>> 1;
                if (firstRun(middle) <= run) {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            return low;
        }

        /** The first run of a batch; of the batch after the last one, the end of the runs. */
        int firstRun(int batch) {
            return batch < batchCount ? batches[2 * batch] : count;
        }

        /** The first run of the batch of a run. */
        int startOfBatch(int run) {
            return firstRun(batchOf(run));
        }

        /** Whether a batch has words. */
        boolean isDense(int batch) {
            return batches[2 * batch + 1] != SPARSE;
        }

        /** The rows of one of the words of a dense batch. */
        long word(int batch, int word) {
            return words[batches[2 * batch + 1] + word];
        }

        int levels() {
            return levels;
        }

        int start(int level) {
            return level == 0 ? 0 : ends[level - 1];
        }

        /** The run after the last one of a level. */
        int end(int level) {
            return ends[level];
        }

        int rows(int level) {
            return rows[level];
        }

        int rows() {
            int sum = 0;
            for (int level = 0; level < levels; level++) {
                sum += rows[level];
            }
            return sum;
        }
    }
}
