/**
 * A bullet hell without a player: emitters fire at a fleet of ships as their patterns say, which are read from BulletML
 * files.
 *
 * <p>Start with {@link basalt.examples.showcase.bullets.Battle}: components, systems, events, commands and a resource; then
 * {@link basalt.examples.showcase.bullets.Gun}: what a script's fires become; and {@link basalt.examples.showcase.bullets.Grid}: the
 * broad phase, in memory of the frame.
 */
package basalt.examples.showcase.bullets;
