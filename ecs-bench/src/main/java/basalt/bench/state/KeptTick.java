package basalt.bench.state;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.system.ScheduledSparks;
import basalt.save.Saves;
import basalt.save.Snapshots;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A tick of a schedule that moves particles, alone, with a copy of as many bytes as its columns have, and with a
 * capture and a hash of the world after it.
 */
public class KeptTick extends OperationBenchmark {
    /** The last states of a world of particles. */
    @State(Scope.Thread)
    public static class Kept {
        private static final int STATES = 8;

        /** Position, velocity, life and heat of a particle, and the time that it burns. */
        private static final long ROW_BYTES = 7 * Float.BYTES;

        private Snapshots snapshots;
        private Copies copies;

        /** Keeps some states, and checks that the world goes on from one of them as before. */
        @Setup
        public void keep(ScheduledSparks sparks) {
            copies = new Copies(sparks.particles * ROW_BYTES, STATES + 1);
            snapshots = Saves.snapshots(sparks.world(), STATES);
            snapshots.capture();
            sparks.tick();
            long expected = Saves.stateHash(sparks.world());
            snapshots.restore(snapshots.newestTick());
            sparks.tick();
            Check.same("hash after a tick", expected, Saves.stateHash(sparks.world()));
            for (int i = 0; i < 2 * STATES; i++) {
                sparks.tick();
                snapshots.capture();
            }
        }

        /** Frees the memory of the copies. */
        @TearDown
        public void close() {
            copies.close();
        }
    }

    /** The tick alone. */
    @Benchmark
    public float alone(ScheduledSparks sparks) {
        return sparks.tick();
    }

    /** The tick, and one copy of as many bytes as the columns of all particles have: the limit of a capture. */
    @Benchmark
    public long copied(ScheduledSparks sparks, Kept kept) {
        sparks.tick();
        return kept.copies.next();
    }

    /** The tick, and a capture of the world. */
    @Benchmark
    public long captured(ScheduledSparks sparks, Kept kept) {
        sparks.tick();
        return kept.snapshots.capture();
    }

    /** The tick, a capture of the world, and its hash. */
    @Benchmark
    public long capturedAndHashed(ScheduledSparks sparks, Kept kept) {
        sparks.tick();
        kept.snapshots.capture();
        return Saves.stateHash(sparks.world());
    }
}
