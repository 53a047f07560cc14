/**
 * The framework of the examples: the code they share for options, files, runs and pictures.
 *
 * <ul>
 *   <li>{@link basalt.examples.framework.program}: the command line, input and output files, measuring a run
 *   <li>{@link basalt.examples.framework.render}: draws the rows of queries by OpenGL, in a window or off screen, or by
 *       software; writes pictures and films
 *   <li>{@link basalt.examples.framework.experiment}: runs a showcase as its options request
 *   <li>{@link basalt.examples.framework.inspect}: option {@code --inspect}
 * </ul>
 *
 * <p>Read it last. The examples use Basalt directly, and this package only for options and pictures.
 */
package basalt.examples.framework;
