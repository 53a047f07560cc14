/**
 * Evaluates on presence bits which rows match. This package does not depend on queries: conditions are given as
 * component ids.
 *
 * <pre>
 *   {@link basalt.snapshot.Filter}         all, any and none of these components
 *      + {@link basalt.snapshot.ChangeFilter}  of these, only rows that have changed since the last run
 *      + {@link basalt.snapshot.ValueFilter}   of these, only rows with certain values
 *      | evaluated block by block, 64 rows a word
 *      v
 *   {@link basalt.snapshot.MatchSnapshot}  in the frame arena: a {@link basalt.snapshot.SnapshotEntry} for each block
 *      | rows that stop matching are removed, by {@code rowsChanged}
 *      v
 *   the loops of {@code basalt.query}
 * </pre>
 *
 * <p>{@link basalt.snapshot.MatchCounts} counts the rows without a snapshot, and {@link basalt.snapshot.BuiltFilters}
 * lists the filters of a world's queries, for statistics.
 *
 * <p>Not exported.
 */
package basalt.snapshot;
