package basalt.bench.fragmented;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Step;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * 6,000 entities of one template, or of 300 templates with 20 entities each: two letters and {@link Data} for each
 * template, no two templates with the same letters.
 *
 * <p>Every other run halves the values, so they stay finite.
 */
public class SmallTemplates extends OperationBenchmark {
    private static final int ENTITIES = 6000;
    private static final long MOST_BYTES = 4 << 20;

    /** Entities of one or many templates. */
    @State(Scope.Thread)
    public static class Kinds {
        /** The number of templates. */
        @Param({"1", "300"})
        public int templates;

        private final Step factor = new Step(0.5f);
        private World world;
        private Query all;
        private RowKernel multiply;

        /** Builds the world and checks two runs. */
        @Setup
        public void build() {
            world = World.create();
            for (Template template : templates()) {
                for (int i = 0; i < ENTITIES / templates; i++) {
                    template.spawn();
                }
            }
            all = world.query().all(Data.TYPE).build();
            Step times = factor;
            multiply = all.kernel(row -> row.set(Data.VALUE, row.get(Data.VALUE) * times.value()));
            check();
        }

        private List<Template> templates() {
            List<Record> letters = Letters.one();
            List<Template> some = new ArrayList<>();
            for (int first = 0; first < letters.size(); first++) {
                for (int second = 0; second < first && some.size() < templates; second++) {
                    some.add(world.template()
                            .with(letters.get(first), letters.get(second), new Data(1))
                            .build());
                }
            }
            Check.same("templates", templates, some.size());
            return some;
        }

        /** Checks two more runs, and what the blocks of many templates reserve. */
        @TearDown
        public void close() {
            check();
            long reserved = world.memory().reservedBytes();
            if (reserved > MOST_BYTES) {
                throw new AssertionError(templates + " templates reserve " + reserved + " bytes");
            }
            world.close();
        }

        private void check() {
            Check.same("entities", ENTITIES, all.count());
            for (int run = 0; run < 2; run++) {
                double before = all.reduce().sum(Data.VALUE);
                run();
                Check.near("sum", before * factor.value(), all.reduce().sum(Data.VALUE), 0);
            }
        }

        private void run() {
            factor.set(2.5f - factor.value());
            multiply.run();
        }
    }

    /**
     * A kernel over all entities.
     *
     * @param kinds the data
     */
    @Benchmark
    public void kernel(Kinds kinds) {
        kinds.run();
    }
}
