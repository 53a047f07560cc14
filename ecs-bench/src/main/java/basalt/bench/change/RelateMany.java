package basalt.bench.change;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Burning;
import basalt.bench.scene.Check;
import basalt.component.Component;
import basalt.component.EntityHandle;
import basalt.query.Query;
import basalt.world.ManyToMany;
import basalt.world.World;
import org.agrona.collections.LongHashSet;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Relates 10,000 pairs of entities one by one, and unrelates them; and adds a component to 10,000 entities one by one,
 * and removes it, in a world without relations and beside a query for changes of the component. The times are those of
 * one pair or entity.
 */
public class RelateMany extends OperationBenchmark {
    private static final int COUNT = 10_000;
    private static final int PRIME = 7_919;

    private record Edge(
            @EntityHandle long from, @EntityHandle long to, float weight) {
        static final Component<Edge> TYPE = Component.of(Edge.class);
    }

    /** A world whose entities have some edges that stay. */
    @State(Scope.Thread)
    public static class Related {
        /** Edges of each entity that stay. */
        @Param({"0", "8"})
        public int others;

        private final World world = World.create();
        private final ManyToMany<Edge> edges = world.manyToMany(Edge.class);
        private final long[] handles = new long[COUNT];

        /** Builds the world and checks a round. */
        @Setup
        public void build() {
            world.template().build().spawn(handles);
            for (int i = 0; i < COUNT; i++) {
                for (int other = 1; other <= others; other++) {
                    edges.relate(handles[i], handles[(i + other * 31) % COUNT]);
                }
            }
            check();
        }

        private void relate() {
            for (int i = 0; i < COUNT; i++) {
                edges.relate(handles[i], target(i));
            }
        }

        private long target(int i) {
            return handles[(i + PRIME) % COUNT];
        }

        private void unrelate() {
            for (int i = 0; i < COUNT; i++) {
                edges.unrelate(handles[i], target(i));
            }
        }

        private void check() {
            relate();
            Check.same("entities", COUNT * (2L + others), world.entityCount());
            unrelate();
            Check.same("entities", COUNT * (1L + others), world.entityCount());
        }

        /** Checks one more round. */
        @TearDown
        public void close() {
            check();
            world.close();
        }
    }

    /** A world without relations. */
    @State(Scope.Thread)
    public static class Plain {
        final World world = World.create();
        private final long[] handles = new long[COUNT];

        /** Builds the world. */
        @Setup
        public void build() {
            world.template().build().spawn(handles);
        }

        private void addAndRemove() {
            for (long entity : handles) {
                world.add(entity, Burning.TYPE);
            }
            for (long entity : handles) {
                world.remove(entity, Burning.TYPE);
            }
        }

        /** Closes the world. */
        @TearDown
        public void close() {
            world.close();
        }
    }

    /** A world with a query for changes of the component. */
    @State(Scope.Thread)
    public static class Tracked extends Plain {
        private final Query changed = world.query().changed(Burning.TYPE).build();

        /** For JMH. */
        public Tracked() {}
    }

    /** Pairs in a set on the heap, which finds them only: no lists, no records. */
    @State(Scope.Thread)
    public static class Pairs {
        private final LongHashSet pairs = new LongHashSet();

        /** For JMH. */
        public Pairs() {}

        private void addAndRemove() {
            for (int i = 0; i < COUNT; i++) {
                pairs.add(pair(i));
            }
            for (int i = 0; i < COUNT; i++) {
                pairs.remove(pair(i));
            }
        }

        private static long pair(long i) {
            return i << Integer.SIZE | (i + PRIME) % COUNT;
        }
    }

    /** Adds pairs to a set, and removes them: a part of what any relation with one edge a pair does. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public void setOfPairs(Pairs state) {
        state.addAndRemove();
    }

    /** Relates and unrelates. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public void relateAndUnrelate(Related state) {
        state.relate();
        state.unrelate();
    }

    /** Adds and removes. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public void addAndRemove(Plain state) {
        state.addAndRemove();
    }

    /** Adds and removes what is tracked. Returns the number of rows that have changed and still have it. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public int addAndRemoveTracked(Tracked state) {
        Plain all = state;
        all.addAndRemove();
        return state.changed.count();
    }
}
