package basalt.bench.change;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Burning;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.query.LeftEntities;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.world.Template;
import basalt.world.World;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A million entities match a query. Before each invocation 500 of them, evenly spaced, stop matching, and the 500 that
 * had stopped before the last one match again; these are found.
 */
public class EnteredAndLeft extends OperationBenchmark {
    private static final int ENTITIES = 1_000_000;
    private static final int CHANGES = 500;

    /** Why an entity does not match. */
    public enum Why {
        /** It has a component that the query excludes. */
        COMPONENT,
        /** A value does not meet the condition of the query. */
        VALUE,
        /** It was destroyed, and another one takes its row for the next invocation. */
        DESTROYED
    }

    /** The entities, and the readers. */
    @State(Scope.Thread)
    public static class Crowd {
        /** What changes. */
        @Param
        public Why why;

        private final World world = World.create();
        private final Template body =
                world.template().with(Position.TYPE, Velocity.TYPE).build();
        private final long[] handles = new long[ENTITIES];
        private RowKernel entered;
        private LeftEntities left;
        private int tick;
        private int seen;

        /** Builds the world, and checks the readers. */
        @Setup
        public void build() {
            body.spawn(handles);
            Query all = world.query().all(Position.TYPE).none(Burning.TYPE).build();
            Query matching = why == Why.VALUE ? all.where(Position.X).atLeast(0) : all;
            entered = matching.entered().kernel(row -> seen++);
            left = matching.left();
            drain();
            for (int i = 0; i < 3; i++) {
                change();
                Check.same("left", CHANGES, left.collect().size());
                Check.same("entered", i == 0 ? 0 : CHANGES, entered());
            }
        }

        private int place(int number, int change) {
            return change * (ENTITIES / CHANGES) + number % (ENTITIES / CHANGES);
        }

        /** Changes a thousand entities. */
        @Setup(Level.Invocation)
        public void change() {
            tick++;
            for (int i = 0; i < CHANGES; i++) {
                int before = place(tick - 1, i);
                int now = place(tick, i);
                switch (why) {
                    case COMPONENT -> {
                        world.remove(handles[before], Burning.TYPE);
                        world.add(handles[now], Burning.TYPE);
                    }
                    case VALUE -> {
                        world.set(handles[before], Position.X, 1);
                        world.set(handles[now], Position.X, -1);
                    }
                    default -> {
                        if (tick > 1) {
                            handles[before] = body.spawn();
                        }
                        world.destroy(handles[now]);
                    }
                }
            }
        }

        /** Reads what was not measured. */
        @TearDown(Level.Invocation)
        public void drain() {
            entered();
            left.collect();
        }

        private int entered() {
            seen = 0;
            entered.run();
            return seen;
        }

        /** Closes the world. */
        @TearDown
        public void close() {
            world.close();
        }
    }

    /** A kernel over those that have entered. Returns how many these are. */
    @Benchmark
    public int entered(Crowd crowd) {
        return crowd.entered();
    }

    /** The handles of those that have left. Returns how many these are. */
    @Benchmark
    public int left(Crowd crowd) {
        return crowd.left.collect().size();
    }
}
