package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;

import basalt.match.BuiltFilters;
import basalt.match.BuiltFilters.BuiltFilter;
import basalt.match.Filter;
import basalt.match.MatchScan;
import basalt.query.Query;
import basalt.storage.access.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The entities and queries of a world, and how the rows of the queries lie in memory.
 *
 * @param entities the entities that are alive, disabled ones included
 * @param blocks the number of blocks of 16,384 rows
 * @param rows the rows of all blocks: those of entities, and free ones
 * @param queries the open queries that have no condition on changes, in the order in which they were built; one that is
 *     not referred to any more, by itself, its kernels or selections, is missing once the garbage collector has found
 *     it
 */
public record WorldStats(int entities, int blocks, long rows, List<Query.Stats> queries) {
    /**
     * Copies the list.
     *
     * @param entities the entities that are alive
     * @param blocks the number of blocks
     * @param rows the rows of all blocks
     * @param queries the queries
     * @throws IllegalArgumentException if the list, or an element of it, is null
     */
    public WorldStats {
        if (queries == null || queries.stream().anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("queries must be a list without null: queries=" + queries);
        }
        queries = List.copyOf(queries);
    }

    static WorldStats of(Store store, BuiltFilters built) {
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
        return new WorldStats(store.entities().count(), blocks, (long) blocks * ROWS, queries);
    }
}
