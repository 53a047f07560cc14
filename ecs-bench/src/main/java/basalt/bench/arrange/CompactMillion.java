package basalt.bench.arrange;

import basalt.bench.MillionBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position3;
import basalt.bench.scene.Velocity3;
import basalt.bench.state.Copies;
import basalt.world.Compaction;
import basalt.world.Template;
import basalt.world.World;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Closes the holes of a million rows of six floats, 30 percent of which are holes at random; and copies as many bytes
 * as the values have of the entities that move for it: 24 an entity.
 */
public class CompactMillion extends MillionBenchmark {
    private static final int HOLES_PERCENT = 30;
    private static final long BYTES_EACH = 24;

    /** A world with holes. */
    private static final class Holes implements AutoCloseable {
        private final SplittableRandom random = new SplittableRandom(HOLES_PERCENT);
        private final long[] entities = new long[ENTITIES];
        private final World world = World.create();
        private final Template template = world.template()
                .with(new Position3(1, 2, 3), new Velocity3(4, 5, 6))
                .build();
        private int alive;

        Holes() {
            fill();
        }

        /** Spawns an entity in each row, and destroys some. */
        void fill() {
            long[] added = new long[ENTITIES - alive];
            template.spawn(added);
            System.arraycopy(added, 0, entities, alive, added.length);
            alive = 0;
            for (long entity : entities) {
                if (random.nextInt(100) < HOLES_PERCENT) {
                    world.destroy(entity);
                } else {
                    entities[alive++] = entity;
                }
            }
        }

        @Override
        public void close() {
            world.close();
        }
    }

    /** A world with holes in each iteration. */
    @State(Scope.Thread)
    public static class Rows {
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
                if (moved.equals("BEFORE")) {
                    holes.world.rows().compact();
                    holes.fill();
                }
            } else {
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
            Check.same("holes", 0, holes.world.rows().compact().entitiesMoved());
            Check.same("dz", 7, 6, holes.world.get(holes.entities[7], Velocity3.DZ));
            if (moved.equals("NEVER")) {
                close();
            }
        }

        /** Closes the last world. */
        @TearDown
        public void close() {
            if (holes != null) {
                holes.close();
                holes = null;
            }
        }
    }

    /** As many bytes as are moved. */
    @State(Scope.Thread)
    public static class Bytes {
        private Copies copies;

        /** Counts them. */
        @Setup
        public void build() {
            try (Holes holes = new Holes()) {
                copies = new Copies(holes.world.rows().compact().entitiesMoved() * BYTES_EACH, 1);
            }
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
            copies.close();
        }
    }

    /** Closes the holes. */
    @Benchmark
    public Compaction compact(Rows state) {
        state.done = state.holes.world.rows().compact();
        return state.done;
    }

    /** Copies the moved bytes once. */
    @Benchmark
    public long copy(Bytes state) {
        return state.copies.next();
    }
}
