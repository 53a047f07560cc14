package basalt.bench.arrange;

import basalt.bench.OperationBenchmark;
import basalt.bench.engine.NativeLibrary;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.component.Component;
import basalt.component.IntColumn;
import basalt.memory.MemorySource;
import basalt.world.World;
import java.lang.invoke.MethodHandle;
import java.util.SplittableRandom;
import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Reads a float of each of a million entities by handle, in a world in which no row has moved, in one whose rows are in
 * a random order, and by a table from handles to rows in C, whose rows are in the same random order. Values are small
 * whole numbers, so that sums are exact.
 */
public class MovedHandles extends OperationBenchmark {
    private static final int ENTITIES = 1_000_000;
    private static final int SMALL = 8;
    private static final long SUM = (SMALL - 1L) * ENTITIES / 2;

    /**
     * Where an entity goes.
     *
     * @param rank its number in the random order
     */
    private record Rank(int rank) {
        static final Component<Rank> TYPE = Component.of(Rank.class);
        static final IntColumn RANK = TYPE.int32("rank");
    }

    /** The order in which handles are read. */
    @State(Scope.Thread)
    public static class Order {
        /** RANDOM; HANDLES: by index, as they were spawned. */
        @Param({"RANDOM", "HANDLES"})
        public String order;

        /** Entities by their number, in the order in which they are read. */
        private int[] numbers() {
            return order.equals("RANDOM") ? shuffled(3) : shuffled(0);
        }
    }

    /** Numbers in the order of a seed; in ascending order if that is 0. */
    private static int[] shuffled(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] numbers = new int[ENTITIES];
        for (int i = 0; i < ENTITIES; i++) {
            int other = seed == 0 ? i : random.nextInt(i + 1);
            numbers[i] = numbers[other];
            numbers[other] = i;
        }
        return numbers;
    }

    /** A world of Basalt. */
    @State(Scope.Thread)
    public static class Handles {
        /** NEVER; ARRANGED: all rows are in a random order. */
        @Param({"NEVER", "ARRANGED"})
        public String moved;

        private final World world = World.create();
        private final long[] handles = new long[ENTITIES];

        /** Builds the world. */
        @Setup
        public void build(Order order) {
            long[] entities = new long[ENTITIES];
            world.template().with(Position.TYPE, Rank.TYPE).build().spawn(entities);
            int[] ranks = shuffled(7);
            int[] numbers = order.numbers();
            for (int i = 0; i < ENTITIES; i++) {
                world.set(entities[i], Position.X, i % SMALL);
                world.set(entities[ranks[i]], Rank.RANK, i);
                handles[i] = entities[numbers[i]];
            }
            if (moved.equals("ARRANGED")) {
                world.rows()
                        .arrange(world.query().all(Rank.TYPE).build())
                        .byColumn(Rank.RANK)
                        .run();
            }
            Check.same("sum", SUM, read());
        }

        private long read() {
            long sum = 0;
            for (long entity : handles) {
                sum += (int) world.get(entity, Position.X);
            }
            return sum;
        }

        /** Checks once more. */
        @TearDown
        public void close() {
            Check.same("sum", SUM, read());
            world.close();
        }
    }

    /** A table of slots in C. */
    @State(Scope.Thread)
    public static class Slots {
        private static final MethodHandle READ = NativeLibrary.of("rows.c").function("read_slots", "(JJJI)J");
        private static final long BYTES = 8L * ENTITIES;

        private final long handles = MemorySource.allocateFrom(MemorySource.direct(), BYTES, 64);
        private final long slots = MemorySource.allocateFrom(MemorySource.direct(), BYTES, 64);
        private final long values = MemorySource.allocateFrom(MemorySource.direct(), BYTES, 64);

        /** Builds the table. */
        @Setup
        public void build(Order order) {
            int[] byRow = shuffled(7);
            int[] numbers = order.numbers();
            for (int i = 0; i < ENTITIES; i++) {
                UnsafeApi.putFloat(null, values + 4L * i, byRow[i] % SMALL);
                UnsafeApi.putLong(null, slots + 8L * byRow[i], (long) i << 32 | 1);
                UnsafeApi.putLong(null, handles + 8L * i, 1L << 32 | numbers[i]);
            }
            Check.same("sum", SUM, read());
        }

        private long read() {
            try {
                return (long) READ.invokeExact(handles, slots, values, ENTITIES);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        /** Frees the table. */
        @TearDown
        public void close() {
            MemorySource.direct().free(handles, BYTES);
            MemorySource.direct().free(slots, BYTES);
            MemorySource.direct().free(values, BYTES);
        }
    }

    /** Reads the world. */
    @Benchmark
    public long get(Handles state) {
        return state.read();
    }

    /** Reads the table in C. */
    @Benchmark
    public long slots(Slots state) {
        return state.read();
    }
}
