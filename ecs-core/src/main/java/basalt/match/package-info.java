/**
 * Evaluates on presence bits which rows match, and sorts rows by columns. This package does not depend on queries:
 * conditions are given as component ids. Not exported.
 *
 * <pre>
 *   {@link basalt.match.Filter}         all, any and none of these components
 *      + {@link basalt.match.ChangeFilter}  of these, only rows that have changed since the last run
 *      + {@link basalt.match.ValueCondition.ValueFilter}   of these, only rows with certain values
 *      + {@link basalt.match.MatchReader}   of these, only rows that did not match in the last run
 *      | evaluated block by block, 64 rows a word
 *      v
 *   {@link basalt.match.MatchedRows}  in the frame arena: for each block a
 *      |                            {@link basalt.match.MatchedRows.MatchedBlock}
 *      | rows that stop matching are removed, by {@code rowsChanged}
 *      v
 *   the loops of {@code basalt.query}
 * </pre>
 */
package basalt.match;
