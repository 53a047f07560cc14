/**
 * Selecting rows and running code over them: {@link basalt.query.Query} selects, {@link basalt.query.RowKernel} and
 * {@link basalt.query.SpanKernel} run, {@link basalt.query.Row} and {@link basalt.query.Span} are passed to the bodies.
 *
 * <pre>
 *  built once                      on each run                         argument of the code
 *
 *  QueryBuilder.build ---> Query   takes the matching rows, in the frame arena
 *                            |
 *                            +---> RowKernel, SpanKernel ------------> Row, Span        a loop compiled for one body
 *                            +---> CascadeKernel --------------------> Row, Row         and its parent, level by level
 *                            +---> forEach, RowCursor ---------------> Row              each write is recorded
 *                            +---> Reduction ------------------------> columns          sum, min, max
 *                            +---> BulkChange -----------------------> presence words   64 rows at a time
 *
 *  Template.kernel(body) --------> SpawnKernel ----------------------> Row              the new entities
 * </pre>
 *
 * <p>A run takes the matching rows in the frame arena, 64 rows a word, visits them in ascending order of
 * rows, and releases the memory. During the run, rows that are destroyed or stop matching are skipped; rows
 * that start matching are not added.
 *
 * <p>A {@code basalt.query.Selection} keeps the matching rows as handles, which can be sorted, grouped and joined.
 *
 * <p>{@link basalt.query.Commands} records changes off heap, which are applied later: by a schedule at the end of each
 * stage, and outside of systems by {@code world.applyCommands()} and the end of a kernel.
 *
 * <pre>
 *  recorded, no entity changes                    off heap               applied, in order of systems and recording
 *
 *  Commands.spawn ---- reserves the handle ---->   a stream for      spawns and destroys entities, changes components,
 *  Commands.destroy, attach, detach ----------->   each worker  -->  links and values, sends events;
 *  Commands.add, remove, enable, disable ------>                     dropped if the entity is not alive then;
 *  Commands.set, send ------------------------->                     {@link basalt.query.Commands.Stats} counts it
 * </pre>
 */
package basalt.query;
