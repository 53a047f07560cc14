/**
 * Attacks through the public API alone. Each ends in a documented error with a message that helps, or in the right result; the world is
 * right afterwards, goes on, and leaves no memory behind. What might end a JVM, or never end, runs in a JVM of its own under a
 * {@link basalt.hostile.Watchdog}.
 *
 * <table>
 * <caption>Attacks, and what they have found when they were written, beyond what was known</caption>
 * <tr><th>class</th><th>attacks</th><th>survivors</th><th>mends</th></tr>
 * <tr><td>{@link basalt.hostile.WrongArguments}</td><td>each public member with each argument null, negative, huge, NaN, stale, of another
 *     world or of a wrong kind, and all wrong at once: some 11,000</td><td>26 members threw NullPointerException for null slices, sources,
 *     actions, attempts and arrays; 10 of FrameColumns and FrameLayout an ArrayIndexOutOfBoundsException</td><td>each names what is
 *     wrong; a null column stays a NullPointerException, as its documentation says</td></tr>
 * <tr><td>{@link basalt.hostile.WrongThreads}</td><td>each public method from a foreign thread: some 460</td><td>none, but what was
 *     internal and is not public any more</td><td></td></tr>
 * <tr><td>{@link basalt.hostile.AfterClose}</td><td>each public method after close(): some 450</td><td>none</td><td></td></tr>
 * <tr><td>{@link basalt.hostile.Callbacks}</td><td>28 misdeeds from 30 places that call back: 840</td><td>a JVM crash and three leaks
 *     where a memory source closes the world that asks it; damage where a memory source destroys or spawns while a component or block
 *     grows</td><td>a world does not close while its source is asked; births and pages stand what a source calls</td></tr>
 * <tr><td>{@link basalt.hostile.NoMemoryTest}</td><td>8 scenarios in a world and 5 in allocators, each allocation refused once and for
 *     good</td><td>none</td><td></td></tr>
 * <tr><td>{@link basalt.hostile.Races}</td><td>6 pairs of threads at the same object</td><td>none</td><td></td></tr>
 * <tr><td>{@link basalt.hostile.SmallHeap}</td><td>10,000,000 entities beside 32 MiB of heap</td><td>none</td><td></td></tr>
 * <tr><td>{@link basalt.hostile.KnownAttacks}</td><td>14 that have survived once</td><td>known before</td><td></td></tr>
 * </table>
 */
package basalt.hostile;
