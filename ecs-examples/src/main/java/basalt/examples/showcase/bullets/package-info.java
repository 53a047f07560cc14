/**
 * A bullet hell without a player: emitters fire at a fleet of ships as their patterns say, which are read from BulletML
 * files.
 *
 * <p>Start with {@link Battle}: components, systems, events, commands and a resource; then {@link Gun}: what a script's
 * fires become; and {@link Grid}: the broad phase, in memory of the frame.
 */
package basalt.examples.showcase.bullets;
