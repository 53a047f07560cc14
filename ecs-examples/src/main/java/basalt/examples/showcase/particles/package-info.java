/**
 * A particle simulation: the shortest complete program that uses all of Basalt's core.
 *
 * <p>Start with {@link Simulation}: components, queries, kernels and the tick. The components of a particle are
 * {@link Position}, {@link Velocity}, {@link Life}, {@link Glow}, {@link Origin} and {@link Tint}. The systems of a
 * tick are {@link Attract}, {@link Pull}, {@link Move}, {@link Bounce}, {@link Age} and {@link Shade}, each a kernel.
 * {@link Emit} initialises new particles. The parameters come from an effect file, see
 * {@link basalt.examples.showcase.particles.effects}. The rest is what every program needs: a command line, a picture,
 * a summary.
 */
package basalt.examples.showcase.particles;
