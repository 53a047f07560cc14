package basalt.runtime;

import basalt.component.TreeType;

/**
 * What a hierarchy is made of.
 *
 * @param runtime the world's runtime
 * @param type the type of its trees
 */
public record TreePlan(WorldRuntime runtime, TreeType type) {}
