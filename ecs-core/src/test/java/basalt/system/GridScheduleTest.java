package basalt.system;

import static basalt.system.Access.reads;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.NeighbourKernel;
import basalt.query.SpatialGrid;
import basalt.storage.fixture.Frozen;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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
