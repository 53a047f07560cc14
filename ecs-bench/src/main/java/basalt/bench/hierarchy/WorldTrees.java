package basalt.bench.hierarchy;

import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.world.Hierarchy;
import basalt.world.Template;
import basalt.world.World;

/** Entities with a position, in a world. */
final class WorldTrees implements Trees {
    private final World world = World.create();
    private final Hierarchy tree = world.hierarchy();
    private final Template template = world.template().with(new Position(1, 2)).build();
    private final Shape shape;
    private final long[] entities;
    private final long[] children;

    /** The parent of each child, by how many trees it is behind: 0 or 1. */
    private final long[][] parents;

    WorldTrees(Shape shape) {
        this.shape = shape;
        entities = new long[shape.entities()];
        children = new long[shape.entities() - shape.trees()];
        parents = new long[2][children.length];
    }

    @Override
    public void spawn() {
        for (long entity : entities) {
            world.tryDestroy(entity);
        }
        checkEmpty();
        template.spawn(entities);
        int count = 0;
        for (int i = 0; i < entities.length; i++) {
            if (!shape.isRoot(i)) {
                children[count] = entities[i];
                parents[0][count] = entities[shape.parent(i, 0)];
                parents[1][count] = entities[shape.parent(i, 1)];
                count++;
            }
        }
    }

    @Override
    public void attach(int treesBehind) {
        long[] to = parents[treesBehind];
        for (int i = 0; i < children.length; i++) {
            tree.attach(children[i], to[i]);
        }
    }

    @Override
    public void destroyRoots() {
        for (int i = 0; i < shape.trees(); i++) {
            world.destroy(entities[shape.root(i)]);
        }
    }

    @Override
    public void checkAttached(int treesBehind) {
        int[] below = {0};
        for (int i = 0; i < shape.trees(); i++) {
            tree.forEachBelow(entities[shape.root(i)], entity -> below[0]++);
        }
        Check.same("children", children.length, below[0]);
        int last = children.length - 1;
        Check.same("parent", parents[treesBehind][last], tree.parent(children[last]));
        Check.same("last child", children[last], tree.lastChild(parents[treesBehind][last]));
    }

    @Override
    public void checkEmpty() {
        Check.same("entities", 0, world.entityCount());
    }

    @Override
    public void close() {
        world.close();
    }
}
