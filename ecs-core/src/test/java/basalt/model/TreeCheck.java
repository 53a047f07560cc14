package basalt.model;

import basalt.component.ChildOf;
import basalt.component.Entity;
import basalt.component.TreeNode;
import basalt.world.Hierarchy;
import basalt.world.TreeCursor;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;

/** Compares the trees of a world with those of the model: each link of each entity. */
final class TreeCheck {
    private final World world;
    private final Hierarchy tree;
    private final ModelTree model;

    private TreeCheck(ModelPair pair) {
        world = pair.world();
        tree = pair.tree();
        model = pair.model().tree();
    }

    /** Checks all links of all entities, and walks over trees. */
    static void checkAll(ModelPair pair) {
        if (pair.usesTrees()) {
            TreeCheck check = new TreeCheck(pair);
            pair.model().entities().forEach(check::checkLinks);
            pair.model().entities().forEach(check::checkWalk);
        }
    }

    /** Checks the links of an entity and of its neighbours. */
    static void checkTouched(ModelPair pair, ModelEntity entity) {
        if (pair.usesTrees()) {
            TreeCheck check = new TreeCheck(pair);
            check.checkLinks(entity);
            if (entity.parent != Entity.NULL) {
                check.checkLinks(pair.model().require(entity.parent));
            }
        }
    }

    private void checkLinks(ModelEntity entity) {
        long handle = entity.handle;
        List<Long> children = entity.children;
        Check.same(entity.parent, tree.parent(handle), () -> "parent of " + Entity.toString(handle));
        Check.same(model.depth(entity), tree.depth(handle), () -> "depth of " + Entity.toString(handle));
        Check.same(children.size(), tree.childCount(handle), () -> "children of " + Entity.toString(handle));
        Check.that(tree.contains(handle) == entity.isInTree, () -> Entity.toString(handle) + " is in a tree");
        Check.that(
                world.has(handle, ChildOf.TYPE) == (entity.parent != Entity.NULL),
                () -> Entity.toString(handle) + " has ChildOf");
        Check.that(world.has(handle, TreeNode.TYPE) == entity.isInTree, () -> Entity.toString(handle) + " is a node");
        long before = Entity.NULL;
        long child = tree.firstChild(handle);
        for (long expected : children) {
            long previous = before;
            Check.same(expected, child, () -> "child of " + Entity.toString(handle));
            Check.same(previous, tree.previousSibling(child), () -> "sibling before " + Entity.toString(expected));
            before = child;
            child = tree.nextSibling(child);
        }
        Check.same(Entity.NULL, child, () -> "end of the children of " + Entity.toString(handle));
        Check.same(before, tree.lastChild(handle), () -> "last child of " + Entity.toString(handle));
    }

    /** Of a root, so that each tree is walked once. */
    private void checkWalk(ModelEntity entity) {
        if (entity.parent == Entity.NULL && !entity.children.isEmpty()) {
            List<Long> walked = new ArrayList<>(List.of(entity.handle));
            TreeCursor walk = tree.cursor().below(entity.handle);
            while (walk.next()) {
                walked.add(walk.entity());
            }
            Check.same(model.subtree(entity.handle), walked, () -> "walk from " + Entity.toString(entity.handle));
            long last = walked.get(walked.size() - 1);
            Check.same(entity.handle, tree.root(last), () -> "root of " + Entity.toString(last));
            Check.that(tree.isAncestor(entity.handle, last), () -> "a root is above " + Entity.toString(last));
        }
    }
}
