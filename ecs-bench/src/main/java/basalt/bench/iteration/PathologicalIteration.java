package basalt.bench.iteration;

import basalt.bench.OperationBenchmark;
import basalt.query.RowKernel;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A case like EnTT's pathological one, see {@link PathologicalBodies}. */
public class PathologicalIteration extends OperationBenchmark {
    /** The world, and a kernel of each kind. */
    @State(Scope.Thread)
    public static class Bodies {
        private final PathologicalBodies bodies = new PathologicalBodies();
        private final RowKernel kernel = bodies.moving().kernel(bodies.move());
        private final RowKernel pureKernel = bodies.moving().pureKernel(bodies.move());

        /** Closes the world. */
        @TearDown
        public void close() {
            bodies.close();
        }
    }

    /**
     * An ordinary kernel.
     *
     * @param bodies the data
     */
    @Benchmark
    public void kernel(Bodies bodies) {
        bodies.kernel.run();
    }

    /**
     * A kernel that is declared pure.
     *
     * @param bodies the data
     */
    @Benchmark
    public void pureKernel(Bodies bodies) {
        bodies.pureKernel.run();
    }
}
