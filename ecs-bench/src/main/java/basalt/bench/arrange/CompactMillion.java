package basalt.bench.arrange;

import basalt.bench.MillionBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Velocity3;
import basalt.memory.MemorySource;
import basalt.world.Compaction;
import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Closes the holes of a million rows, 30 percent of which are holes; makes the same number of moves in C; and copies as
 * many bytes as the values have of the entities that move for it: 24 an entity.
 */
public class CompactMillion extends MillionBenchmark {
    /** A world with holes. */
    @State(Scope.Thread)
    public static class World {
        /** NEVER: no row has moved before; BEFORE: the world has been compacted before, and has memory for it. */
        @Param({"NEVER", "BEFORE"})
        public String moved;

        private Holes holes;
        private Compaction done;

        /** Makes the holes. */
        @Setup(Level.Iteration)
        public void build() {
            if (holes == null) {
                holes = new Holes();
            } else {
                holes.fill();
            }
            if (moved.equals("BEFORE") && done == null) {
                holes.world().compact();
                holes.fill();
            }
            System.gc();
        }

        /** Checks that there are no holes left. */
        @TearDown(Level.Iteration)
        public void check() {
            if (!done.isComplete() || done.entitiesMoved() < ENTITIES / 6) {
                throw new IllegalStateException("compaction: " + done);
            }
            Check.same("holes", 0, holes.world().compact().entitiesMoved());
            Check.same("dz", 7, 6, holes.world().get(holes.entity(7), Velocity3.DZ));
            if (moved.equals("NEVER")) {
                holes.close();
                holes = null;
            }
        }

        /** Closes the last world. */
        @TearDown
        public void close() {
            if (holes != null) {
                holes.close();
            }
        }
    }

    /** Packed arrays with holes. */
    @State(Scope.Thread)
    public static class Arrays {
        private final Moves moves = new Moves();

        /** Uses the caches for something else, as building a world does. */
        @Setup(Level.Iteration)
        public void collect() {
            new Holes().close();
            System.gc();
        }

        /** Frees them. */
        @TearDown
        public void close() {
            moves.close();
        }
    }

    /** As many bytes as are moved. */
    @State(Scope.Thread)
    public static class Bytes {
        private long bytes;
        private long from;
        private long to;

        /** Counts them, and touches both places. */
        @Setup
        public void build() {
            try (Holes holes = new Holes()) {
                bytes = holes.world().compact().entitiesMoved() * Holes.BYTES;
            }
            from = MemorySource.allocateFrom(MemorySource.direct(), bytes, 4096);
            to = MemorySource.allocateFrom(MemorySource.direct(), bytes, 4096);
            UnsafeApi.setMemory(from, bytes, (byte) 1);
            UnsafeApi.setMemory(to, bytes, (byte) 2);
        }

        /** Uses the caches for something else, as building a world does. */
        @Setup(Level.Iteration)
        public void collect() {
            new Holes().close();
            System.gc();
        }

        /** Frees them. */
        @TearDown
        public void close() {
            Check.same("last byte", 1, UnsafeApi.getByte(null, to + bytes - 1));
            MemorySource.direct().free(from, bytes);
            MemorySource.direct().free(to, bytes);
        }
    }

    /**
     * Closes the holes.
     *
     * @param state the world
     * @return what was done
     */
    @Benchmark
    public Compaction compact(World state) {
        state.done = state.holes.world().compact();
        return state.done;
    }

    /**
     * Makes as many moves in C, on packed arrays, with a table of indices.
     *
     * @param state the moves
     */
    @Benchmark
    public void move(Arrays state) {
        state.moves.run();
    }

    /**
     * Copies the moved bytes once, by memcpy.
     *
     * @param state the bytes
     */
    @Benchmark
    public void copy(Bytes state) {
        NativeRows.copy(state.to, state.from, state.bytes);
    }
}
