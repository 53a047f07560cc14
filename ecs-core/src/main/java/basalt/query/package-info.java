/**
 * Selecting rows and running code over them: {@link basalt.query.RecordQuery} selects rows for bodies over records,
 * {@link basalt.query.Query} for bodies over columns; a {@link basalt.query.RowKernel} runs them. Bodies get records, a
 * {@link basalt.query.Row} or a {@link basalt.query.Span}.
 *
 * <pre>{@code
 * world.query(Position.class, Velocity.class).update((position, velocity) -> step(position, velocity));
 * }</pre>
 *
 * <pre>
 *  built once                      on each run                         argument of the code
 *
 *  world.query(A.class, ..) ---> RecordQuery                             its rows() are a Query
 *                            |
 *                            +---> RowKernel, CascadeKernel ---------> A, ..            of which no object is made
 *
 *  QueryBuilder.build ---> Query   takes the matching rows, in the frame arena
 *                            |
 *                            +---> RowKernel ------------------------> Row              a loop compiled for one body
 *                            +---> CascadeKernel --------------------> Row, Row         and its parent, level by level
 *                            +---> forEach, RowCursor ---------------> Row              each write is recorded
 *                            +---> forEachSpan ----------------------> Span             columns as buffers
 *                            +---> Reduction ------------------------> columns          sum, min, max
 *                            +---> BulkChange -----------------------> presence words   64 rows at a time
 *
 *  RecordQuery.grid -------------> SpatialGrid                           the positions, sorted by cells
 *                            +---> NeighbourKernel ------------------> A, B             each that is near, for each
 *                            +---> SpatialPairs
 *                                      +---> NeighbourKernel --------> Row, Row         two that are near each other
 *
 *  Template.kernel(body) --------> SpawnKernel ----------------------> Row, or record   the new entities
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
