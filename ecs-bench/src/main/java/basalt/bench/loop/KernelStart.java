package basalt.bench.loop;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Burning;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.query.RowKernel;
import basalt.world.World;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The fixed cost of a kernel, with one match, or none, among a million entities. */
@State(Scope.Thread)
public class KernelStart extends OperationBenchmark {
    private static final int ENTITIES = 1_000_000;
    private static final int SMALL = 1024;

    /** Number of matching entities. */
    @Param({"0", "1"})
    public int matches;

    private final World world = World.create();
    private final long[] handles = new long[ENTITIES];
    private RowKernel burn;

    /** Builds the world and checks one run. */
    @Setup
    public void build() {
        world.template().with(Position.TYPE, Velocity.TYPE).build().spawn(handles);
        if (matches == 1) {
            world.add(handles[0], Burning.TYPE);
        }
        burn = world.query()
                .all(Position.TYPE, Burning.TYPE)
                .build()
                .kernel(row -> row.set(Burning.SECONDS, (row.get(Burning.SECONDS) + 1) % SMALL));
        check();
    }

    private void check() {
        Check.same("burning", matches, burn.query().count());
        float before = matches == 0 ? 0 : world.get(handles[0], Burning.SECONDS);
        burn.run();
        if (matches == 1) {
            Check.same("seconds", 0, (before + 1) % SMALL, world.get(handles[0], Burning.SECONDS));
        }
    }

    /** Checks one more run. */
    @TearDown
    public void close() {
        check();
        world.close();
    }

    /** A run. */
    @Benchmark
    public void kernel() {
        burn.run();
    }
}
