/**
 * A bullet hell without a player: emitters fire at a fleet of ships, with patterns from BulletML files.
 *
 * <p>Start with {@link Battle}: components, systems, events, commands, a resource and a spatial grid; then {@link Gun}:
 * spawns the bullets that scripts fire; and {@link Fleet}: ships from a prefab.
 */
package basalt.examples.showcase.bullets;
