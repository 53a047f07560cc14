/**
 * Complete programs with many options, tests for each part, and pictures.
 *
 * <ul>
 *   <li>{@link basalt.examples.showcase.particles}: a million particles; start with its {@code Simulation}
 *   <li>{@link basalt.examples.showcase.bullets}: 100,000 bullets, fired by scripts; start with its {@code Battle}
 *   <li>{@link basalt.examples.showcase.tour}: a small game that uses each allocator; start with its {@code GameMemory}
 * </ul>
 *
 * <p>They share code for options and drawing: {@link basalt.examples.framework}.
 */
package basalt.examples.showcase;
