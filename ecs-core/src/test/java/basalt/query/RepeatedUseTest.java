package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import basalt.component.Entity;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Velocity;
import basalt.storage.fixture.WorldFixture;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A query that was used before finds the same rows as a new query. */
class RepeatedUseTest extends WorldFixture {
    private static final int ENTITIES = 300;
    private Query positions;
    private long first;

    @BeforeEach
    void create() {
        positions = positions();
        first = world.spawn(new Position(0, 0));
        for (int i = 1; i < ENTITIES; i++) {
            world.spawn(new Position(i, 0));
        }
    }

    private Query positions() {
        return world.query().all(Position.TYPE).none(Frozen.TYPE).build();
    }

    private static void useTwice(Query query) {
        query.count();
        query.count();
    }

    /** The rows that a new query finds. */
    private static List<Long> found(Supplier<Query> maker) {
        return rows(maker.get());
    }

    /**
     * Changes of rows. Each must be seen by a query that has matched no rows before, and by one that has matched all.
     */
    private enum Change {
        SPAWN((world, entity) -> world.spawn(new Position(1, 2))),
        SPAWN_BY_TEMPLATE((world, entity) ->
                world.template().with(new Position(3, 4)).build().spawn()),
        SPAWN_MANY((world, entity) ->
                world.template().with(new Position(3, 4)).build().spawn(70)),
        SPAWN_A_BLOCK((world, entity) ->
                world.template().with(new Position(3, 4)).build().spawn(ROWS)),
        DESTROY(World::destroy),
        ADD((world, entity) -> world.add(entity, Frozen.TYPE)),
        ADD_VALUE((world, entity) -> world.add(world.spawn(), new Position(1, 1))),
        ADD_SPARSE((world, entity) -> world.add(entity, new Rare(1, "rare"))),
        REMOVE((world, entity) -> world.remove(entity, Position.TYPE)),
        DISABLE_ENTITY(World::disable),
        ENABLE_ENTITY((world, entity) -> world.enable(disabled(world))),
        DISABLE_COMPONENT((world, entity) -> world.disable(entity, Position.TYPE)),
        ENABLE_COMPONENT((world, entity) -> world.enable(without(world), Position.TYPE)),
        BULK_ADD((world, entity) -> halves(world).bulk().add(Frozen.TYPE)),
        BULK_REMOVE((world, entity) -> halves(world).bulk().remove(Position.TYPE)),
        BULK_DESTROY((world, entity) -> halves(world).bulk().destroy()),
        BULK_DISABLE((world, entity) -> halves(world).bulk().disable(Position.TYPE)),
        COMMANDS((world, entity) -> {
            world.commands().destroy(entity);
            world.commands().add(world.commands().spawn(), new Position(5, 6));
            world.applyCommands();
        });

        private final BiConsumer<World, Long> change;

        Change(BiConsumer<World, Long> change) {
            this.change = change;
        }

        /** A disabled entity; prepared before any query is used. */
        private static long disabled(World world) {
            return world.query()
                    .all(Burning.TYPE, Velocity.TYPE)
                    .includeDisabled()
                    .build()
                    .first();
        }

        /** An entity whose position is disabled; prepared before any query is used. */
        private static long without(World world) {
            return world.query()
                    .all(Burning.TYPE)
                    .none(Position.TYPE, Velocity.TYPE)
                    .build()
                    .first();
        }

        private static Query halves(World world) {
            return world.query().all(Position.TYPE, Burning.TYPE).build();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNoticeAChange(Change change) {
        world.disable(world.spawn(new Position(7, 7), new Burning(), new Velocity(0, 0)));
        world.disable(world.spawn(new Position(8, 8), new Burning()), Position.TYPE);
        world.spawn(new Position(9, 9), new Burning());
        List<Supplier<Query>> makers = List.of(
                this::positions,
                () -> world.query().all(Position.TYPE).build(),
                () -> world.query().all(Frozen.TYPE).build(),
                () -> world.query().all(Rare.TYPE).build(),
                () -> world.query().any(Position.TYPE, Rare.TYPE).build(),
                () -> world.query().none(Position.TYPE).includeDisabled().build());
        List<Query> queries = makers.stream().map(Supplier::get).toList();
        queries.forEach(RepeatedUseTest::useTwice);
        List<List<Long>> before = queries.stream().map(RepeatedUseTest::rows).toList();

        change.change.accept(world, first);

        assertNotEquals(before, queries.stream().map(RepeatedUseTest::rows).toList(), "it changes something");
        for (int times = 0; times < 3; times++) {
            for (int i = 0; i < queries.size(); i++) {
                assertEquals(found(makers.get(i)), rows(queries.get(i)), "query " + i);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSkipRowsDestroyedDuringItsUse(Loop loop) {
        useTwice(positions);
        List<Long> all = rows(positions);
        List<Long> visited = new ArrayList<>();
        loop.run(positions, row -> {
            visited.add(row.entity());
            if (visited.size() == 1) {
                world.destroy(all.get(1));
                world.destroy(all.get(200));
                world.spawn(new Position(0, 0));
            }
        });

        assertEquals(ENTITIES - 2, visited.size());
        assertFalse(visited.contains(all.get(1)) || visited.contains(all.get(200)));
        assertEquals(ENTITIES - 1, positions.count());
        assertEquals(found(this::positions), rows(positions));
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindThreeTimesWhatMatchesInNestedUses(Loop loop) {
        useTwice(positions);
        List<Long> all = rows(positions);
        List<Long> outer = new ArrayList<>();
        List<Long> inner = new ArrayList<>();
        List<Long> innermost = new ArrayList<>();
        loop.run(positions, row -> {
            outer.add(row.entity());
            if (outer.size() == 10) {
                loop.run(positions, innerRow -> {
                    inner.add(innerRow.entity());
                    if (inner.size() == 5) {
                        world.destroy(all.get(20));
                        loop.run(positions, innermostRow -> innermost.add(innermostRow.entity()));
                        world.destroy(all.get(5));
                    }
                });
            }
        });

        List<Long> left = new ArrayList<>(all);
        left.remove(all.get(20));
        assertEquals(left, innermost);
        assertEquals(left, outer, "it was beyond row 5");
        left.remove(all.get(5));
        assertEquals(left, inner);
        useTwice(positions);
        assertEquals(left, rows(positions));
    }

    @Test
    void shouldAllowABulkChangeWhoseObserversUseTheQuery() {
        useTwice(positions);
        List<Integer> counts = new ArrayList<>();
        world.observers().onRemove(Position.TYPE, entity -> counts.add(positions.count()));

        assertEquals(ENTITIES, positions.bulk().remove(Position.TYPE));
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < ENTITIES; i++) {
            expected.add(ENTITIES - i / Long.SIZE * Long.SIZE); // a word of rows is destroyed at once
        }
        assertEquals(expected, counts);
        assertEquals(0, positions.count());
        assertEquals(0, positions.bulk().remove(Position.TYPE));
    }

    @Test
    void shouldRunPureAndOrdinaryKernelsInTurn() {
        for (int i = 0; i < ENTITIES; i += 3) {
            world.destroy(Entity.of(i, Entity.generation(first)));
        }
        int left = positions.count();
        RowKernel pure = positions.pureKernel(row -> row.set(Position.Y, row.get(Position.Y) + 1));
        RowKernel exact = positions.kernel(row -> row.set(Position.Y, row.get(Position.Y) + 1));
        for (int i = 0; i < 4; i++) {
            pure.run();
            pure.run();
            exact.run();
            pure.run();
            exact.run();
            exact.run();
            assertEquals(left, rows(positions).size());
        }
        assertEquals(24.0 * left, positions.reduce().sum(Position.Y));
        for (int i = left; i < ENTITIES; i++) {
            world.add(world.spawn(), Position.TYPE);
        }
        assertEquals(24.0 * left, positions.reduce().sum(Position.Y), "destroyed entities are not counted");
    }

    @Test
    void shouldFindRowsOfSeveralBlocksAndOfOneLater() {
        Template template = world.template().with(new Position(1, 1)).build();
        template.spawn(ROWS);
        Query moving = positions();
        useTwice(moving);
        assertEquals(ENTITIES + ROWS, moving.count());

        Query ofTemplate = world.query().all(Position.TYPE, Velocity.TYPE).build();
        world.query().all(Position.TYPE).build().forEach(row -> {
            if (row.index() >= ROWS) {
                world.destroy(row.entity());
            }
        });
        useTwice(moving);
        useTwice(ofTemplate);
        assertEquals(0, ofTemplate.count());
        assertEquals(found(this::positions), rows(moving));
    }

    @Test
    void shouldFindChangesOnce() {
        Query changed = world.query().changed(Position.TYPE).build();
        useTwice(changed);
        world.set(first, Position.X, 5);
        assertEquals(1, changed.count());
        assertEquals(1, changed.count());
        assertEquals(List.of(first), rows(changed));
        assertEquals(List.of(), rows(changed));
    }

    @Test
    void shouldFindNothingWhereOneBlockHasAllComponentsButNoRowHas() {
        world.add(first, Burning.TYPE);
        world.add(Entity.of(Entity.index(first) + 1, Entity.generation(first)), Velocity.TYPE);
        Query both = world.query().all(Burning.TYPE, Velocity.TYPE).build();
        useTwice(both);
        assertEquals(0, both.count());
        assertEquals(Entity.NULL, both.first());

        world.add(first, Velocity.TYPE);
        assertEquals(List.of(first), rows(both));
    }
}
