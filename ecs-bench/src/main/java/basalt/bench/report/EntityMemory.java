package basalt.bench.report;

/**
 * What an entity with position and velocity takes of memory.
 *
 * @param engine which onese
 * @param entities among how many
 * @param heapBytes bytes on the heap
 * @param nativeBytes bytes outside of it that are in use
 * @param reservedBytes bytes of address space that are reserved outside of it; 0 if that is not known
 */
record EntityMemory(String engine, int entities, double heapBytes, double nativeBytes, double reservedBytes) {
    /** What is in use. */
    double bytes() {
        return heapBytes + nativeBytes;
    }
}
