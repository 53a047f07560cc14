/**
 * Trees of entities: {@link basalt.storage.tree.Tree} links entities to their parents, children and siblings, in the
 * columns of {@link basalt.component.ChildOf} and {@link basalt.component.TreeNode}. Not exported.
 */
package basalt.storage.tree;
