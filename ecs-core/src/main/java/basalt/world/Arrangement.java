package basalt.world;

import basalt.internal.NoState;
import basalt.match.Filter;
import basalt.memory.MemorySource;
import basalt.runtime.WorldRuntime;
import basalt.storage.ArrangedRows;
import basalt.storage.ArrangedRows.RowVisitor;
import basalt.storage.ArrangedRows.RowWords;
import basalt.storage.RadixSort;

/**
 * Keeps the entities of a query together in memory, in rows of their own, and in an order if one was given. Kernels
 * over them then read long spans without holes, and entities that are near each other in the order share cache lines.
 *
 * <pre>{@code
 * Arrangement near = world.rows().arrange(birds).byCurve(Bird.X, Bird.Y, 4);
 * near.run();                  // all at once, such as after loading
 * near.run(200);               // or a bit in each tick
 * }</pre>
 *
 * <p>Handles, values, and what queries find stay the same, and observers see nothing: only the order changes in which
 * rows are visited. Templates spawn their entities where they always do; these, and entities that match later, come to
 * the others in the next run. Those that match no more leave in the next run, for rows of entities without a template.
 *
 * <p>An entity is in one arrangement at a time, that which has run last: if two queries overlap, each run takes the
 * shared entities from the other arrangement. {@code world.rows().compact()} closes holes in arrangements too, by
 * moving their last entities, so a sorted arrangement should run after it.
 *
 * <p>{@link #run()} is stable: entities with equal keys keep their order, and those that come to the others follow
 * them. The same world gives the same order, whatever the number of workers. Only {@link #run(long)} depends on the
 * clock; worlds that must be the same on all machines use {@link #run()} or {@link #runRows}. The order of entities,
 * and how far an arrangement is, are parts of the world's snapshots and files, and the order is a part of its state
 * hash. In a loaded world, the arrangements that the program makes go on with the rows of those that were open when the
 * world was saved, in the order in which they are made.
 *
 * <p>An arrangement has its own blocks of 16,384 rows. Each block whose rows have moved takes 128 KiB more. Runs make
 * no garbage. Close an arrangement that is no longer needed, because nothing is spawned in the free rows of its blocks;
 * the world closes the others.
 *
 * <p>For the world's thread: between ticks, or in an exclusive system. In an iteration or an observer, and after this
 * or the query was closed, a run throws {@link IllegalStateException}. If the memory source cannot give memory, which
 * is a {@link basalt.memory.NativeMemoryException}, some entities may have moved, and nothing is lost.
 */
@NoState
public final class Arrangement implements AutoCloseable {
    /** Rows that a run with a budget sorts at once, half of which the next window has too. */
    private static final int WINDOW = 2048;

    private static final int STRIDE = WINDOW / 2;

    /** In the progress: nothing was moved since the sweep began at the first or last row. */
    private static final int NONE_MOVED = 1;

    /** In the progress: nothing was moved by a whole sweep. */
    private static final int ALL_IN_ORDER = 2;

    /** In the progress: the sweep goes from the last row to the first one. */
    private static final int DOWN = 4;

    /** Entities that a run with a budget gathers between two looks at the clock. */
    private static final int AT_ONCE = 512;

    private final WorldRuntime runtime;
    private final Filter filter;
    private final RowKeys keys;
    private final ArrangedRows rows;
    private final MemorySource source;
    private final RowWords matching;
    private final RowWords others;
    private final RowVisitor addKey;
    private final RadixSort sort = new RadixSort();
    private boolean isClosed;

    Arrangement(WorldRuntime runtime, Filter filter, RowKeys keys) {
        runtime.store().checkOwner("world.rows().arrange(...)", "make the arrangement before the tick, and keep it");
        this.runtime = runtime;
        this.filter = filter;
        this.keys = keys;
        rows = new ArrangedRows(runtime.store().rows(), runtime.store().rowAllocator());
        source = runtime.store().blockPool().source();
        matching = filter::matching;
        addKey = (base, row, index) -> sort.add(keys.key(base, row), index);
        others = (base, word) -> ArrangedRows.entities(base, word) & ~filter.matching(base, word);
    }

    /**
     * Arranges all entities that match. Sorts in linear time, with 24 bytes of temporary native memory for each entity
     * if there is an order.
     */
    public void run() {
        requireReady("arrangement.run()");
        rows.begin();
        boolean isMore;
        do {
            isMore = rows.release(others, Integer.MAX_VALUE) > 0;
        } while (isMore);
        if (keys == null) {
            do {
                isMore = rows.gather(matching, Integer.MAX_VALUE) > 0;
            } while (isMore);
        } else {
            sortAll();
        }
        do {
            isMore = rows.closeHoles(Integer.MAX_VALUE) > 0;
        } while (isMore);
        rows.progress(0);
    }

    /**
     * Arranges some entities, for some time: brings those that match together, then goes through them again and again
     * and puts neighbours in order. What is nearly in order, such as entities that have moved a little, is in order
     * soon; entities in random order are better sorted by {@link #run()} first. Each call goes on where the last one
     * stopped, whatever has changed in between.
     *
     * <p>Sorting sweeps from the first entity to the last one and back, O(entities) each time, until a sweep finds all
     * in order. A few entities that belong far away get there in two sweeps; random order takes one sweep for each
     * 1,024 entities or so, which is quadratic.
     *
     * @param budgetMicros microseconds, more than 0; the call ends at most some hundred microseconds later, and in a
     *     world of many millions of rows takes at least the time to look for entities that come or go, O(rows / 64)
     * @return true if this and earlier calls have found all in order, and nothing was moved meanwhile; false if the
     *     time is over. What changes later is seen by later calls
     */
    public boolean run(long budgetMicros) {
        return run("arrangement.run(...)", budgetMicros, Long.MAX_VALUE);
    }

    /**
     * Arranges some entities, like {@link #run(long)}, by looking at a number of them at most. The same world gives the
     * same result on all machines.
     *
     * @param most the greatest number of entities that are moved or sorted, more than 0; sorting is done by some 2,048
     * @return true if this and earlier calls have found all in order, and nothing was moved meanwhile; false if the
     *     number is reached. What changes later is seen by later calls
     */
    public boolean runRows(int most) {
        return run("arrangement.runRows(...)", Long.MAX_VALUE, most);
    }

    private boolean run(String call, long budgetMicros, long most) {
        requireReady(call);
        HoleClosing.requirePositive("budgetMicros", budgetMicros);
        HoleClosing.requirePositive("most", most);
        long start = System.nanoTime();
        long memory = MemorySource.allocateFrom(source, RadixSort.bytes(WINDOW), Long.BYTES);
        try {
            sort.begin(memory, WINDOW);
            rows.begin();
            long rest = most;
            do {
                int done = step((int) Math.min(rest, AT_ONCE));
                if (done == 0) {
                    return true;
                }
                rest -= done;
            } while (rest > 0 && (System.nanoTime() - start) / 1000 < budgetMicros);
            return false;
        } finally {
            source.free(memory, RadixSort.bytes(WINDOW));
        }
    }

    /**
     * Ends the arrangement: its blocks get entities without a template from now on. No entity moves. Further calls do
     * nothing.
     */
    @Override
    public void close() {
        if (!isClosed && !runtime.isClosed()) {
            runtime.requireRowsIdle("arrangement.close()");
            rows.close();
        }
        isClosed = true;
    }

    private void requireReady(String call) {
        runtime.requireRowsIdle(call);
        if (isClosed) {
            throw new IllegalStateException(
                    "the arrangement is closed; make another one by world.rows().arrange(query)");
        }
        filter.requireOpen();
        if (keys != null) {
            keys.begin();
        }
    }

    /** Moves or sorts some entities; returns how many, 0 if all are in order. */
    private int step(int most) {
        int moved = rows.release(others, most);
        moved = moved > 0 ? moved : rows.gather(matching, most);
        if (keys == null) {
            return moved > 0 ? moved : rows.closeHoles(most);
        }
        if (moved > 0) {
            progress((int) rows.progress(), state() & DOWN); // nothing counts as in order
            return moved;
        }
        return sortWindow();
    }

    /**
     * Sorts the next rows, in sweeps from the first row to the last one and back. The progress has the number of the
     * window's first row in its lower half, and {@link #NONE_MOVED}, {@link #ALL_IN_ORDER} and {@link #DOWN} in its
     * upper half. Both halves are positive ints, which files may contain.
     */
    private int sortWindow() {
        int end = rows.end();
        int place = (int) rows.progress();
        int state = state();
        if (end == 0 || (state & ALL_IN_ORDER) != 0) {
            int freed = rows.closeHoles(1); // there are no holes, but perhaps empty blocks
            if (freed == 0) {
                progress(place, state & DOWN | NONE_MOVED);
            }
            return freed;
        }
        boolean isDown = (state & DOWN) != 0;
        int last = (end - 1) / STRIDE * STRIDE;
        int first = Math.min(place, last);
        sort.clear();
        rows.forEachIn(first, WINDOW, addKey);
        sort.sort();
        int moved = rows.place(sort.order(), sort.count(), first);
        boolean isNoneMoved = moved == 0 && (place == 0 && !isDown || (state & NONE_MOVED) != 0);
        if (first == (isDown ? 0 : last)) {
            progress(isDown ? 0 : last, (isDown ? 0 : DOWN) | (isNoneMoved ? ALL_IN_ORDER : NONE_MOVED));
        } else {
            int next = isDown ? Math.max(first - STRIDE, 0) : first + STRIDE;
            progress(next, state & DOWN | (isNoneMoved ? NONE_MOVED : 0));
        }
        return Math.max(sort.count(), 1);
    }

    private int state() {
        return (int) (rows.progress() >>> Integer.SIZE);
    }

    private void progress(int place, int state) {
        rows.progress((long) state << Integer.SIZE | place);
    }

    private void sortAll() {
        int count = rows.count(matching);
        rows.requireRows(count);
        long memory = MemorySource.allocateFrom(source, RadixSort.bytes(count), Long.BYTES);
        try {
            sort.begin(memory, count);
            rows.forEach(matching, true, count, addKey);
            rows.forEach(matching, false, count, addKey);
            sort.sort();
            rows.place(sort.order(), count, 0);
        } finally {
            source.free(memory, RadixSort.bytes(count));
        }
    }
}
