/**
 * Selecting rows and running code over them: {@link basalt.query.Query} selects, {@link basalt.query.RowKernel} and
 * {@link basalt.query.SpanKernel} run, {@link basalt.query.Row} and {@link basalt.query.Span} are where a kernel
 * stands.
 *
 * <pre>
 *  built once                      run each time                       what the code is given
 *
 *  QueryBuilder.build ---> Query   takes a snapshot of the matching rows, in the frame arena
 *                            |
 *                            +---> RowKernel, SpanKernel ------------> Row, Span        a loop compiled for one body
 *                            +---> forEach, RowCursor ---------------> Row              each write is recorded
 *                            +---> Reduction ------------------------> columns          sum, min, max
 *                            +---> BulkChange -----------------------> presence words   64 rows at a time
 *
 *  Template.kernel(body) --------> SpawnKernel ----------------------> Row              the entities just spawned
 * </pre>
 *
 * <p>A run takes a snapshot of the matching rows into the frame arena, 64 rows a word, goes through it in ascending row
 * order, and gives the memory back. The snapshot is kept true while it is used: a row that is destroyed or stops
 * matching is struck out of it, and a row that starts matching is never added.
 *
 * <p>A {@code basalt.selection.Selection} keeps the matching rows as handles, which can be sorted, grouped and joined.
 */
package basalt.query;
