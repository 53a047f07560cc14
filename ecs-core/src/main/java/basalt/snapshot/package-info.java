/**
 * Which rows match, evaluated on presence bits. Knows nothing of queries: what is looked for comes as ids of
 * components.
 *
 * <pre>
 *   {@link basalt.snapshot.Filter}         all, any and none of these components
 *      + {@link basalt.snapshot.ChangeFilter}  of these, only rows that have changed since it was looked at
 *      | evaluated block by block, 64 rows a word
 *      v
 *   {@link basalt.snapshot.MatchSnapshot}  in the frame arena: a {@link basalt.snapshot.SnapshotEntry} for each block
 *      | rows that stop matching are struck out, by {@code rowsChanged}
 *      v
 *   the loops of {@code basalt.query}
 * </pre>
 *
 * <p>Not exported.
 */
package basalt.snapshot;
