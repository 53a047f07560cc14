/**
 * Sorts, groups, joins and cuts the rows of a query, as handles: {@link basalt.selection.Selection}.
 *
 * <pre>
 *   collect()   the matching rows as handles, in the frame arena
 *      |
 *      v
 *   sortBy, top   keys of a column, a radix sort or a heap of the best; the handles in that order
 *   groupBy       stretches of equal keys
 *   join          for each handle the handle of its partner
 * </pre>
 */
package basalt.selection;
