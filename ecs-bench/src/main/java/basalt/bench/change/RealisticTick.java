package basalt.bench.change;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Burning;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.component.FloatColumn;
import basalt.query.RowKernel;
import basalt.world.World;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Each tick sets a value of a hundred entities, in each of three components, each time of different entities, and three
 * observers visit the changed rows. A world without observers measures the sets alone.
 */
public class RealisticTick extends OperationBenchmark {
    private static final int CHANGES = 100;
    private static final FloatColumn[] COLUMNS = {Position.X, Velocity.DX, Burning.SECONDS};

    /** The entities that a tick changes. */
    public enum Places {
        /** A hundred consecutive entities; the next tick changes the next hundred. */
        TOGETHER,
        /** A hundred evenly spaced entities, so no two share a word; the next tick changes their successors. */
        SCATTERED;

        int place(int entities, int tick, int change) {
            return this == TOGETHER
                    ? (int) (((long) tick * CHANGES + change) % entities)
                    : (int) (((long) change * (entities / CHANGES) + tick) % entities);
        }
    }

    /** A world without observers. */
    @State(Scope.Thread)
    public static class Unobserved {
        /** Number of entities. */
        @Param({"100000", "1000000"})
        public int entities;

        /** Which entities change. */
        @Param
        public Places places;

        List<RowKernel> observers = List.of();
        final World world = World.create();
        private long[] handles;
        private int tick;
        private int rowsSeen;
        private float sumSeen;

        /** Builds the world and checks a tick. */
        @Setup
        public void build() {
            handles = new long[entities];
            world.template()
                    .with(Position.TYPE, Velocity.TYPE, Burning.TYPE)
                    .build()
                    .spawn(handles);
            observe();
            check();
        }

        private int place(int component, int change) {
            return (places.place(entities, tick, change) + component * (entities / COLUMNS.length)) % entities;
        }

        private void set() {
            tick++;
            for (int i = 0; i < CHANGES; i++) {
                world.set(handles[place(0, i)], Position.X, tick);
                world.set(handles[place(1, i)], Velocity.DX, tick);
                world.set(handles[place(2, i)], Burning.SECONDS, tick);
            }
        }

        final void see(float value) {
            rowsSeen++;
            sumSeen += value;
        }

        private int observe() {
            rowsSeen = 0;
            sumSeen = 0;
            for (RowKernel observer : observers) {
                observer.run();
            }
            return rowsSeen;
        }

        private void check() {
            set();
            for (int component = 0; component < COLUMNS.length; component++) {
                for (int i = 0; i < CHANGES; i++) {
                    int place = place(component, i);
                    Check.same("value", place, tick, world.get(handles[place], COLUMNS[component]));
                }
            }
            Check.same("rows seen", (long) observers.size() * CHANGES, observe());
            Check.near("sum seen", (double) observers.size() * CHANGES * tick, sumSeen, 1e-3 * sumSeen);
            Check.same("rows seen again", 0, observe());
        }

        /** Checks one more tick. */
        @TearDown
        public void close() {
            observe();
            check();
            world.close();
        }
    }

    /** A world with three observers. */
    @State(Scope.Thread)
    public static class Observed extends Unobserved {
        /** Makes the observers, before the world is filled. */
        public Observed() {
            RowKernel places = world.query().changed(Position.TYPE).build().kernel(row -> see(row.get(Position.X)));
            RowKernel speeds = world.query().changed(Velocity.TYPE).build().kernel(row -> see(row.get(Velocity.DX)));
            RowKernel fires = world.query().changed(Burning.TYPE).build().kernel(row -> see(row.get(Burning.SECONDS)));
            observers = List.of(places, speeds, fires);
        }
    }

    /** The sets alone. */
    @Benchmark
    public void sets(Unobserved state) {
        state.set();
    }

    /** The sets, and the visits of all observers. Returns the number of rows visited. */
    @Benchmark
    public int setsAndObservers(Observed state) {
        Unobserved all = state;
        all.set();
        return all.observe();
    }
}
