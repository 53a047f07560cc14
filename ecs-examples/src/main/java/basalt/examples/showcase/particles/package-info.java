/**
 * A particle simulation: the shortest program that uses all of Basalt's core, written the way a program should be.
 *
 * <p>Start with {@link Simulation}: components, queries, kernels and the tick. What a particle has is {@link Position},
 * {@link Velocity}, {@link Life}, {@link Glow}, {@link Origin} and {@link Tint}; what happens to it in a tick is
 * {@link Attract}, {@link Pull}, {@link Move}, {@link Bounce}, {@link Age} and {@link Shade}, each the kernel of a
 * system; a new one begins with {@link Birth}. The numbers come from an effect file, see
 * {@link basalt.examples.showcase.particles.effects}. The rest is what every program needs: a command line, a picture,
 * a summary.
 */
package basalt.examples.showcase.particles;
