package basalt.bench.field;

import basalt.bench.OperationBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Adds each velocity to its position, three floats each; the values are checked before and after. */
@State(Scope.Thread)
public abstract class MoveBenchmark extends OperationBenchmark {
    private Bodies bodies;

    /** For subclasses. */
    protected MoveBenchmark() {}

    /** The engine that is measured in this fork. */
    protected abstract String engine();

    /** Number of entities. */
    protected abstract int entities();

    /** Percentage of entities with a velocity. */
    protected int movingPercent() {
        return 100;
    }

    /** Builds the scene and checks a few runs. */
    @Setup
    public void build() {
        bodies = EngineKind.engine(engine()).bodies(entities(), movingPercent());
        bodies.create();
        check();
    }

    /** Checks a few more runs with the code that was measured. */
    @TearDown
    public void close() {
        check();
        bodies.close();
    }

    private void check() {
        Answers.checkMoves(bodies, entities(), movingPercent());
    }

    /** The measured operation. */
    @Benchmark
    public void run() {
        bodies.move();
    }
}
