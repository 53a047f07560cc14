/**
 * Relations: for the entity columns that programs ask for, {@link basalt.storage.relation.RelationIndex} finds the
 * entities that point at an entity, and says what happens to them when it is destroyed. Derived from the columns: in no
 * file, snapshot or hash. Not exported.
 */
package basalt.storage.relation;
