package basalt.query;

import static basalt.system.Access.reads;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.memory.frame.FrameLongList;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions to a grid find what a loop over all points finds. */
class SpatialGridQuestionsTest {
    private static final float RADIUS = 10;
    private static final int QUESTIONS = 60;
    private static final float[] RADII = {0, 0.25f, 3, 10, 37, 250, 1e4f, 1e9f, Float.MAX_VALUE};

    private record Place(float x, float y, float z) {}

    private record Seen(int count, long nearest) {}

    private final World world = World.create();
    private final SplittableRandom random = new SplittableRandom(5);
    private final List<Long> entities = new ArrayList<>();
    private final List<Place> places = new ArrayList<>();
    private final Map<Long, Integer> numbers = new HashMap<>();

    @AfterEach
    void close() {
        world.close();
    }

    /** Where points are. */
    private enum Points {
        SPREAD,
        CLUSTERED,
        ALL_IN_ONE_PLACE,
        ON_BORDERS,
        FAR_AWAY,
        SPARSE,
        HUGE,
        ONE,
        NONE;

        int count() {
            return this == NONE ? 0 : this == ONE ? 1 : 400;
        }

        float at(SplittableRandom random, int number) {
            double anywhere = random.nextDouble() - 0.5;
            return (float)
                    switch (this) {
                        case CLUSTERED -> 1000 * (number / 100) - 1500 + 30 * anywhere;
                        case ALL_IN_ONE_PLACE, NONE -> -3;
                        case ON_BORDERS -> random.nextInt(-5, 6) * 5.000_005 + random.nextInt(-1, 2) * 1e-6;
                        case FAR_AWAY -> 1e7 + 200 * anywhere;
                        case SPARSE -> 1e5 * anywhere;
                        case HUGE -> Math.pow(10, 38 * random.nextDouble()) * Math.signum(anywhere);
                        default -> 200 * anywhere;
                    };
        }
    }

    private void spawn(Points points) {
        for (int i = 0; i < points.count(); i++) {
            add(new Place(points.at(random, i), points.at(random, i), points.at(random, i)));
        }
    }

    private void add(Place place) {
        long entity = world.spawn(place, new Seen(0, 0));
        numbers.put(entity, entities.size());
        entities.add(entity);
        places.add(place);
    }

    private Place anywhere(Points points) {
        return !places.isEmpty() && random.nextInt(3) == 0
                ? places.get(random.nextInt(places.size()))
                : new Place(
                        points.at(random, random.nextInt(400)),
                        points.at(random, random.nextInt(400)),
                        points.at(random, random.nextInt(400)));
    }

    /** A grid of either kind. */
    private final class Grid {
        final boolean isFlat;
        final SpatialGrid grid;

        Grid(boolean isFlat) {
            this.isFlat = isFlat;
            RecordQuery.Of2<Place, Seen> all = world.query(Place.class, Seen.class);
            grid = (isFlat ? all.grid(Place::x, Place::y) : all.grid(Place::x, Place::y, Place::z)).radius(RADIUS);
        }

        int count(Place p, float radius) {
            return isFlat ? grid.count(p.x, p.y, radius) : grid.count(p.x, p.y, p.z, radius);
        }

        int collect(Place p, float radius, FrameLongList into) {
            return isFlat ? grid.collect(p.x, p.y, radius, into) : grid.collect(p.x, p.y, p.z, radius, into);
        }

        int box(Place p, Place q, FrameLongList into) {
            return isFlat
                    ? grid.collectBox(p.x, p.y, q.x, q.y, into)
                    : grid.collectBox(p.x, p.y, p.z, q.x, q.y, q.z, into);
        }

        int cell(Place p, FrameLongList into) {
            return isFlat ? grid.collectCell(p.x, p.y, into) : grid.collectCell(p.x, p.y, p.z, into);
        }

        long nearest(Place p, float radius) {
            return isFlat ? grid.nearest(p.x, p.y, radius) : grid.nearest(p.x, p.y, p.z, radius);
        }

        int nearest(Place p, float radius, int most, FrameLongList into) {
            return isFlat
                    ? grid.nearest(p.x, p.y, radius, most, into)
                    : grid.nearest(p.x, p.y, p.z, radius, most, into);
        }

        long firstAlong(Place p, Place q, float radius) {
            return isFlat
                    ? grid.firstAlong(p.x, p.y, q.x, q.y, radius)
                    : grid.firstAlong(p.x, p.y, p.z, q.x, q.y, q.z, radius);
        }

        float squared(Place p, int number) {
            Place q = places.get(number);
            float dx = p.x - q.x;
            float dy = p.y - q.y;
            float dz = p.z - q.z;
            return isFlat ? dx * dx + dy * dy : dx * dx + dy * dy + dz * dz;
        }

        Set<Long> near(Place p, float radius) {
            Set<Long> near = new HashSet<>();
            for (int i = 0; i < places.size(); i++) {
                if (squared(p, i) < radius * radius) {
                    near.add(entities.get(i));
                }
            }
            return near;
        }

        /** When a circle that moves meets a point; infinite if it does not. */
        double time(Place from, Place to, double radius, int number) {
            Place point = places.get(number);
            double[] way = {(double) to.x - from.x, (double) to.y - from.y, isFlat ? 0 : (double) to.z - from.z};
            double[] by = {(double) point.x - from.x, (double) point.y - from.y, isFlat ? 0 : (double) point.z - from.z
            };
            double length = Math.hypot(Math.hypot(way[0], way[1]), way[2]);
            double far = Math.hypot(Math.hypot(by[0], by[1]), by[2]);
            if (far < radius) {
                return 0;
            }
            if (length == 0) {
                return Double.POSITIVE_INFINITY;
            }
            double along = (by[0] * way[0] + by[1] * way[1] + by[2] * way[2]) / length;
            double across = 0;
            for (int i = 0; i < 3; i++) {
                double part = by[i] - along * way[i] / length;
                across += part * part;
            }
            double time = (along - Math.sqrt(radius * radius - across)) / length;
            boolean meets = along > 0 && across < radius * radius && time < 1;
            return meets ? Math.max(0, time) : Double.POSITIVE_INFINITY;
        }

        double first(Place from, Place to, double radius) {
            double first = Double.POSITIVE_INFINITY;
            for (int i = 0; i < places.size(); i++) {
                first = Math.min(first, time(from, to, radius, i));
            }
            return first;
        }
    }

    private static List<Long> of(FrameLongList list) {
        List<Long> all = new ArrayList<>();
        list.forEach(all::add);
        return all;
    }

    private static void assertSame(Set<Long> expected, int count, List<Long> found) {
        assertEquals(expected, new HashSet<>(found));
        assertEquals(expected.size(), count);
        assertEquals(expected.size(), found.size(), "each once");
    }

    private interface Question {
        void ask(Grid grid, Place place, float radius, FrameLongList into);
    }

    private void ask(Points points, Question question) {
        spawn(points);
        for (boolean isFlat : new boolean[] {true, false}) {
            Grid grid = new Grid(isFlat);
            grid.grid.rebuild();
            for (float radius : RADII) {
                for (int i = 0; i < QUESTIONS; i++) {
                    long mark = world.frame().mark();
                    question.ask(grid, anywhere(points), radius, FrameLongList.in(world.frame(), 2000));
                    world.frame().release(mark);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindAllWithinARadius(Points points) {
        ask(points, (grid, place, radius, into) -> {
            Set<Long> near = grid.near(place, radius);
            assertEquals(near.size(), grid.count(place, radius));
            into.add(7);
            int count = grid.collect(place, radius, into);
            List<Long> found = of(into);
            assertEquals(7, found.remove(0), "what the list had before");
            assertSame(near, count, found);
            into.clear();
            grid.collect(place, radius, into);
            assertEquals(found, of(into), "the same order");
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindAllInABox(Points points) {
        ask(points, (grid, place, radius, into) -> {
            Place other = anywhere(points);
            Place to = new Place(
                    Math.min(place.x + radius, Float.MAX_VALUE), other.y, Math.min(place.z + 2 * radius, 1e30f));
            Set<Long> inside = new HashSet<>();
            for (int i = 0; i < places.size(); i++) {
                Place point = places.get(i);
                if (point.x >= place.x
                        && point.x <= to.x
                        && point.y >= place.y
                        && point.y <= to.y
                        && (grid.isFlat || point.z >= place.z && point.z <= to.z)) {
                    inside.add(entities.get(i));
                }
            }
            assertSame(inside, grid.box(place, to, into), of(into));
        });
    }

    private static int cell(double value, int parts) {
        return (int) Math.floor(value * (parts / (RADIUS * 1.000_001)));
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindAllInACell(Points points) {
        ask(points, (grid, place, radius, into) -> {
            Set<Long> inside = new HashSet<>();
            for (int i = 0; i < places.size(); i++) {
                Place point = places.get(i);
                if (cell(point.x, 2) == cell(place.x, 2)
                        && cell(point.y, 1) == cell(place.y, 1)
                        && (grid.isFlat || cell(point.z, 1) == cell(place.z, 1))) {
                    inside.add(entities.get(i));
                }
            }
            assertSame(inside, grid.cell(place, into), of(into));
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindTheNearest(Points points) {
        ask(points, (grid, place, radius, into) -> {
            double[] all = new double[places.size()];
            for (int i = 0; i < all.length; i++) {
                all[i] = grid.squared(place, i);
            }
            Arrays.sort(all);
            int near = grid.near(place, radius).size();
            long nearest = grid.nearest(place, radius);
            assertEquals(near == 0, nearest == Entity.NULL);
            if (near > 0) {
                assertEquals(all[0], grid.squared(place, numbers.get(nearest)));
            }
            int most = 1 + random.nextInt(12);
            into.add(7);
            int count = grid.nearest(place, radius, most, into);
            assertEquals(Math.min(most, near), count);
            List<Long> found = of(into);
            assertEquals(7, found.remove(0), "what the list had before");
            assertEquals(count, new HashSet<>(found).size());
            for (int i = 0; i < count; i++) {
                assertEquals(all[i], grid.squared(place, numbers.get(found.get(i))));
            }
            if (count > 0) {
                assertEquals(nearest, found.get(0));
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindTheFirstAlongASegment(Points points) {
        ask(points, (grid, place, radius, into) -> {
            Place other = anywhere(points);
            Place to = switch (random.nextInt(5)) {
                case 0 -> place;
                case 1 -> new Place(other.x, place.y, place.z);
                case 2 -> new Place(place.x, other.y, place.z);
                case 3 -> new Place(place.x, place.y, other.z);
                default -> other;
            };
            double length =
                    Math.hypot(Math.hypot((double) to.x - place.x, (double) to.y - place.y), (double) to.z - place.z);
            double largest = length + Math.abs(place.x) + Math.abs(place.y) + Math.abs(place.z);
            double rounding = 1e-9 * radius + 1e-12 * largest;
            double early = grid.first(place, to, radius + rounding);
            double late = grid.first(place, to, Math.max(0, radius - rounding));
            long hit = grid.firstAlong(place, to, radius);
            if (hit == Entity.NULL) {
                assertEquals(Double.POSITIVE_INFINITY, late);
            } else {
                double tolerance = 1e-6 * (1 + radius / Math.max(length, 1e-30));
                double time = grid.time(place, to, radius + rounding, numbers.get(hit));
                assertTrue(time >= early - tolerance && time <= late + tolerance, () -> time + " of " + early);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAskAfterManyTicksOfAllSizes(boolean isFlat) {
        Grid grid = new Grid(isFlat);
        for (int count : new int[] {0, 1, 63, 64, 65, 1000, 20}) {
            while (entities.size() > count) {
                world.destroy(entities.remove(count));
                places.remove(count);
            }
            while (entities.size() < count) {
                add(new Place(Points.SPREAD.at(random, 0), Points.SPREAD.at(random, 0), Points.SPREAD.at(random, 0)));
            }
            grid.grid.rebuild();
            Place place = anywhere(Points.SPREAD);
            for (float radius : RADII) {
                assertEquals(grid.near(place, radius).size(), grid.count(place, radius));
            }
        }
    }

    @Test
    void shouldOrderThoseInOnePlaceByRow() {
        spawn(Points.ALL_IN_ONE_PLACE);
        Grid grid = new Grid(true);
        grid.grid.rebuild();
        FrameLongList into = FrameLongList.in(world.frame(), 1000);
        grid.collect(places.get(0), 1, into);
        grid.nearest(new Place(-2, -3, 0), 100, 5, into);
        List<Long> expected = new ArrayList<>(entities);
        expected.addAll(entities.subList(0, 5));
        assertEquals(expected, of(into));
        assertEquals(entities.get(0), grid.nearest(places.get(0), 1));
        assertEquals(entities.get(0), grid.firstAlong(new Place(-300, -3, 0), new Place(0, -3, 0), 1));
    }

    @Test
    void shouldTakeNegativeZeroForZeroInABox() {
        float[] zeros = {0f, -0f};
        for (float zero : zeros) {
            add(new Place(zero, zero, zero));
        }
        for (boolean isFlat : new boolean[] {true, false}) {
            Grid grid = new Grid(isFlat);
            grid.grid.rebuild();
            for (float from : zeros) {
                for (float to : zeros) {
                    FrameLongList into = FrameLongList.in(world.frame(), 2);
                    assertEquals(2, grid.box(new Place(from, from, from), new Place(to, to, to), into));
                }
            }
        }
    }

    /** What a sweep of a circle meets is not always what is nearest to its start. */
    @Test
    void shouldFindWhatACircleMeetsFirst() {
        add(new Place(0, 3.9f, 0));
        add(new Place(5, 0, 0));
        add(new Place(-3, 0, 0));
        Grid grid = new Grid(true);
        grid.grid.rebuild();
        Place from = new Place(-2, 0, 0);
        Place to = new Place(500, 0, 0);
        assertEquals(entities.get(2), grid.firstAlong(from, to, 4), "touched at the start");
        assertEquals(entities.get(1), grid.firstAlong(new Place(1.1f, 0, 0), to, 3), "behind it and beside it");
        assertEquals(entities.get(1), grid.firstAlong(new Place(-2.5f, 0, 0), to, 0.5f), "exactly as far: not near");
        Place left = new Place(-20, 3, 0);
        Place right = new Place(20, 3, 0);
        assertEquals(entities.get(0), grid.firstAlong(left, right, 0.91f), "it grazes the first");
        assertEquals(Entity.NULL, grid.firstAlong(right, left, 0.89f));
        assertEquals(Entity.NULL, grid.firstAlong(from, new Place(4, 0, 0), 1), "exactly as far at the end");
        assertEquals(Entity.NULL, grid.firstAlong(from, to, 0));
    }

    /** Until the next build, or until a kernel has found them to be gone. */
    @Test
    void shouldFindDestroyedEntitiesUntilTheNextBuild() {
        add(new Place(1, 1, 1));
        add(new Place(2, 2, 2));
        for (boolean isFlat : new boolean[] {true, false}) {
            Grid grid = new Grid(isFlat);
            add(new Place(1.5f, 1.5f, 1.5f));
            grid.grid.rebuild();
            world.destroy(entities.remove(2));
            places.remove(2);
            FrameLongList into = FrameLongList.in(world.frame(), 100);
            assertEquals(3, grid.count(places.get(0), 5));
            assertEquals(3, grid.cell(places.get(0), into));
            grid.grid
                    .neighbours(Place.class)
                    .accumulate(new Seen(0, 0), (seen, mine, other) -> new Seen(seen.count() + 1, 0))
                    .run();
            into.clear();
            assertEquals(2, grid.count(places.get(0), 5));
            assertEquals(2, grid.cell(places.get(0), into));
            assertEquals(2, grid.box(new Place(-9, -9, -9), new Place(9, 9, 9), into));
            assertEquals(2, grid.collect(places.get(0), 5, into));
            assertEquals(2, grid.nearest(places.get(0), Float.MAX_VALUE, 9, into));
            assertEquals(entities.get(1), grid.firstAlong(new Place(1.6f, 1.6f, 1.6f), places.get(1), 0.1f));
            assertTrue(of(into).stream().allMatch(world::isAlive));
            grid.grid.rebuild();
            assertEquals(2, grid.count(places.get(0), 5));
        }
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "true, 2", "true, 4", "false, 1", "false, 4"})
    void shouldAnswerOnAnyWorker(boolean isFlat, int workers) {
        spawn(Points.SPREAD);
        Grid grid = new Grid(isFlat);
        grid.grid.rebuild();
        RowKernel look = world.query(Place.class, Seen.class)
                .update(Seen.class, (place, seen) -> new Seen(grid.count(place, 20), grid.nearest(place, 1)));
        List<List<Long>> found = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            found.add(new ArrayList<>());
        }
        ScheduleBuilder builder = Schedule.builder(world).workers(workers).add("look", look, reads(grid.grid));
        for (int i = 0; i < 4; i++) {
            List<Long> of = found.get(i);
            builder.add(
                    "ask" + i,
                    () -> {
                        FrameLongList into = FrameLongList.in(world.frame(), 5000);
                        for (int j = 0; j < 100; j++) {
                            grid.collect(places.get(j), 30, into);
                            grid.nearest(places.get(j), 30, 3, into);
                            into.add(grid.firstAlong(places.get(j), places.get(j + 1), 2));
                        }
                        of.addAll(of(into));
                    },
                    reads(grid.grid));
        }
        try (Schedule schedule = builder.build()) {
            schedule.tick(1);
        }
        for (int i = 0; i < places.size(); i++) {
            Seen seen = world.get(entities.get(i), Seen.class);
            assertEquals(grid.near(places.get(i), 20).size(), seen.count());
            assertEquals(grid.nearest(places.get(i), 1), seen.nearest());
        }
        assertTrue(found.get(0).size() > 300);
        assertEquals(1, new HashSet<>(found).size(), "the same for all");
    }

    private static final Place ZERO = new Place(0, 0, 0);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRejectBadQuestions(boolean isFlat) {
        Grid grid = new Grid(isFlat);
        FrameLongList one = FrameLongList.in(world.frame(), 1);
        assertRejects(() -> grid.count(ZERO, 1), IllegalStateException.class, "not built", "rebuild()");
        add(ZERO);
        add(ZERO);
        grid.grid.rebuild();
        for (float odd : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, -1}) {
            assertRejects(() -> grid.count(ZERO, odd), "radius=" + odd);
            assertRejects(() -> grid.collect(ZERO, odd, one), "radius=" + odd);
            assertRejects(() -> grid.nearest(ZERO, odd), "radius=" + odd);
            assertRejects(() -> grid.nearest(ZERO, odd, 1, one), "radius=" + odd);
            assertRejects(() -> grid.firstAlong(ZERO, ZERO, odd), "radius=" + odd);
            if (odd == -1) {
                continue;
            }
            List<Place> odds = new ArrayList<>(List.of(new Place(odd, 0, 0), new Place(0, odd, 0)));
            if (!isFlat) {
                odds.add(new Place(0, 0, odd));
            }
            for (Place place : odds) {
                String shown = place.x != 0 ? "x=" + odd : place.y != 0 ? "y=" + odd : "z=" + odd;
                assertRejects(() -> grid.count(place, 1), "finite", shown);
                assertRejects(() -> grid.collect(place, 1, one), shown);
                assertRejects(() -> grid.box(place, ZERO, one), shown);
                assertRejects(
                        () -> grid.box(ZERO, place, one),
                        "max" + shown.substring(0, 2).toUpperCase() + odd);
                assertRejects(() -> grid.cell(place, one), shown);
                assertRejects(() -> grid.nearest(place, 1), shown);
                assertRejects(() -> grid.nearest(place, 1, 1, one), shown);
                assertRejects(() -> grid.firstAlong(place, ZERO, 1), shown);
                assertRejects(
                        () -> grid.firstAlong(ZERO, place, 1),
                        "to" + shown.substring(0, 2).toUpperCase() + odd);
            }
        }
        assertRejects(() -> grid.collect(ZERO, 1, null), "list must not be null");
        assertRejects(() -> grid.box(ZERO, ZERO, null), "list must not be null");
        assertRejects(() -> grid.cell(ZERO, null), "list must not be null");
        assertRejects(() -> grid.nearest(ZERO, 1, 1, null), "list must not be null");
        assertRejects(() -> grid.nearest(ZERO, 1, 0, one), "most=0");
        assertRejects(() -> grid.nearest(ZERO, 1, 2, one), "room for most=2", "capacity=1");
        assertEquals(0, one.size());
        assertRejects(() -> grid.collect(ZERO, 1, one), IllegalStateException.class, "full", "capacity=1");
        assertEquals(1, one.size());
        Throwable thrown = assertThrows(
                CompletionException.class,
                () -> CompletableFuture.runAsync(() -> grid.count(ZERO, 1)).join());
        assertEquals(IllegalStateException.class, thrown.getCause().getClass());
    }

    @Test
    void shouldRejectAnotherNumberOfCoordinates() {
        SpatialGrid flat = new Grid(true).grid;
        SpatialGrid deep = new Grid(false).grid;
        flat.rebuild();
        deep.rebuild();
        FrameLongList list = FrameLongList.in(world.frame(), 1);
        for (Executable call : List.<Executable>of(
                () -> flat.count(0, 0, 0, 1),
                () -> flat.collect(0, 0, 0, 1, list),
                () -> flat.collectBox(0, 0, 0, 1, 1, 1, list),
                () -> flat.collectCell(0, 0, 0, list),
                () -> flat.nearest(0, 0, 0, 1),
                () -> flat.nearest(0, 0, 0, 1, 1, list),
                () -> flat.firstAlong(0, 0, 0, 1, 1, 1, 1))) {
            assertRejects(call, "two dimensions", "pass x and y only");
        }
        for (Executable call : List.<Executable>of(
                () -> deep.count(0, 0, 1),
                () -> deep.collect(0, 0, 1, list),
                () -> deep.collectBox(0, 0, 1, 1, list),
                () -> deep.collectCell(0, 0, list),
                () -> deep.nearest(0, 0, 1),
                () -> deep.nearest(0, 0, 1, 1, list),
                () -> deep.firstAlong(0, 0, 1, 1, 1))) {
            assertRejects(call, "three dimensions", "pass x, y and z");
        }
    }

    private static void assertRejects(Executable call, String... mentioned) {
        assertRejects(call, IllegalArgumentException.class, mentioned);
    }

    private static void assertRejects(Executable call, Class<? extends Throwable> type, String... mentioned) {
        Throwable thrown = assertThrows(type, call);
        for (String text : mentioned) {
            assertTrue(thrown.getMessage().contains(text), thrown::toString);
        }
    }
}
