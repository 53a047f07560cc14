/**
 * A particle simulation: the shortest program that uses all of Basalt's core, written the way a program should be.
 *
 * <p>Start with {@link basalt.examples.showcase.particles.Simulation}: components, queries, kernels and the tick. What a
 * particle has is {@link basalt.examples.showcase.particles.Position}, {@link basalt.examples.showcase.particles.Velocity}, {@link
 * basalt.examples.showcase.particles.Life}, {@link basalt.examples.showcase.particles.Glow}, {@link basalt.examples.showcase.particles.Origin} and
 * {@link basalt.examples.showcase.particles.Tint}; what happens to it in a tick is {@link basalt.examples.showcase.particles.Attract},
 * {@link basalt.examples.showcase.particles.Pull}, {@link basalt.examples.showcase.particles.Move}, {@link
 * basalt.examples.showcase.particles.Bounce}, {@link basalt.examples.showcase.particles.Age} and {@link basalt.examples.showcase.particles.Shade},
 * each the kernel of a system; a new one begins with {@link basalt.examples.showcase.particles.Birth}. The numbers come from an
 * effect file, see {@link basalt.examples.showcase.particles.effects}. The rest is what every program needs: a command line, a picture, a
 * summary.
 */
package basalt.examples.showcase.particles;
