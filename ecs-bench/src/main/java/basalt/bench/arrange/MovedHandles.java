package basalt.bench.arrange;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.component.Component;
import basalt.component.IntColumn;
import basalt.memory.MemorySource;
import basalt.query.Query;
import basalt.world.World;
import java.util.SplittableRandom;
import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Reads a float of each of a million entities by handle, in a world in which no row has moved, in one whose holes were
 * closed, in one whose rows are in a random order, and by a table from handles to rows in C, whose rows are in the same
 * random order. Values are small whole numbers, so that sums are exact.
 */
public class MovedHandles extends OperationBenchmark {
    private static final int ENTITIES = 1_000_000;
    private static final int SMALL = 8;
    private static final int HOLES_PERCENT = 30;

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
        /** RANDOM; HANDLES: by index, as they were spawned; ROWS: by row, after rows have moved. */
        @Param({"RANDOM", "HANDLES", "ROWS"})
        public String order;

        /** Entities by their number, in the order in which they are read, by the number of their row. */
        int[] numbers(int[] byRow) {
            return switch (order) {
                case "RANDOM" -> shuffled(3);
                case "HANDLES" -> ascending();
                default -> byRow;
            };
        }
    }

    private static int[] ascending() {
        int[] numbers = new int[ENTITIES];
        for (int i = 0; i < ENTITIES; i++) {
            numbers[i] = i;
        }
        return numbers;
    }

    private static int[] shuffled(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] numbers = ascending();
        for (int i = ENTITIES - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int number = numbers[i];
            numbers[i] = numbers[other];
            numbers[other] = number;
        }
        return numbers;
    }

    /** A world of Basalt. */
    @State(Scope.Thread)
    public static class Handles {
        /** NEVER; COMPACTED: holes were closed; ARRANGED: all rows are in a random order. */
        @Param({"NEVER", "COMPACTED", "ARRANGED"})
        public String moved;

        private final World world = World.create();
        private final long[] handles = new long[ENTITIES];

        /**
         * Builds the world.
         *
         * @param order the order in which it is read
         */
        @Setup
        public void build(Order order) {
            long[] entities = spawn();
            Query all = world.query().all(Position.TYPE, Rank.TYPE).build();
            int[] ranks = shuffled(7);
            for (int i = 0; i < ENTITIES; i++) {
                world.set(entities[i], Position.X, i % SMALL);
                world.set(entities[ranks[i]], Rank.RANK, i);
            }
            if (moved.equals("COMPACTED")) {
                world.compact();
            } else if (moved.equals("ARRANGED")) {
                world.arrange(all).byColumn(Rank.RANK).run();
            }
            int[] byRow = moved.equals("ARRANGED") ? ranks : ascending();
            int[] numbers = order.numbers(byRow);
            for (int i = 0; i < ENTITIES; i++) {
                handles[i] = entities[numbers[i]];
            }
            if (order.order.equals("ROWS") && moved.equals("COMPACTED")) {
                int[] count = {0};
                all.forEach(row -> handles[count[0]++] = row.entity());
            }
            Check.same("sum", (SMALL - 1L) * ENTITIES / 2, read());
        }

        private long[] spawn() {
            int extra = moved.equals("COMPACTED") ? ENTITIES * 100 / (100 - HOLES_PERCENT) - ENTITIES : 0;
            long[] spawned = new long[ENTITIES + extra];
            world.template().with(Position.TYPE, Rank.TYPE).build().spawn(spawned);
            SplittableRandom random = new SplittableRandom(HOLES_PERCENT);
            long[] entities = new long[ENTITIES];
            int count = 0;
            int rest = extra;
            for (int i = 0; i < spawned.length; i++) {
                if (random.nextInt(spawned.length - i) < rest) {
                    world.destroy(spawned[i]);
                    rest--;
                } else {
                    entities[count++] = spawned[i];
                }
            }
            return entities;
        }

        long read() {
            long sum = 0;
            for (long entity : handles) {
                sum += (int) world.get(entity, Position.X);
            }
            return sum;
        }

        /** Closes the world. */
        @TearDown
        public void close() {
            world.close();
        }
    }

    /** A table of slots in C. */
    @State(Scope.Thread)
    public static class Slots {
        private static final long BYTES = 8L * ENTITIES;

        private final long handles = MemorySource.allocateFrom(MemorySource.direct(), BYTES, 64);
        private final long slots = MemorySource.allocateFrom(MemorySource.direct(), BYTES, 64);
        private final long values = MemorySource.allocateFrom(MemorySource.direct(), BYTES, 64);

        /**
         * Builds the table.
         *
         * @param order the order in which it is read
         */
        @Setup
        public void build(Order order) {
            int[] byRow = shuffled(7);
            int[] numbers = order.numbers(byRow);
            for (int i = 0; i < ENTITIES; i++) {
                UnsafeApi.putFloat(null, values + 4L * i, byRow[i] % SMALL);
                UnsafeApi.putLong(null, slots + 8L * byRow[i], (long) i << 32 | 1);
                UnsafeApi.putLong(null, handles + 8L * i, 1L << 32 | numbers[i]);
            }
            Check.same("sum", (SMALL - 1L) * ENTITIES / 2, read());
        }

        long read() {
            return NativeRows.readSlots(handles, slots, values, ENTITIES);
        }

        /** Frees the table. */
        @TearDown
        public void close() {
            MemorySource.direct().free(handles, BYTES);
            MemorySource.direct().free(slots, BYTES);
            MemorySource.direct().free(values, BYTES);
        }
    }

    /**
     * Reads the world.
     *
     * @param order the order
     * @param state the world
     * @return the sum
     */
    @Benchmark
    public long get(Order order, Handles state) {
        return state.read();
    }

    /**
     * Reads the table in C.
     *
     * @param order the order
     * @param state the table
     * @return the sum
     */
    @Benchmark
    public long slots(Order order, Slots state) {
        return state.read();
    }
}
