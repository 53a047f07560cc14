/**
 * Relations between entities: {@code world.relation(column)} returns a {@link basalt.relation.Relation}, which finds
 * the entities that point at an entity by one of their columns.
 */
package basalt.relation;
