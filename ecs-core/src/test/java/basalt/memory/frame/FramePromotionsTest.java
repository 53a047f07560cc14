package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.allocator.Heap;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.allocator.PoolCache;
import basalt.memory.allocator.ResourceArena;
import basalt.memory.allocator.ScratchArena;
import basalt.memory.allocator.SharedPool;
import basalt.memory.allocator.SizeClassAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@SuppressWarnings("try") // open meters and scopes need no name
class FramePromotionsTest {
    private final FrameArena arena = new FrameArena(MemorySource.direct());
    private final FramePromotions promotions = arena.promotions();
    private final Heap heap = new Heap(MemorySource.direct(), 1 << 16, 1 << 16);

    @AfterEach
    void close() {
        arena.close();
        heap.close();
    }

    /** Each allocator of this library that is a promotion target. */
    enum Target {
        POOL(true, source -> new PoolAllocator(source, 256, 64)),
        SIZE_CLASSES(true, SizeClassAllocator::new),
        HEAP(true, source -> new Heap(source, 1 << 16, 1 << 20)),
        SCRATCH(false, source -> new ScratchArena(source, "scratch", 1 << 20)),
        RESOURCES(false, source -> new ResourceArena(source, "resources", 1 << 20));

        final boolean hasHandles;
        private final Function<MemorySource, PromotionTarget> maker;

        Target(boolean hasHandles, Function<MemorySource, PromotionTarget> maker) {
            this.hasHandles = hasHandles;
            this.maker = maker;
        }

        PromotionTarget make(MemorySource source) {
            return maker.apply(source);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCopyIntoEachTarget(Target kind) throws Exception {
        CountingMemory memory = new CountingMemory(MemorySource.direct());
        PromotionTarget target = kind.make(memory);
        try (AutoCloseable closing = (AutoCloseable) target) {
            Slice slice = arena.allocate(200, 64);
            slice.fill((byte) 1);
            long ticket = promotions.promote(slice, target);
            slice.fill((byte) 2);
            arena.reset();
            assertTrue(promotions.isPromoted(ticket));
            assertNull(promotions.refusal(ticket));
            Slice copy = promotions.slice(ticket);
            assertEquals(200, copy.sizeBytes());
            assertEquals(2, copy.getByte(0), "its contents when the frame ended");
            assertEquals(2, copy.getByte(199));
            assertEquals(0, copy.addressUnchecked() % 64);
            assertEquals(kind.hasHandles, promotions.handle(ticket) != 0);
            assertFalse(slice.isLive());

            arena.reset();
            assertThrows(IllegalStateException.class, () -> promotions.slice(ticket));
            assertEquals(2, copy.getByte(0), "it outlives frames");
        }
        assertEquals(0, memory.outstanding());
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseWhenTheTargetHasNoMemory(Target kind) throws Exception {
        PromotionTarget target = kind.make(new FailingMemory(MemorySource.direct(), 1, Long.MAX_VALUE / 2));
        try (AutoCloseable closing = (AutoCloseable) target) {
            long ticket = promotions.promote(arena.allocate(200, 8), target);
            arena.reset();
            assertFalse(promotions.isPromoted(ticket));
            assertSame(FramePromotions.Refusal.NO_MEMORY, promotions.refusal(ticket));
            assertThrows(IllegalStateException.class, () -> promotions.slice(ticket));
            assertThrows(IllegalStateException.class, () -> promotions.handle(ticket));
            assertEquals(1, arena.lastFrame().frame().refused());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailLoudlyWhenTheTargetIsClosed(Target kind) throws Exception {
        PromotionTarget target = kind.make(MemorySource.direct());
        long ticket = promotions.promote(arena.allocate(200, 8), target);
        long other = promotions.promote(arena.allocate(16, 8), heap);
        ((AutoCloseable) target).close();
        assertThrows(IllegalStateException.class, arena::reset);
        assertEquals(1, arena.epoch(), "the frame has ended nevertheless");
        assertSame(FramePromotions.Refusal.TARGET_FAILED, promotions.refusal(ticket));
        assertTrue(promotions.isPromoted(other));
        arena.reset();
    }

    @Test
    void shouldCopyIntoTheCacheOfSharedPool() {
        try (SharedPool pool = new SharedPool(MemorySource.direct(), 256, 64, 100);
                PoolCache cache = pool.cache()) {
            Slice slice = arena.allocate(200, 64);
            slice.fill((byte) 2);
            long ticket = promotions.promote(slice, cache);
            long tooLarge = promotions.promote(arena.allocate(257, 64), cache);
            arena.reset();
            assertEquals(200, promotions.slice(ticket).sizeBytes());
            assertEquals(2, cache.slice(promotions.handle(ticket)).getByte(199));
            assertSame(FramePromotions.Refusal.TOO_LARGE, promotions.refusal(tooLarge));
            assertThrows(IllegalArgumentException.class, () -> cache.tryPlace(257, 8));
        }
    }

    @Test
    void shouldRefuseWhatIsTooLarge() {
        try (PoolAllocator pool = new PoolAllocator(MemorySource.direct(), 64, 8)) {
            long ticket = promotions.promote(arena.allocate(65, 8), pool);
            long fits = promotions.promote(arena.allocate(64, 8), pool);
            arena.reset();
            assertSame(FramePromotions.Refusal.TOO_LARGE, promotions.refusal(ticket));
            assertTrue(promotions.isPromoted(fits));
            assertEquals(1, pool.liveBlocks());
            arena.allocate(65, 8);
            Slice large = arena.allocate(65, 8);
            assertThrows(IllegalArgumentException.class, () -> pool.tryCopy(large));
        }
    }

    @Test
    void shouldRefuseWhatHasEndedEarlier() {
        long ticket;
        try (MemoryScope scope = arena.open()) {
            ticket = promotions.promote(arena.allocate(16, 8), heap);
        }
        arena.reset();
        assertSame(FramePromotions.Refusal.ENDED_EARLIER, promotions.refusal(ticket));
        assertEquals(0, heap.liveBlocks());
    }

    @Test
    void shouldSumUpByPhaseAndTag() {
        FrameMeter phase = arena.meters().phase("ai");
        FrameMeter tag = arena.meters().tag("ai/paths");
        try (PoolAllocator pool = new PoolAllocator(MemorySource.direct(), 64, 8)) {
            try (FrameMeter inPhase = phase.begin();
                    FrameMeter tagged = tag.begin()) {
                promotions.promote(arena.allocate(100, 1), heap);
                promotions.promote(arena.allocate(100, 1), pool);
            }
            promotions.promote(arena.allocate(10, 1), pool);
            arena.reset();
        }
        for (FrameMeter.Stats figures : List.of(
                phase.lastFrame(), tag.lastFrame(), arena.meters().tag("ai").lastFrame())) {
            assertEquals(1, figures.promoted());
            assertEquals(100, figures.promotedBytes());
            assertEquals(1, figures.refused());
        }
        FrameMeter.Stats frame = arena.lastFrame().frame();
        assertEquals(2, frame.promoted());
        assertEquals(110, frame.promotedBytes());
        arena.reset();
        assertEquals(0, arena.lastFrame().frame().promoted());
    }

    @Test
    void shouldCopyEachTicketOnce() {
        Slice slice = arena.allocate(16, 8);
        long first = promotions.promote(slice, heap);
        long second = promotions.promote(slice.part(8, 8), heap);
        assertNotEquals(first, second);
        arena.reset();
        assertNotEquals(promotions.handle(first), promotions.handle(second));
        assertEquals(8, promotions.slice(second).sizeBytes());
        heap.free(promotions.handle(first));
        assertFalse(heap.isLive(promotions.handle(first)));
    }

    @Test
    void shouldReturnTheHandleOfACopyThatWasMoved() {
        long hole = heap.allocate(1024);
        long ticket = promotions.promote(arena.allocate(64, 8), heap);
        arena.reset();
        heap.free(hole);
        assertEquals(1, heap.defragment(1_000_000).movedBlocks());
        assertTrue(heap.isLive(promotions.handle(ticket)));
        assertFalse(promotions.slice(ticket).isLive(), "by the rules of its allocator");
    }

    @Test
    void shouldRejectMisuse() {
        Slice slice = arena.allocate(16, 8);
        assertThrows(IllegalArgumentException.class, () -> promotions.promote(slice, null));
        assertThrows(IllegalArgumentException.class, () -> promotions.promote(slice.part(0, 0), heap));
        assertThrows(IllegalArgumentException.class, () -> promotions.promote(heap.slice(heap.allocate(8)), heap));
        long ticket = promotions.promote(slice, heap);
        var e = assertThrows(IllegalStateException.class, () -> promotions.isPromoted(ticket));
        assertTrue(e.getMessage().contains("not settled yet"), e.getMessage());
        for (long wrong : new long[] {0, -1, ticket + 1, Long.MAX_VALUE}) {
            assertThrows(IllegalStateException.class, () -> promotions.refusal(wrong));
        }
        arena.reset();
        assertThrows(IllegalStateException.class, () -> promotions.promote(slice, heap), "it is dead");
        for (long wrong : new long[] {0, -1, ticket + 1, Long.MAX_VALUE}) {
            assertThrows(IllegalStateException.class, () -> promotions.refusal(wrong));
        }
        arena.close();
        assertThrows(IllegalStateException.class, () -> promotions.isPromoted(ticket));
    }

    @Test
    void shouldNotBeEndedOrExtendedWhileItSettles() {
        List<RuntimeException> seen = new ArrayList<>();
        Slice slice = arena.allocate(16, 8);
        PromotionTarget meddler = (bytes, alignment) -> {
            seen.add(assertThrows(IllegalStateException.class, arena::reset));
            seen.add(assertThrows(IllegalStateException.class, () -> promotions.promote(slice, heap)));
            return heap.tryPlace(bytes, alignment);
        };
        long ticket = promotions.promote(slice, meddler);
        arena.reset();
        assertEquals(2, seen.size());
        assertTrue(promotions.isPromoted(ticket));
        assertEquals(1, arena.epoch());
    }

    @Test
    void shouldSettleTheOthersWhenTargetsThrow() {
        PromotionTarget broken = (bytes, alignment) -> {
            throw new UnsupportedOperationException("broken " + bytes);
        };
        promotions.promote(arena.allocate(8, 8), broken);
        promotions.promote(arena.allocate(16, 8), broken);
        long fine = promotions.promote(arena.allocate(24, 8), heap);
        var e = assertThrows(UnsupportedOperationException.class, arena::reset);
        assertEquals("broken 8", e.getMessage());
        assertEquals("broken 16", e.getSuppressed()[0].getMessage());
        assertTrue(promotions.isPromoted(fine));
        assertEquals(2, arena.lastFrame().frame().refused());
        arena.reset();
        assertEquals(0, arena.lastFrame().frame().refused());
    }

    @Test
    void shouldAgreeWithModel() {
        long seed = 7;
        Random random = new Random(seed);
        List<Long> live = new ArrayList<>();
        for (int frame = 0; frame < 300; frame++) {
            List<long[]> asked = new ArrayList<>();
            for (int i = random.nextInt(6); i > 0; i--) {
                int bytes = 8 + random.nextInt(3000);
                boolean dies = random.nextInt(4) == 0;
                long mark = arena.mark();
                Slice slice = arena.allocate(bytes, 8);
                slice.fill((byte) bytes);
                asked.add(new long[] {promotions.promote(slice, heap), bytes, dies ? 1 : 0});
                if (dies) {
                    arena.release(mark);
                } else {
                    arena.keep(mark);
                }
            }
            arena.reset();
            for (long[] ask : asked) {
                String where = "seed " + seed + ", frame " + frame;
                if (ask[2] == 1) {
                    assertSame(FramePromotions.Refusal.ENDED_EARLIER, promotions.refusal(ask[0]), where);
                } else if (promotions.isPromoted(ask[0])) {
                    Slice copy = promotions.slice(ask[0]);
                    assertEquals(ask[1], copy.sizeBytes(), where);
                    assertEquals((byte) ask[1], copy.getByte(ask[1] - 1), where);
                    live.add(promotions.handle(ask[0]));
                } else {
                    assertSame(FramePromotions.Refusal.NO_MEMORY, promotions.refusal(ask[0]), where);
                    assertTrue(heap.largestFreeBytes() < ask[1] + 64, where);
                }
            }
            assertEquals(live.size(), heap.liveBlocks());
            while (live.size() > 30) {
                heap.free(live.remove(random.nextInt(live.size())));
            }
        }
    }
}
