package basalt.model;

import basalt.component.Entity;
import java.util.ArrayList;
import java.util.List;

/** The trees of a model: parents and children in order, which its entities hold as handles. */
class ModelTree {
    private final ModelWorld world;

    ModelTree(ModelWorld world) {
        this.world = world;
    }

    void attach(long child, long parent) {
        attach(child, parent, Entity.NULL);
    }

    void attachBefore(long child, long sibling) {
        long parent = world.require(sibling).parent;
        if (child == sibling || parent == Entity.NULL) {
            throw new IllegalArgumentException("no place before " + Entity.toString(sibling));
        }
        attach(child, parent, sibling);
    }

    private void attach(long child, long parent, long before) {
        ModelEntity attached = world.require(child);
        ModelEntity above = world.require(parent);
        if (child == parent || depthBelow(parent, child) > 0) {
            throw new IllegalArgumentException("a cycle at " + Entity.toString(child));
        }
        detach(child);
        above.children.add(before == Entity.NULL ? above.children.size() : above.children.indexOf(before), child);
        attached.parent = parent;
        attached.isInTree = true;
        above.isInTree = true;
    }

    boolean detach(long child) {
        ModelEntity detached = world.require(child);
        if (detached.parent == Entity.NULL) {
            return false;
        }
        world.require(detached.parent).children.remove(child);
        detached.parent = Entity.NULL;
        return true;
    }

    boolean add(long handle) {
        ModelEntity entity = world.require(handle);
        boolean isNew = !entity.isInTree;
        entity.isInTree = true;
        return isNew;
    }

    int depth(ModelEntity entity) {
        int depth = 0;
        for (long at = entity.parent; at != Entity.NULL; at = world.require(at).parent) {
            depth++;
        }
        return depth;
    }

    /** How many levels an entity is below another one; 0 if it is not below it. */
    int depthBelow(long handle, long top) {
        int depth = 0;
        for (long at = handle; at != Entity.NULL; at = world.require(at).parent) {
            if (at == top) {
                return depth;
            }
            depth++;
        }
        return 0;
    }

    /** An entity and all that is below it, in order: each entity before its children. */
    List<Long> subtree(long top) {
        List<Long> all = new ArrayList<>();
        List<Long> stack = new ArrayList<>(List.of(top));
        while (!stack.isEmpty()) {
            long next = stack.remove(stack.size() - 1);
            all.add(next);
            List<Long> children = world.require(next).children;
            for (int i = children.size() - 1; i >= 0; i--) {
                stack.add(children.get(i));
            }
        }
        return all;
    }
}
