package basalt.bench.system;

import static basalt.bench.scene.Position.X;
import static basalt.bench.scene.Position.Y;
import static basalt.bench.scene.Velocity.DX;
import static basalt.bench.scene.Velocity.DY;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Burning;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Step;
import basalt.bench.scene.Velocity;
import basalt.query.RowKernel;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.World;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Ticks of three kernels over a hundred entities: of a schedule, and of the kernels alone. */
@State(Scope.Thread)
public class ScheduleOverhead extends OperationBenchmark {
    private static final float SECONDS = 1f / 60f;
    private static final int ENTITIES = 100;
    private static final float GRAVITY = -9.81f;

    /** Number of threads of the schedule, in which moving waits for falling; 0: the kernels alone. */
    @Param({"0", "1", "2"})
    public int workers;

    private final World world = World.create();
    private RowKernel fall;
    private RowKernel move;
    private RowKernel burn;
    private Schedule schedule;
    private final Step dt = new Step(SECONDS);
    private final long[] entities = new long[ENTITIES];

    /** Builds the world and checks a tick. */
    @Setup
    public void build() {
        for (int i = 0; i < ENTITIES; i++) {
            entities[i] = world.spawn(new Position(i, 0), new Velocity(1, i), new Burning(0));
        }
        Step step = dt;
        fall = world.query()
                .all(Velocity.TYPE)
                .build()
                .kernel(row -> row.set(DY, row.get(DY) + GRAVITY * step.value()));
        move = world.query().all(Position.TYPE, Velocity.TYPE).build().kernel(row -> {
            row.set(X, row.get(X) + row.get(DX) * step.value());
            row.set(Y, row.get(Y) + row.get(DY) * step.value());
        });
        burn = world.query()
                .all(Burning.TYPE)
                .build()
                .kernel(row -> row.set(Burning.SECONDS, row.get(Burning.SECONDS) + step.value()));
        if (workers > 0) {
            schedule = Schedule.builder(world)
                    .workers(workers)
                    .add("fall", fall, Access.writes(Velocity.TYPE))
                    .add("move", move, Access.reads(Velocity.TYPE), Access.writes(Position.TYPE))
                    .add("burn", burn, Access.writes(Burning.TYPE))
                    .build();
        }
        check();
    }

    /** A tick. */
    @Benchmark
    public void smallWorld() {
        if (schedule != null) {
            schedule.tick(SECONDS);
        } else {
            fall.run();
            move.run();
            burn.run();
        }
    }

    private void check() {
        float[][] expected = new float[ENTITIES][];
        for (int i = 0; i < ENTITIES; i++) {
            long e = entities[i];
            float dy = world.get(e, DY) + GRAVITY * SECONDS;
            float x = world.get(e, X) + world.get(e, DX) * SECONDS;
            float y = world.get(e, Y) + dy * SECONDS;
            expected[i] = new float[] {x, y, dy, world.get(e, Burning.SECONDS) + SECONDS};
        }
        smallWorld();
        for (int i = 0; i < ENTITIES; i++) {
            Check.same("x", i, expected[i][0], world.get(entities[i], X));
            Check.same("y", i, expected[i][1], world.get(entities[i], Y));
            Check.same("dy", i, expected[i][2], world.get(entities[i], DY));
            Check.same("seconds", i, expected[i][3], world.get(entities[i], Burning.SECONDS));
        }
    }

    /** Checks one more tick with the code that was measured. */
    @TearDown
    public void close() {
        check();
        if (schedule != null) {
            schedule.close();
        }
        world.close();
    }
}
