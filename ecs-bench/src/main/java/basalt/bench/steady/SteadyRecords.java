package basalt.bench.steady;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position3;
import basalt.bench.scene.Velocity3;
import basalt.query.Query;
import basalt.world.World;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Ticks that spawn, write and destroy a thousand entities by whole records, to be measured with JMH's garbage profiler.
 */
@State(Scope.Thread)
public class SteadyRecords extends OperationBenchmark {
    private static final int ENTITIES = 1000;

    private final long[] handles = new long[ENTITIES];
    private final Position3 place = new Position3(1, 2, 3);
    private final Velocity3 motion = new Velocity3(4, 5, 6);
    private final long[] steady = new long[ENTITIES];
    private World world;
    private Query moving;

    /** Makes the world. */
    @Setup
    public void create() {
        world = World.create();
        moving = world.query().all(Position3.TYPE, Velocity3.TYPE).build();
        for (int i = 0; i < ENTITIES; i++) {
            steady[i] = world.spawn(place);
        }
        Check.same("moved", ENTITIES, kept());
        Check.same("raised", ENTITIES, fresh());
        Check.same("y", 0, place.y() + 1, world.get(steady[0], Position3.Y));
    }

    /** Closes the world. */
    @TearDown
    public void close() {
        Check.same("entities", ENTITIES, world.entityCount());
        world.close();
    }

    /**
     * The records are the same objects in each tick, so they are no garbage, and the calls make none.
     *
     * @return number of entities
     */
    @Benchmark
    public int kept() {
        for (int i = 0; i < ENTITIES; i++) {
            handles[i] = world.spawn(place, motion);
        }
        for (long entity : handles) {
            world.remove(entity, Velocity3.TYPE);
            world.add(entity, motion);
            world.set(entity, place);
        }
        return moving.bulk().destroy();
    }

    /**
     * Each call makes a record that nothing keeps. If the JIT inlines the whole call, it makes no object. With its own
     * limit of code size it inlines the reads; the flag lets it inline the writes too.
     *
     * @return number of entities
     */
    @Benchmark
    @Fork(value = 2, jvmArgsPrepend = "-XX:InlineSmallCode=4000")
    public int fresh() {
        for (int i = 0; i < ENTITIES; i++) {
            Position3 last = world.get(steady[i], Position3.TYPE);
            world.set(steady[i], new Position3(last.x(), last.y() + 1, last.z()));
        }
        return ENTITIES;
    }
}
