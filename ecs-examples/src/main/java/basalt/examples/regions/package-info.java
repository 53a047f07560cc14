/**
 * A world that is divided at a border into two regions, as two clusters would have them: each shows the other what is
 * near the border, and entities that cross it are handed over. Start with {@link basalt.examples.regions.Region};
 * {@code mvn -q -Pregions} runs it.
 */
package basalt.examples.regions;
