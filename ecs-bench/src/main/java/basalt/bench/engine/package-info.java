/**
 * The same scenes in Basalt, in other entity-component-systems, in plain arrays and in C. A benchmark is a class for
 * each scene; an engine is a class with all scenes; all engines compute the same values, which is checked.
 */
package basalt.bench.engine;
