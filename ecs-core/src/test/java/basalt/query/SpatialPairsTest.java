package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Velocity;
import basalt.world.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels over pairs of rows that are near each other get all of these, in the same order each time. */
class SpatialPairsTest {
    private static final float RADIUS = 10;

    private record Pair(long one, long other) {
        Pair reversed() {
            return new Pair(other, one);
        }
    }

    private final World world = World.builder().build();
    private final List<Long> entities = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(6);

    @AfterEach
    void close() {
        world.close();
    }

    private List<Long> spawn(int count, float side) {
        List<Long> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Position at = new Position(at(side), at(side));
            made.add(world.spawn(at, new Velocity(at(RADIUS), i), new Health(0)));
        }
        entities.addAll(made);
        return made;
    }

    private float at(float side) {
        return (float) ((random.nextDouble() - 0.5) * side);
    }

    private SpatialGrid grid(boolean isFlat) {
        Query query = world.query()
                .all(Position.TYPE, Velocity.TYPE, Health.TYPE)
                .none(Frozen.TYPE)
                .build();
        return (isFlat
                        ? SpatialGrid.of(query, Position.X, Position.Y)
                        : SpatialGrid.of(query, Position.X, Position.Y, Velocity.DX))
                .radius(RADIUS);
    }

    /** The pairs in the order in which a kernel visits them. */
    private static List<Pair> visited(SpatialPairs pairs) {
        List<Pair> visited = new ArrayList<>();
        pairs.kernel((row, other) -> visited.add(new Pair(row.entity(), other.entity())))
                .run();
        return visited;
    }

    private Set<Pair> near(List<Long> some, List<Long> others, boolean isFlat, float radius) {
        Set<Pair> near = new HashSet<>();
        for (long one : some) {
            for (long other : others) {
                float dx = world.get(one, Position.X) - world.get(other, Position.X);
                float dy = world.get(one, Position.Y) - world.get(other, Position.Y);
                float dz = world.get(one, Velocity.DX) - world.get(other, Velocity.DX);
                if (one != other && dx * dx + dy * dy + (isFlat ? 0 : dz * dz) < radius * radius) {
                    near.add(new Pair(one, other));
                }
            }
        }
        return near;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldVisitEachPairBothWaysOrOnce(boolean isFlat) {
        for (float side : new float[] {0, 15, 100, 300}) {
            spawn(100, side);
            SpatialGrid grid = grid(isFlat);
            grid.rebuild();
            for (float radius : new float[] {RADIUS, 3}) {
                Set<Pair> near = near(entities, entities, isFlat, radius);
                List<Pair> both = visited(grid.pairs().within(radius));
                assertEquals(near.size(), both.size());
                assertEquals(near, new HashSet<>(both));
                List<Pair> first = new ArrayList<>(); // of the two ways, that which is visited first
                Set<Pair> before = new HashSet<>();
                both.stream()
                        .filter(pair -> before.add(pair) && !before.contains(pair.reversed()))
                        .forEach(first::add);
                assertEquals(first, visited(grid.pairs().within(radius).once()));
                assertEquals(first, visited(grid.pairs().once().within(radius)));
            }
        }
    }

    @Test
    void shouldReadColumnsOfBothAndWriteThoseOfTheFirst() {
        spawn(300, 100);
        SpatialGrid grid = grid(true);
        grid.rebuild();
        NeighbourKernel kernel = grid.pairs().kernel((row, other) -> {
            int sign = row.get(Position.X) < other.get(Position.X) ? 1 : -1;
            row.set(Health.POINTS, row.get(Health.POINTS) + sign * (int) other.get(Velocity.DY));
        });
        kernel.run();
        Set<Pair> near = near(entities, entities, true, RADIUS);
        for (long entity : entities) {
            int sum = near.stream()
                    .filter(pair -> pair.one() == entity)
                    .mapToInt(pair -> (int) world.get(pair.other(), Velocity.DY)
                            * (world.get(entity, Position.X) < world.get(pair.other(), Position.X) ? 1 : -1))
                    .sum();
            assertEquals(sum, world.get(entity, Health.POINTS));
        }
        assertFalse(kernel.explain().isInVectors());
        assertTrue(kernel.explain().reason().contains("pairs"), kernel.explain().reason());
    }

    /** The pairs are those of the build, and the values those of now. */
    @Test
    void shouldFollowEntitiesThatHaveMovedOrMatchNoLonger() {
        spawn(400, 80);
        SpatialGrid grid = grid(true);
        grid.rebuild();
        Set<Pair> near = near(entities, entities, true, RADIUS);
        for (int i = 0; i < 400; i++) {
            world.set(entities.get(i), new Position(1_000 * i, 0));
            if (i % 5 == 0) {
                world.add(entities.get(i), new Frozen());
            } else if (i % 7 == 0) {
                world.destroy(entities.get(i));
            }
        }
        spawn(50, 80);
        world.rows().compact();
        near.removeIf(pair -> isGone(pair.one()) || isGone(pair.other()));
        List<Pair> visited = new ArrayList<>();
        grid.pairs()
                .kernel((row, other) -> {
                    visited.add(new Pair(row.entity(), other.entity()));
                    assertTrue(Math.abs(row.get(Position.X) - other.get(Position.X)) >= 1_000);
                })
                .run();
        assertEquals(near, new HashSet<>(visited));
        assertEquals(near.size(), visited.size());
    }

    private boolean isGone(long entity) {
        return !world.isAlive(entity) || world.has(entity, Frozen.TYPE);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 40, 1_000})
    void shouldApplyCommandsForPairsOfTwoLayersAfterTheRun(int shots) {
        List<Long> ships = spawn(300, 100);
        List<Long> bullets = new ArrayList<>();
        for (int i = 0; i < shots; i++) {
            bullets.add(world.spawn(new Position(at(130), at(130)), new Velocity(0, 0), new Rare(i, "")));
        }
        SpatialGrid grid = grid(true);
        SpatialGrid layer = grid.layer(
                world.query().all(Position.TYPE, Velocity.TYPE, Rare.TYPE).build());
        grid.rebuild();
        Set<Pair> near = near(ships, bullets, true, 5);
        List<Pair> visited = new ArrayList<>();
        NeighbourKernel hit = grid.pairs(layer).within(5).kernel((ship, bullet, commands) -> {
            visited.add(new Pair(ship.entity(), bullet.entity()));
            ship.set(Health.POINTS, ship.get(Health.POINTS) + 1);
            commands.destroy(bullet.entity());
            assertTrue(world.isAlive(bullet.entity()));
        });
        hit.run();
        assertEquals(near, new HashSet<>(visited));
        assertEquals(near.size(), visited.size());
        for (long ship : ships) {
            long hits = near.stream().filter(pair -> pair.one() == ship).count();
            assertEquals(hits, world.get(ship, Health.POINTS));
        }
        for (long bullet : bullets) {
            assertEquals(near.stream().noneMatch(pair -> pair.other() == bullet), world.isAlive(bullet));
        }
        hit.run(); // those that have gone are not found
        assertEquals(near.size(), visited.size());
    }

    @Test
    void shouldRejectWritesOfTheOtherRow() {
        List<Long> both = spawn(2, 1);
        world.add(both.get(0), new Rare(1, "a"));
        world.add(both.get(1), new Rare(2, "b"));
        SpatialGrid grid = SpatialGrid.of(
                        world.query().all(Position.TYPE, Health.TYPE, Rare.TYPE).build(), Position.X, Position.Y)
                .radius(RADIUS);
        grid.rebuild();
        for (PairQuery.Body body : List.<PairQuery.Body>of(
                (row, other) -> other.set(Health.POINTS, 1),
                (row, other) -> other.set(Rare.NOTE, "c"),
                (row, other) -> other.set(Rare.CHARGE, 3))) {
            IllegalStateException e = assertThrows(
                    IllegalStateException.class, () -> grid.pairs().kernel(body).run());
            assertTrue(e.getMessage().contains("read-only"), e.getMessage());
        }
    }

    @Test
    void shouldEndAtThePairWhoseBodyThrows() {
        spawn(100, 30);
        SpatialGrid grid = grid(true);
        grid.rebuild();
        List<Pair> all = visited(grid.pairs());
        List<Pair> visited = new ArrayList<>();
        NeighbourKernel kernel = grid.pairs().kernel((row, other, commands) -> {
            if (visited.size() == 40) {
                throw new ArithmeticException("the fortieth");
            }
            visited.add(new Pair(row.entity(), other.entity()));
            commands.destroy(row.entity());
        });
        assertThrows(ArithmeticException.class, kernel::run);
        assertEquals(all.subList(0, 40), visited);
        assertEquals(100, grid.query().count()); // the commands were discarded
    }

    @Test
    void shouldRejectABodyThatChangesWhichEntitiesMatch() {
        spawn(100, 30);
        SpatialGrid grid = grid(true);
        grid.rebuild();
        int[] calls = new int[1];
        NeighbourKernel kernel = grid.pairs().kernel((row, other) -> {
            calls[0]++;
            world.destroy(other.entity());
        });
        assertThrows(IllegalStateException.class, kernel::run);
        assertEquals(1, calls[0]);
        assertEquals(99, grid.query().count());
    }

    @Test
    void shouldRejectWhatIsNoPair() {
        SpatialGrid grid = grid(true);
        SpatialGrid layer = grid.layer(world.query(Position.class).rows());
        SpatialGrid another = grid(true);
        assertThrows(IllegalArgumentException.class, () -> grid.pairs(another));
        assertThrows(IllegalArgumentException.class, () -> grid.pairs(null));
        assertThrows(IllegalStateException.class, () -> grid.pairs(layer).once());
        assertThrows(IllegalArgumentException.class, () -> grid.pairs().within(11));
        assertThrows(IllegalArgumentException.class, () -> grid.pairs().within(0));
        assertThrows(IllegalArgumentException.class, () -> grid.pairs().kernel((PairQuery.Body) null));
        assertThrows(IllegalArgumentException.class, () -> grid.pairs().kernel((Commands.PairBody) null));
        assertThrows(IllegalStateException.class, grid.pairs().kernel((row, other) -> {})::run);
    }
}
