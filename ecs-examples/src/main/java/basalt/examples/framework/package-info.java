/**
 * The framework of the showcases: the code they share that has nothing to do with entities.
 *
 * <ul>
 *   <li>{@link basalt.examples.framework.program}: the command line, input and output files, measuring a run
 *   <li>{@link basalt.examples.framework.render}: draws the rows of queries by OpenGL, in a window or off screen, or by
 *       software; writes pictures and films
 * </ul>
 *
 * <p>Read it last. The examples use Basalt directly, and this package only for options and pictures.
 */
package basalt.examples.framework;
