/**
 * A flock of 200,000 birds, which find their neighbours by a spatial grid: it measures what the order of rows in memory
 * is worth to this. Start with {@link basalt.examples.flock.Sky}; {@code mvn -q -Pflock} runs it.
 */
package basalt.examples.flock;
