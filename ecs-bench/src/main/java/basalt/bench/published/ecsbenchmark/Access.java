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

/** Unpack: reads components of each entity in the order of creation; RemoveAdd: removes and adds a component. */
@State(Scope.Thread)
public class Access extends OperationBenchmark {
    /** What is done. */
    public enum What {
        /** A position is read. */
        GET_ONE,
        /** And a velocity. */
        GET_TWO,
        /** And data, of every other one, which has them. */
        GET_THREE,
        /** A position is removed and added. */
        REMOVE_ADD
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

    /** Creates the entities, and checks the operation. */
    @Setup
    public void create() {
        all = Entities.open(library, entities);
        if (what == What.GET_THREE) {
            all.create(Mix.HALF);
        } else {
            all.create();
        }
        check();
    }

    /** Checks it once more. */
    @TearDown
    public void close() {
        check();
        all.close();
    }

    private void check() {
        run();
        Check.same("entities", entities, all.count());
        Check.same("one", entities, all.sum(1));
        Check.same("two", 4L * entities, all.sum(2));
        Check.same("three", 4L * entities + (what == What.GET_THREE ? 5L * ((entities + 1) / 2) : 0), all.sum(3));
    }

    /** The measured operation. */
    @Benchmark
    public long run() {
        if (what == What.REMOVE_ADD) {
            all.change();
            return 0;
        }
        return all.sum(what.ordinal() + 1);
    }
}
