/**
 * Arrangements: the order of entities in memory.
 *
 * <p>{@code world.arrange(query)} starts one. See {@link basalt.arrange.Arrangement}.
 */
package basalt.arrange;
