package basalt.bench.join;

import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.component.Entity;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.Selection;
import basalt.world.Template;
import basalt.world.World;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Entities that set their velocity towards another entity, in a world and in arrays. */
@State(Scope.Thread)
public class Crowd {
    private static final long SEED = 42;

    /** Number of entities. */
    @Param({"10000", "100000"})
    public int entities;

    /** Whether each follows any entity, or a neighbour. */
    @Param({"RANDOM", "NEIGHBOUR"})
    public Leaders leaders;

    private World world;
    private RowKernel kernel;
    private Selection selection;
    private Query moving;
    private long[] handles;
    private long[] leaderOf;
    private int[] generations;
    private float[] x;
    private float[] y;
    private float[] dx;
    private float[] dy;

    /** The position of an entity's leader. */
    public enum Leaders {
        /** Anywhere. */
        RANDOM,
        /** Within 64 entities. */
        NEIGHBOUR
    }

    /** Builds both and compares one round of each kind. */
    @Setup
    public void build() {
        world = World.create();
        Template follower = world.template()
                .with(Position.TYPE, Velocity.TYPE, Follower.TYPE)
                .build();
        handles = new long[entities];
        follower.spawn(handles);
        leaderOf = new long[entities];
        generations = new int[entities];
        x = new float[entities];
        y = new float[entities];
        dx = new float[entities];
        dy = new float[entities];
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < entities; i++) {
            int leader = leaders == Leaders.RANDOM ? random.nextInt(entities) : (i ^ random.nextInt(64)) % entities;
            x[i] = random.nextInt(1000);
            y[i] = random.nextInt(1000);
            generations[i] = 1;
            leaderOf[i] = Entity.of(leader, 1);
            world.set(handles[i], Position.X, x[i]);
            world.set(handles[i], Position.Y, y[i]);
            world.set(handles[i], Follower.LEADER, handles[leader]);
        }
        Query followers =
                world.query().all(Position.TYPE, Velocity.TYPE, Follower.TYPE).build();
        moving = world.query().all(Position.TYPE).build();
        kernel = followers.pairKernel(Follower.LEADER, moving, (row, leader) -> {
            row.set(Velocity.DX, leader.get(Position.X) - row.get(Position.X));
            row.set(Velocity.DY, leader.get(Position.Y) - row.get(Position.Y));
        });
        selection = Selection.of(followers);
        check();
    }

    /** Compares one more round of each kind. */
    @TearDown
    public void close() {
        check();
        world.close();
    }

    private void check() {
        gatherChecked();
        gather();
        compare(this::runKernel);
        compare(this::forEachPair);
    }

    private void compare(Runnable way) {
        world.query().all(Velocity.TYPE).build().forEach(row -> row.set(Velocity.DX, Float.NaN));
        way.run();
        for (int i = 0; i < entities; i++) {
            Check.same("dx", i, dx[i], world.get(handles[i], Velocity.DX));
            Check.same("dy", i, dy[i], world.get(handles[i], Velocity.DY));
        }
    }

    void runKernel() {
        kernel.run();
    }

    void forEachPair() {
        selection.collect().join(Follower.LEADER, moving).forEachPair((row, leader) -> {
            row.set(Velocity.DX, leader.get(Position.X) - row.get(Position.X));
            row.set(Velocity.DY, leader.get(Position.Y) - row.get(Position.Y));
        });
        world.frame().reset();
    }

    /** Hand-written, with handles of entities that can be dead. */
    void gatherChecked() {
        for (int i = 0; i < dx.length; i++) {
            long handle = leaderOf[i];
            int leader = Entity.index(handle);
            if (generations[leader] == Entity.generation(handle)) {
                dx[i] = x[leader] - x[i];
                dy[i] = y[leader] - y[i];
            }
        }
    }

    /** Hand-written, with indices of living entities. */
    void gather() {
        for (int i = 0; i < dx.length; i++) {
            int leader = (int) leaderOf[i];
            dx[i] = x[leader] - x[i];
            dy[i] = y[leader] - y[i];
        }
    }
}
