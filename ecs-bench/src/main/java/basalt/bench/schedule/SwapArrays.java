package basalt.bench.schedule;

import basalt.bench.scene.Check;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The baseline of {@link SwapWorld}: the same pairs of values in plain arrays. */
@State(Scope.Thread)
public class SwapArrays {
    /** Number of entities of each of the four kinds. */
    @Param({"10000", "1000000"})
    public int entitiesOfEach;

    private final ForkJoinPool helper = new ForkJoinPool(1);
    private final Runnable upperHalf = this::tickUpperHalf;
    private float[] a;
    private float[] b;
    private float[] cOfD;
    private float[] d;
    private float[] cOfE;
    private float[] e;

    /** Fills the arrays and checks a tick of each kind. */
    @Setup
    public void fill() {
        SplittableRandom random = new SplittableRandom(entitiesOfEach);
        a = draw(random, 4 * entitiesOfEach);
        b = draw(random, 4 * entitiesOfEach);
        cOfD = draw(random, entitiesOfEach);
        d = draw(random, entitiesOfEach);
        cOfE = draw(random, entitiesOfEach);
        e = draw(random, entitiesOfEach);
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
        swap(a, b, 0, a.length);
        swap(cOfD, d, 0, d.length);
        swap(cOfE, e, 0, e.length);
    }

    /** Half of all rows by this thread, the other half by another thread. */
    void tickByTwo() {
        ForkJoinTask<?> upper = helper.submit(upperHalf);
        swap(a, b, 0, a.length / 2);
        swap(cOfD, d, 0, d.length / 2);
        swap(cOfE, e, 0, e.length / 2);
        upper.join();
    }

    private void tickUpperHalf() {
        swap(a, b, a.length / 2, a.length);
        swap(cOfD, d, d.length / 2, d.length);
        swap(cOfE, e, e.length / 2, e.length);
    }

    private static void swap(float[] one, float[] other, int from, int to) {
        for (int row = from; row < to; row++) {
            float value = one[row];
            one[row] = other[row];
            other[row] = value;
        }
    }

    private void check(Runnable tick) {
        float[][] before = {a.clone(), b.clone(), cOfD.clone(), d.clone(), cOfE.clone(), e.clone()};
        tick.run();
        float[][] after = {b, a, d, cOfD, e, cOfE};
        for (int array = 0; array < before.length; array++) {
            for (int row = 0; row < before[array].length; row++) {
                Check.same("array " + array, row, before[array][row], after[array][row]);
            }
        }
    }

    private static float[] draw(SplittableRandom random, int length) {
        float[] values = new float[length];
        for (int row = 0; row < length; row++) {
            values[row] = (float) random.nextDouble(-100, 100);
        }
        return values;
    }
}
