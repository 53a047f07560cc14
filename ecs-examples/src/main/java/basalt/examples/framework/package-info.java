/**
 * The framework of the showcases: what they share, and what has nothing to do with entities.
 *
 * <ul>
 *   <li>{@link basalt.examples.framework.program}: the command line, input and output files, how a run is measured
 *   <li>{@link basalt.examples.framework.render}: draws the rows of queries, in a window, without one, or by software;
 *       writes pictures and films
 * </ul>
 *
 * <p>Read it last. An example uses Basalt directly, and this package for its options and pictures only.
 */
package basalt.examples.framework;
