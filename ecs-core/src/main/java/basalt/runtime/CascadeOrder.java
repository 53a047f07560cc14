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
 * <p>The order is kept from one use to the next. If other rows match than before, or links have changed, the runs are
 * found again in each 256 rows in which that is so, and all runs are sorted again. If rows have moved, all are found
 * again. The arrays only grow, so it makes no garbage while that stays as it is.
 *
 * <p>SAFETY: all rows of the runs, and the parents' rows, are in the matches that was given to {@link #update}.
 */
public final class CascadeOrder {
    /** The parent is not alive. */
    private static final int OTHER = -2;

    private static final int NO_RUN = -1;

    private static final int FIRST = 0;
    private static final int PARENT = 1;
    private static final int LENGTH = 2;
    private static final int NUMBER = 3;
    private static final int DEPTH = 3;
    private static final int INTS = 4;

    private static final int BATCHES = WORDS / Runs.WORDS_OF_BATCH;

    private final Store store;
    private final Tree tree;
    private final boolean hasTop;
    private final boolean isUp;

    /** For each block with matching rows its number, and one bit for each row. */
    private long[] matching = {};

    /** For each of these blocks the batches in which other rows match than before, a bit each. */
    private long[] changed = {};

    /** For each word of these rows, the rows that are visited as roots, and those that are visited as children. */
    private long[] visited = {};

    private int blocks;

    /** The runs of matching rows with one parent, visited or not, in ascending order, and those of the last time. */
    private int[] found = {};

    private int[] last = {};

    private int count;

    /** For each batch of each block the first run; then the number of runs. */
    private int[] starts = {};

    /** For {@link #sort}: the first run of each depth, and for each run the next one of the same depth. */
    private int[] firstOf = {};

    private int[] next = {};

    /** For each block of the world its place in {@link #matching}; -1 for none. */
    private int[] indices = {};

    /** For {@link Runs#listParents}: a bit, and a number, for each row of the world. */
    private long[] marks = {};

    private int[] numbers = {};

    private final Runs runs = new Runs();
    private long links = -1;
    private long places = -1;
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
        long now = store.rows().moveCount() + store.rows().replacements();
        boolean isAll = places != now;
        boolean isSame = keepMatching(matches);
        if (isSame && links == tree.version() && !isAll) {
            return; // no links have changed, and no rows have moved
        }
        places = -1; // in case the heap is full
        find(matches, isAll);
        sort(group());
        links = tree.version();
        places = now;
        version++;
    }

    /** Keeps the matching rows; returns false if they are others than before. */
    private boolean keepMatching(MatchedRows matches) {
        int before = blocks;
        blocks = matches.count();
        if (changed.length < blocks) {
            places = -1; // in case the heap is full
            matching = Arrays.copyOf(matching, 2 * blocks * (1 + WORDS));
            changed = new long[2 * blocks];
        }
        boolean isSame = blocks == before;
        for (int i = 0; i < blocks; i++) {
            long entry = matches.entry(i);
            int at = i * (1 + WORDS);
            boolean isSameBlock = keep(at, Blocks.index(MatchedBlock.base(entry))) && i < before;
            long other = 0;
            for (int word = 0; word < WORDS; word++) {
                other |= keep(at + 1 + word, MatchedBlock.word(entry, word)) ? 0 : 1L << word / Runs.WORDS_OF_BATCH;
            }
            changed[i] = isSameBlock ? other : -1;
            isSame &= changed[i] == 0;
        }
        return isSame;
    }

    private boolean keep(int at, long bits) {
        boolean isSame = matching[at] == bits;
        matching[at] = bits;
        return isSame;
    }

    /** Finds the runs in ascending order of rows. */
    private void find(MatchedRows matches, boolean isAll) {
        int[] before = found;
        found = last;
        last = before;
        if (starts.length <= blocks * BATCHES) {
            starts = Arrays.copyOf(starts, 2 * blocks * BATCHES + 1);
        }
        count = 0;
        int end = 0;
        for (int batch = 0; batch < blocks * BATCHES; batch++) {
            int start = end;
            end = starts[batch + 1];
            starts[batch] = count;
            int block = batch / BATCHES;
            if (isAll
                    || (changed[block] >>> batch & 1) != 0
                    || tree.isChanged(block(block) * BATCHES + batch % BATCHES, links)) {
                find(matches.entry(block), block, batch % BATCHES * Runs.WORDS_OF_BATCH);
            } else {
                cover(count + end - start);
                System.arraycopy(last, start * INTS, found, count * INTS, (end - start) * INTS);
                count += end - start;
            }
        }
        starts[blocks * BATCHES] = count;
    }

    /** Finds the runs of the words of a batch. */
    private void find(long entry, int index, int firstWord) {
        int first = block(index) << ROW_BITS;
        long base = MatchedBlock.base(entry);
        long lastParent = Entity.NULL;
        int end = -1; // the row after the last run
        for (int word = firstWord; word < firstWord + Runs.WORDS_OF_BATCH; word++) {
            for (long rest = matching(index, word); rest != 0; rest &= rest - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                long place = Place.of(base, row);
                long parent = tree.parentAt(place);
                if (row == end && parent == lastParent) {
                    found[(count - 1) * INTS + LENGTH]++;
                } else {
                    cover(count + 1);
                    found[count * INTS + FIRST] = first + row;
                    found[count * INTS + PARENT] = rowOf(parent);
                    found[count * INTS + LENGTH] = 1;
                    found[count++ * INTS + DEPTH] = parent == Entity.NULL ? 0 : tree.depthAt(place);
                    lastParent = parent;
                }
                end = row + 1;
            }
        }
    }

    private int rowOf(long parent) {
        long place = parent == Entity.NULL ? 0 : store.entities().tryLocate(parent);
        return place != 0 ? Place.rowOfWorld(place) : parent == Entity.NULL ? Runs.NONE : OTHER;
    }

    private void cover(int size) {
        if (size * INTS > found.length) {
            found = Arrays.copyOf(found, Math.max(64 * INTS, 2 * size * INTS));
        }
    }

    /** Makes a list of the runs of each depth that are visited; returns the greatest depth. */
    private int group() {
        cover();
        Arrays.fill(visited, 0, 2 * blocks * WORDS, 0);
        Arrays.fill(firstOf, NO_RUN);
        Arrays.fill(indices, -1);
        for (int index = 0; index < blocks; index++) {
            indices[block(index)] = index;
        }
        int deepest = 0;
        for (int index = blocks - 1; index >= 0; index--) {
            for (int i = starts[(index + 1) * BATCHES] - 1; i >= starts[index * BATCHES]; i--) {
                int parent = found[i * INTS + PARENT];
                int depth = found[i * INTS + DEPTH];
                if (parent == Runs.NONE ? hasTop : isMatching(parent)) {
                    deepest = Math.max(deepest, depth);
                    next[i] = firstOf[depth];
                    firstOf[depth] = i;
                    visit(index, found[i * INTS + FIRST] & ROW_MASK, found[i * INTS + LENGTH], parent != Runs.NONE);
                }
            }
        }
        return deepest;
    }

    private void cover() {
        int rows = store.blocks().count() << ROW_BITS;
        if (numbers.length < rows) {
            indices = new int[rows >>> ROW_BITS];
            marks = new long[rows >>> 6];
            numbers = new int[rows];
        }
        if (visited.length < 2 * blocks * WORDS) {
            visited = new long[4 * blocks * WORDS];
        }
        if (next.length < count) {
            next = new int[2 * count];
        }
        int deepest = 0;
        for (int i = 0; i < count; i++) {
            deepest = Math.max(deepest, found[i * INTS + DEPTH]);
        }
        if (firstOf.length <= deepest) {
            firstOf = new int[Math.max(deepest + 1, 2 * firstOf.length)];
        }
    }

    private boolean isMatching(int row) {
        int index = row == OTHER ? -1 : indices[row >>> ROW_BITS];
        return index >= 0 && (matching(index, (row & ROW_MASK) >>> 6) >>> row & 1) != 0;
    }

    private void visit(int index, int first, int length, boolean areChildren) {
        for (int row = first; row < first + length; row = (row | 63) + 1) {
            int rows = Math.min(first + length - row, 64 - (row & 63));
            visited[2 * (index * WORDS + (row >>> 6)) + (areChildren ? 1 : 0)] |= -1L >>> 64 - rows << row;
        }
    }

    private void sort(int deepest) {
        runs.clear();
        for (int level = 0; level <= deepest; level++) {
            for (int i = firstOf[isUp ? deepest - level : level]; i != NO_RUN; i = next[i]) {
                runs.add(level, found[i * INTS + FIRST], found[i * INTS + PARENT], found[i * INTS + LENGTH]);
            }
        }
        runs.end();
        if (!isUp) {
            runs.listParents(marks, numbers);
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

        /** Nor are more: a table of them, of 16 MB at most, would miss the caches as the rows do. */
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
         * @param marks for each 64 rows of the world a 0, which is 0 again afterwards
         * @param numbers for each row of the world any number
         */
        void listParents(long[] marks, int[] numbers) {
            if (parentEnds.length < levels) {
                parentEnds = new int[ends.length];
            }
            int to = 0;
            for (int level = 0; level < levels; level++) {
                if (end(level) - start(level) >= MANY && parent(start(level)) != NONE) {
                    to = listParents(marks, numbers, start(level), end(level), to);
                }
                parentEnds[level] = to;
            }
            levelsWithParents = levels;
        }

        /** Lists the parents of a level that is not large. */
        void listAllParents() {
            parentEnds = new int[] {listParents(new long[WORDS], new int[1 << ROW_BITS], 0, count, 0)};
            levelsWithParents = 1;
        }

        private int listParents(long[] marks, int[] numbers, int start, int end, int from) {
            if (parents.length < from + (end - start)) {
                parents = Arrays.copyOf(parents, Math.max(from + (end - start), 2 * parents.length));
            }
            int lowest = Integer.MAX_VALUE;
            int highest = 0;
            for (int run = start; run < end; run++) {
                int parent = parent(run);
                marks[parent >>> 6] |= 1L << parent;
                lowest = Math.min(lowest, parent);
                highest = Math.max(highest, parent);
            }
            int to = from;
            for (int word = lowest >>> 6; word <= highest >>> 6; word++) {
                for (long rest = marks[word]; rest != 0; rest &= rest - 1) {
                    int parent = (word << 6) + Long.numberOfTrailingZeros(rest);
                    numbers[parent] = to - from;
                    parents[to++] = parent;
                }
                marks[word] = 0;
            }
            if (to - from > MOST_LISTED || end - start < SCATTERED * (to - from)) {
                return from;
            }
            for (int run = start; run < end; run++) {
                runs[run * INTS + NUMBER] = numbers[parent(run)];
            }
            return to;
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

        /** Adds a run, whose rows are of one batch, at the end of a level that is the last one or a later one. */
        void add(int level, int first, int parent, int length) {
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
