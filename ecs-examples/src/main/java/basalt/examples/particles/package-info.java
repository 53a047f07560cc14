/**
 * A particle simulation: the shortest program that uses all of Basalt's core, written the way a program should be.
 *
 * <p>Start with {@link basalt.examples.particles.Simulation}: components, queries, kernels and the tick. What a
 * particle has is {@link basalt.examples.particles.Position}, {@link basalt.examples.particles.Velocity}, {@link
 * basalt.examples.particles.Life}, {@link basalt.examples.particles.Glow}, {@link basalt.examples.particles.Origin} and
 * {@link basalt.examples.particles.Tint}; what happens to it in a tick is {@link basalt.examples.particles.Attract},
 * {@link basalt.examples.particles.Pull}, {@link basalt.examples.particles.Move}, {@link
 * basalt.examples.particles.Bounce}, {@link basalt.examples.particles.Age} and {@link basalt.examples.particles.Shade},
 * each the kernel of a system; a new one begins with {@link basalt.examples.particles.Birth}. The numbers come from an
 * effect file, see {@link basalt.examples.effects}. The rest is what every program needs: a command line, a picture, a
 * summary.
 */
package basalt.examples.particles;
