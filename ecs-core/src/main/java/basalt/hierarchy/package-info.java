/**
 * Trees of entities: scene graphs, ownership, chains of command. {@link basalt.hierarchy.Hierarchy} attaches entities
 * to parents; the links are ordinary columns, those of {@link basalt.component.ChildOf} and {@link
 * basalt.component.TreeNode}, so they are queried, saved, hashed and rolled back like all others.
 *
 * <pre>{@code
 * Hierarchy tree = world.hierarchy();
 * tree.attach(turret, tank);
 * tree.attach(barrel, turret);
 * world.destroy(tank);                    // and all three are gone
 * }</pre>
 */
package basalt.hierarchy;
