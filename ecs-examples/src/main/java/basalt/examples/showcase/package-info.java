/**
 * Whole programs with many options, tests for each part, and pictures.
 *
 * <ul>
 *   <li>{@link basalt.examples.showcase.particles}: a million particles; start with its {@code Simulation}
 *   <li>{@link basalt.examples.showcase.bullets}: 100,000 bullets that scripts fire; start with its {@code Battle}
 *   <li>{@link basalt.examples.showcase.tour}: each allocator at the work that a game has for it; start with its {@code
 *       GameMemory}
 * </ul>
 *
 * <p>What they share for options and drawing is {@link basalt.examples.framework}.
 */
package basalt.examples.showcase;
