package basalt.bench.heavy;

import basalt.bench.scene.Check;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The baseline of {@link HeavyWorld}: matrices and positions in plain arrays. */
@State(Scope.Thread)
public class HeavyArrays {
    private static final int ENTITIES = HeavyWorld.ENTITIES;

    private final ForkJoinPool helper = new ForkJoinPool(1);
    private final Runnable upperHalf = () -> compute(ENTITIES / 2, ENTITIES);
    private final float[][] matrices = new float[ENTITIES][Matrix4.LENGTH];
    private final float[] x = new float[ENTITIES];
    private final float[] y = new float[ENTITIES];
    private final float[] z = new float[ENTITIES];

    /** Fills the arrays and checks a tick of each kind. */
    @Setup
    public void fill() {
        for (int i = 0; i < ENTITIES; i++) {
            Matrix4.rotateX(matrices[i], HeavyWorld.RADIANS);
            x[i] = 1;
            y[i] = i;
            z[i] = -2 * i;
        }
        check(this::tick);
        check(this::tickByTwo);
    }

    /** Checks one more tick of each kind with the code that was measured. */
    @TearDown
    public void close() {
        check(this::tick);
        check(this::tickByTwo);
        helper.shutdown();
    }

    void tick() {
        compute(0, ENTITIES);
    }

    /** Half of all rows by this thread, the other half by another thread. */
    void tickByTwo() {
        ForkJoinTask<?> upper = helper.submit(upperHalf);
        compute(0, ENTITIES / 2);
        upper.join();
    }

    private void compute(int from, int to) {
        for (int i = from; i < to; i++) {
            float[] m = matrices[i];
            Matrix4.invert(m, HeavyWorld.INVERSIONS);
            float oldX = x[i];
            float oldY = y[i];
            float oldZ = z[i];
            x[i] = Matrix4.turn(m, 0, oldX, oldY, oldZ);
            y[i] = Matrix4.turn(m, 1, oldX, oldY, oldZ);
            z[i] = Matrix4.turn(m, 2, oldX, oldY, oldZ);
        }
    }

    private void check(Runnable tick) {
        float[][] expected = new float[ENTITIES][];
        for (int i = 0; i < ENTITIES; i++) {
            float[] m = matrices[i].clone();
            Matrix4.invert(m, HeavyWorld.INVERSIONS);
            expected[i] = new float[] {
                Matrix4.turn(m, 0, x[i], y[i], z[i]),
                Matrix4.turn(m, 1, x[i], y[i], z[i]),
                Matrix4.turn(m, 2, x[i], y[i], z[i])
            };
        }
        tick.run();
        for (int i = 0; i < ENTITIES; i++) {
            Check.same("x", i, expected[i][0], x[i]);
            Check.same("y", i, expected[i][1], y[i]);
            Check.same("z", i, expected[i][2], z[i]);
        }
    }
}
