package basalt.memory.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.ForwardingMemory;
import basalt.memory.MemorySource;
import basalt.memory.MemorySourceContract;
import basalt.memory.NativeMemoryException;
import basalt.memory.frame.FrameArena;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The outcome of requests beyond a hard budget. */
class BudgetPolicyTest {
    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final FailingMemory failing = new FailingMemory(memory);
    private final MemoryTracker tracker = new MemoryTracker(failing);
    private final List<MemoryTracker.Pressure> heard = new ArrayList<>();
    private final MemoryTag above = tracker.tag("a");
    private final MemoryTag tag = tracker.tag("a/b");

    @AfterEach
    void checkThatNothingIsLeft() {
        assertEquals(0, memory.outstanding());
        assertEquals(0, tracker.root().allocatedBytes());
    }

    private MemorySnapshot stats(MemoryTag of) {
        return tracker.snapshot().find(of.path()).orElseThrow();
    }

    private void assertStats(MemoryTag of, long allocatedBytes, long live, long promotedBytes, long promotions) {
        MemorySnapshot figures = stats(of);
        assertEquals(allocatedBytes, figures.allocatedBytes(), figures::toString);
        assertEquals(live, figures.liveAllocations(), figures::toString);
        assertEquals(promotedBytes, figures.promotedBytes(), figures::toString);
        assertEquals(promotions, figures.promotions(), figures::toString);
    }

    @Nested
    class WarningContract extends MemorySourceContract {
        @Override
        protected MemorySource createSource() {
            MemoryTracker warning = new MemoryTracker(MemorySource.direct());
            warning.root().budget(0, 0, MemoryTag.Policy.WARN);
            return warning.tag("contract").budget(0, 0, MemoryTag.Policy.WARN);
        }
    }

    @Test
    void shouldFailUnlessToldOtherwise() {
        tag.budget(0, 10, MemoryTag.Policy.WARN).budget(0, 10);

        assertEquals(MemoryTag.Policy.FAIL, stats(tag).policy());
        assertEquals(MemoryTag.Policy.FAIL, stats(tracker.root()).policy());
        assertThrows(NativeMemoryException.class, () -> tag.allocate(11, 1));
    }

    @Test
    void shouldRejectInvalidPolicies() {
        assertThrows(IllegalArgumentException.class, () -> tag.budget(0, 10, null));
        var rejection = assertThrows(
                IllegalArgumentException.class, () -> tracker.root().budget(0, 10, MemoryTag.Policy.PROMOTE));
        assertEquals("the root has no parent tag to promote to: policy=PROMOTE", rejection.getMessage());
        assertEquals(Long.MAX_VALUE, stats(tracker.root()).hardBytes());
    }

    @Test
    void shouldWarnOfEachRequestBeyondTheBudget() {
        tracker.onPressure(heard::add);
        tag.budget(80, 100, MemoryTag.Policy.WARN);
        long first = tag.allocate(100, 8);
        long second = tag.allocate(1, 8);
        long third = tag.allocate(2, 8);

        assertEquals(
                List.of(
                        new MemoryTracker.Pressure("a/b", MemoryTracker.Pressure.Kind.SOFT, 100, 0, 80),
                        new MemoryTracker.Pressure("a/b", MemoryTracker.Pressure.Kind.OVERRUN, 1, 100, 100),
                        new MemoryTracker.Pressure("a/b", MemoryTracker.Pressure.Kind.OVERRUN, 2, 101, 100)),
                heard);
        assertEquals(2, stats(tag).overruns());
        assertEquals(0, stats(tag).denials());
        assertEquals(103, tag.allocatedBytes());
        assertEquals(103, above.allocatedBytes());
        assertEquals(103, stats(tag).peakBytes());
        tag.free(first, 100);
        tag.free(second, 1);
        tag.free(third, 2);
    }

    @Test
    void shouldDenyRequestsThatOverflowEvenIfItOnlyWarns() {
        tracker.root().budget(0, 0, MemoryTag.Policy.WARN);
        long address = tag.allocate(100, 8);
        long asked = failing.allocations();

        assertThrows(NativeMemoryException.class, () -> tag.allocate(Long.MAX_VALUE - 99, 1));

        assertEquals(asked, failing.allocations());
        assertEquals(100, tag.allocatedBytes());
        tag.free(address, 100);
    }

    @Test
    void shouldPromoteWhatExceedsTheBudget() {
        tracker.onPressure(heard::add);
        tag.budget(100, 100, MemoryTag.Policy.PROMOTE);
        long own = tag.allocate(60, 8);
        long promoted = tag.allocate(41, 8);
        long last = tag.allocate(40, 8); // promoted bytes do not use the budget

        assertEquals(
                List.of(new MemoryTracker.Pressure("a/b", MemoryTracker.Pressure.Kind.PROMOTED, 41, 60, 100)), heard);
        assertStats(tag, 100, 2, 41, 1);
        assertStats(above, 141, 3, 0, 0);
        assertEquals(2, stats(tag).allocations());
        assertEquals(100, stats(tag).peakBytes());
        assertEquals(141, stats(above).peakBytes());

        tag.free(promoted, 41);
        assertStats(tag, 100, 2, 0, 1);
        assertStats(above, 100, 2, 0, 0);
        tag.free(own, 60);
        tag.free(last, 40);
        assertStats(tag, 0, 0, 0, 1);
    }

    @Test
    void shouldGiveBackWhatWasPromotedWhenTheListenerThrows() {
        RuntimeException thrown = new RuntimeException("by the listener");
        tracker.onPressure(pressure -> {
            throw thrown;
        });
        tag.budget(0, 10, MemoryTag.Policy.PROMOTE);

        assertSame(thrown, assertThrows(RuntimeException.class, () -> tag.allocate(11, 8)));

        assertStats(tag, 0, 0, 0, 1);
    }

    @Test
    void shouldRejectFreeWithAnotherSizeThanPromoted() {
        tag.budget(0, 10, MemoryTag.Policy.PROMOTE);
        long address = tag.allocate(64, 8);

        var rejection = assertThrows(IllegalArgumentException.class, () -> tag.free(address, 63));
        assertEquals(
                "not what tag a/b has promoted: address=" + address + ", bytes=63, promoted there=64",
                rejection.getMessage());
        assertThrows(IllegalArgumentException.class, () -> tag.free(address + 8, 64));

        assertStats(tag, 0, 0, 64, 1);
        tag.free(address, 64);
        assertThrows(IllegalArgumentException.class, () -> tag.free(address, 64));
    }

    /** The source refuses the free: the allocation stays promoted. */
    @Test
    void shouldKeepPromotionsThatTheSourceDoesNotTakeBack() {
        RuntimeException thrown = new RuntimeException("by the source");
        MemorySource stubborn = new ForwardingMemory(memory) {
            private int frees;

            @Override
            public void free(long address, long bytes) {
                if (frees++ == 0) {
                    throw thrown;
                }
                super.free(address, bytes);
            }
        };
        MemoryTracker over = new MemoryTracker(stubborn);
        MemoryTag promoting = over.tag("t").budget(0, 10, MemoryTag.Policy.PROMOTE);
        long address = promoting.allocate(11, 8);

        assertSame(thrown, assertThrows(RuntimeException.class, () -> promoting.free(address, 11)));

        assertEquals(11, over.snapshot().find("t").orElseThrow().promotedBytes());
        promoting.free(address, 11);
        assertEquals(0, over.snapshot().find("t").orElseThrow().promotedBytes());
        assertEquals(0, over.snapshot().allocatedBytes());
    }

    @Test
    void shouldLetWorkersUseTheCommonBudget() {
        MemoryTag workers = tracker.tag("workers").budget(200 * 1024, 256 * 1024);
        MemoryTag first = tracker.tag("workers/1").budget(64 * 1024, 64 * 1024, MemoryTag.Policy.PROMOTE);
        MemoryTag second = tracker.tag("workers/2").budget(64 * 1024, 64 * 1024);
        try (FrameArena one = new FrameArena(first);
                FrameArena two = new FrameArena(second)) {
            one.allocate(60 * 1024, 64);
            two.allocate(60 * 1024, 64);
            one.allocate(60 * 1024, 64); // another chunk, of 128 KiB
            assertThrows(NativeMemoryException.class, () -> two.allocate(60 * 1024, 64));
            assertThrows(NativeMemoryException.class, () -> one.allocate(100 * 1024, 64));

            assertStats(first, 64 * 1024, 1, 128 * 1024, 1);
            assertStats(second, 64 * 1024, 1, 0, 0);
            assertStats(workers, 256 * 1024, 3, 0, 0);
            assertEquals(2, stats(second).denials(), "the default chunk, and one of the requested size");
            assertEquals(2, stats(workers).denials());
        }
        assertStats(first, 0, 0, 0, 1);
    }
}
