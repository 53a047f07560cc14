package basalt.bench.save;

import basalt.bench.OperationBenchmark;
import basalt.bench.steady.ScheduledSparks;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * A tick of a schedule that moves particles, alone, with a copy of as many bytes as its columns have, and with a
 * capture and a hash of the world after it.
 */
public class KeptTick extends OperationBenchmark {
    /**
     * The tick alone.
     *
     * @param sparks the world
     * @return a sum over events
     */
    @Benchmark
    public float alone(ScheduledSparks sparks) {
        return sparks.tick();
    }

    /**
     * The tick, and one copy of as many bytes as the columns of all particles have: the limit of a capture.
     *
     * @param sparks the world
     * @param kept the memory
     * @return where the copy is
     */
    @Benchmark
    public long copied(ScheduledSparks sparks, KeptSparks kept) {
        sparks.tick();
        return kept.copy();
    }

    /**
     * The tick, and a capture of the world.
     *
     * @param sparks the world
     * @param kept its last states
     * @return the tick
     */
    @Benchmark
    public long captured(ScheduledSparks sparks, KeptSparks kept) {
        sparks.tick();
        return kept.capture();
    }

    /**
     * The tick, a capture of the world, and its hash.
     *
     * @param sparks the world
     * @param kept its last states
     * @return the hash
     */
    @Benchmark
    public long capturedAndHashed(ScheduledSparks sparks, KeptSparks kept) {
        sparks.tick();
        kept.capture();
        return sparks.world().stateHash();
    }
}
