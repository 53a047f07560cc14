package basalt.bench.published;

import basalt.bench.OperationBenchmark;
import basalt.bench.engine.Scene;
import dev.dominion.ecs.api.Dominion;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A benchmark of a published suite, of which each {@link Library} computes the same; tests check that.
 */
@State(Scope.Thread)
public abstract class Published extends OperationBenchmark {
    /** What bodies of systems consume, which are not passed JMH's own. */
    private static final Blackhole HOLE = new Blackhole(
            "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.");

    private static final String WORLDS = "published";

    private static long seen;

    private Scene scene;

    /** Builds what is measured. */
    protected abstract Scene scene();

    /** Builds the scene. */
    @Setup
    public void build() {
        scene = scene();
    }

    /** Closes it. */
    @TearDown
    public void close() {
        scene.close();
    }

    /** The measured operation. */
    @Benchmark
    public int run() {
        return scene.run();
    }

    /** Consumes a value, as the systems of the original do. */
    public static void consume(float value) {
        keep();
        HOLE.consume(value);
    }

    /** Consumes an entity. */
    public static void consume(long entity) {
        assert see();
        keep();
        HOLE.consume(entity);
    }

    /** Consumes an entity that is an object. */
    public static void consume(Object entity) {
        assert see();
        keep();
        HOLE.consume(entity);
    }

    private static boolean see() {
        seen++;
        return true;
    }

    /** The number of entities that were consumed; counted in tests only, where assertions are enabled. */
    public static long seen() {
        return seen;
    }

    /** A new world of Dominion, for many entities, without its banner. */
    public static Dominion dominion() {
        System.setProperty("dominion.show-banner", "false");
        System.setProperty("dominion." + WORLDS + ".size", "HUGE");
        return Dominion.create(WORLDS);
    }

    /** Costs nothing, but is native: the body of a kernel is not translated to vectors without what it consumes. */
    private static void keep() {
        Thread.currentThread();
    }
}
