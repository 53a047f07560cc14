/**
 * A bullet hell without a player: emitters fire at a fleet of ships, with patterns from BulletML files.
 *
 * <p>Start with {@link Battle}: components, systems, events, commands and a resource; then {@link Gun}: spawns the
 * bullets that scripts fire; {@link Fleet}: ships from a prefab; and {@link Grid}: the broad phase, in memory of the
 * tick.
 */
package basalt.examples.showcase.bullets;
