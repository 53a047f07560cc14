/**
 * A flock of 200,000 birds, which measures what the order of rows in memory is worth to a search for neighbours. Start
 * with {@link basalt.examples.flock.Sky}; {@code mvn -q -Pflock} runs it.
 */
package basalt.examples.flock;
