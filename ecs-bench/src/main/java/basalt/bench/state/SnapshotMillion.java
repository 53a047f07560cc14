package basalt.bench.state;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Marked;
import basalt.bench.scene.Position3;
import basalt.bench.scene.Step;
import basalt.bench.scene.Velocity3;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.world.World;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Captures, restorations and hashes of a million entities, and a copy of as many bytes. */
public class SnapshotMillion extends OperationBenchmark {
    private static final int ENTITIES = 1_000_000;
    private static final long BYTES = ENTITIES * 24L;
    private static final int STATES = 2;
    private static final int SCATTERED = 100;
    private static final int BLOCK_ROWS = 1 << 14;

    /** A million entities with positions and velocities, and two states of them. */
    @State(Scope.Thread)
    public static class Kept {
        /** What is written before each capture: ALL rows, ONE_BLOCK of 62, A_HUNDRED rows by handle, NOTHING. */
        @Param({"ALL", "ONE_BLOCK", "A_HUNDRED", "NOTHING"})
        public String written;

        private final Step step = new Step(1);
        private final long[] handles = new long[ENTITIES];
        private final Copies copies = new Copies(BYTES, STATES + 1);
        private final World world = World.create();
        private final Query all =
                world.query().all(Position3.TYPE, Velocity3.TYPE).build();
        private Snapshots snapshots;
        private RowKernel moveAll;
        private RowKernel moveMarked;
        private boolean isFirst;

        /** Builds the world and two states. */
        @Setup
        public void build() {
            world.template()
                    .with(new Position3(1, 2, 3), new Velocity3(1, 1, 1))
                    .build()
                    .spawn(handles);
            for (int i = 0; i < BLOCK_ROWS; i++) {
                world.add(handles[7 * BLOCK_ROWS + i], Marked.TYPE);
            }
            moveAll = kernel(all);
            moveMarked = kernel(world.query()
                    .all(Position3.TYPE, Velocity3.TYPE, Marked.TYPE)
                    .build());
            snapshots = Saves.snapshots(world, STATES);
            for (int i = 0; i < 4; i++) {
                write();
                capture();
            }
            check();
        }

        private RowKernel kernel(Query query) {
            Step distance = step;
            return query.kernel(row -> {
                row.set(Position3.X, row.get(Position3.X) + distance.value());
                row.set(Position3.Y, row.get(Position3.Y) + distance.value());
                row.set(Position3.Z, row.get(Position3.Z) + distance.value());
                row.set(Velocity3.DX, row.get(Velocity3.DX) + distance.value());
                row.set(Velocity3.DY, row.get(Velocity3.DY) + distance.value());
                row.set(Velocity3.DZ, row.get(Velocity3.DZ) + distance.value());
            });
        }

        private void write() {
            step.set(-step.value());
            switch (written) {
                case "ALL" -> moveAll.run();
                case "ONE_BLOCK" -> moveMarked.run();
                case "A_HUNDRED" -> {
                    for (int i = 0; i < SCATTERED; i++) {
                        long entity = handles[(int) (i * 7919L * 131 % ENTITIES)];
                        world.set(entity, Position3.X, world.get(entity, Position3.X) + step.value());
                    }
                }
                default -> {
                    // nothing
                }
            }
        }

        private long capture() {
            world.time().advance(1);
            return snapshots.capture();
        }

        private long restore() {
            isFirst = !isFirst;
            long tick = isFirst ? snapshots.oldestTick() : snapshots.newestTick();
            snapshots.restore(tick);
            return tick;
        }

        private void check() {
            restore();
            float first = world.get(handles[0], Position3.X);
            restore();
            float last = world.get(handles[0], Position3.X);
            boolean isWritten = written.equals("ALL") || written.equals("A_HUNDRED");
            Check.same("difference of the states", 0, isWritten ? 1f : 0f, Math.abs(last - first));
            Check.same("entities", ENTITIES, all.count());
        }

        /** Checks the states again. */
        @TearDown
        public void close() {
            if (isFirst) {
                restore();
            }
            check();
            copies.close();
            world.close();
        }
    }

    /** Entities of which something was written. */
    @State(Scope.Thread)
    public static class Written {
        private Kept kept;

        /** Writes before each run. */
        @Setup(Level.Invocation)
        public void write(Kept entities) {
            kept = entities;
            kept.write();
        }
    }

    /** Keeps the state after something was written, which is not measured. */
    @Benchmark
    public long capture(Written written) {
        return written.kept.capture();
    }

    /** Goes from one of two states to the other. */
    @Benchmark
    public long restore(Kept kept) {
        return kept.restore();
    }

    /** Hashes the state after something was written, which is not measured. */
    @Benchmark
    public long hash(Written written) {
        return Saves.stateHash(written.kept.world);
    }

    /** Copies as many bytes as the positions and velocities have, to as many places as a capture does in turn. */
    @Benchmark
    public long copy(Written written) {
        return written.kept.copies.next();
    }
}
