/**
 * A particle simulation: the shortest program that uses all of Basalt's core, written the way a program should be.
 *
 * <p>Start with {@link basalt.examples.particles.Simulation}: components, queries, kernels and the tick. The components are
 * {@link basalt.examples.particles.Position}, {@link basalt.examples.particles.Velocity}, {@link
 * basalt.examples.particles.Life}, {@link basalt.examples.particles.Glow} and {@link basalt.examples.particles.Tint}. The rest
 * is what every program needs: a command line, a picture, a summary.
 */
package basalt.examples.particles;
