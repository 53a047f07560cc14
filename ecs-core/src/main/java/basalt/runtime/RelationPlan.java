package basalt.runtime;

import basalt.storage.relation.RelationIndex;

/**
 * What a relation is made of.
 *
 * @param runtime the world's runtime
 * @param index finds sources
 */
public record RelationPlan(WorldRuntime runtime, RelationIndex index) {}
