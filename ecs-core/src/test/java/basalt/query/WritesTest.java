package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import basalt.storage.fixture.WorldFixture;
import basalt.world.World;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.LangUtil;
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
    void shouldFindRowsOfForEach() {
        healthy.forEach(row -> {
            row.get(Health.POINTS);
            row.set(Position.X, 1);
            if (row.index() % 64 == 7) {
                row.set(Health.POINTS, 1);
            }
        });

        assertEquals(entities(7, 71, 135, 199), rows(reader));
        assertEquals(List.of(), rows(reader));
    }

    @Test
    void shouldFindRowsOfCursors() {
        try (RowCursor rows = healthy.cursor()) {
            while (rows.next()) {
                if (rows.row().index() % 100 == 0) {
                    rows.row().set(Health.POINTS, 1);
                }
            }
        }
        assertEquals(entities(0, 100), rows(reader));
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
    void shouldFindSingleRows() {
        world.row(Entity.of(3, 1)).set(Health.POINTS, 1);
        world.row(Entity.of(4, 1)).set(Position.X, 1);
        assertEquals(entities(3), rows(reader));
    }

    @Test
    void shouldNotFindWhatTheQueryItselfHasWritten() {
        Query other = world.query().changed(Health.TYPE).build();
        world.set(Entity.of(1, 1), Health.POINTS, 1);
        reader.forEach(row -> row.set(Health.POINTS, 2));
        assertEquals(List.of(), rows(reader));
        assertEquals(entities(1), rows(other));

        world.set(Entity.of(2, 1), Health.POINTS, 1);
        try (RowCursor rows = reader.cursor()) {
            assertTrue(rows.next());
            rows.row().set(Health.POINTS, 3);
        }
        assertEquals(List.of(), rows(reader));
        assertEquals(entities(2), rows(other));
    }

    @Test
    void shouldFindWhatOthersWriteWhileTheQueryRuns() {
        world.set(Entity.of(1, 1), Health.POINTS, 1);
        reader.forEach(row -> {
            world.set(row.entity(), Health.POINTS, 2);
            world.row(Entity.of(5, 1)).set(Health.POINTS, 2);
            healthy.forEach(inner -> {
                if (inner.index() == 9) {
                    inner.set(Health.POINTS, 2);
                }
            });
        });
        assertEquals(entities(1, 5, 9), rows(reader));
    }

    @Test
    void shouldFindWritesOfEveryKind() {
        long entity = world.spawn(Kinds.ODD, Vectors.sample(1), new Rare(1, "x"));
        Query kinds = world.query().changed(Kinds.TYPE).build();
        Query vectors = world.query().changed(Vectors.TYPE).build();
        Query all = world.query().all(Kinds.TYPE, Vectors.TYPE).build();
        int setters = 0;
        for (Method method : Row.class.getMethods()) {
            if (method.getName().equals("set")) {
                boolean scalar = method.getParameterCount() == 2;
                Column column = column(method.getParameterTypes()[0], scalar ? Kinds.TYPE : Vectors.TYPE);
                all.forEach(row -> call(method, row, column, 1));
                assertEquals(scalar ? List.of(entity) : List.of(), rows(kinds), method::toString);
                assertEquals(scalar ? List.of() : List.of(entity), rows(vectors), method::toString);
                setters++;
            }
        }
        assertEquals(17, setters);
    }

    static Column column(Class<?> type, Component<?> component) {
        return component.columns().stream().filter(type::isInstance).findFirst().orElseThrow();
    }

    /** Calls a getter or setter of a row, with a lane if it takes one. */
    static void call(Method method, Row row, Column column, int lane) {
        Map<Class<?>, Object> values = Map.of(
                boolean.class,
                true,
                float.class,
                1f,
                double.class,
                1.0,
                byte.class,
                (byte) 1,
                short.class,
                (short) 1,
                int.class,
                1,
                long.class,
                1L);
        Class<?>[] types = method.getParameterTypes();
        boolean isSetter = method.getName().equals("set");
        List<Object> arguments = new ArrayList<>(List.of(column));
        if (types.length == (isSetter ? 3 : 2)) {
            arguments.add(lane);
        }
        if (isSetter) {
            arguments.add(values.getOrDefault(types[types.length - 1], "text"));
        }
        try {
            method.invoke(row, arguments.toArray());
        } catch (InvocationTargetException e) {
            LangUtil.rethrowUnchecked(e.getCause());
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
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
    void shouldCoverAllRowsOfTheSnapshot() {
        world.add(Entity.of(3, 1), Frozen.TYPE);
        RowKernel kernel =
                world.query().all(Position.TYPE).none(Frozen.TYPE).build().kernel((Row row) -> row.set(Position.X, 1));
        kernel.run();

        List<Long> found = rows(moved);
        assertEquals(ENTITIES - 1, found.size());
        assertEquals(Entity.of(4, 1), found.get(3));
        assertEquals(List.of(), rows(moved));
    }

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

        query.kernel((Row row) -> {}).run();

        List<Integer> counts = new ArrayList<>();
        readers.forEach(each -> counts.add(rows(each).size()));
        assertEquals(List.of(ENTITIES + 10, 10, ENTITIES, 10, 0, 0), counts);
    }

    @Test
    void shouldBeRecordedForEachKindOfKernel() {
        UnsafeBuffer view = new UnsafeBuffer();
        List<Runnable> kernels = List.of(
                moving.kernel((Row row) -> row.set(Position.X, 1))::run,
                moving.kernel((row, commands) -> row.set(Position.X, 2))::run,
                moving.pureKernel(row -> row.set(Position.X, 3))::run,
                moving.spanKernel(span -> span.row(span.from()).set(Position.X, 4))::run,
                moving.spanKernel(span -> span.wrap(Position.X, view))::run);
        for (Runnable kernel : kernels) {
            kernel.run();
            assertEquals(ENTITIES, rows(moved).size());
        }
    }

    @Test
    void shouldNotBeSeenByTheKernelsOwnQuery() {
        Query other = world.query().changed(Position.TYPE).build();
        RowKernel kernel = moved.kernel((Row row) -> row.set(Position.X, row.get(Position.X) + 1));
        world.set(Entity.of(5, 1), Position.Y, 1);
        kernel.run();
        assertEquals(0, moved.count());
        assertEquals(List.of(Entity.of(5, 1)), rows(other));
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

    /** A moved that runs inside of the kernel sees rows that are not written yet, and must see them again later. */
    @Test
    void shouldBeSeenAgainByAReaderThatRunsInTheMiddle() {
        List<Integer> inside = new ArrayList<>();
        moving.kernel((Row row) -> {
                    if (row.index() == 100) {
                        inside.add(rows(moved).size());
                    }
                    row.set(Position.X, 1);
                })
                .run();
        assertEquals(List.of(ENTITIES), inside);
        assertEquals(ENTITIES, rows(moved).size());
        assertEquals(0, rows(moved).size());
    }

    @Test
    void shouldNotKeepChangesOfOtherComponents() {
        Query gained = world.query().added(Position.TYPE).build();
        Query healthy = world.query().changed(Health.TYPE).build();
        world.spawn(new Health(1), new Position(1, 2));
        List<Integer> inside = new ArrayList<>();
        moving.kernel((Row row) -> {
                    if (row.index() < 2) {
                        inside.add(rows(gained).size());
                        inside.add(rows(healthy).size());
                    }
                })
                .run();
        assertEquals(List.of(1, 1, 0, 0), inside);
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
