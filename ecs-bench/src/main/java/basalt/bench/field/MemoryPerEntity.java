package basalt.bench.field;

import basalt.bench.BenchJvm;
import basalt.bench.Command;
import basalt.bench.LastLine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * What an entity with position and velocity, three floats each, takes of memory. On the heap it is measured: the
 * difference that creating the entities makes to the heap that is used after collecting. Outside of it, where Basalt
 * alone keeps something, it is what the world itself counts. A handle for each entity, which the program keeps, is
 * counted: it has four or eight bytes.
 *
 * @param heapBytes bytes an entity on the heap
 * @param nativeBytes bytes an entity outside of it that are in use: see {@link Bodies#nativeBytes}
 * @param reservedBytes bytes an entity of address space that is reserved outside of it: see {@link
 *     Bodies#reservedBytes}
 */
public record MemoryPerEntity(double heapBytes, double nativeBytes, double reservedBytes) {
    private static final int COLLECTIONS = 3;

    /**
     * Measures in this JVM, and prints the bytes on the heap, outside of it, and reserved there.
     *
     * @param arguments the engine's name and the number of entities
     */
    public static void main(String[] arguments) {
        if (arguments.length != 2) {
            System.err.println("usage: MemoryPerEntity ENGINE ENTITIES");
            System.exit(2);
        }
        MemoryPerEntity memory = measure(Contestant.engine(arguments[0]), Integer.parseInt(arguments[1]));
        System.out.println(memory.heapBytes + " " + memory.nativeBytes + " " + memory.reservedBytes);
    }

    /**
     * Measures in a JVM of its own.
     *
     * @param engine the engine's name
     * @param entities how many entities
     * @return bytes an entity
     * @throws IOException if that JVM fails, or ends with another line than the figures
     */
    public static MemoryPerEntity inNewJvm(String engine, int entities) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + "/bin/java");
        command.addAll(List.of(BenchJvm.arguments(List.of())));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MemoryPerEntity.class.getName()));
        command.addAll(List.of(engine, Integer.toString(entities)));
        return read(Command.output(command));
    }

    /** Reads what {@link #main} printed. */
    static MemoryPerEntity read(String output) throws IOException {
        double[] bytes = LastLine.numbers(output, 3);
        return new MemoryPerEntity(bytes[0], bytes[1], bytes[2]);
    }

    static MemoryPerEntity measure(Engine engine, int entities) {
        // Once before, small: what classes and pools keep for good is not an entity's.
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
