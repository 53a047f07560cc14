package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.Entity;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.WorldFixture;
import basalt.world.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Loops whose body changes the world: rows that stop matching are skipped, rows that start matching are not visited.
 */
class StructuralChangeTest extends WorldFixture {
    private static final int SOME = 200;
    private Query positions;
    private final List<Integer> visited = new ArrayList<>();

    @ParameterizedTest
    @EnumSource
    void shouldSkipRowsThatAreDestroyed(Loop loop) {
        List<List<Integer>> some = List.of(
                List.of(1, 5, 62, 63, 64, 100, 127, 128, 198, 199),
                List.of(71, 72, 127), // in the middle of a span
                List.of(0, 64, 149, 150)); // were visited before
        for (int i = 0; i < some.size(); i++) {
            int left = shouldSkip(loop, SOME, new int[] {0, 70, 150}[i], some.get(i), World::destroy);
            assertEquals(SOME - some.get(i).size(), left);
        }
        List<Integer> ofLaterBlocks = List.of(ROWS - 1, ROWS, ROWS + 1, ROWS + 63, ROWS + SOME - 1);
        shouldSkip(loop, ROWS + SOME, 5, ofLaterBlocks, World::destroy);
        List<Integer> aBlock = IntStream.range(ROWS, 2 * ROWS).boxed().toList();
        shouldSkip(loop, 2 * ROWS + 1, ROWS - 1, aBlock, World::destroy);
    }

    @ParameterizedTest
    @EnumSource
    void shouldSkipRowsThatStopMatching(Loop loop) {
        List<BiConsumer<World, Long>> changes = List.of(
                (changed, entity) -> changed.remove(entity, Position.TYPE),
                (changed, entity) -> changed.disable(entity, Position.TYPE),
                World::disable,
                (changed, entity) -> changed.add(entity, Frozen.TYPE),
                (changed, entity) -> {
                    changed.remove(entity, Position.TYPE);
                    changed.add(entity, Position.TYPE);
                });
        changes.forEach(change -> shouldSkip(loop, SOME, 0, List.of(0, 1, 63, 64, 65, 150), change));
    }

    /** Changes rows when the loop is at one; those behind it are not visited. Returns how many match afterwards. */
    private static int shouldSkip(Loop loop, int rows, int at, List<Integer> changed, BiConsumer<World, Long> change) {
        try (World fresh = World.builder().distinctHandles(false).build()) {
            for (int i = 0; i < rows; i++) {
                fresh.spawn(new Position(i, -i));
            }
            Query query = fresh.query().all(Position.TYPE).none(Frozen.TYPE).build();
            List<Integer> seen = new ArrayList<>();
            loop.run(query, row -> {
                seen.add(row.index());
                if (row.index() == at) {
                    changed.forEach(other -> change.accept(fresh, entity(other)));
                }
            });
            Set<Integer> gone = new HashSet<>(changed);
            assertEquals(
                    IntStream.range(0, rows)
                            .filter(row -> row <= at || !gone.contains(row))
                            .boxed()
                            .toList(),
                    seen);
            return query.count();
        }
    }

    @BeforeEach
    void create() {
        positions = world.query().all(Position.TYPE).none(Frozen.TYPE).build();
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotVisitEntitiesThatAreSpawned(Loop loop) {
        spawn(SOME);
        loop.run(positions, row -> {
            visited.add(row.index());
            world.spawn(new Position(1, 1));
        });

        assertVisited(SOME, List.of());
        assertEquals(2 * SOME, world.entityCount());
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotVisitARowThatIsReusedByANewEntity(Loop loop) {
        spawn(256); // whole words, so that no claimed rows are left
        visit(loop, 0, () -> {
            List.of(10, 100).forEach(row -> world.destroy(entity(row)));
            assertEquals(Entity.of(10, 3), world.spawn(new Position(1, 1)));
            assertEquals(Entity.of(100, 3), world.spawn(new Position(1, 1)));
        });

        assertVisited(256, List.of(10, 100));
        assertEquals(256, positions.count());
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndWhenEverythingIsDestroyedAtOnce(Loop loop) {
        spawn(2 * ROWS);
        visit(loop, 100, () -> assertEquals(2 * ROWS, positions.bulk().destroy()));

        assertEquals(IntStream.rangeClosed(0, 100).boxed().toList(), visited);
        assertEquals(0, world.entityCount());
    }

    private void visit(Loop loop, int at, Runnable change) {
        loop.run(positions, row -> {
            visited.add(row.index());
            if (row.index() == at) {
                change.run();
            }
        });
    }

    private void assertVisited(int rows, List<Integer> without) {
        List<Integer> expected =
                new ArrayList<>(IntStream.range(0, rows).boxed().toList());
        expected.removeAll(new HashSet<>(without));
        assertEquals(expected, visited);
    }

    private void spawn(int count) {
        for (int i = 0; i < count; i++) {
            world.spawn(new Position(i, -i));
        }
    }
}
