package basalt.bench.field;

import basalt.bench.MillionBenchmark;
import basalt.bench.scene.Check;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A single change of a million entities; each shot has a new state. */
@State(Scope.Thread)
public abstract class ShotBenchmark extends MillionBenchmark {
    /** Number of entities. */
    @Param("1000000")
    public int entities;

    private Bodies bodies;

    /** For subclasses. */
    protected ShotBenchmark() {}

    /** The engine that is measured in this fork. */
    protected abstract String engine();

    /** The scene that the shot changes. */
    final Bodies bodies() {
        return bodies;
    }

    /** Creates an empty scene in a new world, unless there is a scene. */
    final void open(int movingPercent) {
        if (bodies == null) {
            bodies = EngineKind.engine(engine()).bodies(entities, movingPercent);
        }
    }

    /** Checks that no entity is left. */
    final void checkEmpty() {
        Check.same("entities", 0, bodies.count());
        Check.same("moving entities", 0, bodies.moving());
    }

    /** Discards the scene. */
    @TearDown(Level.Trial)
    public void close() {
        if (bodies != null) {
            bodies.close();
            bodies = null;
        }
    }
}
