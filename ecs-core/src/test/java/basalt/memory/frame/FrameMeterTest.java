package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Elsewhere;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // open meters and scopes need no name
class FrameMeterTest {
    private final FrameArena arena = new FrameArena(MemorySource.direct());
    private final FrameMeter physics = arena.meters().phase("physics");
    private final FrameMeter render = arena.meters().phase("render");
    private final FrameMeter paths = arena.meters().tag("ai/pathfinding");
    private final FrameMeter ai = arena.meters().tag("ai");

    @AfterEach
    void closeArena() {
        arena.close();
    }

    private void allocate(FrameMeter meter, int... sizes) {
        try (FrameMeter open = meter.begin()) {
            assertTrue(open.isOpen());
            for (int bytes : sizes) {
                assertNotNull(arena.allocate(bytes, 1));
            }
        }
    }

    @Test
    void shouldCountBytesAndAllocationsOfEachPhase() {
        allocate(physics, 100, 20);
        allocate(render, 8);
        allocate(physics, 1);
        arena.allocate(1000, 1);
        arena.reset();

        FrameArena.Summary frame = arena.lastFrame();
        assertEquals(0, frame.epoch());
        assertEquals(1129, frame.frame().allocatedBytes());
        assertEquals(5, frame.frame().allocations());
        assertEquals(1000, frame.unphasedBytes());
        assertEquals(
                List.of("physics", "render"),
                frame.phases().stream().map(FrameMeter.Stats::name).toList());
        assertEquals(121, physics.lastFrame().allocatedBytes());
        assertEquals(3, physics.lastFrame().allocations());
        assertEquals(8, frame.phases().get(1).allocatedBytes());
    }

    @Test
    void shouldStartEachFrameAtZero() {
        allocate(physics, 100);
        arena.reset();
        allocate(render, 10);
        assertEquals(100, physics.lastFrame().allocatedBytes());
        arena.reset();
        assertEquals(0, physics.lastFrame().allocatedBytes());
        assertEquals(0, physics.lastFrame().highWaterBytes());
        assertEquals(10, render.lastFrame().allocatedBytes());
        assertEquals(1, arena.lastFrame().epoch());
        assertEquals(10, arena.lastFrame().frame().allocatedBytes());
        assertEquals(10, arena.lastFrame().frame().highWaterBytes());
    }

    @Test
    void shouldCountWhatScopesHaveReleased() {
        try (FrameMeter open = physics.begin()) {
            for (int i = 0; i < 10; i++) {
                try (MemoryScope scope = arena.open()) {
                    arena.allocate(64, 1);
                }
            }
            assertTrue(open.isOpen());
        }
        arena.reset();
        assertEquals(640, physics.lastFrame().allocatedBytes());
        assertEquals(10, physics.lastFrame().allocations());
        assertEquals(64, physics.lastFrame().highWaterBytes());
    }

    @Test
    void shouldCountAcrossChunks() {
        allocate(physics, 60_000, 60_000, 2_000_000);
        arena.reset();
        assertEquals(2_120_000, physics.lastFrame().allocatedBytes());
        assertEquals(2_120_000, physics.lastFrame().highWaterBytes());
    }

    @Test
    void shouldMeasureTheHighWaterMarkWhileOpen() {
        try (FrameMeter outer = physics.begin()) {
            arena.allocate(10, 1);
            try (MemoryScope scope = arena.open()) {
                arena.allocate(1000, 1);
            }
            try (FrameMeter inner = render.begin();
                    MemoryScope scope = arena.open()) {
                arena.allocate(100, 1);
            }
            arena.allocate(5, 1);
        }
        arena.reset();
        assertEquals(1010, physics.lastFrame().highWaterBytes());
        assertEquals(110, render.lastFrame().highWaterBytes(), "without earlier allocations");
        assertEquals(1010, arena.lastFrame().frame().highWaterBytes());
        assertEquals(1010, arena.highWaterBytes());
        assertEquals(1115, physics.lastFrame().allocatedBytes(), "includes the inner phase");
    }

    @Test
    void shouldCountTagsForTheirParents() {
        allocate(paths, 100);
        allocate(ai, 10);
        allocate(arena.meters().tag("ai/steering"), 1);
        arena.reset();
        assertEquals(100, paths.lastFrame().allocatedBytes());
        assertEquals(111, ai.lastFrame().allocatedBytes());
        assertEquals(3, ai.lastFrame().allocations());
        assertEquals(111, arena.lastFrame().unphasedBytes(), "a tag is no phase");
    }

    @Test
    void shouldCountOnceForNestedTags() {
        try (FrameMeter outer = paths.begin();
                FrameMeter above = ai.begin();
                FrameMeter again = paths.begin()) {
            arena.allocate(7, 1);
        }
        try (FrameMeter above = ai.begin();
                FrameMeter inner = paths.begin()) {
            arena.allocate(5, 1);
        }
        assertFalse(paths.isOpen());
        assertFalse(ai.isOpen());
        arena.reset();
        assertEquals(12, paths.lastFrame().allocatedBytes());
        assertEquals(12, ai.lastFrame().allocatedBytes());
    }

    @Test
    void shouldFindMetersByName() {
        assertSame(physics, arena.meters().phase("physics"));
        assertSame(paths, arena.meters().tag("ai/pathfinding"));
        assertSame(ai, arena.meters().tag("ai"));
        assertEquals("ai/pathfinding", paths.name());
        for (String wrong : new String[] {null, "", " "}) {
            assertThrows(IllegalArgumentException.class, () -> arena.meters().phase(wrong));
            assertThrows(IllegalArgumentException.class, () -> arena.meters().tag(wrong));
        }
        for (String wrong : new String[] {"/", "a/", "/a", "a//b", "a/ /b"}) {
            assertThrows(IllegalArgumentException.class, () -> arena.meters().tag(wrong));
        }
        arena.reset();
        assertEquals(2, arena.lastFrame().tags().size(), "rejected calls have changed nothing");
    }

    @Test
    void shouldRejectWrongOrder() {
        assertThrows(IllegalStateException.class, physics::close);
        physics.begin();
        render.begin();
        var e = assertThrows(IllegalStateException.class, physics::close);
        assertTrue(e.getMessage().contains("physics closed out of order"), e.getMessage());
        assertTrue(e.getMessage().contains("phase render"), e.getMessage());
        e = assertThrows(IllegalStateException.class, arena::reset);
        assertTrue(e.getMessage().contains("phase render is open"), e.getMessage());
        assertEquals(0, arena.epoch());
        render.close();
        assertThrows(IllegalStateException.class, render::close);
        physics.close();
        arena.reset();
    }

    @Test
    void shouldRejectClosingATagThatIsOpenOnlyThroughOneBelow() {
        paths.begin();
        assertTrue(ai.isOpen());
        assertThrows(IllegalStateException.class, ai::close);
        paths.close();
    }

    @Test
    void shouldRejectUseAfterCloseAndOnOtherThreads() {
        Elsewhere.run("other", () -> {
            assertThrows(IllegalStateException.class, physics::begin);
            assertThrows(IllegalStateException.class, () -> arena.meters().phase("other"));
            assertThrows(IllegalStateException.class, arena::lastFrame);
        });
        arena.close();
        assertThrows(IllegalStateException.class, physics::begin);
        assertThrows(IllegalStateException.class, () -> arena.meters().phase("other"));
        assertThrows(IllegalStateException.class, () -> arena.keepHistory(1));
    }

    @Test
    void shouldHaveNoLastFrameBeforeTheFirstHasEnded() {
        assertNull(arena.lastFrame());
    }
}
