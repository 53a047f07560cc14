package basalt.bench.fragmented;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Step;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.world.Template;
import basalt.world.World;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The fragmented_iter of ecs_bench_suite: 26 kinds of component, 20 entities with each of them, all with {@link Data}
 * too; the system doubles the data.
 *
 * <p>Every other run halves the values, so they stay finite; only the factor changes from tick to tick.
 */
public class FragmentedIteration extends OperationBenchmark {
    private static final int KINDS = 26;
    private static final int ENTITIES_OF_EACH = 20;
    private static final int ENTITIES = KINDS * ENTITIES_OF_EACH;

    /** How the entities are spawned. */
    public enum Spawning {
        /** From values, as ecs_bench_suite does: {@code world.spawn(new A(0), new Data(1))}. */
        VALUES,
        /** From one template for each kind, which stores each kind together. */
        TEMPLATES
    }

    private static void turn(Step factor) {
        factor.set(2.5f - factor.value());
    }

    /** Entities of all kinds. */
    @State(Scope.Thread)
    public static class Fragments {
        /** How the entities are spawned. */
        @Param
        public Spawning spawning;

        private final Step factor = new Step(0.5f);
        private World world;
        private LongSupplier first;
        private long last;
        private Query all;
        private RowKernel multiply;

        /** Builds the world and checks two runs. */
        @Setup
        public void build() {
            Check.same("kinds", KINDS, Letters.one().size());
            world = World.create();
            for (Record letter : Letters.one()) {
                LongSupplier kind = kind(letter);
                for (int i = 0; i < ENTITIES_OF_EACH; i++) {
                    kind.getAsLong();
                }
                first = first == null ? kind : first;
            }
            all = world.query().all(Data.TYPE).build();
            Step times = factor;
            multiply = all.kernel(row -> row.set(Data.VALUE, row.get(Data.VALUE) * times.value()));
            check();
        }

        /** Checks two more runs, and that nothing is lost. */
        @TearDown
        public void close() {
            destroyLast();
            check();
            world.close();
        }

        private LongSupplier kind(Record letter) {
            if (spawning == Spawning.VALUES) {
                return () -> world.spawn(letter, new Data(1));
            }
            Template template = world.template().with(letter, new Data(1)).build();
            return template::spawn;
        }

        private void destroyLast() {
            if (world.isAlive(last)) {
                world.destroy(last);
            }
        }

        private void spawnAndRun() {
            destroyLast();
            last = first.getAsLong();
            run();
        }

        private void check() {
            Check.same("entities", ENTITIES, all.count());
            for (int run = 0; run < 2; run++) {
                double before = all.reduce().sum(Data.VALUE);
                run();
                Check.near("sum", before * factor.value(), all.reduce().sum(Data.VALUE), 0);
                Check.same(
                        "smallest and largest",
                        0,
                        all.reduce().min(Data.VALUE, 0),
                        all.reduce().max(Data.VALUE, 0));
            }
        }

        private void run() {
            turn(factor);
            multiply.run();
        }
    }

    /** The baseline: an array of as many floats. */
    @State(Scope.Thread)
    public static class Floats {
        private final Step factor = new Step(0.5f);
        private final float[] data = new float[ENTITIES];

        /** Fills the array and checks a run. */
        @Setup
        public void fill() {
            Arrays.fill(data, 1);
            check();
        }

        /** Checks one more run. */
        @TearDown
        public void check() {
            float before = data[0];
            run();
            for (int row = 0; row < data.length; row++) {
                Check.same("data", row, before * factor.value(), data[row]);
            }
        }

        private void run() {
            turn(factor);
            float times = factor.value();
            for (int row = 0; row < data.length; row++) {
                data[row] *= times;
            }
        }
    }

    /**
     * A kernel over all kinds.
     *
     * @param fragments the data
     */
    @Benchmark
    public void kernel(Fragments fragments) {
        fragments.run();
    }

    /**
     * A kernel over all kinds in a living world: before each run an entity is destroyed and another one spawned.
     *
     * @param fragments the data
     */
    @Benchmark
    public void kernelAfterSpawn(Fragments fragments) {
        fragments.spawnAndRun();
    }

    /**
     * The baseline: a bare loop.
     *
     * @param floats the data
     */
    @Benchmark
    public void floatArray(Floats floats) {
        floats.run();
    }
}
