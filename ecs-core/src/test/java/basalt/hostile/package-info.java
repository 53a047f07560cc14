/**
 * Attacks through the public API. Each ends in a documented error with a helpful message, or in the right result.
 * Afterwards the world is consistent and usable, and leaks no memory. Attacks that may crash or hang run in a separate
 * JVM under a {@link basalt.hostile.Walk}. {@link basalt.hostile.SceneTest} checks that each public type is
 * attacked.
 *
 * <table>
 * <caption>Attacks, and the new defects that they found when they were written</caption>
 * <tr><th>class</th><th>attacks</th><th>defects</th><th>fixes</th></tr>
 * <tr><td>{@link basalt.hostile.WrongArguments}</td><td>each public member with each argument null, negative, huge,
 *     NaN, stale, of another world or of a wrong kind, and all wrong at once: some 16,000</td><td>26 members threw
 *     NullPointerException for null slices, sources, actions, attempts and arrays; 10 of FrameColumns and its Layout
 *     an ArrayIndexOutOfBoundsException; figures with a null list a NullPointerException</td><td>each names what is
 *     wrong; a null column stays a NullPointerException, as its documentation says</td></tr>
 * <tr><td>{@link basalt.hostile.WrongMoments}</td><td>each public method from a foreign thread: some 600, and after
 *     close(): some 590</td><td>none, but for members that are not public any more</td><td></td></tr>
 * <tr><td>{@link basalt.hostile.StaleSlices}</td><td>slices used after each of 57 ways to free the memory of an
 *     allocator, over four kinds of source: some 8,000</td><td>none</td><td></td></tr>
 * <tr><td>{@link basalt.hostile.StrictAttacks}</td><td>handles of another world for each method that takes one, kept
 *     rows and spans of kernels, kernels that access other entities: some 1,700</td><td>a kernel in a schedule that
 *     changed captured state, and systems that shared a
 *     reader; without strict mode the objects that a kept row writes to reference columns are retained until the next
 *     entity of the row</td><td>both are errors that name the systems</td></tr>
 * <tr><td>{@link basalt.hostile.Callbacks}</td><td>30 kinds of misuse in 65 callbacks, including records with user
 *     code, and those of files, snapshots, replays and feeds: 1,950</td><td>a JVM crash
 *     and three leaks where a memory source closes the world that calls it; damage where a memory source destroys or
 *     spawns while a component or block grows; a codec that spawns while the world is saved</td><td>a world does not
 *     close while its source allocates; spawns and page allocations allow any call of a source; the save is
 *     refused</td></tr>
 * <tr><td>{@link basalt.hostile.RandomCalls}</td><td>200 sequences of random calls of all public members while memory
 *     fails: some 11,400; over a million when it was written</td><td>an owned resource under a type that is not
 *     closeable, by an unchecked cast: a ClassCastException, and the world did not close it</td><td>it is
 *     rejected</td></tr>
 * <tr><td>{@link basalt.hostile.NoMemoryTest}</td><td>8 scenarios in a world, each allocation
 *     fails once, and all from there on; with 2 and 4 workers in {@code
 *     basalt.system.ScheduleFailureTest}</td><td>none</td><td></td></tr>
 * <tr><td>{@link basalt.hostile.TryMethodsTest}</td><td>each of the 27 methods named {@code try...} that allocate: huge
 *     sizes, at the cap, and without memory</td><td>none</td><td></td></tr>
 * <tr><td>{@link basalt.hostile.Races}</td><td>4 pairs of threads that use the same object,
 *     6 in strict mode</td><td>none</td><td></td></tr>
 * <tr><td>{@link basalt.hostile.SmallHeap}</td><td>10,000,000 entities with 32 MiB of
 *     heap</td><td>none</td><td></td></tr>
 * </table>
 */
package basalt.hostile;
