package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Shift;
import basalt.storage.fixture.Velocity;
import basalt.storage.fixture.WorldFixture;
import basalt.world.World;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries for changes find exactly the writes of checked rows, and all rows of kernels outside of schedules. */
class WritesTest extends WorldFixture {
    private static final int ENTITIES = 200;
    private Query healthy;
    private Query reader;
    private Query moved;

    @BeforeEach
    void create() {
        world.template()
                .with(new Health(0), new Position(0, 0), new Velocity(1, 0))
                .build()
                .spawn(ENTITIES);
        healthy = world.query().all(Health.TYPE, Position.TYPE).build();
        moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
        reader = world.query().changed(Health.TYPE).build();
        moved = world.query().changed(Position.TYPE).build();
    }

    @Test
    void shouldFindRowsOfSpans() {
        healthy.forEachSpan(span -> {
            assertEquals(ENTITIES, span.size());
            span.row(65).set(Health.POINTS, span.row(66).get(Health.POINTS));
        });
        assertEquals(entities(65), rows(reader));
    }

    @Test
    void shouldFindWritesOfNestedFieldsAndEnums() {
        long entity = world.spawn(new Shift(new Position(1, 2), TimeUnit.DAYS, 'x'));
        Query shifts = world.query().changed(Shift.TYPE).build();
        Query all = world.query().all(Shift.TYPE).build();
        all.forEach(row -> row.set(Shift.UNIT, TimeUnit.HOURS));
        assertEquals(List.of(entity), rows(shifts));
        all.forEach(row -> row.set(Shift.X, 3));
        assertEquals(List.of(entity), rows(shifts));
        all.forEach(row -> row.get(Shift.UNIT));
        assertEquals(List.of(), rows(shifts));
    }

    @Test
    void shouldCountAWritableViewAsWritten() {
        UnsafeBuffer view = new UnsafeBuffer();
        healthy.forEachSpan(span -> span.wrap(Position.X, view));
        assertEquals(List.of(), rows(reader));
        world.remove(Entity.of(70, 1), Position.TYPE);
        healthy.forEachSpan(span -> span.wrap(Health.POINTS, view));
        List<Long> found = rows(reader);
        assertEquals(ENTITIES - 1, found.size());
        assertTrue(!found.contains(Entity.of(70, 1)));
    }

    @Test
    void shouldNotCountAReadOnlyViewAsWritten() {
        DirectBuffer readOnly = (DirectBuffer) Proxy.newProxyInstance(
                WritesTest.class.getClassLoader(), new Class<?>[] {DirectBuffer.class}, (proxy, method, args) -> null);
        healthy.forEachSpan(span -> span.wrap(Health.POINTS, readOnly));
        assertEquals(List.of(), rows(reader));
    }

    @Test
    void shouldCountRawAccessAsWritten() {
        Query frozen = world.query().changed(Frozen.TYPE).build();
        healthy.forEachSpan(span -> assertTrue(span.baseUnchecked() != 0));
        assertEquals(ENTITIES, rows(reader).size());
        assertEquals(List.of(), rows(frozen), "it is not declared");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 127, 128, 16383, 16384, 16385})
    void shouldCountOnlyTheRowsOfTheSpanAsWritten(int rows) {
        try (World other = World.builder().distinctHandles(false).build()) {
            other.template().with(new Health(0)).build().spawn(3 + rows);
            for (int index = 0; index < 3; index++) {
                other.add(Entity.of(index, 1), Frozen.TYPE);
            }
            Query changed = other.query().changed(Health.TYPE).build();
            UnsafeBuffer view = new UnsafeBuffer();
            other.query().all(Health.TYPE).none(Frozen.TYPE).build().forEachSpan(span -> {
                if (span.from() == 3) {
                    span.wrap(Health.POINTS, view);
                }
            });

            List<Long> found = rows(changed);
            assertEquals(Math.min(rows, ROWS - 3), found.size());
            assertEquals(Entity.of(3, 1), found.get(0));
            assertEquals(Entity.of(2 + found.size(), 1), found.get(found.size() - 1));
        }
    }

    private static List<Long> entities(int... indices) {
        List<Long> entities = new ArrayList<>();
        for (int index : indices) {
            entities.add(Entity.of(index, 1));
        }
        return entities;
    }

    private Query moving;

    @Test
    void shouldCoverAllDeclaredComponents() {
        world.template()
                .with(new Position(0, 0), Kinds.ODD, new Rare(1, "x"))
                .build()
                .spawn(10);
        Query query = world.query()
                .all(Position.TYPE)
                .any(Kinds.TYPE, Velocity.TYPE)
                .optional(Rare.TYPE)
                .none(Frozen.TYPE)
                .build();
        List<Query> readers = List.of(
                moved,
                world.query().changed(Kinds.TYPE).build(),
                world.query().changed(Velocity.TYPE).build(),
                world.query().changed(Rare.TYPE).build(),
                world.query().changed(Frozen.TYPE).build(),
                world.query().added(Position.TYPE).build());
        rows(readers.get(0));

        RowBody[] unknown = {row -> {}};
        query.kernel((Row row) -> unknown[0].accept(row)).run();

        List<Integer> counts = new ArrayList<>();
        readers.forEach(each -> counts.add(rows(each).size()));
        assertEquals(List.of(ENTITIES + 10, 10, ENTITIES, 10, 0, 0), counts);
    }

    @Test
    void shouldBeRecordedForEachKindOfKernel() {
        List<Runnable> kernels = List.of(
                moving.kernel((Row row) -> row.set(Position.X, 1))::run,
                moving.kernel((row, commands) -> row.set(Position.X, 2))::run);
        for (Runnable kernel : kernels) {
            kernel.run();
            assertEquals(ENTITIES, rows(moved).size());
        }
    }

    @Test
    void shouldBeKeptAlthoughTheRowStopsMatching() {
        world.query().all(Velocity.TYPE).build().bulk().add(Burning.TYPE);
        Query burning = world.query().all(Position.TYPE, Burning.TYPE).build();
        burning.kernel((Row row) -> {
                    long entity = row.entity();
                    row.set(Position.X, 1);
                    if (row.index() % 2 == 0) {
                        world.remove(entity, Burning.TYPE);
                    }
                })
                .run();
        assertEquals(ENTITIES, rows(moved).size());
    }

    @Test
    void shouldBeKeptAlthoughTheBodyFails() {
        RowKernel kernel = moving.kernel((Row row) -> {
            row.set(Position.X, 1);
            if (row.index() == 5) {
                throw new IllegalStateException("enough");
            }
        });
        assertThrows(IllegalStateException.class, kernel::run);
        assertEquals(ENTITIES, rows(moved).size(), "the whole snapshot");
    }

    @Test
    void shouldNotLoseWhatAnInitialiserWrites() {
        List<Integer> inside = new ArrayList<>();
        world.template()
                .with(new Position(0, 0))
                .build()
                .kernel(row -> {
                    if (inside.isEmpty()) {
                        inside.add(rows(moved).size());
                    }
                    row.set(Position.X, 1);
                })
                .spawn(50);
        assertEquals(List.of(50), inside);
        assertEquals(50, rows(moved).size());
        assertEquals(0, rows(moved).size());
    }
}
