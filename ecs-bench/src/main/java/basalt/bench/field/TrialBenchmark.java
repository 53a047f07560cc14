package basalt.bench.field;

import basalt.bench.OperationBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A benchmark of an operation that is run repeatedly; its results are checked before and after. */
@State(Scope.Thread)
public abstract class TrialBenchmark extends OperationBenchmark {
    private Trial trial;

    /** For subclasses. */
    protected TrialBenchmark() {}

    /** The engine that is measured in this fork. */
    protected abstract String engine();

    /** Builds the scene that is measured. */
    protected abstract Trial scene(Engine of);

    /** Builds the scene and checks a few runs. */
    @Setup
    public void build() {
        trial = scene(EngineKind.engine(engine()));
        Answers.check(trial, this::scene);
    }

    /** Checks a few more runs with the code that was measured. */
    @TearDown
    public void close() {
        Answers.check(trial, this::scene);
        trial.close();
    }

    /**
     * The measured operation.
     *
     * @return number of entities
     */
    @Benchmark
    public int run() {
        return trial.run();
    }
}
