package basalt.examples.transform;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.TreeType;
import basalt.world.Hierarchy;
import basalt.world.World;
import org.agrona.collections.LongArrayList;

/** Those entities that a global transform is computed from, by the same rules as in a cascade. */
final class Ancestors {
    private final World world;
    private final Hierarchy tree;
    private final Component<?> local;
    private final Component<?> global;

    Ancestors(World world, TreeType type, Component<?> local, Component<?> global) {
        this.world = world;
        this.tree = world.hierarchy(type);
        this.local = local;
        this.global = global;
    }

    Hierarchy tree() {
        return tree;
    }

    /**
     * An entity, its parent, and so on, up to one that has no parent, or whose parent has no transforms. The latter
     * keeps its global transform.
     */
    LongArrayList upwards(long entity) {
        if (!hasTransforms(entity)) {
            throw new IllegalArgumentException("the entity must have " + local.name() + " and " + global.name()
                    + ", both enabled: entity=" + Entity.toString(entity));
        }
        LongArrayList path = new LongArrayList();
        long next = entity;
        while (next != Entity.NULL && hasTransforms(next)) {
            path.addLong(next);
            next = tree.parent(next);
        }
        return path;
    }

    boolean isTop(long entity) {
        return tree.parent(entity) == Entity.NULL;
    }

    private boolean hasTransforms(long entity) {
        return world.isEnabled(entity) && isEnabled(entity, local) && isEnabled(entity, global);
    }

    private boolean isEnabled(long entity, Component<?> component) {
        return world.has(entity, component) && world.isEnabled(entity, component);
    }
}
