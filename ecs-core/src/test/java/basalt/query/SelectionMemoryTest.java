package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Internal;
import basalt.memory.FailingMemory;
import basalt.memory.MemoryScope;
import basalt.memory.NativeMemoryException;
import basalt.memory.frame.FrameArena;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Kinds;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Without memory a selection is unchanged. */
class SelectionMemoryTest {
    private static final int FRAME_BYTES = 64 * 1024;
    private static final int MOST_ALLOCATIONS = 40;

    /** Operations that need memory. */
    private enum Step {
        COLLECT((selection, query) -> selection.collect()),
        SORT((selection, query) -> selection.sortByDescending(Kinds.I32)),
        GROUP((selection, query) -> selection.groupBy(Kinds.I64)),
        REGROUP((selection, query) -> selection.groupBy(Kinds.I32).groupBy(Kinds.TARGET)),
        TOP((selection, query) -> selection.top(300, Kinds.F32)),
        JOIN((selection, query) -> selection.join(Kinds.TARGET, query));

        private final BiConsumer<Selection, Query> action;

        Step(BiConsumer<Selection, Query> action) {
            this.action = action;
        }
    }

    /** The observable state of a selection. */
    private record State(List<Long> entities, List<Long> partners, List<Long> groups) {
        static State of(Selection selection) {
            List<Long> entities = new ArrayList<>();
            List<Long> partners = new ArrayList<>();
            List<Long> groups = new ArrayList<>();
            for (int i = 0; i < selection.size(); i++) {
                entities.add(selection.entity(i));
                partners.add(selection.partner(i));
            }
            for (int i = 0; i < selection.groupCount(); i++) {
                groups.addAll(
                        List.of(selection.groupKey(i), (long) selection.groupStart(i), (long) selection.groupEnd(i)));
            }
            return new State(entities, partners, groups);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeUnchangedWhenTheArenaIsAtItsCap(Step step) {
        int failures = 0;
        boolean worked = false;
        for (int left = 0; !worked; left += 256) {
            assertTrue(left < FRAME_BYTES, "it never works");
            try (World world = World.builder()
                    .memory(new DirtyMemory(0xFF))
                    .frameCapBytes(FRAME_BYTES)
                    .build()) {
                Query query = world.query().all(Kinds.TYPE).build();
                spawn(world, 700);
                Selection selection = prepared(query);
                spawn(world, 100);
                State before = State.of(selection);
                world.frame().allocate(FRAME_BYTES - world.frame().usedBytes() - left - 8, 8);
                worked = works(world, selection, query, step, before);
                failures += worked ? 0 : 1;
            }
        }
        assertTrue(failures > 1, "it needs no memory");
    }

    private static boolean works(World world, Selection selection, Query query, Step step, State before) {
        long used = world.frame().usedBytes();
        try {
            step.action.accept(selection, query);
            return true;
        } catch (NativeMemoryException e) {
            if (step != Step.REGROUP) { // its first step may have succeeded
                assertEquals(used, world.frame().usedBytes());
                assertEquals(before, State.of(selection));
            }
            world.frame().reset(); // throws if a mark is open
            step.action.accept(prepared(query), query);
            return false;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeUnchangedWhenTheSourceRefuses(Step step) {
        int failures = 0;
        boolean worked = false;
        while (!worked) {
            assertTrue(failures < MOST_ALLOCATIONS, "too many allocations");
            FailingMemory failing = new FailingMemory(new DirtyMemory(0xFF)).stubborn();
            try (World world = World.builder().memory(failing).build()) {
                Query query = world.query().all(Kinds.TYPE).build();
                spawn(world, 20_000);
                Selection selection = prepared(query);
                spawn(world, 5_000);
                State before = State.of(selection);
                fillChunks(world);
                failing.failNth(failures + 1);
                worked = works(world, selection, query, step, before);
                failures += worked ? 0 : 1;
            }
        }
        assertTrue(failures > 0, "it needs no memory");
    }

    /** Uses up the arena's free memory, so that the next allocation needs a new chunk. */
    private static void fillChunks(World world) {
        for (long bytes = 1 << 16; bytes <= 1 << 20; bytes *= 2) {
            for (int i = 0; i < 4; i++) {
                world.frame().allocate(bytes, 4096);
            }
        }
    }

    @Test
    void shouldTakeTheFirstRowsOrNone() {
        try (World world = World.builder()
                .memory(new DirtyMemory(0xFF))
                .frameCapBytes(4096)
                .build()) {
            Selection selection = Selection.of(world.query().all(Kinds.TYPE).build());
            spawn(world, 1000);
            assertThrows(NativeMemoryException.class, selection::collect);
            var failure = assertThrows(IllegalStateException.class, selection::size);
            assertTrue(failure.getMessage().contains("empty"), failure.getMessage());
            assertEquals(0, world.frame().usedBytes());
            world.query().build().bulk().destroy();
            spawn(world, 10);
            assertEquals(10, selection.collect().size());
        }
    }

    /** A selection that is collected, joined and grouped. */
    private static Selection prepared(Query query) {
        return Selection.of(query).collect().join(Kinds.TARGET, query).groupBy(Kinds.I32);
    }

    private static void spawn(World world, int count) {
        for (int i = 0; i < count; i++) {
            long entity = world.spawn(new Kinds(i * 7 % 100, 0, (byte) 0, (short) 0, i % 8, i % 1000, false, 0, null));
            world.set(entity, Kinds.TARGET, entity);
        }
    }

    private final FrameArena arena = new FrameArena(new DirtyMemory(0xFF), 1 << 20);
    private final SelectedRows.ResultMemory result = new SelectedRows.ResultMemory("result", "make it again");

    @AfterEach
    void close() {
        arena.close();
    }

    @Test
    void shouldLiveInTheScopeItWasMadeIn() {
        MemoryScope scope = arena.open();
        long address = make(100);
        assertEquals(address, result.address());
        assertTrue(result.isLive());
        scope.close();

        assertFalse(result.isLive());
        assertEquals(0, arena.usedBytes());
        var failure = assertThrows(IllegalStateException.class, result::requireLive);
        assertEquals("result used after its scope had ended; make it again", failure.getMessage());
    }

    @Test
    void shouldReuseItsMemoryInTheSameScope() {
        long address = make(100);
        long used = arena.usedBytes();
        assertEquals(address, make(100));
        assertEquals(address, make(1));
        assertEquals(address, make(100), "it is still as large as it was");
        assertEquals(used, arena.usedBytes());

        assertNotEquals(address, make(101));
        arena.reset();
        assertEquals(0, arena.usedBytes());
    }

    @Test
    void shouldAllocateInAnInnerScope() {
        long outer = make(100);
        MemoryScope scope = arena.open();
        assertNotEquals(outer, make(50));
        scope.close();

        assertFalse(result.isLive());
        assertNotEquals(outer, make(50), "the place further out was forgotten");
    }

    @Test
    void shouldReleaseMemoryOfAnAbandonedResult() {
        long address = make(100);
        long used = arena.usedBytes();
        result.begin(Internal.of(arena), 1000);
        result.abandon();
        result.begin(Internal.of(arena), 10);
        result.abandon();

        assertEquals(used, arena.usedBytes());
        assertEquals(address, result.address());
        assertTrue(result.isLive());
        assertEquals(address, make(100));
    }

    @Test
    void shouldBeUnchangedWithoutMemory() {
        long address = make(100);
        long used = arena.usedBytes();
        assertThrows(NativeMemoryException.class, () -> result.begin(Internal.of(arena), 2 << 20));

        assertEquals(used, arena.usedBytes());
        assertEquals(address, make(100));
        arena.reset(); // throws if a mark is open
    }

    @Test
    void shouldAllowAnEmptyResult() {
        make(0);
        assertTrue(result.isLive());
        arena.reset();
        assertFalse(result.isLive());
    }

    private long make(long bytes) {
        long address = result.begin(Internal.of(arena), bytes);
        result.commit();
        return address;
    }
}
