package basalt.bench.join;

import basalt.bench.OperationBenchmark;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Each entity follows another one, by handle: as a pair kernel, as a joined selection, and as hand-written loops over
 * arrays.
 */
public class PairJoin extends OperationBenchmark {
    /**
     * A pair kernel.
     *
     * @param state the entities
     */
    @Benchmark
    public void pairKernel(Crowd state) {
        state.runKernel();
    }

    /**
     * Collects a selection, joins it and runs over the pairs.
     *
     * @param state the entities
     */
    @Benchmark
    public void selection(Crowd state) {
        state.forEachPair();
    }

    /**
     * The baseline: arrays, with a check of each handle's generation.
     *
     * @param state the entities
     */
    @Benchmark
    public void floatArrayChecked(Crowd state) {
        state.gatherChecked();
    }

    /**
     * The lower bound: arrays, without a check.
     *
     * @param state the entities
     */
    @Benchmark
    public void floatArray(Crowd state) {
        state.gather();
    }
}
