package basalt.bench.engine;

import basalt.bench.OperationBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A benchmark of an operation that is run repeatedly; its results are checked before and after. */
@State(Scope.Thread)
public abstract class SceneBenchmark extends OperationBenchmark {
    private Scene scene;

    /** The engine that is measured in this JVM. */
    protected abstract Engine engine();

    /** Builds the scene that is measured. */
    abstract Scene scene(Scenes of);

    /** Builds the scene and checks a few runs. */
    @Setup
    public void build() {
        scene = scene(engine().scenes());
        Engine.check(scene, this::scene);
    }

    /** Checks a few more runs with the code that was measured. */
    @TearDown
    public void close() {
        Engine.check(scene, this::scene);
        scene.close();
    }

    /** The measured operation. */
    @Benchmark
    public int run() {
        return scene.run();
    }
}
