/**
 * Links between entities. Trees: {@link basalt.storage.relation.TreeLinks} connects parents, children and siblings by
 * columns, and a {@link basalt.storage.relation.Subtree} is a copy of an entity and what is below it. Relations: for
 * the entity columns that programs ask for, {@link basalt.storage.relation.RelationIndex} finds the entities that point
 * at an entity, and says what happens to them when it is destroyed; derived from the columns, so in no file, snapshot
 * or hash. Not exported.
 */
package basalt.storage.relation;
