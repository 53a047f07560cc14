/**
 * Attacks through the public API alone. Each ends in a documented error with a message that helps, or in the right
 * result; the world is right afterwards, goes on, and leaves no memory behind. What might end a JVM, or never end,
 * runs in a JVM of its own under a {@link basalt.hostile.Watchdog}. {@link basalt.hostile.SceneTest} sees to it that
 * each public type is attacked.
 *
 * <table>
 * <caption>Attacks, and what they have found when they were written, beyond what was known</caption>
 * <tr><th>class</th><th>attacks</th><th>survivors</th><th>mends</th></tr>
 * <tr><td>{@link basalt.hostile.WrongArguments}</td><td>each public member with each argument null, negative, huge,
 *     NaN, stale, of another world or of a wrong kind, and all wrong at once: some 13,000</td><td>26 members threw
 *     NullPointerException for null slices, sources, actions, attempts and arrays; 10 of FrameColumns and FrameLayout
 *     an ArrayIndexOutOfBoundsException; figures with a null list a NullPointerException</td><td>each names what is
 *     wrong; a null column stays a NullPointerException, as its documentation says</td></tr>
 * <tr><td>{@link basalt.hostile.WrongThreads}</td><td>each public method from a foreign thread: some 470</td><td>none,
 *     but what was internal and is not public any more</td><td></td></tr>
 * <tr><td>{@link basalt.hostile.AfterClose}</td><td>each public method after close(): some
 *     450</td><td>none</td><td></td></tr>
 * <tr><td>{@link basalt.hostile.StaleSlices}</td><td>slices that are kept beyond each of 57 ways in which the memory
 *     of an allocator ends, over four kinds of source, and collections of a frame that has ended: some
 *     8,800</td><td>none</td><td></td></tr>
 * <tr><td>{@link basalt.hostile.StrictAttacks}</td><td>handles of another world for each method that takes one, rows
 *     and spans of kernels that are kept, kernels that touch other entities, 28 ways to break a promise of purity, 9
 *     ways in which a kernel changes what it has captured, 5 readers that two systems share: some 1,900</td><td>a
 *     kernel in a schedule that counted in what it had captured, and systems that shared a reader; outside of strict
 *     mode the objects that reference columns get through a row that was kept stay until the row's next
 *     entity</td><td>both are errors that name the systems</td></tr>
 * <tr><td>{@link basalt.hostile.Callbacks}</td><td>30 misdeeds from 47 places that call back, records with code of
 *     their own and helper threads among them: 1,410</td><td>a JVM crash and three leaks where a memory source closes
 *     the world that asks it; damage where a memory source destroys or spawns while a component or block
 *     grows</td><td>a world does not close while its source is asked; births and pages stand what a source
 *     calls</td></tr>
 * <tr><td>{@link basalt.hostile.RandomCalls}</td><td>200 sequences of random calls of all public members while memory
 *     fails: some 11,500; over a million when it was written</td><td>a resource to be owned under a type that is not
 *     closeable, by an unchecked cast: a ClassCastException, and not closed by the world</td><td>it is
 *     refused</td></tr>
 * <tr><td>{@link basalt.hostile.NoMemoryTest}</td><td>8 scenarios in a world and 5 in allocators, each allocation
 *     refused once and for good; with 2 and 4 workers in {@code
 *     basalt.system.ScheduleMemoryFailureTest}</td><td>none</td><td></td></tr>
 * <tr><td>{@link basalt.hostile.TryMethodsTest}</td><td>each of the 54 methods that are called {@code try...}: too
 *     much, at the cap, and without memory</td><td>none</td><td></td></tr>
 * <tr><td>{@code basalt.runtime.ThrowingAccessCheckTest}</td><td>a check of declared access that throws, at each place
 *     where one is asked: some 450</td><td>the snapshot of a kernel's run stayed open until its system
 *     ended</td><td>it ends at once</td></tr>
 * <tr><td>{@link basalt.hostile.Races}</td><td>7 pairs of threads at the same object,
 *     8 in strict mode</td><td>none</td><td></td></tr>
 * <tr><td>{@link basalt.hostile.SmallHeap}</td><td>10,000,000 entities beside 32 MiB of
 *     heap</td><td>none</td><td></td></tr>
 * <tr><td>{@link basalt.hostile.KnownAttacks}</td><td>17 that have survived once</td><td>known
 *     before</td><td></td></tr>
 * </table>
 */
package basalt.hostile;
