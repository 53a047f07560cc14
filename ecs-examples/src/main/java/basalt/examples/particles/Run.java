package basalt.examples.particles;

/**
 * A measured run.
 *
 * @param ticks ticks measured
 * @param nanos time that they took, in nanoseconds
 * @param heapBytes what they allocated on the heap
 */
record Run(int ticks, long nanos, long heapBytes) {
    /**
     * Warms the JVM up for a while, then starts the simulation over, lets it settle for some ticks, and measures some more. So
     * what is measured, and drawn afterwards, does not depend on how long the warm-up was.
     */
    static Run of(Simulation simulation, long seed, float warmUpSeconds, int settle, int ticks, Progress progress) {
        simulation.start(seed);
        long begin = System.nanoTime();
        long warmUpNanos = (long) (warmUpSeconds * 1e9);
        for (long passed = 0; passed < warmUpNanos; passed = System.nanoTime() - begin) {
            simulation.tick();
            progress.atSecond("warming up", (float) (passed / 1e9), warmUpSeconds);
        }
        simulation.start(seed);
        progress.start();
        for (int tick = 0; tick < settle; tick++) {
            simulation.tick();
            progress.at("settling", tick + 1, settle);
        }
        long nanos = 0;
        long heapBytes = 0;
        for (int tick = 0; tick < ticks; tick++) {
            long heapBefore = HeapMeter.allocatedBytes();
            long start = System.nanoTime();
            simulation.tick();
            nanos += System.nanoTime() - start;
            heapBytes += HeapMeter.allocatedBytes() - heapBefore;
            progress.at("measuring", tick + 1, ticks);
        }
        progress.end();
        return new Run(ticks, nanos, heapBytes);
    }
}
