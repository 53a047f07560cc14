package basalt.memory.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Elsewhere;
import basalt.memory.ForwardingMemory;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.allocator.Heap;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.allocator.StreamingArena;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameMeter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each diagnostic is reported when it should be, and only then. */
@SuppressWarnings("try") // open meters and scopes need no name
class MemoryMonitorTest {
    private static final MemoryMonitor.Limits LIMITS = new MemoryMonitor.Limits(4, 3, 2, 2, 2, 1, 0.4, 1, 16);

    private final List<MemoryDiagnostic.Report> reports = new ArrayList<>();
    private final MemoryMonitor monitor = new MemoryMonitor(reports::add, LIMITS, false);
    private final FrameArena arena = new FrameArena(MemorySource.direct());
    private final Heap heap = new Heap(MemorySource.direct(), 1 << 16, 1 << 20);

    @AfterEach
    void close() {
        arena.close();
        heap.close();
    }

    private void endFrames(int frames, Runnable frame) {
        for (int i = 0; i < frames; i++) {
            frame.run();
            monitor.endFrame();
        }
    }

    private void assertReported(MemoryDiagnostic diagnostic, String subject, String detail) {
        assertEquals(List.of(new MemoryDiagnostic.Report(diagnostic, subject, detail)), reports);
        assertEquals(1, monitor.count(diagnostic));
        reports.clear();
    }

    private void assertNothing() {
        assertEquals(List.of(), reports);
    }

    @Test
    void shouldReportAllocationOutsideFrame() {
        monitor.watch("world", arena);
        endFrames(2, () -> {
            arena.allocate(8, 8);
            arena.reset();
        });
        assertNothing(); // without phases allocation is free
        FrameMeter phase = arena.meters().phase("physics");
        endFrames(2, () -> {
            try (FrameMeter open = phase.begin()) {
                arena.allocate(8, 8);
            }
            arena.reset();
        });
        assertNothing();
        endFrames(2, () -> {
            arena.allocate(24, 8);
            arena.reset();
        });
        assertReported(MemoryDiagnostic.ALLOCATED_OUTSIDE_FRAME, "world", "bytes=24");
        endFrames(1, arena::reset);
        arena.allocate(16, 8);
        endFrames(1, arena::reset);
        assertEquals(1, reports.size(), "it had stopped in between");
    }

    @Test
    void shouldReportMemoryHeldTooLong() {
        monitor.watch("world", arena);
        endFrames(10, () -> {});
        assertNothing(); // it holds no memory
        arena.allocate(8, 8);
        endFrames(3, () -> {});
        assertNothing();
        endFrames(5, () -> {});
        assertReported(MemoryDiagnostic.HELD_TOO_LONG, "world", "frames=4, usedBytes=8");
        endFrames(10, () -> {
            arena.allocate(8, 8);
            arena.reset();
        });
        assertNothing();
    }

    @Test
    void shouldReportShortLivedBlocks() {
        try (PoolAllocator pool = new PoolAllocator(MemorySource.direct(), 64, 8)) {
            long old = pool.allocate();
            monitor.watch("bullets", pool);
            long[] kept = new long[3];
            endFrames(10, () -> {
                for (int i = 0; i < 3; i++) {
                    if (kept[i] != 0) {
                        pool.free(kept[i]);
                    }
                    kept[i] = pool.allocate();
                }
            });
            assertNothing(); // each lives for a frame
            endFrames(4, () -> {
                for (int i = 0; i < 3; i++) {
                    pool.free(pool.allocate());
                }
            });
            assertReported(MemoryDiagnostic.FREED_IN_SAME_FRAME, "bullets", "frees=3 in a frame, limit=2");
            endFrames(5, () -> pool.free(pool.allocate()));
            pool.free(old);
            endFrames(1, () -> {});
            assertNothing();
        }
    }

    @Test
    void shouldReportPromotionChurn() {
        monitor.watch("world", arena);
        Runnable frame = () -> {
            long[] tickets = new long[3];
            for (int i = 0; i < 3; i++) {
                tickets[i] = arena.promotions().promote(arena.allocate(8, 8), heap);
            }
            arena.reset();
            for (long ticket : tickets) {
                heap.free(arena.promotions().handle(ticket));
            }
        };
        endFrames(2, frame);
        assertNothing();
        endFrames(3, frame);
        assertReported(MemoryDiagnostic.PROMOTION_CHURN, "world", "promotions=3 in a frame, limit=2");
    }

    @Test
    void shouldReportHeapOnHotPath() {
        monitor.watch("meshes", heap);
        endFrames(5, () -> {
            heap.free(heap.allocate(8));
            heap.free(heap.allocate(8));
        });
        assertNothing();
        endFrames(4, () -> {
            for (int i = 0; i < 5; i++) {
                heap.free(heap.allocate(8));
            }
        });
        assertReported(MemoryDiagnostic.HEAP_ON_HOT_PATH, "meshes", "allocations=5 in a frame, limit=2");
    }

    @Test
    void shouldReportRefusedAndUnclaimedPromotions() {
        monitor.watch("world", arena);
        try (MemoryScope scope = arena.open()) {
            arena.promotions().promote(arena.allocate(8, 8), heap);
        }
        arena.reset();
        monitor.endFrame();
        assertReported(MemoryDiagnostic.PROMOTION_REFUSED, "world", "slices=1");

        long claimed = arena.promotions().promote(arena.allocate(8, 8), heap);
        arena.promotions().promote(arena.allocate(8, 8), heap);
        arena.reset();
        monitor.endFrame();
        assertNothing(); // can still be claimed
        assertTrue(arena.promotions().handle(claimed) != 0);
        arena.reset();
        monitor.endFrame();
        assertReported(MemoryDiagnostic.PROMOTION_UNCLAIMED, "world", "slices=1");
    }

    @Test
    void shouldReportFragmentedHeap() {
        monitor.watch("meshes", heap);
        List<Long> blocks = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            blocks.add(heap.allocate(2048));
        }
        endFrames(5, () -> {});
        reports.clear(); // these many allocations are reported too
        for (int i = 0; i < 32; i += 2) {
            heap.free(blocks.get(i));
        }
        endFrames(2, () -> {});
        assertNothing();
        endFrames(4, () -> {});
        assertReported(
                MemoryDiagnostic.HEAP_FRAGMENTED,
                "meshes",
                "fragmentation=0.9375, freeBytes=32768, largestFreeBytes=2048");
    }

    @Test
    void shouldReportStreamingThrash() {
        try (StreamingArena streaming = new StreamingArena(MemorySource.direct(), 100)) {
            monitor.watch("level", streaming);
            Runnable frame = () -> {
                for (int i = 0; i < 2; i++) {
                    long handle = streaming.reserve(100, 0);
                    streaming.loaded(handle, 100);
                    streaming.ready(handle);
                }
            };
            frame.run();
            endFrames(2, frame);
            assertNothing();
            endFrames(3, frame);
            assertReported(MemoryDiagnostic.STREAMING_THRASH, "level", "evictions=2 in a frame, limit=1");
        }
    }

    @Test
    void shouldReportBudgets() {
        MemoryTracker tracker = new MemoryTracker(MemorySource.direct()).onPressure(monitor::onPressure);
        MemoryTag tag = tracker.tag("ai").budget(10, 20);
        tracker.root().budget(0, 100);
        long address = tag.allocate(16, 8);
        assertEquals(2, reports.size());
        assertSame(MemoryDiagnostic.SOFT_BUDGET_CROSSED, reports.get(0).diagnostic());
        assertEquals("tag ai", reports.get(0).subject());
        assertEquals("all tags", reports.get(1).subject());
        reports.clear();
        assertThrows(NativeMemoryException.class, () -> tag.allocate(8, 8));
        assertReported(
                MemoryDiagnostic.HARD_BUDGET_REACHED, "tag ai", "requestedBytes=8, allocatedBytes=16, limitBytes=20");
        tag.free(address, 16);
    }

    @Test
    void shouldReportLeaks() {
        MemoryTracker tracker = new MemoryTracker(MemorySource.direct());
        monitor.checkLeaks("all", tracker.root());
        assertNothing();
        long address = tracker.tag("level").allocate(16, 8);
        monitor.checkLeaks("all", tracker.root());
        assertReported(MemoryDiagnostic.LEAKED, "all", "allocatedBytes=16");
        tracker.tag("level").free(address, 16);
    }

    @Test
    void shouldThrowTheFirstFindingOfFrameInStrictMode() {
        MemoryMonitor strict = new MemoryMonitor(reports::add, LIMITS, true);
        strict.watch("world", arena).watch("meshes", heap);
        try (MemoryScope scope = arena.open()) {
            arena.promotions().promote(arena.allocate(8, 8), heap);
        }
        arena.meters().phase("physics");
        arena.reset();
        var e = assertThrows(MemoryMonitor.DiagnosticException.class, strict::endFrame);
        assertEquals(2, reports.size(), "all were reported");
        assertSame(reports.get(0), e.report());
        assertTrue(e.getMessage().startsWith("M01 ALLOCATED_OUTSIDE_FRAME, world: bytes=8. "), e.getMessage());
        assertTrue(e.getMessage().endsWith(e.report().diagnostic().remedy()), e.getMessage());
        strict.endFrame();
        MemorySource leaking = new ForwardingMemory(null) {
            @Override
            public long allocatedBytes() {
                return 1;
            }
        };
        assertThrows(MemoryMonitor.DiagnosticException.class, () -> strict.checkLeaks("heap", leaking));
    }

    @Test
    void shouldThrowUndeniedPressureInStrictMode() {
        MemoryMonitor strict = new MemoryMonitor(reports::add, LIMITS, true);
        MemoryTracker tracker = new MemoryTracker(MemorySource.direct()).onPressure(strict::onPressure);
        MemoryTag soft = tracker.tag("soft").budget(10, 1000);
        assertThrows(MemoryMonitor.DiagnosticException.class, () -> soft.allocate(16, 8));
        MemoryTag hard = tracker.tag("hard").budget(10, 10);
        assertThrows(NativeMemoryException.class, () -> hard.allocate(16, 8));
        MemoryTag warned = tracker.tag("warned").budget(10, 10, MemoryTag.Policy.WARN);
        assertThrows(MemoryMonitor.DiagnosticException.class, () -> warned.allocate(16, 8));
        assertEquals(0, tracker.root().allocatedBytes(), "the caller has no memory");
    }

    @Test
    void shouldCheckAllAllocatorsWhenTheListenerThrows() {
        int[] told = new int[1];
        MemoryMonitor failing = new MemoryMonitor(
                report -> {
                    told[0]++;
                    throw new UnsupportedOperationException("listener");
                },
                LIMITS,
                false);
        try (FrameArena other = new FrameArena(MemorySource.direct())) {
            failing.watch("world", arena).watch("other", other);
            for (FrameArena each : List.of(arena, other)) {
                long mark = each.mark();
                each.promotions().promote(each.allocate(8, 8), heap);
                each.release(mark);
                each.reset();
            }
            assertThrows(UnsupportedOperationException.class, failing::endFrame);
            assertEquals(2, told[0]);
            failing.endFrame();
            assertEquals(2, told[0], "each refusal is reported once");
        }
    }

    @Test
    void shouldMakeAddedChecks() {
        MemoryDiagnostic.Report report = new MemoryDiagnostic.Report(MemoryDiagnostic.SCATTERED_ROWS, "game", "detail");
        monitor.watch((limits, listener) -> {
            assertSame(LIMITS, limits);
            listener.accept(report);
        });
        assertNothing();
        monitor.endFrame();
        assertReported(MemoryDiagnostic.SCATTERED_ROWS, "game", "detail");
        MemoryMonitor strict = new MemoryMonitor(reports::add, LIMITS, true);
        strict.watch((limits, listener) -> listener.accept(report)).watch("world", arena);
        var e = assertThrows(MemoryMonitor.DiagnosticException.class, strict::endFrame);
        assertSame(report, e.report());
    }

    @Test
    void shouldUseItsLimits() {
        for (MemoryMonitor.Limits limits : List.of(
                new MemoryMonitor.Limits(2, 3, 2, 2, 2, 1, 0.4, 1, 16),
                new MemoryMonitor.Limits(4, 3, 2, 0, 2, 1, 0.4, 1, 16),
                new MemoryMonitor.Limits(4, 1, 2, 2, 2, 1, 0.4, 1, 16))) {
            MemoryMonitor other = new MemoryMonitor(report -> {}, limits, false).watch("world", arena);
            arena.allocate(8, 8);
            other.endFrame();
            other.endFrame();
            other.endFrame();
            assertEquals(limits.heldFrames() == 2 ? 1 : 0, other.count(MemoryDiagnostic.HELD_TOO_LONG));
            for (int i = 0; i < 3; i++) {
                for (int slice = limits.steadyFrames() == 1 ? -2 : 0; slice < 1; slice++) {
                    arena.promotions().promote(arena.allocate(8, 8), heap);
                }
                arena.reset();
                other.endFrame();
            }
            boolean churns = limits.promotions() == 0 || limits.steadyFrames() == 1;
            assertEquals(churns ? 1 : 0, other.count(MemoryDiagnostic.PROMOTION_CHURN), limits::toString);
        }
    }

    @Test
    void shouldRejectWrongLimits() {
        double[] good = {1, 1, 1, 1, 1, 1, 0.5, 1, 16};
        double[][] wrong = {{0}, {0}, {-1}, {-1}, {-1}, {-1}, {-0.1, 1.1, Double.NaN}, {-1}, {-0.1, 64.1, Double.NaN}};
        limits(good);
        for (int i = 0; i < wrong.length; i++) {
            for (double value : wrong[i]) {
                double[] numbers = good.clone();
                numbers[i] = value;
                assertThrows(IllegalArgumentException.class, () -> limits(numbers));
            }
        }
    }

    private static MemoryMonitor.Limits limits(double... n) {
        return new MemoryMonitor.Limits(
                (int) n[0], (int) n[1], (long) n[2], (long) n[3], (long) n[4], (long) n[5], n[6], (int) n[7], n[8]);
    }

    @Test
    void shouldRejectMisuse() {
        assertThrows(IllegalArgumentException.class, () -> new MemoryMonitor(null));
        assertThrows(IllegalArgumentException.class, () -> new MemoryMonitor(reports::add, null, false));
        assertThrows(IllegalArgumentException.class, () -> monitor.watch(" ", arena));
        assertThrows(IllegalArgumentException.class, () -> monitor.watch("heap", (Heap) null));
        assertThrows(IllegalArgumentException.class, () -> monitor.watch(null));
        Elsewhere.run("other", () -> {
            assertThrows(IllegalStateException.class, monitor::endFrame);
            assertThrows(IllegalStateException.class, () -> monitor.watch("world", arena));
            assertThrows(IllegalStateException.class, () -> monitor.watch((limits, listener) -> {}));
        });
    }

    @Test
    void shouldExplainEachDiagnosticOnce() {
        Set<String> codes = new HashSet<>();
        Set<String> texts = new HashSet<>();
        for (MemoryDiagnostic diagnostic : EnumSet.allOf(MemoryDiagnostic.class)) {
            assertTrue(codes.add(diagnostic.code()), diagnostic::name);
            assertTrue(texts.add(diagnostic.explanation()), diagnostic::name);
            assertTrue(texts.add(diagnostic.remedy()), diagnostic::name);
            assertFalse(diagnostic.remedy().isBlank());
        }
    }
}
