package basalt.bench.published.ecsbenchmark;

import basalt.bench.MillionBenchmark;
import basalt.bench.published.Library;
import basalt.bench.scene.Check;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** CreateEntities and DestroyEntities: entities with two components, in a new world each time. */
@State(Scope.Thread)
public class Life extends MillionBenchmark {
    /** What is done. */
    public enum What {
        CREATE,
        DESTROY
    }

    /** What is measured. */
    @Param({"PLAIN", "TUNED", "ARTEMIS", "DOMINION", "ASHLEY"})
    public Library library;

    /** What is done. */
    @Param
    public What what;

    /** Number of entities. */
    @Param("1048576")
    public int entities;

    private Entities all;

    /** Opens a world. */
    @Setup(Level.Iteration)
    public void open() {
        all = Entities.open(library, entities);
        if (what == What.DESTROY) {
            all.create();
        }
        System.gc();
    }

    /** Counts what there is. */
    @TearDown(Level.Iteration)
    public void close() {
        Check.same("entities", what == What.CREATE ? entities : 0, all.count());
        if (what == What.CREATE) {
            Check.same("sum", entities, all.sum(1));
        }
        all.close();
    }

    /** The measured operation. */
    @Benchmark
    public void run() {
        if (what == What.CREATE) {
            all.create();
        } else {
            all.destroy();
        }
    }
}
