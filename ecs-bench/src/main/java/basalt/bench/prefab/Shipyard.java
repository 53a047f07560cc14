package basalt.bench.prefab;

import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.component.ChildOf;
import basalt.component.TreeNode;
import basalt.query.Query;
import basalt.world.Hierarchy;
import basalt.world.Prefab;
import basalt.world.Template;
import basalt.world.World;

/** A thousand ships: roots with position and velocity, each with eight children that have a position. */
final class Shipyard implements AutoCloseable {
    private static final int SHIPS = 1000;
    private static final int CHILDREN = 8;

    private final World world = World.create();
    private final Hierarchy tree = world.hierarchy();
    private final Template hull =
            world.template().with(new Position(1, 2), new Velocity(3, 4)).build();
    private final Template child = world.template().with(new Position(5, 6)).build();
    private final Prefab prefab = prefab();
    private final Query all = world.query().all(TreeNode.TYPE).build();
    private final Query children =
            world.query().all(ChildOf.TYPE, Position.TYPE).none(Velocity.TYPE).build();
    private final long[] ships = new long[SHIPS];

    private Prefab prefab() {
        long ship = makeByHand();
        Prefab made = world.prefab(ship);
        world.destroy(ship);
        return made;
    }

    private long makeByHand() {
        long ship = hull.spawn();
        for (int i = 0; i < CHILDREN; i++) {
            tree.attach(child.spawn(), ship);
        }
        return ship;
    }

    /** All at once. */
    void spawn() {
        prefab.spawn(ships);
    }

    /** One by one. */
    void spawnSingly() {
        for (int i = 0; i < SHIPS; i++) {
            ships[i] = prefab.spawn();
        }
    }

    /** By commands. */
    void spawnByCommands() {
        for (int i = 0; i < SHIPS; i++) {
            ships[i] = prefab.spawn(world.commands());
        }
        world.applyCommands();
    }

    /** Spawns each entity from a template, and attaches it. */
    void spawnByHand() {
        for (int i = 0; i < SHIPS; i++) {
            ships[i] = makeByHand();
        }
    }

    /** Throws unless all ships are complete. */
    void check() {
        Check.same("ships", SHIPS, tree.roots().count());
        Check.same("children", SHIPS * CHILDREN, children.count());
        for (long ship : ships) {
            Check.same("children of a ship", CHILDREN, tree.childCount(ship));
            Check.same("parent", ship, tree.parent(tree.lastChild(ship)));
        }
    }

    void clear() {
        all.bulk().destroy();
        Check.same("entities", 0, world.entityCount());
    }

    @Override
    public void close() {
        world.close();
    }
}
