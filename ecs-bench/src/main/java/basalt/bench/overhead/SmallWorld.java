package basalt.bench.overhead;

import static basalt.bench.scene.Position.X;
import static basalt.bench.scene.Position.Y;
import static basalt.bench.scene.Velocity.DX;
import static basalt.bench.scene.Velocity.DY;

import basalt.bench.scene.Burning;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Step;
import basalt.bench.scene.Velocity;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.World;

/** A hundred entities and three kernels. */
final class SmallWorld implements AutoCloseable {
    private static final int ENTITIES = 100;
    private static final float GRAVITY = -9.81f;

    private final Step step = Step.sixtieth();
    private final World world = World.create();
    private final long[] entities = new long[ENTITIES];
    private final RowKernel fall;
    private final RowKernel move;
    private final RowKernel burn;

    SmallWorld() {
        for (int i = 0; i < ENTITIES; i++) {
            entities[i] = world.spawn(new Position(i, 0), new Velocity(1, i), new Burning(0));
        }
        Step dt = step;
        Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
        fall = world.query().all(Velocity.TYPE).build().kernel(row -> row.set(DY, row.get(DY) + GRAVITY * dt.value()));
        move = moving.kernel(row -> {
            row.set(X, row.get(X) + row.get(DX) * dt.value());
            row.set(Y, row.get(Y) + row.get(DY) * dt.value());
        });
        burn = world.query()
                .all(Burning.TYPE)
                .build()
                .kernel(row -> row.set(Burning.SECONDS, row.get(Burning.SECONDS) + dt.value()));
    }

    /** Returns a schedule of the kernels, in which moving waits for falling. */
    Schedule schedule(int workers) {
        return Schedule.builder(world)
                .workers(workers)
                .add("fall", fall, Access.writes(Velocity.TYPE))
                .add("move", move, Access.reads(Velocity.TYPE), Access.writes(Position.TYPE))
                .add("burn", burn, Access.writes(Burning.TYPE))
                .build();
    }

    /** Runs the kernels without a schedule. */
    void runKernels() {
        fall.run();
        move.run();
        burn.run();
    }

    /** Checks the result of a tick for every entity. */
    void check(Runnable tick) {
        float dt = step.value();
        float[][] expected = new float[ENTITIES][];
        for (int i = 0; i < ENTITIES; i++) {
            long e = entities[i];
            float dy = world.get(e, DY) + GRAVITY * dt;
            expected[i] = new float[] {
                world.get(e, X) + world.get(e, DX) * dt,
                world.get(e, Y) + dy * dt,
                dy,
                world.get(e, Burning.SECONDS) + dt
            };
        }
        tick.run();
        for (int i = 0; i < ENTITIES; i++) {
            long e = entities[i];
            Check.same("x", i, expected[i][0], world.get(e, X));
            Check.same("y", i, expected[i][1], world.get(e, Y));
            Check.same("dy", i, expected[i][2], world.get(e, DY));
            Check.same("seconds", i, expected[i][3], world.get(e, Burning.SECONDS));
        }
    }

    @Override
    public void close() {
        world.close();
    }
}
