package basalt.world;

import basalt.internal.Friend;
import basalt.query.Query;
import basalt.runtime.RowQuery;
import basalt.runtime.WorldRuntime;

/**
 * The rows of a world's entities, {@link World#rows()}: moves entities to other rows, so that loops over them are fast.
 * Handles, values, and what queries find stay the same, and observers see nothing; only the order in which queries
 * visit the rows changes.
 *
 * <p>Nothing moves by itself. Moves are refused with an {@link IllegalStateException} in an iteration, an observer, or
 * a system that is not exclusive, and on a wrong thread. If the memory source cannot give memory, which is a {@link
 * basalt.memory.NativeMemoryException}, what has moved until then stays moved, and nothing is lost.
 */
public final class WorldRows {
    private static final Friend<Query, RowQuery> QUERIES = Friend.of(Query.class, RowQuery.class);

    private final World world;
    private final WorldRuntime runtime;
    private final HoleClosing holes;

    WorldRows(World world, WorldRuntime runtime) {
        this.world = world;
        this.runtime = runtime;
        holes = new HoleClosing(runtime);
    }

    /**
     * Closes all holes between entities: the last entities of each template, and of those without a template, move to
     * its lowest free rows. Handles, values, and what queries find stay the same, and observers see nothing; only the
     * order in which queries visit the rows changes. Blocks that become empty go back: the memory of their columns to
     * the world's memory source, their rows to all templates. The rows of entities that commands will spawn stay where
     * they are. Each block whose rows have moved takes 128 KiB more. Entities that an arrangement has sorted stay
     * together, but their last ones leave the order: run it after this. Then the holes between the elements of lists
     * are closed, and their memory goes back.
     *
     * <p>O(rows / 64 + entities that move): each entity moves once. With lists O(lists + their pages of 16 KiB), too.
     */
    public Compaction compact() {
        return compact(Long.MAX_VALUE);
    }

    /**
     * Closes holes, like {@link #compact()}, for some time. The next call goes on where this one stopped, whatever has
     * changed in between.
     *
     * <p>How far it comes depends on the machine. A world that must be the same on all machines uses {@link
     * #compactRows}.
     *
     * @param budgetMicros microseconds, more than 0; the call ends at most some ten microseconds later, unless a block
     *     has to grow, and then counts what is left, O(rows / 64)
     */
    public Compaction compact(long budgetMicros) {
        return holes.run("world.rows().compact(...)", null, budgetMicros, Long.MAX_VALUE);
    }

    /**
     * Closes holes, like {@link #compact(long)}, by moving at most a number of entities, and at most as many lists and
     * strings. The same world gives the same result on all machines.
     *
     * <p>A list that moves is a copy of at most 8 KiB; longer ones stay. The lists of at most 16 times as many rows, or
     * 64, are looked at, and the next call goes on behind them. Then a region of free memory goes back, of 1 MiB or
     * less, unless it was that of a longer list. This needs no memory, and is no part of the result: {@link
     * Compaction#isComplete} is about entities and blocks. A program can call this in each tick; if there is nothing
     * to do, a call takes O(blocks + pages of 16 KiB of lists).
     *
     * @param most the greatest number of entities that move, and of lists, more than 0
     */
    public Compaction compactRows(int most) {
        return holes.run("world.rows().compactRows(...)", null, Long.MAX_VALUE, most);
    }

    /**
     * Begins an arrangement: the entities of a query get rows of their own, side by side or in an order. Choose the
     * order, keep the arrangement, and run it when the entities are to move:
     *
     * <pre>{@code
     * Arrangement near = world.rows().arrange(birds).byCurve(Bird.X, Bird.Y, 4);
     * near.run();
     * }</pre>
     *
     * @param query a query of this world, not for changes
     */
    public ArrangementBuilder arrange(Query query) {
        runtime.store().checkOwner("world.rows().arrange(...)", "make the arrangement before the tick, and keep it");
        if (query == null) {
            throw new IllegalArgumentException("query must not be null: pass the query whose entities are arranged");
        }
        RowQuery rows = QUERIES.internal(query);
        rows.filter().requireOpen();
        if (rows.runtime() != runtime) {
            throw new IllegalArgumentException(
                    "the query belongs to another world; build it with this world's query()");
        }
        if (rows.filter().changeFilter() != null) {
            throw new IllegalArgumentException(
                    "a query for changes has other rows in each tick; arrange a query without changed() and added()");
        }
        return new ArrangementBuilder(runtime, rows.filter());
    }

    /**
     * Begins an arrangement of all entities in trees of a type, disabled ones included: level by level, as cascades
     * visit them. As {@link #arrange(Query)} with {@link ArrangementBuilder#byTree}; keep it, and run it when parents
     * have changed:
     *
     * <pre>{@code
     * Arrangement levels = world.rows().arrange(world.hierarchy());
     * levels.run();
     * }</pre>
     *
     * @param tree trees of this world
     * @return an arrangement that has not run yet
     */
    public Arrangement arrange(Hierarchy tree) {
        runtime.store().checkOwner("world.rows().arrange(...)", "make the arrangement before the tick, and keep it");
        if (tree == null || tree.runtime() != runtime) {
            throw new IllegalArgumentException("the trees must be those of world.hierarchy(...) of this world: tree="
                    + (tree == null ? "null" : tree.type()));
        }
        return arrange(world.query().all(tree.type().node()).includeDisabled().build())
                .byTree(tree.type());
    }
}
