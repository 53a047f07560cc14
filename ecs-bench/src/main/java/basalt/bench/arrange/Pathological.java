package basalt.bench.arrange;

import basalt.bench.OperationBenchmark;
import basalt.bench.iteration.PathologicalBodies;
import basalt.bench.scene.Check;
import basalt.bench.scene.Step;
import basalt.query.RowKernel;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The world of {@link basalt.bench.iteration.PathologicalIteration}: as it is, with the holes of the dead closed, with
 * the entities that move arranged together, and as many in packed arrays in C.
 */
public class Pathological extends OperationBenchmark {
    /** The world as it is. */
    @State(Scope.Thread)
    public static class Scattered {
        final PathologicalBodies bodies = new PathologicalBodies();
        RowKernel kernel;
        RowKernel pureKernel;

        /** Builds the world. */
        @Setup
        public void build() {
            kernel = bodies.moving().kernel(bodies.move());
            pureKernel = bodies.moving().pureKernel(bodies.move());
            arrange();
            Check.same(
                    "moving entities",
                    PathologicalBodies.MATCHES,
                    bodies.moving().count());
        }

        void arrange() {
            // nothing
        }

        /** Closes the world. */
        @TearDown
        public void close() {
            bodies.close();
        }
    }

    /** The world without holes. */
    @State(Scope.Thread)
    public static class Compacted extends Scattered {
        @Override
        void arrange() {
            bodies.world().compact();
        }
    }

    /** Entities that move are arranged together. */
    @State(Scope.Thread)
    public static class Together extends Scattered {
        @Override
        void arrange() {
            bodies.world().arrange(bodies.moving()).together().run();
        }
    }

    /** Those that move, in arrays. */
    @State(Scope.Thread)
    public static class Arrays {
        private final float dt = Step.sixtieth().value();
        private final Packed packed = new Packed(2, PathologicalBodies.MATCHES);

        /** Frees the arrays. */
        @TearDown
        public void close() {
            packed.close();
        }
    }

    /**
     * Before anything has moved.
     *
     * @param data the world
     */
    @Benchmark
    public void scattered(Scattered data) {
        data.kernel.run();
    }

    /**
     * Before anything has moved; the kernel is pure.
     *
     * @param data the world
     */
    @Benchmark
    public void scatteredPure(Scattered data) {
        data.pureKernel.run();
    }

    /**
     * After the holes were closed.
     *
     * @param data the world
     */
    @Benchmark
    public void compacted(Compacted data) {
        data.kernel.run();
    }

    /**
     * After an arrangement.
     *
     * @param data the world
     */
    @Benchmark
    public void together(Together data) {
        data.kernel.run();
    }

    /**
     * The limit: packed arrays in C.
     *
     * @param data the arrays
     */
    @Benchmark
    public void packed(Arrays data) {
        data.packed.move(data.dt);
    }
}
