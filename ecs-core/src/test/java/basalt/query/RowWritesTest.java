package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Vectors;
import basalt.world.World;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries for changes find exactly the writes of checked rows. */
class RowWritesTest {
    private static final int ENTITIES = 200;

    private World world;
    private Query healthy;
    private Query reader;

    @BeforeEach
    void create() {
        world = World.create();
        world.template().with(new Health(0), new Position(0, 0)).build().spawn(ENTITIES);
        healthy = world.query().all(Health.TYPE, Position.TYPE).build();
        reader = world.query().changed(Health.TYPE).build();
    }

    @AfterEach
    void close() {
        world.close();
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

        assertEquals(entities(7, 71, 135, 199), run(reader));
        assertEquals(List.of(), run(reader));
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
        assertEquals(entities(0, 100), run(reader));
    }

    @Test
    void shouldFindRowsOfSpans() {
        healthy.forEachSpan(span -> {
            assertEquals(ENTITIES, span.size());
            span.row(65).set(Health.POINTS, span.row(66).get(Health.POINTS));
        });
        assertEquals(entities(65), run(reader));
    }

    @Test
    void shouldFindSingleRows() {
        world.row(Entity.of(3, 1)).set(Health.POINTS, 1);
        world.row(Entity.of(4, 1)).set(Position.X, 1);
        assertEquals(entities(3), run(reader));
    }

    @Test
    void shouldNotFindWhatTheQueryItselfHasWritten() {
        Query other = world.query().changed(Health.TYPE).build();
        world.set(Entity.of(1, 1), Health.POINTS, 1);
        reader.forEach(row -> row.set(Health.POINTS, 2));
        assertEquals(List.of(), run(reader));
        assertEquals(entities(1), run(other));

        world.set(Entity.of(2, 1), Health.POINTS, 1);
        try (RowCursor rows = reader.cursor()) {
            assertTrue(rows.next());
            rows.row().set(Health.POINTS, 3);
        }
        assertEquals(List.of(), run(reader));
        assertEquals(entities(2), run(other));
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
        assertEquals(entities(1, 5, 9), run(reader));
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
                all.forEach(row -> call(method, row, column));
                assertEquals(scalar ? List.of(entity) : List.of(), run(kinds), method::toString);
                assertEquals(scalar ? List.of() : List.of(entity), run(vectors), method::toString);
                setters++;
            }
        }
        assertEquals(17, setters);
    }

    private static Column column(Class<?> type, Component<?> component) {
        return component.columns().stream().filter(type::isInstance).findFirst().orElseThrow();
    }

    private static void call(Method method, Row row, Column column) {
        Class<?> value = method.getParameterTypes()[method.getParameterCount() - 1];
        Object argument = value == boolean.class
                ? Boolean.TRUE
                : value == float.class
                        ? 1f
                        : value == double.class
                                ? 1.0
                                : value == byte.class
                                        ? (byte) 1
                                        : value == short.class
                                                ? (short) 1
                                                : value == int.class ? 1 : value == long.class ? 1L : (Object) "text";
        try {
            if (method.getParameterCount() == 2) {
                method.invoke(row, column, argument);
            } else {
                method.invoke(row, column, 1, argument);
            }
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldCountAWritableViewAsWritten() {
        UnsafeBuffer view = new UnsafeBuffer();
        healthy.forEachSpan(span -> span.wrap(Position.X, view));
        assertEquals(List.of(), run(reader));
        world.remove(Entity.of(70, 1), Position.TYPE);
        healthy.forEachSpan(span -> span.wrap(Health.POINTS, view));
        List<Long> found = run(reader);
        assertEquals(ENTITIES - 1, found.size());
        assertTrue(!found.contains(Entity.of(70, 1)));
    }

    @Test
    void shouldNotCountAReadOnlyViewAsWritten() {
        DirectBuffer readOnly = (DirectBuffer) Proxy.newProxyInstance(
                RowWritesTest.class.getClassLoader(),
                new Class<?>[] {DirectBuffer.class},
                (proxy, method, args) -> null);
        healthy.forEachSpan(span -> span.wrap(Health.POINTS, readOnly));
        assertEquals(List.of(), run(reader));
    }

    @Test
    void shouldCountRawAccessAsWritten() {
        Query frozen = world.query().changed(Frozen.TYPE).build();
        healthy.forEachSpan(span -> assertTrue(span.baseUnchecked() != 0));
        assertEquals(ENTITIES, run(reader).size());
        assertEquals(List.of(), run(frozen), "it is not declared");
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

            List<Long> found = run(changed);
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

    private static List<Long> run(Query query) {
        List<Long> found = new ArrayList<>();
        query.forEach(row -> found.add(row.entity()));
        return found;
    }
}
