/**
 * A game in which one hero survives among 5,000 enemies: components, systems and saved games with nothing but records.
 * Read {@code Model}, then {@code Game}; {@code Survivor} draws it.
 */
package basalt.examples.survivor;
