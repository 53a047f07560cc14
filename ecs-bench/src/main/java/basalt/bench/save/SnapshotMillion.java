package basalt.bench.save;

import basalt.bench.OperationBenchmark;
import org.openjdk.jmh.annotations.Benchmark;

/** Captures, restorations and hashes of a million entities, and a copy of as many bytes. */
public class SnapshotMillion extends OperationBenchmark {
    /**
     * Keeps the state after something was written, which is not measured.
     *
     * @param written the world; writes before each run
     * @return the tick
     */
    @Benchmark
    public long capture(Kept.Written written) {
        return written.kept().capture();
    }

    /**
     * Goes from one of two states to the other.
     *
     * @param kept the world
     * @return the tick
     */
    @Benchmark
    public long restore(Kept kept) {
        return kept.restore();
    }

    /**
     * Hashes the state after something was written, which is not measured.
     *
     * @param written the world; writes before each run
     * @return the hash
     */
    @Benchmark
    public long hash(Kept.Written written) {
        return written.kept().hash();
    }

    /**
     * Copies as many bytes as the positions and velocities have, to as many places as a capture does in turn.
     *
     * @param written the world; writes before each run
     * @return number of the place
     */
    @Benchmark
    public long copy(Kept.Written written) {
        return written.kept().copy();
    }
}
