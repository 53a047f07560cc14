package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.compiler.VectorKernel;
import basalt.component.EntityHandle;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.memory.Soak;
import basalt.query.RecordBody.Accumulate;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels over neighbours accumulate over all that are near, and nothing else, by rows and by vectors. */
class NeighboursTest {
    private static final float RADIUS = 10;

    private record Place(float x, float y, float z) {}

    private record Moving(float dx, float dy) {}

    private record Seen(int count, float x, float y, double far, long nearest) {
        static final Seen NONE = new Seen(0, 0, 0, 0, 0);
    }

    private record Thing(@EntityHandle long entity, Place place, Moving moving) {}

    private final World world = World.builder().build();
    private final List<Long> entities = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(4);

    @AfterEach
    void close() {
        world.close();
    }

    private void spawn(int count, float side) {
        for (int i = 0; i < count; i++) {
            Place place = new Place(at(side), at(side), at(side));
            entities.add(world.spawn(place, new Moving(at(1), i), Seen.NONE));
        }
    }

    private float at(float side) {
        return (float) ((random.nextDouble() - 0.5) * side);
    }

    private static final Accumulate<Seen, Thing, Thing> LOOK = (seen, mine, other) -> {
        float dx = mine.place().x() - other.place().x();
        float dy = mine.place().y() - other.place().y();
        float far = dx * dx + dy * dy;
        long nearest = seen.count() == 0 || far < seen.far() ? other.entity() : seen.nearest();
        return new Seen(
                seen.count() + 1,
                seen.x() + dx / (1 + far),
                seen.y() + other.moving().dx() * mine.moving().dx(),
                seen.count() == 0 ? far : Math.min(seen.far(), far),
                nearest);
    };

    private SpatialGrid grid(boolean isFlat) {
        RecordQuery.Of3<Place, Moving, Seen> query =
                world.query(Place.class, Moving.class, Seen.class).without(Frozen.class);
        SpatialGrid.Builder grid = isFlat ? query.grid(Place::x, Place::y) : query.grid(Place::x, Place::y, Place::z);
        return grid.radius(RADIUS);
    }

    private void check(boolean isFlat, float radius) {
        for (int i = 0; i < entities.size(); i++) {
            if (!world.isAlive(entities.get(i)) || world.has(entities.get(i), Frozen.class)) {
                continue;
            }
            Place mine = world.get(entities.get(i), Place.class);
            float dxOfMine = world.get(entities.get(i), Moving.class).dx();
            int count = 0;
            double sum = 0;
            double sumOfMoving = 0;
            float nearest = Float.MAX_VALUE;
            for (long other : entities) {
                if (other == entities.get(i) || !world.isAlive(other) || world.has(other, Frozen.class)) {
                    continue;
                }
                Place place = world.get(other, Place.class);
                float dx = mine.x() - place.x();
                float dy = mine.y() - place.y();
                float dz = mine.z() - place.z();
                float far = dx * dx + dy * dy;
                if (far + (isFlat ? 0 : dz * dz) < radius * radius) {
                    count++;
                    sum += dx / (1 + far);
                    sumOfMoving += world.get(other, Moving.class).dx() * dxOfMine;
                    nearest = Math.min(nearest, far);
                }
            }
            Seen seen = world.get(entities.get(i), Seen.class);
            assertEquals(count, seen.count());
            assertEquals(sum, seen.x(), 1e-3);
            assertEquals(sumOfMoving, seen.y(), 1e-3);
            if (count > 0) {
                Place found = world.get(seen.nearest(), Place.class);
                float dx = mine.x() - found.x();
                float dy = mine.y() - found.y();
                assertEquals(nearest, dx * dx + dy * dy);
                assertEquals(nearest, (float) seen.far());
            }
        }
    }

    /** The loop of vectors leaves what that of rows has left. */
    private static void requireSameByVectors(NeighbourKernel kernel, Supplier<List<?>> values) {
        List<?> byRows = values.get();
        if (VectorKernel.missing() == null) {
            assertNull(kernel.translateNow());
            kernel.run();
            assertEquals(byRows, values.get());
        }
    }

    private List<Seen> all() {
        return entities.stream()
                .filter(world::isAlive)
                .map(entity -> world.get(entity, Seen.class))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFindWhatIsNear(boolean isFlat) {
        for (float side : new float[] {0, 15, 100, 300}) {
            spawn(100, side);
            SpatialGrid grid = grid(isFlat);
            grid.rebuild();
            NeighbourKernel look = grid.neighbours(Thing.class).accumulate(Seen.NONE, LOOK);
            look.run();
            check(isFlat, RADIUS);
            requireSameByVectors(look, this::all);
            grid.neighbours(Thing.class).within(3).accumulate(Seen.NONE, LOOK).run();
            check(isFlat, 3);
        }
    }

    /** Points in one place, on borders of cells, far away, and in clusters. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void shouldFindWhatIsNearInDegeneratePlaces(int kind) {
        for (int i = 0; i < 400; i++) {
            float x = kind == 0 ? 1e7f : kind == 1 ? i % 20 * RADIUS : kind == 2 ? 1e7f + i % 20 * 4 : i % 5 * 1e6f;
            float y = kind == 0 ? -3 : kind == 1 ? i / 20 * RADIUS : kind == 2 ? -i / 20 * 6 : i % 7 * -1e6f + i % 3;
            entities.add(world.spawn(new Place(x, y, i % 2), new Moving(at(1), i), Seen.NONE));
        }
        for (boolean isFlat : new boolean[] {true, false}) {
            SpatialGrid grid = grid(isFlat);
            NeighbourKernel look = grid.neighbours(Thing.class).accumulate(Seen.NONE, LOOK);
            grid.rebuild();
            look.run();
            check(isFlat, RADIUS);
            requireSameByVectors(look, this::all);
        }
    }

    @Test
    void shouldFollowEntitiesThatHaveMovedInMemoryOrMatchNoLonger() {
        spawn(400, 80);
        SpatialGrid grid = grid(true);
        NeighbourKernel look = grid.neighbours(Thing.class).accumulate(Seen.NONE, LOOK);
        grid.rebuild();
        for (int i = 0; i < 400; i += 5) {
            world.add(entities.get(i), new Frozen());
        }
        world.destroy(entities.get(1));
        world.destroy(entities.get(2));
        world.disable(entities.get(3));
        entities.remove(3);
        world.rows().compact();
        look.run();
        check(true, RADIUS);
        world.enable(world.query()
                .all(Place.class)
                .includeDisabled()
                .none(Frozen.class)
                .build()
                .first());
    }

    @Test
    void shouldGiveTheCoordinatesOfTheBuild() {
        long one = world.spawn(new Place(0, 0, 0), new Moving(2, 0), Seen.NONE);
        long two = world.spawn(new Place(3, 0, 0), new Moving(5, 0), Seen.NONE);
        entities.addAll(List.of(one, two));
        SpatialGrid grid = grid(true);
        grid.rebuild();
        world.set(two, new Place(1000, 0, 0));
        world.set(two, new Moving(7, 0));
        NeighbourKernel look = grid.neighbours(Thing.class).accumulate(Seen.NONE, LOOK);
        look.run();
        assertEquals(new Seen(1, -3f / 10, 14, 9, two), world.get(one, Seen.class));
        requireSameByVectors(look, this::all);
    }

    @Test
    void shouldNameTheEntityWhosePositionIsNotFinite() {
        spawn(100, 50);
        SpatialGrid grid = grid(false);
        grid.rebuild();
        for (float odd : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
            Place before = world.get(entities.get(70), Place.class);
            world.set(entities.get(70), new Place(1, 2, odd));
            IllegalStateException e = assertThrows(IllegalStateException.class, grid::rebuild);
            assertTrue(e.getMessage().contains("z=" + odd), e.getMessage());
            assertEquals(0, grid.count());
            world.set(entities.get(70), before);
        }
        grid.rebuild();
        assertEquals(100, grid.count());
    }

    @Test
    void shouldBeBuiltAgainAfterThereWasNoMemory() {
        for (int failing = 1; failing < 40; failing += Soak.times(9, 1)) {
            CountingMemory counting = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
            FailingMemory memory = new FailingMemory(counting, failing);
            try (World small = World.builder().memory(memory).build()) {
                for (int i = 0; i < 30; i++) {
                    small.spawn(new Place(i, 0, 0), Seen.NONE);
                }
                SpatialGrid grid = small.query(Place.class, Seen.class)
                        .grid(Place::x, Place::y)
                        .radius(1.5f);
                grid.rebuild();
                NeighbourKernel count = grid.neighbours(Place.class)
                        .accumulate(Seen.NONE, (seen, mine, other) -> new Seen(seen.count() + 1, 0, 0, 0, 0));
                count.run();
                for (int i = 0; i < 3_000; i++) {
                    small.spawn(new Place(i, 50, 0), Seen.NONE);
                }
                try {
                    grid.rebuild();
                    count.run();
                    assertEquals(58 + 5_998, small.query(Seen.class).sumLong(Seen::count));
                } catch (NativeMemoryException e) {
                    grid.rebuild();
                    count.run();
                    assertEquals(58 + 5_998, small.query(Seen.class).sumLong(Seen::count));
                }
            } catch (NativeMemoryException e) {
                // before the grid, or for the matches of a run
            }
            assertEquals(0, counting.outstanding());
        }
    }

    @Test
    void shouldRejectWhatIsNoGrid() {
        RecordQuery.Of2<Place, Moving> query = world.query(Place.class, Moving.class);
        assertThrows(IllegalArgumentException.class, () -> query.grid(Place::x, (Place p) -> p.y() + 1));
        assertThrows(IllegalArgumentException.class, () -> query.grid((Place p) -> 1, Place::y));
        assertThrows(IllegalArgumentException.class, () -> query.grid(Place::x, null));
        assertThrows(
                IllegalArgumentException.class, () -> world.query(Moving.class).grid(Place::x, Place::y));
        assertThrows(IllegalArgumentException.class, () -> SpatialGrid.of(query.rows()));
        for (float radius : new float[] {0, -1, Float.NaN, Float.POSITIVE_INFINITY}) {
            SpatialGrid.Builder builder = query.grid(Place::x, Place::y);
            assertThrows(IllegalArgumentException.class, () -> builder.radius(radius));
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> world.query(Place.class).changed(Place.class).grid(Place::x, Place::y));
    }

    private record Strict(TimeUnit unit, int number) {
        Strict {
            if (unit == null || number < 1) {
                throw new IllegalArgumentException("no unit, or a number below 1");
            }
        }
    }

    @Test
    void shouldTakeAccessorsBesideRecordsThatRejectValues() {
        world.spawn(new Strict(TimeUnit.DAYS, 1), new Place(1, 2, 3));
        SpatialGrid grid =
                world.query(Strict.class, Place.class).grid(Place::x, Place::z).radius(1);
        grid.rebuild();
        assertEquals(1, grid.count(1, 3, 0.1f));
    }

    @Test
    void shouldRejectWhatIsNoKernel() {
        SpatialGrid grid = grid(true);
        assertThrows(IllegalArgumentException.class, () -> grid.neighbours(Frozen.class));
        Neighbours<Place, Place> near = grid.neighbours(Place.class);
        assertThrows(IllegalArgumentException.class, () -> near.accumulate(null, (sum, mine, other) -> sum));
        assertThrows(IllegalArgumentException.class, () -> near.accumulate(Seen.NONE, null));
        assertThrows(IllegalArgumentException.class, () -> near.accumulate(new Place(0, 0, 0), (sum, a, b) -> sum));
        assertThrows(IllegalArgumentException.class, () -> near.within(11));
        assertThrows(IllegalArgumentException.class, () -> near.within(0));
        spawn(2, 1);
        grid.rebuild();
        NeighbourKernel broken = near.accumulate(Seen.NONE, (seen, mine, other) -> null);
        assertThrows(IllegalArgumentException.class, broken::run);
        NeighbourKernel changing = near.accumulate(Seen.NONE, (seen, mine, other) -> {
            world.destroy(entities.get(0));
            return seen;
        });
        assertThrows(IllegalStateException.class, changing::run);
    }

    private record Bullet(float speed) {}

    private record Hits(int count, float x, float speed) {}

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 40, 2_000})
    void shouldFindWhatIsNearInAnotherLayer(int bullets) {
        spawn(300, 100);
        List<Long> shots = new ArrayList<>();
        for (int i = 0; i < bullets; i++) {
            shots.add(world.spawn(new Place(at(130), at(130), 0), new Bullet(i), new Hits(0, 0, 0)));
        }
        SpatialGrid things = grid(true);
        SpatialGrid grid = things.layer(
                world.query(Place.class, Bullet.class).with(Hits.class).rows());
        NeighbourKernel hit = grid.neighbours(Bullet.class, things, Place.class)
                .accumulate(
                        new Hits(0, 0, 0),
                        (hits, bullet, thing) -> new Hits(hits.count() + 1, hits.x() + thing.x(), bullet.speed()));
        NeighbourKernel shot = things.neighbours(Place.class, grid, Bullet.class)
                .accumulate(
                        Seen.NONE,
                        (seen, thing, bullet) -> new Seen(seen.count() + 1, seen.x() + bullet.speed(), 0, 0, 0));
        grid.rebuild();
        assertEquals(300, things.count());
        assertEquals(bullets, grid.count());
        for (int round = 0; round < 2; round++) {
            hit.run();
            shot.run();
            for (List<Long> some : List.of(shots, entities)) {
                List<Long> others = some == shots ? entities : shots;
                for (long entity : some) {
                    Place mine = world.get(entity, Place.class);
                    int count = 0;
                    float sum = 0;
                    for (long other : others) {
                        Place place = world.get(other, Place.class);
                        float dx = mine.x() - place.x();
                        float dy = mine.y() - place.y();
                        if (dx * dx + dy * dy < RADIUS * RADIUS) {
                            count++;
                            sum += some == shots
                                    ? place.x()
                                    : world.get(other, Bullet.class).speed();
                        }
                    }
                    assertEquals(
                            count,
                            some == shots
                                    ? hitsOf(entity).count()
                                    : seenOf(entity).count());
                    assertEquals(
                            sum,
                            some == shots ? hitsOf(entity).x() : seenOf(entity).x(),
                            1e-3 + Math.abs(sum) * 1e-5);
                }
            }
            if (VectorKernel.missing() != null) {
                return;
            }
            assertNull(hit.translateNow());
            assertNull(shot.translateNow());
        }
    }

    private Hits hitsOf(long entity) {
        return world.get(entity, Hits.class);
    }

    private Seen seenOf(long entity) {
        return world.get(entity, Seen.class);
    }

    @Test
    void shouldRejectLayersOfAnotherGrid() {
        SpatialGrid one = grid(true);
        SpatialGrid two = grid(true);
        assertThrows(IllegalArgumentException.class, () -> one.neighbours(Place.class, two, Place.class));
        assertThrows(IllegalArgumentException.class, () -> one.layer(null));
        Query lacking = world.query(Moving.class).rows();
        assertThrows(IllegalArgumentException.class, () -> one.layer(lacking));
        try (World other = World.create()) {
            Query foreign = other.query(Place.class).rows();
            assertThrows(IllegalArgumentException.class, () -> one.layer(foreign));
        }
        assertEquals(List.of(one), one.layers());
    }

    /** The table of points is not built again below the loop. */
    @Test
    void shouldRejectARebuildInABody() {
        spawn(2, 1);
        SpatialGrid grid = grid(true);
        grid.rebuild();
        spawn(3_000, 1);
        NeighbourKernel building = grid.neighbours(Place.class).accumulate(Seen.NONE, (seen, mine, other) -> {
            grid.rebuild();
            return new Seen(seen.count() + 1, 0, 0, 0, 0);
        });
        IllegalStateException e = assertThrows(IllegalStateException.class, building::run);
        assertTrue(e.getMessage().contains("rebuild()"), e.getMessage());
        assertEquals(2, grid.count());
        grid.rebuild();
        assertEquals(3_002, grid.count());
    }

    @Test
    void shouldRejectABodyThatDestroysNeighboursOfAnotherLayer() {
        spawn(1_000, 1);
        world.spawn(new Place(0, 0, 0), new Bullet(1), new Hits(0, 0, 0));
        SpatialGrid things = grid(true);
        SpatialGrid grid = things.layer(
                world.query(Place.class, Bullet.class).with(Hits.class).rows());
        grid.rebuild();
        NeighbourKernel counting =
                things.neighbours(Place.class).accumulate(Seen.NONE, (seen, mine, other) -> Seen.NONE);
        for (boolean isFoundAgain : new boolean[] {false, true}) {
            List<Float> read = new ArrayList<>();
            NeighbourKernel hit = grid.neighbours(Bullet.class, things, Moving.class)
                    .accumulate(new Hits(0, 0, 0), (hits, bullet, moving) -> {
                        read.add(moving.dy());
                        entities.forEach(world::destroy);
                        entities.clear();
                        if (isFoundAgain) {
                            counting.run();
                        }
                        return hits;
                    });
            assertThrows(IllegalStateException.class, hit::run);
            assertEquals(1, read.size());
            spawn(1_000, 1);
            grid.rebuild();
        }
    }

    @Test
    void shouldVisitWhatMatchesAgain() {
        spawn(100, 30);
        SpatialGrid grid = grid(false);
        NeighbourKernel look = grid.neighbours(Thing.class).accumulate(Seen.NONE, LOOK);
        grid.rebuild();
        for (int i = 0; i < 2; i++) {
            entities.subList(0, 50).forEach(entity -> world.add(entity, new Frozen()));
            look.run();
            check(false, RADIUS);
            entities.subList(0, 50).forEach(entity -> world.remove(entity, Frozen.class));
            look.run();
            check(false, RADIUS);
        }
    }

    private record Sum(@EntityHandle long self, Moving moving) {}

    @Test
    void shouldTranslateBundlesWithHandles() {
        spawn(300, 30);
        SpatialGrid grid = grid(false);
        grid.rebuild();
        NeighbourKernel kernel = grid.neighbours(Place.class)
                .accumulate(
                        new Sum(0, new Moving(0, 1)),
                        (sum, mine, other) ->
                                new Sum(sum.self(), new Moving(sum.moving().dx() + other.x(), (sum.self() & 15) + 1)));
        kernel.run();
        requireSameByVectors(kernel, this::allMoving);
    }

    private List<Moving> allMoving() {
        return entities.stream().map(entity -> world.get(entity, Moving.class)).toList();
    }
}
