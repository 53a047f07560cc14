package basalt.bench.report;

/**
 * What an entity with position and velocity takes of memory.
 *
 * @param engine whose
 * @param entities among how many
 * @param heapBytes bytes on the heap
 * @param nativeBytes bytes outside of it
 */
record EntityMemory(String engine, int entities, double heapBytes, double nativeBytes) {
    double bytes() {
        return heapBytes + nativeBytes;
    }
}
