/**
 * Arrangements: the order of entities in memory. {@code world.arrange(query)} returns an {@link
 * basalt.arrange.ArrangementBuilder}, which chooses the order; the {@link basalt.arrange.Arrangement} moves entities
 * when it runs. To close holes only, without another order, use {@code world.compact()}.
 */
package basalt.arrange;
