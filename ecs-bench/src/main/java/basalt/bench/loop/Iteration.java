package basalt.bench.loop;

import static basalt.bench.scene.Position.X;
import static basalt.bench.scene.Position.Y;
import static basalt.bench.scene.Velocity.DX;
import static basalt.bench.scene.Velocity.DY;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Step;
import basalt.bench.scene.Velocity;
import basalt.query.Query;
import basalt.query.RowBody;
import basalt.query.RowKernel;
import basalt.world.World;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * {@code x += dx * dt; y += dy * dt}, as kernels and as a loop over arrays: the ratio is the result. All values are
 * compared before and after the measurement, also those of entities that a kernel must not visit.
 */
public class Iteration extends OperationBenchmark {
    /** Plain arrays. */
    @State(Scope.Thread)
    public static class Arrays {
        /** Number of rows. */
        @Param({"16384", "1048576"})
        public int rows;

        private final Step step = Step.sixtieth();
        private float[] x;
        private float[] y;
        private float[] dx;
        private float[] dy;

        /** Fills the arrays and checks one step. */
        @Setup
        public void fill() {
            SplittableRandom random = new SplittableRandom(rows);
            x = draw(random, 100);
            y = draw(random, 100);
            dx = draw(random, 1);
            dy = draw(random, 1);
            check();
        }

        private float[] draw(SplittableRandom random, double bound) {
            float[] values = new float[rows];
            for (int row = 0; row < rows; row++) {
                values[row] = (float) random.nextDouble(-bound, bound);
            }
            return values;
        }

        private void move() {
            float dt = step.value();
            for (int row = 0; row < x.length; row++) {
                x[row] += dx[row] * dt;
                y[row] += dy[row] * dt;
            }
        }

        /** Checks one more step with the code that was measured. */
        @TearDown
        public void check() {
            float[] xBefore = x.clone();
            float[] yBefore = y.clone();
            move();
            for (int row = 0; row < rows; row++) {
                Check.same("x", row, xBefore[row] + dx[row] * step.value(), x[row]);
                Check.same("y", row, yBefore[row] + dy[row] * step.value(), y[row]);
            }
        }
    }

    /** A world, and an ordinary kernel. */
    @State(Scope.Thread)
    public static class Plain {
        /** Number of rows. */
        @Param({"16384", "1048576"})
        public int rows;

        /** Which rows are visited. */
        @Param
        public Presence presence;

        final Query moving;
        private final Step step = Step.sixtieth();
        private final World world = World.create();
        private long[] entities;
        private RowKernel kernel;

        /** Creates the world. */
        public Plain() {
            moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
        }

        /** Builds the world and checks one step. */
        @Setup
        public void build() {
            entities = new long[rows];
            SplittableRandom random = new SplittableRandom(rows);
            if (presence.percentStill == 0) {
                world.template().with(Position.TYPE, Velocity.TYPE).build().spawn(entities);
            } else {
                world.template().with(Position.TYPE).build().spawn(entities);
            }
            for (long entity : entities) {
                world.set(entity, new Position(draw(random, 100), draw(random, 100)));
                if (random.nextDouble(100) >= presence.percentStill) {
                    world.add(entity, new Velocity(draw(random, 1), draw(random, 1)));
                }
            }
            for (long entity : entities) {
                if (random.nextDouble(100) < presence.percentDead) {
                    world.destroy(entity);
                }
            }
            Step dt = step;
            kernel = kernel(row -> {
                row.set(X, row.get(X) + row.get(DX) * dt.value());
                row.set(Y, row.get(Y) + row.get(DY) * dt.value());
            });
            check();
        }

        private static float draw(SplittableRandom random, double bound) {
            return (float) random.nextDouble(-bound, bound);
        }

        RowKernel kernel(RowBody body) {
            return moving.kernel(body);
        }

        private void check() {
            Position[] before = new Position[rows];
            for (int row = 0; row < rows; row++) {
                before[row] = world.isAlive(entities[row]) ? world.get(entities[row], Position.TYPE) : null;
            }
            kernel.run();
            for (int row = 0; row < rows; row++) {
                if (before[row] != null) {
                    long entity = entities[row];
                    boolean moves = world.has(entity, Velocity.TYPE);
                    Velocity speed = moves ? world.get(entity, Velocity.TYPE) : new Velocity(0, 0);
                    Check.same("x", row, before[row].x() + speed.dx() * step.value(), world.get(entity, X));
                    Check.same("y", row, before[row].y() + speed.dy() * step.value(), world.get(entity, Y));
                }
            }
        }

        /** Checks one more step with the code that was measured. */
        @TearDown
        public void close() {
            check();
            world.close();
        }
    }

    /** An ordinary kernel, made after three other kernels of the query have run until they were compiled. */
    public static class Used extends Plain {
        private static final long VISITS = 100_000_000;

        @Override
        RowKernel kernel(RowBody body) {
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
            for (long visits = 0; visits < VISITS; visits += rows) {
                turn.run();
                fence.run();
                drift.run();
            }
            return super.kernel(body);
        }
    }

    /** The baseline: the same loop over arrays. */
    @Benchmark
    public void floatArray(Arrays arrays) {
        arrays.move();
    }

    /** An ordinary kernel. */
    @Benchmark
    public void kernel(Plain data) {
        data.kernel.run();
    }

    /** The same, after three other kernels have run on the same query. */
    @Benchmark
    public void kernelAfterOthers(Used data) {
        ((Plain) data).kernel.run();
    }
}
