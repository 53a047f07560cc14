package basalt.storage.relation;

/**
 * A lane of entity handles in a part of a subtree that leads to a part of the same subtree.
 *
 * @param component the component's id
 * @param offset the lane's offset
 * @param target the index of the part that it leads to
 */
record PartLink(int component, int offset, int target) {}
