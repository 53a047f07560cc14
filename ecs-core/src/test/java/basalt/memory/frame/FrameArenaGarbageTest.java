package basalt.memory.frame;

import basalt.internal.Internal;
import basalt.memory.HeapBytes;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import org.junit.jupiter.api.Test;

/** In a steady state an arena makes no garbage. */
class FrameArenaGarbageTest {
    private static final int FRAMES = 1000;

    @Test
    void shouldMakeNoGarbageInSteadyFrames() {
        try (FrameArena arena = new FrameArena(MemorySource.direct())) {
            HeapBytes.assertNone(FRAMES, count -> frames(arena, count));
        }
    }

    @Test
    void shouldMakeNoGarbageWithMeters() {
        try (FrameArena arena = new FrameArena(MemorySource.direct())) {
            arena.keepHistory(100);
            FrameMeter phase = arena.meters().phase("phase");
            FrameMeter tag = arena.meters().tag("some/tag");
            HeapBytes.assertNone(FRAMES, count -> meteredFrames(arena, phase, tag, count));
        }
    }

    private static void meteredFrames(FrameArena arena, FrameMeter phase, FrameMeter tag, int count) {
        for (int frame = 0; frame < count; frame++) {
            phase.begin();
            tag.begin();
            Internal.of(arena).allocateUnchecked(10_000, 64);
            tag.close();
            phase.close();
            arena.reset();
        }
    }

    private static void frames(FrameArena arena, int count) {
        for (int frame = 0; frame < count; frame++) {
            nest(arena, 20);
            arena.reset();
        }
    }

    private static void nest(FrameArena arena, int depth) {
        MemoryScope scope = arena.open();
        long mark = arena.mark();
        Internal.of(arena).allocateUnchecked(10_000, 64);
        if (depth > 0) {
            nest(arena, depth - 1);
        }
        arena.release(mark);
        scope.close();
    }
}
