package basalt.system;

import static basalt.system.Access.reads;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.Entity;
import basalt.internal.Strict;
import basalt.query.Query;
import basalt.query.Selection;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Selections in systems: they are in the worker's arena and end with the system. */
class SelectionInSystemTest {
    private static final int COUNT = 1000;

    private World world;
    private Query query;

    @BeforeEach
    void create() {
        world = World.create();
        query = world.query().all(Kinds.TYPE).optional(Health.TYPE).build();
        for (int i = 0; i < COUNT; i++) {
            long entity = world.spawn(Kinds.ZERO, new Health(i));
            world.set(entity, Kinds.I32, i * 31 % COUNT);
            world.set(entity, Kinds.TARGET, Entity.of(COUNT - 1 - i, 1));
        }
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldWorkOnSeveralThreadsAtOnce() {
        List<Selection> selections = new ArrayList<>();
        List<List<Long>> seen = new ArrayList<>();
        ScheduleBuilder builder = Schedule.builder(world).workers(3);
        for (int i = 0; i < 6; i++) {
            Selection selection = Selection.of(query);
            List<Long> entities = new ArrayList<>();
            selections.add(selection);
            seen.add(entities);
            builder.add("system " + i, () -> look(selection, entities), reads(Kinds.TYPE));
        }
        try (Schedule schedule = builder.build()) {
            for (int tick = 0; tick < 20; tick++) {
                seen.forEach(List::clear);
                schedule.tick(1);
                for (int i = 0; i < 6; i++) {
                    assertEquals(seen.get(0), seen.get(i));
                    assertThrows(IllegalStateException.class, selections.get(i)::size);
                }
            }
        }
        List<Long> expected = new ArrayList<>();
        Selection outside = Selection.of(query);
        look(outside, expected);
        assertEquals(expected, seen.get(0), "the same as outside");
        assertEquals(100, outside.size());
    }

    @Test
    void shouldRequireDeclarationsOfComponentsThatSelectPartners() {
        assumeTrue(Strict.ON);
        Query healthy = world.query().all(Health.TYPE).build();
        Selection selection = Selection.of(query);
        try (Schedule schedule = Schedule.builder(world)
                .add("join", () -> selection.collect().join(Kinds.TARGET, healthy), reads(Kinds.TYPE))
                .build()) {
            SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
            assertTrue(failure.getMessage().contains("Health"), failure::getMessage);
        }
    }

    private void look(Selection selection, List<Long> entities) {
        selection
                .collect()
                .join(Kinds.TARGET, query)
                .sortByDescending(Kinds.I32)
                .top(100, Kinds.I32);
        for (int i = 0; i < selection.size(); i++) {
            entities.add(selection.entity(i));
            entities.add(selection.partner(i));
        }
        assertEquals(100, selection.groupBy(Kinds.I32).groupCount());
    }

    @Test
    void shouldWriteComponentsThatItsSystemWrites() {
        Selection selection = Selection.of(query);
        try (Schedule schedule = Schedule.builder(world)
                .add(
                        "mark",
                        () -> selection.collect().bottom(10, Kinds.I32).forEach(row -> row.set(Kinds.I8, (byte) 1)),
                        writes(Kinds.TYPE))
                .build()) {
            schedule.tick(1);
        }
        assertEquals(10, query.reduce().sum(Kinds.I8));
    }

    @Test
    void shouldOnlyReadComponentsThatItsSystemReadsInStrictMode() {
        assumeTrue(Strict.ON);
        Query both = world.query().all(Kinds.TYPE, Health.TYPE).build();
        Selection selection = Selection.of(both);
        try (Schedule schedule = Schedule.builder(world)
                .add("sort", () -> selection.collect().sortBy(Health.POINTS), reads(Kinds.TYPE))
                .build()) {
            SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
            assertTrue(failure.getCause().getMessage().contains(Health.TYPE.name()), failure.getCause()::getMessage);
        }
    }

    /** While one system iterates over a selection, a system on another thread cannot change it. */
    @Test
    void shouldNotBeUsedByTwoSystemsAtOnce() {
        Selection selection = Selection.of(query);
        CountDownLatch isInUse = new CountDownLatch(1);
        CountDownLatch isRefused = new CountDownLatch(1);
        List<Throwable> failures = new ArrayList<>();
        List<Runnable> uses = List.of(
                selection::collect,
                () -> selection.sortBy(Kinds.I32),
                () -> selection.groupBy(Kinds.I32),
                () -> selection.top(3, Kinds.I32),
                () -> selection.join(Kinds.TARGET, query),
                () -> selection.forEach(row -> {}),
                () -> selection.forEachPair((row, partner) -> {}),
                () -> selection.size());
        try (Schedule schedule = Schedule.builder(world)
                .workers(2)
                .thresholds(0, 0)
                .add(
                        "first",
                        () -> selection.collect().top(1, Kinds.I32).forEach(row -> {
                            isInUse.countDown();
                            OtherSystem.await(isRefused);
                        }),
                        reads(Kinds.TYPE, Health.TYPE))
                .add(
                        "second",
                        () -> {
                            OtherSystem.await(isInUse);
                            uses.forEach(use -> failures.add(assertThrows(IllegalStateException.class, use::run)));
                            isRefused.countDown();
                        },
                        reads(Kinds.TYPE, Health.TYPE))
                .build()) {
            schedule.tick(1);
        }
        for (Throwable failure : failures) {
            assertTrue(
                    failure.getMessage().contains("in use by thread")
                            || failure.getMessage().contains("in the frame arena of another thread"),
                    failure::getMessage);
        }
        assertEquals(uses.size(), failures.size());
        assertEquals(COUNT, selection.collect().size());
    }

    @Test
    void shouldNotBeUsedByAnotherSystem() {
        Selection selection = Selection.of(query);
        List<Throwable> failures = new ArrayList<>();
        try (Schedule schedule = Schedule.builder(world)
                .add("collect", selection::collect, writes(Kinds.TYPE))
                .add(
                        "use",
                        () -> failures.add(assertThrows(IllegalStateException.class, () -> selection.entity(0))),
                        writes(Kinds.TYPE))
                .build()) {
            schedule.tick(1);
        }
        assertTrue(failures.get(0).getMessage().contains("had ended; collect() it again"), failures.get(0)::getMessage);
    }
}
