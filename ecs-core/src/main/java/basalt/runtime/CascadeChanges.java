package basalt.runtime;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Component;
import basalt.component.TreeType;
import basalt.match.ChangeFilter;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.storage.Blocks;
import basalt.storage.access.Store;
import basalt.storage.change.ChangeTracker;
import basalt.storage.change.RowSet;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Finds the rows of a cascade that have changed since they were visited, and all that is below them.
 *
 * <pre>
 *   starts   rows in which a component or the parent was written: a query for changes finds them;
 *            rows that have gained another component of the query;
 *            rows that were not visited as what they are now, roots or children
 *   below    run by run in the order of the visit: the runs of the children of each row that is visited
 * </pre>
 *
 * <p>The rows that were visited are kept in two sets, of roots and of children. They are part of snapshots, so a
 * restored world visits the same rows again. After a failure they are empty, so that all rows are visited. The maps
 * from rows to runs are on the heap: eight bytes a row, and four a run. Takes O(visited rows + runs / 64), and O(rows
 * of the world) if the order is a new one.
 */
public final class CascadeChanges {
    private static final int NO_RUN = -1;

    private final Store store;
    private final RowQuery query;
    private final ChangeFilter filter;

    /** The rows that were visited as roots, and as children, after the last change but those of {@link #query}. */
    private final RowSet roots;

    private final RowSet children;

    /** For each other component of the query the rows that have gained it. */
    private final RowSet[] gained;

    /** Whether roots and children have all rows of the order, and no others. */
    private boolean isSettled;

    /** Whether they did before the run that is open. */
    private boolean wasSettled;

    /** The version of the order that the maps belong to. */
    private int mapped = -1;

    /** For each row of the world its run, and the first run of its children. */
    private int[] runAt = {};

    private int[] childRun = {};

    /** For each run the next one with the same parent. */
    private int[] nextRun = {};

    private final BitSet starts = new BitSet();

    /** The runs of which some rows are visited, or all. */
    private final BitSet some = new BitSet();

    private final BitSet whole = new BitSet();
    private final CascadeOrder.Runs selected = new CascadeOrder.Runs();
    private CascadeOrder.Runs runs;

    /** Records changes from now on; all rows count as changed. */
    public CascadeChanges(RowQuery query, TreeType tree) {
        this.store = query.store();
        this.query = query;
        this.filter = query.filter().changeFilter();
        RowSet[] sets = filter.keep(store.changeTracker(), tree.childOf().id(), 2);
        roots = sets[0];
        children = sets[1];
        gained = filter.trackGained(store.changeTracker(), query.declared());
    }

    RowQuery query() {
        return query;
    }

    ChangeFilter filter() {
        return filter;
    }

    /** Finds the rows to visit, and clears the recorded changes. */
    CascadeOrder.Runs select(IterationContext here, CascadeOrder order) {
        if (mapped != order.version()) {
            mapped = -1;
            isSettled = false;
            map(order.runs());
            mapped = order.version();
        }
        wasSettled = isSettled;
        if (!isSettled) {
            requirePages(order);
        }
        starts.clear();
        some.clear();
        whole.clear();
        MatchedRows changed = here.take(query.filter());
        isSettled = false; // unless the run ends well
        try {
            addChanged(changed);
        } finally {
            here.close(changed);
        }
        addGained(order);
        if (!wasSettled) {
            addUnsettled(order);
        }
        goDown();
        return selected;
    }

    private void map(CascadeOrder.Runs all) {
        int rows = store.blocks().count() << ROW_BITS;
        if (runAt.length < rows) {
            int length = Math.max(rows, 2 * runAt.length);
            childRun = new int[length];
            runAt = new int[length];
        }
        if (nextRun.length < all.count()) {
            nextRun = new int[Math.max(all.count(), 2 * nextRun.length)];
        }
        Arrays.fill(runAt, NO_RUN);
        Arrays.fill(childRun, NO_RUN);
        runs = all;
        for (int run = all.count() - 1; run >= 0; run--) {
            Arrays.fill(runAt, all.first(run), all.first(run) + all.length(run), run);
            int parent = all.parent(run);
            if (parent != CascadeOrder.Runs.NONE) {
                nextRun[run] = childRun[parent];
                childRun[parent] = run;
            }
        }
    }

    private void requirePages(CascadeOrder order) {
        for (int i = 0; i < order.blocks(); i++) {
            roots.requirePage(order.block(i));
            children.requirePage(order.block(i));
        }
    }

    private void addChanged(MatchedRows changed) {
        for (int i = 0; i < changed.count(); i++) {
            long entry = changed.entry(i);
            int block = Blocks.index(MatchedBlock.base(entry)) << ROW_BITS;
            for (int word = MatchedBlock.nextWord(entry, 0);
                    word < WORDS;
                    word = MatchedBlock.nextWord(entry, word + 1)) {
                addStarts(block + (word << 6), MatchedBlock.word(entry, word));
            }
        }
    }

    private void addGained(CascadeOrder order) {
        for (RowSet set : gained) {
            for (int i = 0; i < order.blocks() && !set.isEmpty(); i++) {
                int block = order.block(i);
                for (int word = set.nextWord(block, 0); word < WORDS; word = set.nextWord(block, word + 1)) {
                    addStarts((block << ROW_BITS) + (word << 6), set.word(block, word) & order.matching(i, word));
                }
            }
            set.clear();
        }
    }

    private void addUnsettled(CascadeOrder order) {
        for (int i = 0; i < order.blocks(); i++) {
            int block = order.block(i);
            for (int word = 0; word < WORDS; word++) {
                long rows = order.roots(i, word) & ~roots.word(block, word)
                        | order.children(i, word) & ~children.word(block, word);
                addStarts((block << ROW_BITS) + (word << 6), rows);
            }
        }
    }

    /** Adds rows of a word, stretch by stretch. */
    private void addStarts(int first, long rows) {
        long rest = rows;
        while (rest != 0) {
            int from = Long.numberOfTrailingZeros(rest);
            int length = Long.numberOfTrailingZeros(~(rest >>> from));
            addStarts(first + from, first + Math.min(from + length, Long.SIZE));
            rest = from + length < Long.SIZE ? rest & -1L << from + length : 0;
        }
    }

    private void addStarts(int from, int to) {
        starts.set(from, to);
        int row = from;
        while (row < Math.min(to, runAt.length)) { // a memory source's listener may have spawned
            int run = runAt[row];
            if (run == NO_RUN) {
                addChildren(row++); // its values are those that its children start from
            } else {
                some.set(run);
                row = runs.first(run) + runs.length(run);
            }
        }
    }

    private void addChildren(int row) {
        for (int run = childRun[row]; run != NO_RUN; run = nextRun[run]) {
            some.set(run);
            whole.set(run);
        }
    }

    /** Selects rows run by run. The runs of children come after those of their parents. */
    private void goDown() {
        selected.clear();
        int level = 0;
        for (int run = some.nextSetBit(0); run >= 0; run = some.nextSetBit(run + 1)) {
            while (run >= runs.end(level)) {
                level++;
            }
            int first = runs.first(run);
            int end = first + runs.length(run);
            if (whole.get(run)) {
                select(level, first, end, runs.parent(run));
                continue;
            }
            for (int from = starts.nextSetBit(first); from >= 0 && from < end; ) {
                int to = Math.min(end, starts.nextClearBit(from));
                select(level, from, to, runs.parent(run));
                from = starts.nextSetBit(to);
            }
        }
        selected.end();
    }

    private void select(int level, int from, int to, int parent) {
        selected.add(level, from, parent, to - from);
        if (level + 1 < runs.levels()) {
            for (int row = from; row < to; row++) {
                addChildren(row);
            }
        }
    }

    /** Records writes of a component in the selected rows, for all other queries for changes. */
    void recordWrites(Component<?> component) {
        ChangeTracker changes = store.changeTracker();
        for (int run = 0; run < selected.count(); run++) {
            int end = selected.first(run) + selected.length(run);
            for (int row = selected.first(run); row < end; row = (row | 63) + 1) {
                changes.recordWritten(component.id(), row >>> ROW_BITS, wordOf(row), rowsOfWord(row, end), filter);
            }
        }
    }

    void succeeded(CascadeOrder order) {
        if (!wasSettled) {
            roots.clear();
            children.clear();
            for (int i = 0; i < order.blocks(); i++) {
                for (int word = 0; word < WORDS; word++) {
                    add(roots, order.block(i), word, order.roots(i, word));
                    add(children, order.block(i), word, order.children(i, word));
                }
            }
        }
        isSettled = true;
    }

    private static void add(RowSet to, int block, int word, long rows) {
        if (rows != 0) {
            to.add(block, word, rows);
        }
    }

    /** The run has failed, or what it has visited is not known: the next one visits all rows. */
    void failed() {
        roots.clear();
        children.clear();
        isSettled = false;
    }

    private static int wordOf(int row) {
        return (row & (1 << ROW_BITS) - 1) >>> 6;
    }

    /** The rows from one to the end of its word, or to an end before that. */
    private static long rowsOfWord(int row, int end) {
        long rows = -1L << row;
        return end - (row & -64) < 64 ? rows & (1L << end) - 1 : rows;
    }
}
