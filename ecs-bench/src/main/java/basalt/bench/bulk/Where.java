package basalt.bench.bulk;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.world.World;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Entities that meet a condition on a column, found by a condition and by a branch, beside the sum of the column. */
public class Where extends OperationBenchmark {
    /** Numbers from 0 to 100, in random order. */
    @State(Scope.Thread)
    public static class Numbers {
        private static final float PERCENT = 100;

        /** Number of values. */
        @Param({"16384", "1048576"})
        public int rows;

        /** Percentage of the values that meet the condition. */
        @Param({"1", "50", "100"})
        public int percent;

        private final int[] found = new int[1];
        private World world;
        private Query all;
        private Query low;
        private RowKernel add;
        private RowKernel branch;
        private float limit;

        /** Draws the numbers and compares the results. */
        @Setup
        public void build() {
            world = World.create();
            limit = percent;
            SplittableRandom random = new SplittableRandom(rows);
            for (int row = 0; row < rows; row++) {
                world.spawn(new Position((float) random.nextDouble(PERCENT), 0));
            }
            all = world.query().all(Position.TYPE).build();
            low = all.where(Position.X).atMost(limit);
            add = low.kernel(row -> row.set(Position.Y, row.get(Position.Y) + 1));
            float most = limit;
            branch = all.kernel(row -> {
                if (row.get(Position.X) <= most) {
                    row.set(Position.Y, row.get(Position.Y) + 1);
                }
            });
            check();
        }

        /** Compares the results of the measured code. */
        @TearDown
        public void close() {
            check();
            world.close();
        }

        private void check() {
            found[0] = 0;
            all.forEach(row -> found[0] += row.get(Position.X) <= limit ? 1 : 0);
            Check.same("found", found[0], low.count());
            double before = all.reduce().sum(Position.Y);
            add.run();
            branch.run();
            Check.near("added", before + 2.0 * found[0], all.reduce().sum(Position.Y), 0);
        }
    }

    /**
     * The baseline: the sum of the column.
     *
     * @param state the numbers
     * @return the sum
     */
    @Benchmark
    public double sum(Numbers state) {
        return state.all.reduce().sum(Position.X);
    }

    /**
     * The number of entities that meet the condition.
     *
     * @param state the numbers
     * @return rows
     */
    @Benchmark
    public int count(Numbers state) {
        return state.low.count();
    }

    /**
     * A kernel over the entities that meet the condition.
     *
     * @param state the numbers
     */
    @Benchmark
    public void kernel(Numbers state) {
        state.add.run();
    }

    /**
     * A kernel over all entities with a branch instead.
     *
     * @param state the numbers
     */
    @Benchmark
    public void branch(Numbers state) {
        state.branch.run();
    }
}
