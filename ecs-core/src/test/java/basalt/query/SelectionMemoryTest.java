package basalt.query;

import static basalt.memory.Refusal.assertIllegal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Kinds;
import basalt.world.World;
import basalt.world.WorldBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
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
        while (!works(
                World.builder().memory(DirtyMemory.atBothEnds(0xFF)).frameCapBytes(FRAME_BYTES),
                700,
                step,
                at(failures))) {
            failures++;
            assertTrue(failures < FRAME_BYTES / 256, "it never works");
        }
        assertTrue(failures > 1, "it needs no memory");
    }

    /** Leaves so much memory in the arena. */
    private static Consumer<World> at(int failures) {
        return world -> world.frame().allocate(FRAME_BYTES - world.frame().usedBytes() - 256L * failures - 8, 8);
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeUnchangedWhenTheSourceRefuses(Step step) {
        int failures = 0;
        boolean worked = false;
        while (!worked) {
            assertTrue(failures < MOST_ALLOCATIONS, "too many allocations");
            FailingMemory failing = new FailingMemory(DirtyMemory.atBothEnds(0xFF)).stubborn();
            int nth = failures + 1;
            worked = works(World.builder().memory(failing), 20_000, step, world -> {
                fillChunks(world);
                failing.failNth(nth);
            });
            failures += worked ? 0 : 1;
        }
        assertTrue(failures > 0, "it needs no memory");
    }

    private static boolean works(WorldBuilder builder, int rows, Step step, Consumer<World> takeMemory) {
        try (World world = builder.build()) {
            Query query = world.query().all(Kinds.TYPE).build();
            spawn(world, rows);
            Selection selection = prepared(query);
            spawn(world, rows / 4);
            State before = State.of(selection);
            takeMemory.accept(world);
            return works(world, selection, query, step, before);
        }
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
                .memory(DirtyMemory.atBothEnds(0xFF))
                .frameCapBytes(4096)
                .build()) {
            Selection selection = Selection.of(world.query().all(Kinds.TYPE).build());
            spawn(world, 1000);
            assertThrows(NativeMemoryException.class, selection::collect);
            assertIllegal(selection::size, "empty");
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
}
