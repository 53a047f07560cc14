/**
 * Rows of a query as handles, to sort, group, join and cut: {@link basalt.selection.Selection}.
 *
 * <pre>
 *   collect()   the matching rows as handles, in the frame arena
 *      |
 *      v
 *   sortBy, top   keys of a column, a radix sort or a heap of the best; the handles in that order
 *   groupBy       stretches of equal keys
 *   join          beside each handle that of its partner
 * </pre>
 */
package basalt.selection;
