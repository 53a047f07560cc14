package basalt.bench.tree;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.query.Query;
import basalt.world.Hierarchy;
import basalt.world.Prefab;
import basalt.world.Template;
import basalt.world.World;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Spawns a thousand ships: roots with position and velocity, each with eight children that have a position. They are
 * destroyed before the next invocation, outside the timed part, which takes a hundred microseconds or more.
 */
@State(Scope.Thread)
public class SpawnShips extends OperationBenchmark {
    private static final int SHIPS = 1000;
    private static final int CHILDREN = 8;

    private final World world = World.create();
    private final Hierarchy tree = world.hierarchy();
    private final Template hull =
            world.template().with(new Position(1, 2), new Velocity(3, 4)).build();
    private final Template child = world.template().with(new Position(5, 6)).build();
    private final Query all = world.query().all(Position.TYPE).build();
    private final Query moving = world.query().all(Velocity.TYPE).build();
    private final long[] ships = new long[SHIPS];
    private Prefab prefab;

    /** Makes the prefab, and checks each way. */
    @Setup
    public void build() {
        long ship = makeByHand();
        prefab = world.hierarchy().prefab(ship);
        world.destroy(ship);
        for (Runnable way : new Runnable[] {this::prefab, this::prefabSingly, this::byHand}) {
            way.run();
            check();
            clear();
        }
    }

    private long makeByHand() {
        long ship = hull.spawn();
        for (int i = 0; i < CHILDREN; i++) {
            tree.attach(child.spawn(), ship);
        }
        return ship;
    }

    /** Throws unless all ships are complete. */
    private void check() {
        Check.same("ships", SHIPS, tree.roots().count());
        Check.same("ships that move", SHIPS, moving.count());
        for (long ship : ships) {
            Check.same("children of a ship", CHILDREN, tree.childCount(ship));
            Check.same("parent", ship, tree.parent(tree.lastChild(ship)));
        }
    }

    /** Destroys all ships. */
    @Setup(Level.Invocation)
    public void clear() {
        all.bulk().destroy();
        Check.same("entities", 0, world.entityCount());
    }

    /** Checks the last ships. */
    @TearDown
    public void close() {
        check();
        world.close();
    }

    /** From a prefab, all at once. */
    @Benchmark
    public void prefab() {
        prefab.spawn(ships);
    }

    /** From a prefab, one by one. */
    @Benchmark
    public void prefabSingly() {
        for (int i = 0; i < SHIPS; i++) {
            ships[i] = prefab.spawn();
        }
    }

    /** Each entity from a template, attached to its ship. */
    @Benchmark
    public void byHand() {
        for (int i = 0; i < SHIPS; i++) {
            ships[i] = makeByHand();
        }
    }
}
