package basalt.bench.loop;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.query.Query;
import basalt.world.World;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Counts the entities that meet a condition on a column, and sums the column, and an array with the same numbers. */
@State(Scope.Thread)
public class Where extends OperationBenchmark {
    /** Number of values. */
    @Param({"16384", "1048576"})
    public int rows;

    /** Percentage of the values that meet the condition: the values are numbers from 0 to 100, in random order. */
    @Param({"1", "50", "100"})
    public int percent;

    private float[] numbers;
    private final World world = World.create();
    private final Query all = world.query().all(Position.TYPE).build();
    private Query low;

    /** Draws the numbers and compares the results. */
    @Setup
    public void build() {
        SplittableRandom random = new SplittableRandom(rows);
        numbers = new float[rows];
        for (int row = 0; row < rows; row++) {
            numbers[row] = (float) random.nextDouble(100);
            world.spawn(new Position(numbers[row], 0));
        }
        low = all.where(Position.X).atMost((float) percent);
        check();
    }

    private void check() {
        Check.near("sum", floatArraySum(), sum(), 1e-4 * rows);
        int[] found = {0};
        all.forEach(row -> found[0] += row.get(Position.X) <= percent ? 1 : 0);
        Check.same("found", found[0], low.count());
    }

    /** Compares the results of the measured code. */
    @TearDown
    public void close() {
        check();
        world.close();
    }

    /** The sum of the column. */
    @Benchmark
    public double sum() {
        return all.reduce().sum(Position.X);
    }

    /** The sum of an array with the same numbers. */
    @Benchmark
    public double floatArraySum() {
        double sum = 0;
        for (float number : numbers) {
            sum += number;
        }
        return sum;
    }

    /** The number of entities that meet the condition. */
    @Benchmark
    public int count() {
        return low.count();
    }
}
