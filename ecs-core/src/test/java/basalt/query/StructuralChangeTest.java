package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.world.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Loops whose body changes the world: rows that stop matching are skipped, rows that start matching are not visited.
 */
class StructuralChangeTest {
    private static final int SOME = 200;

    private World world;
    private Query positions;
    private final List<Integer> visited = new ArrayList<>();

    @BeforeEach
    void create() {
        world = World.builder().memory(new DirtyMemory(0xFF)).build();
        positions = world.query().all(Position.TYPE).none(Frozen.TYPE).build();
    }

    @AfterEach
    void close() {
        assertEquals(0, world.frame().usedBytes());
        world.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldSkipRowsThatAreDestroyed(Loop loop) {
        spawn(SOME);
        List<Integer> gone = List.of(1, 5, 62, 63, 64, 100, 127, 128, 198, 199);

        visit(loop, 0, () -> gone.forEach(row -> world.destroy(entity(row))));

        assertVisited(SOME, gone);
        assertEquals(SOME - gone.size(), world.entityCount());
    }

    @ParameterizedTest
    @EnumSource
    void shouldSkipRowsOfTheSameWordInTheMiddleOfASpan(Loop loop) {
        spawn(SOME);
        visit(loop, 70, () -> List.of(71, 72, 127).forEach(row -> world.destroy(entity(row))));

        assertVisited(SOME, List.of(71, 72, 127));
    }

    @ParameterizedTest
    @EnumSource
    void shouldSkipRowsOfLaterBlocks(Loop loop) {
        spawn(ROWS + SOME);
        List<Integer> gone = List.of(ROWS - 1, ROWS, ROWS + 1, ROWS + 63, ROWS + SOME - 1);

        visit(loop, 5, () -> gone.forEach(row -> world.destroy(entity(row))));

        assertVisited(ROWS + SOME, gone);
    }

    @ParameterizedTest
    @EnumSource
    void shouldSkipABlockThatIsEmptiedMeanwhile(Loop loop) {
        spawn(2 * ROWS + 1);
        List<Integer> gone = IntStream.range(ROWS, 2 * ROWS).boxed().toList();

        visit(loop, ROWS - 1, () -> gone.forEach(row -> world.destroy(entity(row))));

        assertVisited(2 * ROWS + 1, gone);
    }

    @ParameterizedTest
    @EnumSource
    void shouldContinueAfterEarlierRowsWereDestroyed(Loop loop) {
        spawn(SOME);
        visit(loop, 150, () -> List.of(0, 64, 149, 150).forEach(row -> world.destroy(entity(row))));

        assertVisited(SOME, List.of());
    }

    @ParameterizedTest
    @EnumSource
    void shouldVisitEachRowOnceWhenEachDestroysItself(Loop loop) {
        spawn(SOME);
        loop.run(positions, row -> {
            visited.add(row.index());
            world.destroy(row.entity());
        });

        assertVisited(SOME, List.of());
        assertEquals(0, world.entityCount());
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
    void shouldSkipRowsThatLoseTheComponent(Loop loop) {
        spawn(SOME);
        shouldSkip(loop, entity -> world.remove(entity, Position.TYPE));
    }

    @ParameterizedTest
    @EnumSource
    void shouldSkipRowsWhoseComponentIsDisabled(Loop loop) {
        spawn(SOME);
        shouldSkip(loop, entity -> world.disable(entity, Position.TYPE));
    }

    @ParameterizedTest
    @EnumSource
    void shouldSkipEntitiesThatAreDisabled(Loop loop) {
        spawn(SOME);
        shouldSkip(loop, world::disable);
    }

    @ParameterizedTest
    @EnumSource
    void shouldSkipRowsThatGainAnExcludedComponent(Loop loop) {
        spawn(SOME);
        shouldSkip(loop, entity -> world.add(entity, Frozen.TYPE));
    }

    @ParameterizedTest
    @EnumSource
    void shouldSkipRowsWhoseExcludedComponentIsEnabled(Loop loop) {
        spawn(SOME);
        for (int row = 0; row < SOME; row++) {
            world.add(entity(row), Frozen.TYPE);
            world.disable(entity(row), Frozen.TYPE);
        }
        shouldSkip(loop, entity -> world.enable(entity, Frozen.TYPE));
    }

    @ParameterizedTest
    @EnumSource
    void shouldSkipRowsThatLoseTheLastOfAChoice(Loop loop) {
        spawn(SOME);
        for (int row = 0; row < SOME; row++) {
            world.add(entity(row), Burning.TYPE);
        }
        world.add(entity(70), Velocity.TYPE);
        positions = world.query().any(Burning.TYPE, Velocity.TYPE).build();
        visit(loop, 0, () -> List.of(69, 70, 71).forEach(row -> world.remove(entity(row), Burning.TYPE)));

        assertVisited(SOME, List.of(69, 71));
    }

    @ParameterizedTest
    @EnumSource
    void shouldVisitRowsWhoseOtherComponentsChange(Loop loop) {
        spawn(SOME);
        visit(loop, 0, () -> {
            world.add(entity(5), Velocity.TYPE);
            world.remove(entity(5), Velocity.TYPE);
            world.disable(entity(6));
            world.enable(entity(7));
            world.add(entity(100), Position.TYPE);
        });

        assertVisited(SOME, List.of(6));
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotVisitARowThatMatchesAgain(Loop loop) {
        spawn(SOME);
        shouldSkip(loop, entity -> {
            world.remove(entity, Position.TYPE);
            world.add(entity, Position.TYPE);
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotVisitRowsThatStartToMatch(Loop loop) {
        spawn(SOME);
        List<Integer> late = List.of(1, 70, 199);
        late.forEach(row -> world.remove(entity(row), Position.TYPE));
        visit(loop, 0, () -> late.forEach(row -> world.add(entity(row), Position.TYPE)));

        assertVisited(SOME, late);
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndWhenEverythingIsDestroyedAtOnce(Loop loop) {
        spawn(2 * ROWS);
        visit(loop, 100, () -> assertEquals(2 * ROWS, positions.bulk().destroy()));

        assertEquals(IntStream.rangeClosed(0, 100).boxed().toList(), visited);
        assertEquals(0, world.entityCount());
    }

    @ParameterizedTest
    @EnumSource
    void shouldSeeBulkChanges(Loop loop) {
        spawn(SOME);
        for (int row = 0; row < SOME; row += 3) {
            world.add(entity(row), Burning.TYPE);
        }
        Query burning = world.query().all(Burning.TYPE).build();
        visit(loop, 1, () -> assertEquals((SOME + 2) / 3, burning.bulk().add(Frozen.TYPE)));

        assertVisited(
                SOME,
                IntStream.range(2, SOME).filter(row -> row % 3 == 0).boxed().toList());
    }

    @ParameterizedTest
    @EnumSource
    void shouldUpdateOuterLoopsWhileInnerOnesRun(Loop loop) {
        spawn(SOME);
        List<Integer> inner = new ArrayList<>();
        loop.run(positions, outer -> {
            visited.add(outer.index());
            if (outer.index() % 50 == 0) {
                loop.run(positions, row -> {
                    inner.add(row.index());
                    if (row.index() % 50 == 7) {
                        world.destroy(row.entity());
                    } else if (row.index() == outer.index() + 1) {
                        loop.run(positions, third -> {
                            if (third.index() == outer.index() + 2) {
                                world.add(third.entity(), Frozen.TYPE);
                            }
                        });
                    }
                });
            }
        });

        List<Integer> gone = new ArrayList<>(List.of(7, 57, 107, 157));
        for (int row = 2; row < SOME; row += 50) {
            gone.add(row);
        }
        assertVisited(SOME, gone);
        assertEquals(SOME - 1 + SOME - 6 + SOME - 7 + SOME - 8, inner.size());
    }

    /** Compares with a list: a row that stops matching is removed from it, and each visit takes its head. */
    @ParameterizedTest
    @EnumSource
    void shouldVisitRowsThatMatchedAllTheTime(Loop loop) {
        for (long seed = 1; seed <= 8; seed++) {
            churn(loop, seed);
            world.close();
            create();
        }
    }

    private void churn(Loop loop, long seed) {
        Random random = new Random(seed);
        List<Long> known = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            known.add(
                    random.nextInt(9) == 0
                            ? world.spawn(new Position(i, i), new Frozen())
                            : world.spawn(new Position(i, i)));
        }
        List<Long> pending = new ArrayList<>();
        positions.forEach(row -> pending.add(row.entity()));
        loop.run(positions, row -> {
            assertFalse(pending.isEmpty(), () -> "seed " + seed + ": visited one too many");
            assertEquals(pending.remove(0), row.entity(), () -> "seed " + seed);
            for (int change = random.nextInt(4); change > 0; change--) {
                change(random, known);
                pending.removeIf(entity -> !matches(entity));
            }
        });
        assertTrue(pending.isEmpty(), () -> "seed " + seed + ": missing " + pending.size());
    }

    private void change(Random random, List<Long> known) {
        long entity = known.get(random.nextInt(known.size()));
        if (!world.isAlive(entity)) {
            known.add(world.spawn(new Position(0, 0)));
            return;
        }
        Component<?> component = random.nextBoolean() ? Position.TYPE : Frozen.TYPE;
        switch (random.nextInt(7)) {
            case 0 -> world.destroy(entity);
            case 1 -> world.disable(entity);
            case 2 -> world.enable(entity);
            case 3 -> world.remove(entity, component);
            case 4 -> {
                if (world.has(entity, component)) {
                    world.disable(entity, component);
                }
            }
            case 5 -> {
                if (world.has(entity, component)) {
                    world.enable(entity, component);
                }
            }
            default -> world.add(entity, component);
        }
    }

    private boolean matches(long entity) {
        return world.isAlive(entity)
                && world.isEnabled(entity)
                && world.isEnabled(entity, Position.TYPE)
                && !world.isEnabled(entity, Frozen.TYPE);
    }

    private void shouldSkip(Loop loop, Consumer<Long> change) {
        List<Integer> changed = List.of(0, 1, 63, 64, 65, 150);
        List<Integer> skipped = List.of(1, 63, 64, 65, 150);
        visit(loop, 0, () -> changed.forEach(row -> change.accept(entity(row))));

        assertVisited(SOME, skipped);
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

    private static long entity(int row) {
        return Entity.of(row, 1);
    }
}
