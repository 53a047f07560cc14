package basalt.bench.report;

/**
 * The memory of an entity with position and velocity.
 *
 * @param engine the engine
 * @param entities number of entities
 * @param heapBytes bytes on the heap
 * @param nativeBytes bytes in use outside the heap
 * @param reservedBytes bytes of address space reserved outside the heap; 0 if not known
 */
record EntityMemory(String engine, int entities, double heapBytes, double nativeBytes, double reservedBytes) {
    /** All bytes in use. */
    double bytes() {
        return heapBytes + nativeBytes;
    }
}
