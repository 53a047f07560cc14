package basalt.bench.bulk;

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

/** Sum and largest value of a column over all entities of a query, and of an array. */
public class Reduction extends OperationBenchmark {
    /** The same numbers in a column and in an array. */
    @State(Scope.Thread)
    public static class Numbers {
        /** Number of values. */
        @Param({"16384", "1048576"})
        public int rows;

        private World world;
        private Query all;
        private float[] numbers;

        /** Draws the numbers and compares the results. */
        @Setup
        public void build() {
            world = World.create();
            numbers = new float[rows];
            SplittableRandom random = new SplittableRandom(rows);
            for (int row = 0; row < rows; row++) {
                numbers[row] = (float) random.nextDouble(-1, 1);
                world.spawn(new Position(numbers[row], 0));
            }
            all = world.query().all(Position.TYPE).build();
            check();
        }

        /** Compares the results of the measured code. */
        @TearDown
        public void close() {
            check();
            world.close();
        }

        private void check() {
            Check.near("sum", sumOfArray(), all.reduce().sum(Position.X), 1e-6 * rows);
            Check.same("largest", 0, largestOfArray(), all.reduce().max(Position.X, 0));
        }

        private double sumOfArray() {
            double sum = 0;
            for (float number : numbers) {
                sum += number;
            }
            return sum;
        }

        private float largestOfArray() {
            float largest = Float.NEGATIVE_INFINITY;
            for (float number : numbers) {
                largest = Math.max(largest, number);
            }
            return largest;
        }
    }

    /**
     * Sum of a column.
     *
     * @param state the numbers
     * @return the sum
     */
    @Benchmark
    public double sum(Numbers state) {
        return state.all.reduce().sum(Position.X);
    }

    /**
     * Largest value of a column.
     *
     * @param state the numbers
     * @return the largest
     */
    @Benchmark
    public float max(Numbers state) {
        return state.all.reduce().max(Position.X, 0);
    }

    /**
     * The baseline: sum of an array.
     *
     * @param state the numbers
     * @return the sum
     */
    @Benchmark
    public double floatArraySum(Numbers state) {
        return state.sumOfArray();
    }

    /**
     * The baseline: largest value of an array.
     *
     * @param state the numbers
     * @return the largest
     */
    @Benchmark
    public float floatArrayMax(Numbers state) {
        return state.largestOfArray();
    }
}
