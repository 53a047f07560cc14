package basalt.query;

/**
 * What a cascade does with its rows. A record, because the JIT trusts that the fields of records are final.
 *
 * @param top called for each row without a parent; null if those are not visited
 * @param below called for each other row and its parent; null if they are visited by families
 * @param families called for neighbouring rows with one parent, instead of {@code below}; null if it is not used
 * @param isUp whether children come before their parents, and the parent may be written
 */
record CascadeBody(RowBody top, PairBody below, FamilyBody families, boolean isUp) {}
