package basalt.bench.field;

import basalt.bench.BenchJvm;
import basalt.bench.Command;
import basalt.bench.LastLine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * The memory of an entity with position and velocity, three floats each. Heap memory is measured as the growth of the
 * used heap after a garbage collection. Memory outside the heap, which only Basalt uses, is reported by the world
 * itself. A handle of four or eight bytes per entity, which the program keeps, is included.
 *
 * @param heapBytes bytes per entity on the heap
 * @param nativeBytes bytes per entity in use outside the heap: see {@link Bodies#nativeBytes}
 * @param reservedBytes bytes per entity of address space reserved outside the heap: see {@link Bodies#reservedBytes}
 */
public record MemoryPerEntity(double heapBytes, double nativeBytes, double reservedBytes) {
    private static final int COLLECTIONS = 3;

    /**
     * Measures in this JVM, and prints the bytes on the heap, outside the heap, and reserved outside the heap.
     *
     * @param arguments the engine's name and the number of entities
     */
    public static void main(String[] arguments) {
        if (arguments.length != 2) {
            System.err.println("usage: MemoryPerEntity ENGINE ENTITIES");
            System.exit(2);
        }
        MemoryPerEntity memory = measure(EngineKind.engine(arguments[0]), Integer.parseInt(arguments[1]));
        System.out.println(memory.heapBytes + " " + memory.nativeBytes + " " + memory.reservedBytes);
    }

    /**
     * Measures in a new JVM.
     *
     * @param engine the engine's name
     * @param entities number of entities
     * @return bytes per entity
     * @throws IOException if that JVM fails, or its last line is not the numbers
     */
    public static MemoryPerEntity inNewJvm(String engine, int entities) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + "/bin/java");
        command.addAll(List.of(BenchJvm.arguments(List.of())));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MemoryPerEntity.class.getName()));
        command.addAll(List.of(engine, Integer.toString(entities)));
        return read(Command.output(command));
    }

    /** Parses the output of {@link #main}. */
    static MemoryPerEntity read(String output) throws IOException {
        double[] bytes = LastLine.numbers(output, 3);
        return new MemoryPerEntity(bytes[0], bytes[1], bytes[2]);
    }

    static MemoryPerEntity measure(Engine engine, int entities) {
        // A small run first, as memory that classes and pools keep forever does not belong to entities.
        try (Bodies warmUp = engine.bodies(1, 100)) {
            warmUp.create();
        }
        long heapBefore = usedHeap();
        try (Bodies bodies = engine.bodies(entities, 100)) {
            bodies.create();
            long heap = usedHeap() - heapBefore;
            Answers.checkFresh(bodies, entities, 100);
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
