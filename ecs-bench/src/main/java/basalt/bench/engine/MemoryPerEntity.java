package basalt.bench.engine;

import java.lang.management.ManagementFactory;

/**
 * The memory of an entity with position and velocity, three floats each. Heap memory is measured as the growth of the
 * used heap after a garbage collection. Memory outside the heap, which only Basalt and C use, is what the world itself
 * counts. A handle of four or eight bytes per entity, which the program keeps, is included.
 *
 * @param heapBytes bytes per entity on the heap
 * @param nativeBytes bytes per entity in use outside the heap: see {@link Bodies#nativeBytes}
 * @param reservedBytes bytes per entity of address space reserved outside the heap: see {@link Bodies#reservedBytes}
 */
public record MemoryPerEntity(double heapBytes, double nativeBytes, double reservedBytes) {
    private static final int COLLECTIONS = 3;

    /** Measures an engine, by name, with a number of entities, and prints the result. */
    public static void main(String[] arguments) {
        if (arguments.length != 2) {
            System.err.println("usage: MemoryPerEntity ENGINE ENTITIES");
            System.exit(2);
        }
        System.out.println(measure(Engine.valueOf(arguments[0]), Integer.parseInt(arguments[1])));
    }

    static MemoryPerEntity measure(Engine engine, int entities) {
        // A small run first, as memory that classes and pools keep forever does not belong to entities.
        try (Bodies warmUp = engine.scenes().bodies(1)) {
            warmUp.create();
        }
        long heapBefore = usedHeap();
        try (Bodies bodies = engine.scenes().bodies(entities);
                Bodies plain = Engine.ARRAYS.scenes().bodies(entities)) {
            bodies.create();
            long heap = usedHeap() - heapBefore;
            plain.create();
            Values.check(plain, bodies);
            return new MemoryPerEntity(
                    (double) heap / entities,
                    (double) bodies.nativeBytes() / entities,
                    (double) bodies.reservedBytes() / entities);
        }
    }

    private static long usedHeap() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
