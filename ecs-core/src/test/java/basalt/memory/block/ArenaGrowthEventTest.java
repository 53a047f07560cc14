package basalt.memory.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.FailingMemory;
import basalt.memory.FlightRecording;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.allocator.Heap;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.allocator.ResourceArena;
import basalt.memory.allocator.ScratchArena;
import basalt.memory.allocator.SizeClassAllocator;
import basalt.memory.frame.FrameArena;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.DataAmount;
import jdk.jfr.consumer.RecordedEvent;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.Test;

/** Each allocator emits an event when it takes memory from its source. */
class ArenaGrowthEventTest {
    private static final int KIB = 1024;

    private final MemorySource source = MemorySource.direct();

    private record Growth(String allocator, long bytes, long reservedBytes) {}

    private static List<Growth> growthOf(Runnable work) {
        return FlightRecording.of("basalt.ArenaGrowth", work).stream()
                .map(event -> new Growth(
                        event.getString("allocator"), event.getLong("bytes"), event.getLong("reservedBytes")))
                .toList();
    }

    /** The events between the creation and the closing of an allocator. */
    private static <A extends AutoCloseable> List<Growth> growthOf(A allocator, Consumer<A> work) {
        try {
            return growthOf(() -> work.accept(allocator));
        } finally {
            CloseHelper.close(allocator);
        }
    }

    @Test
    void shouldReportFrameArena() {
        assertEquals(
                List.of(new Growth("frame arena", 64 * KIB, 64 * KIB), new Growth("frame arena", 128 * KIB, 192 * KIB)),
                growthOf(new FrameArena(source), arena -> {
                    arena.allocate(64 * KIB, 64);
                    arena.allocate(1, 1);
                    arena.allocate(1, 1); // takes no memory
                    arena.reset();
                    arena.allocate(1, 1); // takes no memory either
                }));
    }

    @Test
    void shouldReportScratchArena() {
        assertEquals(
                List.of(new Growth("scratch arena \"paths\"", 100 * KIB, 100 * KIB)),
                growthOf(new ScratchArena(source, "paths", Long.MAX_VALUE), pool -> pool.allocate(100 * KIB, 1)));
    }

    @Test
    void shouldReportResourceArena() {
        assertEquals(
                List.of(
                        new Growth("resource arena \"level\"", 64 * KIB, 64 * KIB),
                        new Growth("resource arena \"level\"", 64 * KIB, 128 * KIB)),
                growthOf(new ResourceArena(source, "level", Long.MAX_VALUE), arena -> {
                    arena.allocate(1, 1);
                    arena.group("forest").allocate(1, 1);
                }));
    }

    @Test
    void shouldReportPoolAllocator() {
        assertEquals(
                List.of(new Growth("pool allocator", 10 * 104, 10 * 104)),
                growthOf(new PoolAllocator(source, 100, 4, 10, Long.MAX_VALUE), PoolAllocator::allocate));
    }

    @Test
    void shouldReportSizeClassAllocator() {
        assertEquals(
                List.of(
                        new Growth("size class allocator", 1 << 18, 1 << 18),
                        new Growth("size class allocator", 16 * 4100, (1 << 18) + 16 * 4100)),
                growthOf(new SizeClassAllocator(source), sizeClasses -> {
                    sizeClasses.allocate(10_000);
                    sizeClasses.allocate(4096);
                }));
    }

    @Test
    void shouldReportHeap() {
        assertEquals(
                List.of(new Growth("heap", 8192, 8192), new Growth("heap", 8192, 16_384)),
                growthOf(new Heap(source, 8192, 1 << 20), heap -> {
                    heap.allocate(8000);
                    heap.allocate(8000);
                }));
    }

    @Test
    void shouldNotReportRefusedRequests() {
        assertEquals(
                List.of(),
                growthOf(
                        new FrameArena(new FailingMemory(source, 1).stubborn()),
                        arena -> assertThrows(NativeMemoryException.class, () -> arena.allocate(1, 1))));
    }

    @Test
    void shouldHaveStackTraceAndFields() {
        try (FrameArena arena = new FrameArena(source)) {
            RecordedEvent event = FlightRecording.of("basalt.ArenaGrowth", () -> arena.allocate(1, 1))
                    .get(0);

            assertEquals("Arena Growth", event.getEventType().getLabel());
            assertEquals(List.of("Basalt", "Memory"), event.getEventType().getCategoryNames());
            for (String field : List.of("bytes", "reservedBytes")) {
                assertEquals(
                        DataAmount.BYTES,
                        event.getEventType()
                                .getField(field)
                                .getAnnotation(DataAmount.class)
                                .value());
            }
            assertTrue(
                    event.getStackTrace().getFrames().stream()
                            .anyMatch(frame -> frame.getMethod()
                                    .getType()
                                    .getName()
                                    .equals(getClass().getName())),
                    event::toString);
        }
    }
}
