package basalt.system;

import static basalt.system.Access.reads;
import static basalt.system.Access.restructures;
import static basalt.system.Access.sends;
import static basalt.system.Access.touchesOthers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.component.FloatColumn;
import basalt.component.LongColumn;
import basalt.internal.Strict;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.memory.Soak;
import basalt.memory.frame.FrameLongList;
import basalt.query.NeighbourKernel;
import basalt.query.SpatialGrid;
import basalt.query.SpatialPairs;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.world.EventReader;
import basalt.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Grids in schedules: they are built before they are used, and results do not depend on the number of workers. */
class GridScheduleTest {
    private record Place(float x, float y) {}

    private record Push(float x, float y) {
        static final Push NONE = new Push(0, 0);
    }

    private final World world = World.builder().build();
    private final List<Long> entities = new ArrayList<>();
    private SpatialGrid grid;
    private NeighbourKernel push;

    @BeforeEach
    void spawn() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 4_000; i++) {
            Place place = new Place((float) random.nextDouble(200), (float) random.nextDouble(200));
            entities.add(world.spawn(place, Push.NONE));
        }
        grid = world.query(Place.class, Push.class)
                .without(Frozen.class)
                .grid(Place::x, Place::y)
                .radius(8);
        push = grid.neighbours(Place.class).accumulate(Push.NONE, (sum, mine, other) -> {
            float dx = mine.x() - other.x();
            float dy = mine.y() - other.y();
            float weight = 1 / (dx * dx + dy * dy + 0.01f);
            return new Push(sum.x() + dx * weight, sum.y() + dy * weight);
        });
    }

    @AfterEach
    void close() {
        world.close();
    }

    private List<Push> all() {
        return entities.stream().map(entity -> world.get(entity, Push.class)).toList();
    }

    private Schedule schedule(int workers) {
        return Schedule.builder(world)
                .add("grid", grid)
                .add("push", push)
                .add(
                        "move",
                        world.query(Place.class, Push.class)
                                .update((place, by) -> new Place(place.x() + by.x(), place.y() + by.y())))
                .workers(workers)
                .thresholds(0, 0)
                .build();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7})
    void shouldFindTheSameWithAnyNumberOfWorkers(int workers) {
        List<Place> before =
                entities.stream().map(entity -> world.get(entity, Place.class)).toList();
        try (Schedule schedule = schedule(1)) {
            for (int i = 0; i < 4; i++) {
                schedule.tick(1);
            }
        }
        List<Push> found = all();
        for (int i = 0; i < before.size(); i++) {
            world.set(entities.get(i), before.get(i));
            world.set(entities.get(i), new Push(-1, -1));
        }
        try (Schedule schedule = schedule(workers)) {
            for (int i = 0; i < 4; i++) {
                schedule.tick(1);
            }
        }
        assertEquals(found, all());
    }

    /** Builds the grid in parts, if there are several workers. */
    private Schedule splitBuild(int workers) {
        return Schedule.builder(world)
                .add("grid", grid)
                .workers(workers)
                .thresholds(0, 0)
                .build();
    }

    /** The entities of a layer, in the order in which its points are. */
    private List<Long> order(SpatialGrid layer) {
        FrameLongList all = FrameLongList.in(world.frame(), layer.count());
        layer.collectBox(-1e6f, -1e6f, 1e6f, 1e6f, all);
        return LongStream.range(0, all.size()).mapToObj(i -> all.get((int) i)).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void shouldHaveTheSamePointsInTheSameOrderWithAnyNumberOfWorkers(int workers) {
        for (int i = 0; i < entities.size(); i += 7) {
            world.add(entities.get(i), Frozen.TYPE);
        }
        for (int i = 500; i < 900; i++) {
            world.destroy(entities.get(i));
        }
        SpatialGrid low = grid.layer(world.query(Place.class)
                .where(Place.class, place -> place.y() < 50)
                .rows());
        try (Schedule schedule = splitBuild(workers)) {
            schedule.tick(1);
            List<Long> found = order(grid);
            List<Long> foundLow = order(low);
            grid.rebuild();
            assertEquals(order(grid), found);
            assertEquals(order(low), foundLow);
            assertTrue(found.size() > 2_000 && foundLow.size() > 500, () -> found.size() + ", " + foundLow.size());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void shouldNameTheFirstEntityWhosePositionIsNotFinite(int workers) {
        SpatialGrid other = grid.layer(world.query(Place.class).rows());
        try (Schedule schedule = splitBuild(workers)) {
            schedule.tick(1);
            assertEquals(4_000, other.count());
            world.set(entities.get(3_999), new Place(1, Float.NaN));
            world.set(entities.get(1_234), new Place(Float.NEGATIVE_INFINITY, 1));
            SystemException e = assertThrows(SystemException.class, () -> schedule.tick(1));
            String text = e.getCause().getMessage();
            assertTrue(text.contains(Entity.toString(entities.get(1_234))) && text.contains("x=-Infinity"), text);
            assertEquals(0, grid.count());
            assertEquals(0, other.count());
            world.set(entities.get(3_999), new Place(1, 1));
            world.set(entities.get(1_234), new Place(1, 1));
            schedule.tick(1);
            assertEquals(4_000, grid.count());
        }
    }

    private record Mark(long by) {}

    private record Meeting(
            @EntityHandle long one, @EntityHandle long other) {}

    private SpatialGrid marked() {
        entities.forEach(entity -> world.add(entity, new Mark(0)));
        return world.query(Place.class, Push.class, Mark.class)
                .grid(Place::x, Place::y)
                .radius(3);
    }

    /** The last of several commands wins. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void shouldRecordCommandsOfPairsInTheSameOrderWithAnyNumberOfWorkers(int workers) {
        SpatialGrid near = marked();
        LongColumn mark = Component.of(Mark.class).int64("by");
        for (SpatialPairs pairs : List.of(near.pairs(), near.pairs().once())) {
            List<Meeting> expected = new ArrayList<>();
            near.rebuild();
            pairs.kernel((row, other) -> expected.add(new Meeting(row.entity(), other.entity())))
                    .run();
            EventReader<Meeting> reader = world.events(Meeting.class).reader();
            reader.skipAll();
            NeighbourKernel meet = pairs.kernel((row, other, commands) -> {
                commands.send(new Meeting(row.entity(), other.entity()));
                commands.set(other.entity(), mark, row.entity());
            });
            try (Schedule schedule = Schedule.builder(world)
                    .add("grid", near)
                    .add("meet", meet, sends(Meeting.class), restructures(Mark.class))
                    .workers(workers)
                    .thresholds(0, 0)
                    .build()) {
                schedule.tick(1);
            }
            List<Meeting> met = new ArrayList<>();
            reader.forEach(met::add);
            assertEquals(expected, met);
            Map<Long, Long> last = new HashMap<>();
            expected.forEach(meeting -> last.put(meeting.other(), meeting.one()));
            last.forEach((entity, by) ->
                    assertEquals(by, world.get(entity, Mark.class).by()));
            assertTrue(last.size() > 1_000);
        }
    }

    @Test
    void shouldBuildAgainAfterThereWasNoMemory() {
        for (int failing = 1; failing < 60; failing += Soak.times(7, 1)) {
            CountingMemory counting = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
            FailingMemory memory = new FailingMemory(counting, failing);
            try (World small = World.builder().memory(memory).build()) {
                SpatialGrid points =
                        small.query(Place.class).grid(Place::x, Place::y).radius(1.5f);
                try (Schedule schedule = Schedule.builder(small)
                        .add("grid", points)
                        .workers(2)
                        .thresholds(0, 0)
                        .build()) {
                    for (int i = 0; i < 3_000; i++) {
                        small.spawn(new Place(i, 50));
                    }
                    try {
                        schedule.tick(1);
                    } catch (SystemException e) {
                        assertEquals(0, points.count());
                        schedule.tick(1);
                    }
                    assertEquals(3_000, points.count());
                    assertEquals(9, points.count(700, 50, 4.5f));
                }
            } catch (NativeMemoryException e) {
                // before the grid
            }
            assertEquals(0, counting.outstanding());
        }
    }

    @Test
    void shouldFindWhatABodyOfPairsReadsAndWrites() {
        FloatColumn x = Component.of(Place.class).float32("x");
        FloatColumn y = Component.of(Push.class).float32("y");
        NeighbourKernel kernel = grid.pairs().kernel((row, other) -> row.set(y, other.get(x)));
        try (Schedule schedule =
                Schedule.builder(world).add("grid", grid).add("pairs", kernel).build()) {
            String declared = schedule.graph().declarations("pairs");
            assertTrue(declared.startsWith("reads(Place.x), writes(Push.y), readsResource(grid"), declared);
            schedule.tick(1);
        }
    }

    /** Whether the row of the neighbour was written before depends on the pieces. */
    @Tag("slow")
    @Test
    void shouldRejectABodyThatReadsWhatItWritesOfOtherRows() {
        FloatColumn y = Component.of(Push.class).float32("y");
        NeighbourKernel kernel = grid.pairs().kernel((row, other) -> row.set(y, row.get(y) + other.get(y) + 1));
        List<Push> first = null;
        for (int workers = 1; workers <= 3; workers++) {
            entities.forEach(entity -> world.set(entity, Push.NONE));
            try (Schedule schedule = Schedule.builder(world)
                    .add("grid", grid)
                    .add("pairs", kernel, touchesOthers())
                    .workers(workers)
                    .thresholds(0, 0)
                    .build()) {
                schedule.tick(1);
            }
            first = first == null ? all() : first;
            assertEquals(first, all());
        }
        assumeTrue(Strict.ON, "strict mode is off");
        try (Schedule schedule =
                Schedule.builder(world).add("grid", grid).add("pairs", kernel).build()) {
            SystemException e = assertThrows(SystemException.class, () -> schedule.tick(1));
            assertTrue(
                    e.getCause().getMessage().contains("touchesOthers()"),
                    e.getCause().getMessage());
        }
    }

    @Test
    void shouldRunAfterItsGridAndBeforeWhatMoves() {
        try (Schedule schedule = schedule(2)) {
            String graph = schedule.graph().toString();
            assertTrue(graph.contains("grid of Place.x, Place.y"), graph);
            schedule.tick(1);
        }
    }

    @Test
    void shouldRejectAKernelWhoseGridWasNeverBuilt() {
        assertThrows(IllegalStateException.class, push::run);
        try (Schedule schedule = Schedule.builder(world).add("push", push).build()) {
            SystemException e = assertThrows(SystemException.class, () -> schedule.tick(1));
            assertTrue(
                    e.getCause().getMessage().contains("rebuild()"),
                    e.getCause().getMessage());
        }
    }

    @Test
    void shouldRejectAKernelInTwoSystems() {
        ScheduleBuilder builder = Schedule.builder(world).add("one", push).add("two", push);
        assertThrows(IllegalArgumentException.class, builder::build);
    }

    @Test
    void shouldPassOverEntitiesThatHaveGoneSinceTheBuild() {
        try (Schedule schedule = Schedule.builder(world).add("push", push).build()) {
            grid.rebuild();
            for (int i = 0; i < entities.size(); i += 3) {
                world.destroy(entities.get(i));
            }
            world.spawn(new Place(1, 1), Push.NONE);
            schedule.tick(1);
        }
        entities.removeIf(entity -> !world.isAlive(entity));
        for (long entity : entities) {
            double x = 0;
            Place mine = world.get(entity, Place.class);
            for (long other : entities) {
                Place place = world.get(other, Place.class);
                float dx = mine.x() - place.x();
                float dy = mine.y() - place.y();
                if (other != entity && dx * dx + dy * dy < 64) {
                    x += dx / (dx * dx + dy * dy + 0.01f);
                }
            }
            assertEquals(x, world.get(entity, Push.class).x(), 1e-2);
        }
    }

    @Test
    void shouldAskAGridThatABodyHasCaptured() {
        SpatialGrid asked = grid;
        int[] counts = new int[1];
        try (Schedule schedule = Schedule.builder(world)
                .add("grid", grid)
                .add("ask", () -> counts[0] = asked.count())
                .add("ask by field", () -> counts[0] = grid.count(), reads(grid))
                .workers(2)
                .build()) {
            schedule.tick(1);
            String graph = schedule.graph().toString();
            assertTrue(graph.contains("ask"), graph);
        }
        assertEquals(4_000, counts[0]);
    }
}
