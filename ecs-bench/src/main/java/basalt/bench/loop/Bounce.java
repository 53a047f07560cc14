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
 * Positions move between walls, at which the velocity turns: a body with two branches, as a kernel and as a loop over
 * arrays. 16,384 rows have walls that the processor may learn; a million have not.
 */
@State(Scope.Thread)
public class Bounce extends OperationBenchmark {
    private static final float SIZE = 100;

    /** Number of rows. */
    @Param({"16384", "1048576"})
    public int rows;

    private final Step step = Step.sixtieth();
    private final World world = World.create();
    private long[] entities;
    private float[] x;
    private float[] y;
    private float[] dx;
    private float[] dy;
    private RowKernel kernel;

    /** Fills the world and the arrays with the same values, and checks a step. */
    @Setup
    public void build() {
        SplittableRandom random = new SplittableRandom(rows);
        x = draw(random, 0, SIZE);
        y = draw(random, 0, SIZE);
        dx = draw(random, -30, 30);
        dy = draw(random, -30, 30);
        entities = new long[rows];
        world.template().with(Position.TYPE, Velocity.TYPE).build().spawn(entities);
        Step dt = step;
        kernel = world.query().all(Position.TYPE, Velocity.TYPE).build().kernel(row -> {
            float toX = row.get(X) + row.get(DX) * dt.value();
            float toY = row.get(Y) + row.get(DY) * dt.value();
            if (toX < 0 || toX > SIZE) {
                row.set(DX, -row.get(DX));
                toX = toX < 0 ? 0 : SIZE;
            }
            if (toY < 0 || toY > SIZE) {
                row.set(DY, -row.get(DY));
                toY = toY < 0 ? 0 : SIZE;
            }
            row.set(X, toX);
            row.set(Y, toY);
        });
        check();
    }

    private float[] draw(SplittableRandom random, double low, double high) {
        float[] values = new float[rows];
        for (int row = 0; row < rows; row++) {
            values[row] = (float) random.nextDouble(low, high);
        }
        return values;
    }

    /** A step of both from the values of the arrays. */
    private void check() {
        for (int row = 0; row < rows; row++) {
            world.set(entities[row], new Position(x[row], y[row]));
            world.set(entities[row], new Velocity(dx[row], dy[row]));
        }
        kernel.run();
        move();
        for (int row = 0; row < rows; row++) {
            Check.same("x", row, x[row], world.get(entities[row], X));
            Check.same("y", row, y[row], world.get(entities[row], Y));
            Check.same("dx", row, dx[row], world.get(entities[row], DX));
            Check.same("dy", row, dy[row], world.get(entities[row], DY));
        }
    }

    private void move() {
        float dt = step.value();
        for (int row = 0; row < x.length; row++) {
            float toX = x[row] + dx[row] * dt;
            float toY = y[row] + dy[row] * dt;
            if (toX < 0 || toX > SIZE) {
                dx[row] = -dx[row];
                toX = toX < 0 ? 0 : SIZE;
            }
            if (toY < 0 || toY > SIZE) {
                dy[row] = -dy[row];
                toY = toY < 0 ? 0 : SIZE;
            }
            x[row] = toX;
            y[row] = toY;
        }
    }

    /** Checks one more step with the code that was measured. */
    @TearDown
    public void close() {
        check();
        world.close();
    }

    /** The kernel. */
    @Benchmark
    public void kernel() {
        kernel.run();
    }

    /** The loop over arrays. */
    @Benchmark
    public void floatArray() {
        move();
    }
}
