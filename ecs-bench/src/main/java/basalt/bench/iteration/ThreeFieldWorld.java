package basalt.bench.iteration;

import static basalt.bench.scene.Position3.X;
import static basalt.bench.scene.Position3.Y;
import static basalt.bench.scene.Position3.Z;
import static basalt.bench.scene.Velocity3.DX;
import static basalt.bench.scene.Velocity3.DY;
import static basalt.bench.scene.Velocity3.DZ;

import basalt.bench.scene.Check;
import basalt.bench.scene.Position3;
import basalt.bench.scene.Step;
import basalt.bench.scene.Velocity3;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowBody;
import basalt.query.RowKernel;
import basalt.query.SpanBody;
import basalt.world.Template;
import basalt.world.World;
import java.util.SplittableRandom;

/**
 * A world of entities with a position, all or some of them with a velocity, and the check of the kernel that moves
 * them.
 *
 * <p>The check runs the measured kernel, before and after the measurement, and compares every entity bit by bit with
 * plain Java, including entities that must not move.
 */
final class ThreeFieldWorld implements AutoCloseable {
    private final Step step = Step.sixtieth();
    private final World world = World.create();
    private final Query moving =
            world.query().all(Position3.TYPE, Velocity3.TYPE).build();
    private final long[] entities;
    private final boolean[] moves;

    /** Spawns all entities, then destroys the ones whose rows must be dead. */
    ThreeFieldWorld(int rows, Presence presence) {
        SplittableRandom random = new SplittableRandom(rows);
        Template template = presence.isOfAll()
                ? world.template().with(Position3.TYPE, Velocity3.TYPE).build()
                : world.template().with(Position3.TYPE).build();
        entities = new long[rows];
        moves = new boolean[rows];
        int movingCount = 0;
        for (int row = 0; row < rows; row++) {
            long entity = template.spawn();
            entities[row] = entity;
            world.set(entity, X, (float) random.nextDouble(-100, 100));
            world.set(entity, Y, (float) random.nextDouble(-100, 100));
            world.set(entity, Z, (float) random.nextDouble(-100, 100));
            if (presence.drawMoving(random)) {
                moves[row] = true;
                world.add(entity, Velocity3.TYPE);
                world.set(entity, DX, (float) random.nextDouble(-1, 1));
                world.set(entity, DY, (float) random.nextDouble(-1, 1));
                world.set(entity, DZ, (float) random.nextDouble(-1, 1));
                movingCount++;
            }
        }
        for (int row = 0; row < rows; row++) {
            if (presence.drawDead(random)) {
                world.destroy(entities[row]);
                movingCount--;
            }
        }
        Check.same("moving entities", movingCount, moving.count());
    }

    Query moving() {
        return moving;
    }

    Step step() {
        return step;
    }

    /** Returns the measured body. */
    RowBody move() {
        Step dt = step;
        return row -> {
            row.set(X, row.get(X) + row.get(DX) * dt.value());
            row.set(Y, row.get(Y) + row.get(DY) * dt.value());
            row.set(Z, row.get(Z) + row.get(DZ) * dt.value());
        };
    }

    /** Returns the same as a loop over spans. */
    SpanBody moveSpans() {
        Step dt = step;
        return span -> {
            for (int r = span.from(); r < span.to(); r++) {
                Row row = span.row(r);
                row.set(X, row.get(X) + row.get(DX) * dt.value());
                row.set(Y, row.get(Y) + row.get(DY) * dt.value());
                row.set(Z, row.get(Z) + row.get(DZ) * dt.value());
            }
        };
    }

    /** Runs three other kernels on the same query, in turn, until all are compiled. */
    void runOthers() {
        RowKernel turn = moving.kernel(row -> {
            row.set(DX, -row.get(DX));
            row.set(DY, -row.get(DY));
        });
        RowKernel fence = moving.kernel(row -> {
            row.set(X, Math.max(-1000, Math.min(1000, row.get(X))));
            row.set(Y, Math.max(-1000, Math.min(1000, row.get(Y))));
        });
        Step push = new Step(1e-6f);
        RowKernel drift = moving.kernel(row -> row.set(DX, row.get(DX) + row.get(Y) * push.value()));
        long visitsOfEach = 100_000_000L;
        for (long visits = 0; visits < visitsOfEach; visits += entities.length) {
            turn.run();
            fence.run();
            drift.run();
        }
    }

    void check(Runnable kernel) {
        float[] x = new float[entities.length];
        float[] y = new float[entities.length];
        float[] z = new float[entities.length];
        for (int row = 0; row < entities.length; row++) {
            if (world.isAlive(entities[row])) {
                x[row] = world.get(entities[row], X);
                y[row] = world.get(entities[row], Y);
                z[row] = world.get(entities[row], Z);
            }
        }
        kernel.run();
        for (int row = 0; row < entities.length; row++) {
            long entity = entities[row];
            if (world.isAlive(entity)) {
                float dx = moves[row] ? world.get(entity, DX) * step.value() : 0;
                float dy = moves[row] ? world.get(entity, DY) * step.value() : 0;
                float dz = moves[row] ? world.get(entity, DZ) * step.value() : 0;
                Check.same("x", row, moves[row] ? x[row] + dx : x[row], world.get(entity, X));
                Check.same("y", row, moves[row] ? y[row] + dy : y[row], world.get(entity, Y));
                Check.same("z", row, moves[row] ? z[row] + dz : z[row], world.get(entity, Z));
            }
        }
    }

    @Override
    public void close() {
        world.close();
    }
}
