/**
 * Trees of entities: {@link basalt.storage.tree.Tree} links entities to their parents, children and siblings, in the
 * columns of {@link basalt.component.ChildOf} and {@link basalt.component.TreeNode}. {@link
 * basalt.storage.tree.Subtree} is a copy of one, for prefabs. Not exported.
 */
package basalt.storage.tree;
