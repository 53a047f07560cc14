/**
 * Examples, in the order in which to read them:
 *
 * <ol>
 *   <li>{@link basalt.examples.tutorial}: a game from nothing to a save file in eight steps
 *   <li>{@link basalt.examples.small}: seven programs of one file each; start with {@code FirstSteps}
 *   <li>{@link basalt.examples.survivor}: a game of 31 systems with nothing but records
 *   <li>{@link basalt.examples.showcase}: three large programs, which show what Basalt is for
 *   <li>{@link basalt.examples.flock}: what the order of rows in memory is worth to a search for neighbours
 *   <li>{@link basalt.examples.cluster}: a world as a service on three nodes, by Aeron Cluster
 *   <li>{@link basalt.examples.regions}: a world in two regions, which hand entities over at their border
 *   <li>{@link basalt.examples.transform}: transforms of scenes in a plane, to use or to copy
 *   <li>{@link basalt.examples.framework}: what the programs share for options, files and drawing
 * </ol>
 */
package basalt.examples;
