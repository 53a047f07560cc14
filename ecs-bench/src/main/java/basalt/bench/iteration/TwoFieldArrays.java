package basalt.bench.iteration;

import basalt.bench.scene.Check;
import basalt.bench.scene.Step;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The baseline of {@link TwoFieldWorld}: positions and velocities in plain arrays. */
@State(Scope.Thread)
public class TwoFieldArrays {
    /** Number of rows. */
    @Param({"16384", "100000", "1048576"})
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

    void move() {
        float dt = step.value();
        for (int row = 0; row < x.length; row++) {
            x[row] += dx[row] * dt;
            y[row] += dy[row] * dt;
        }
    }

    private float[] draw(SplittableRandom random, double bound) {
        float[] values = new float[rows];
        for (int row = 0; row < rows; row++) {
            values[row] = (float) random.nextDouble(-bound, bound);
        }
        return values;
    }
}
