/**
 * A particle simulation: the shortest complete program that uses all of Basalt's core.
 *
 * <p>Start with {@link Simulation}: queries, kernels and the tick; {@link Particle} has the components, {@link Systems}
 * what happens to a particle in a tick, {@link Emit} what it begins with. The parameters come from an {@link Effect}, a
 * file. The rest is what every program needs: a command line and a picture.
 */
package basalt.examples.showcase.particles;
