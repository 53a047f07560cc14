package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;

import basalt.command.Playback;
import basalt.match.Filter;
import basalt.match.MatchScan;
import basalt.match.MatchScan.BuiltFilters;
import basalt.match.MatchScan.BuiltFilters.BuiltFilter;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.runtime.MemoryFigures;
import basalt.runtime.WorldRuntime;
import basalt.storage.access.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The figures of a world, {@link World#statistics()}. Each call looks anew. For the world's thread, outside of systems
 * that are not exclusive; else, and after the world was closed, {@link IllegalStateException}.
 */
public final class WorldStatistics {
    private final WorldRuntime runtime;

    WorldStatistics(WorldRuntime runtime) {
        this.runtime = runtime;
    }

    /** {@return the native memory that the world holds} */
    public Memory memory() {
        check("memory()");
        MemoryFigures figures = new MemoryFigures();
        runtime.measureMemory(figures);
        return Memory.of(figures, runtime.store().changeTracker().ownerCount());
    }

    /**
     * Counts the entities, and the rows of each query, which shows which ones are scattered. This evaluates all queries
     * that are in use, and may be called during an iteration.
     *
     * @return the counts of this moment
     */
    public Rows rows() {
        check("rows()");
        return Rows.of(runtime.store(), runtime.builtFilters());
    }

    /** {@return how many commands were applied and how many dropped since the world was made} */
    public Commands.Stats commands() {
        check("commands()");
        Playback playback = runtime.playback();
        return new Commands.Stats(playback.applied(), playback.dropped());
    }

    private void check(String call) {
        runtime.store()
                .checkOwner("world.statistics()." + call, "call it after the tick, or declare the system exclusive()");
    }

    /**
     * The native memory that a world holds.
     *
     * @param blocks the number of blocks of 16,384 rows
     * @param reservedBytes bytes reserved for blocks, tables of rows that have moved, events, removals, changes and
     *     indexes; mostly address space, resident only where used
     * @param columnBytes bytes of the block headers, presence words and columns that are in use
     * @param changeQueries the number of change queries that are neither closed nor known to be garbage
     * @param changeBytes bytes reserved for the rows that change queries have not seen
     * @param frameBytes bytes that the frame arena of the world's thread has reserved
     * @param commandBytes bytes reserved for the commands of the world's thread and of its observers
     * @param tickBytes bytes that the world's thread has reserved in the tick arena
     * @param workerBytes bytes that the workers of the world's schedules have reserved: frame arenas, their parts of
     *     the tick arena, and commands
     * @param snapshotBytes bytes reserved for the world's snapshots and its state hash
     * @param saveBytes bytes that a saving in the background has not written yet
     * @param gridBytes bytes reserved for the points of spatial grids
     */
    public record Memory(
            int blocks,
            long reservedBytes,
            long columnBytes,
            int changeQueries,
            long changeBytes,
            long frameBytes,
            long commandBytes,
            long tickBytes,
            long workerBytes,
            long snapshotBytes,
            long saveBytes,
            long gridBytes) {
        static Memory of(MemoryFigures figures, int changeQueries) {
            return new Memory(
                    (int) figures.get(0),
                    figures.get(1),
                    figures.get(2),
                    changeQueries,
                    figures.get(3),
                    figures.get(4),
                    figures.get(5),
                    figures.get(6),
                    figures.get(7),
                    figures.get(8),
                    figures.get(9),
                    figures.get(10));
        }

        /**
         * The sum of all that the world and the workers of its schedules have reserved: blocks, events, frame and tick
         * arenas, commands, snapshots, a saving in the background, and grids.
         *
         * @return bytes; {@code columnBytes} and {@code changeBytes} are part of {@code reservedBytes} and not counted
         *     again
         */
        public long totalBytes() {
            return reservedBytes
                    + frameBytes
                    + commandBytes
                    + tickBytes
                    + workerBytes
                    + snapshotBytes
                    + saveBytes
                    + gridBytes;
        }
    }

    /**
     * The entities and queries of a world, and how the rows of the queries lie in memory.
     *
     * @param entities the entities that are alive, disabled ones included
     * @param blocks the number of blocks of 16,384 rows
     * @param rows the rows of all blocks: those of entities, and free ones
     * @param queries the open queries that have no condition on changes, in the order in which they were built; one
     *     that is not referred to any more, by itself, its kernels or selections, is missing once the garbage collector
     *     has found it
     */
    public record Rows(int entities, int blocks, long rows, List<Query.Stats> queries) {
        /**
         * Copies the list.
         *
         * @param entities the entities that are alive
         * @param blocks the number of blocks
         * @param rows the rows of all blocks
         * @throws IllegalArgumentException if the list, or an element of it, is null
         */
        public Rows {
            if (queries == null || queries.stream().anyMatch(Objects::isNull)) {
                throw new IllegalArgumentException("queries must be a list without null: queries=" + queries);
            }
            queries = List.copyOf(queries);
        }

        static Rows of(Store store, BuiltFilters built) {
            built.sweep();
            List<Query.Stats> queries = new ArrayList<>();
            MatchScan.Counts counts = new MatchScan.Counts();
            for (int i = 0; i < built.count(); i++) {
                BuiltFilter query = built.get(i);
                Filter filter = query.filter();
                if (filter != null) {
                    counts.count(filter, store.blocks());
                    queries.add(new Query.Stats(
                            query.text(), counts.rows(), counts.words(), counts.fullWords(), counts.spans()));
                }
            }
            int blocks = store.blocks().count();
            return new Rows(store.entities().count(), blocks, (long) blocks * ROWS, queries);
        }
    }
}
