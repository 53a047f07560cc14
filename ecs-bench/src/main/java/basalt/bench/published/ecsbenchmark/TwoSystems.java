package basalt.bench.published.ecsbenchmark;

import basalt.bench.OperationBenchmark;
import basalt.bench.published.Library;
import basalt.bench.scene.Check;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** SystemsUpdate: moves entities, and changes data. */
@State(Scope.Thread)
public class TwoSystems extends OperationBenchmark {
    /** What is measured. */
    @Param({"PLAIN", "TUNED", "ARTEMIS", "DOMINION", "ASHLEY"})
    public Library library;

    /** What entities have. */
    @Param({"FULL", "MIXED"})
    public Mix mix;

    /** Number of entities. */
    @Param({"1048576", "2097152"})
    public int entities;

    private Entities all;
    private int ticks;

    /** Creates the entities. */
    @Setup
    public void create() {
        all = Entities.open(library, entities);
        all.create(mix);
    }

    /** Plays as many ticks for some entities alone, and compares their values. */
    @TearDown
    public void close() {
        int step = Math.max(1, entities / 100);
        for (int i = 0; i < entities; i += step) {
            Check.same("value of " + i, -1, Objects.value(mix, i, entities, ticks) == all.value(i) ? -1 : i);
        }
        all.close();
    }

    /** The measured operation. */
    @Benchmark
    public void run() {
        all.update();
        ticks++;
    }
}
