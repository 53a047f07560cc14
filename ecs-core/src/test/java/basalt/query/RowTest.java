package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EventType;
import basalt.component.FloatColumn;
import basalt.component.MissingComponentException;
import basalt.component.ReferenceColumn;
import basalt.internal.Strict;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.WorldFixture;
import basalt.world.Template;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class RowTest extends WorldFixture {
    private record Ping(float strength) {
        static final EventType<Ping> TYPE = EventType.of(Ping.class);
        static final FloatColumn STRENGTH = TYPE.float32("strength");
    }

    /** The component of an event's column is one that no entity has. */
    @Test
    void shouldRejectEventColumnsInsteadOfComponents() {
        long entity = world.spawn(new Position(1, 2));
        Component<?> event = (Component<?>) Ping.STRENGTH.component();
        Query query = world.query().all(Position.TYPE).build();
        List<Predicate<Row>> questions = List.of(row -> row.has(event), row -> row.isEnabled(event));
        for (Predicate<Row> question : questions) {
            assertRejectsEvent(() -> question.test(world.row(entity)));
            assertRejectsEvent(() -> query.forEach(question::test));
            assertRejectsEvent(() -> {
                try (RowCursor rows = query.cursor()) {
                    rows.next();
                    question.test(rows.row());
                }
            });
            List<Boolean> answers = new ArrayList<>();
            RowKernel kernel = query.kernel(row -> answers.add(question.test(row)));
            if (Strict.ON) {
                assertRejectsEvent(kernel::run);
                assertRejectsEvent(kernel::run);
            } else {
                kernel.run();
                assertEquals(List.of(false), answers);
            }
        }
        assertRejectsEvent(() -> world.has(entity, event));
        assertRejectsEvent(() -> world.isEnabled(entity, event));
        assertThrows(
                IllegalArgumentException.class, () -> world.row(entity).has(null), "as world.has(entity, null) does");
    }

    private static void assertRejectsEvent(Executable question) {
        String message = assertThrows(IllegalArgumentException.class, question).getMessage();
        assertTrue(
                message.startsWith(Ping.class.getName() + " is an event type and not a component of entities"),
                message);
    }

    /** Generations differ from row to row, and the last rows are in a second block. */
    @Test
    void shouldTellHandlesAndIndicesInEveryBlock() {
        Template template = world.template().with(Position.TYPE).build();
        long[] entities = new long[ROWS + 65];
        template.spawn(entities);
        for (int i = 0; i < entities.length; i += 3) {
            world.destroy(entities[i]);
        }
        for (int i = 0; i < entities.length; i += 3) {
            entities[i] = template.spawn();
        }
        List<Long> handles = new ArrayList<>();
        world.query()
                .all(Position.TYPE)
                .build()
                .kernel(row -> {
                    assertEquals(Entity.index(row.entity()), row.index());
                    handles.add(row.entity());
                })
                .run();
        long[] expected = LongStream.of(entities)
                .boxed()
                .sorted(Comparator.comparingInt(Entity::index))
                .mapToLong(Long::longValue)
                .toArray();
        assertArrayEquals(expected, handles.stream().mapToLong(Long::longValue).toArray());
    }

    @Test
    void shouldReadScalarsOfEveryKind() {
        for (Kinds sample : Kinds.SAMPLES) {
            world.spawn();
            long entity = world.spawn(sample);
            world.query().all(Kinds.TYPE).build().forEach(row -> {
                assertEquals(
                        sample,
                        new Kinds(
                                row.get(Kinds.F32),
                                row.get(Kinds.F64),
                                row.get(Kinds.I8),
                                row.get(Kinds.I16),
                                row.get(Kinds.I32),
                                row.get(Kinds.I64),
                                row.get(Kinds.FLAG),
                                row.get(Kinds.TARGET),
                                row.get(Kinds.NAME)));
            });
            world.destroy(entity);
        }
    }

    @Test
    void shouldWriteScalarsOfEveryKind() {
        world.spawn(Kinds.ZERO);
        long entity = world.spawn(Kinds.ZERO);
        long next = world.spawn(Kinds.ZERO);
        for (Kinds sample : Kinds.SAMPLES) {
            world.query().all(Kinds.TYPE).build().forEach(row -> {
                if (row.entity() == entity) {
                    row.set(Kinds.F32, sample.f32());
                    row.set(Kinds.F64, sample.f64());
                    row.set(Kinds.I8, sample.i8());
                    row.set(Kinds.I16, sample.i16());
                    row.set(Kinds.I32, sample.i32());
                    row.set(Kinds.I64, sample.i64());
                    row.set(Kinds.FLAG, sample.flag());
                    row.set(Kinds.TARGET, sample.target());
                    row.set(Kinds.NAME, sample.name());
                }
            });
            assertEquals(sample, world.get(entity, Kinds.TYPE));
            assertEquals(Kinds.ZERO, world.get(next, Kinds.TYPE));
        }
    }

    @Test
    void shouldReadAndWriteLanesOfEveryKind() {
        long entity = world.spawn(Vectors.sample(7));
        long other = world.spawn(Vectors.sample(7));
        Vectors wanted = Vectors.sample(-1234);
        world.query().all(Vectors.TYPE).build().forEach(row -> {
            if (row.entity() == other) {
                return;
            }
            for (int lane = 0; lane < 7; lane++) {
                writeLane(row, lane, wanted);
            }
            assertEquals(wanted.f32()[3], row.get(Vectors.F32, 3));
            assertEquals(wanted.f64()[1], row.get(Vectors.F64, 1));
            assertEquals(wanted.i8()[4], row.get(Vectors.I8, 4));
            assertEquals(wanted.i16()[2], row.get(Vectors.I16, 2));
            assertEquals(wanted.i32()[1], row.get(Vectors.I32, 1));
            assertEquals(wanted.i64()[2], row.get(Vectors.I64, 2));
            assertEquals(wanted.flags()[6], row.get(Vectors.FLAGS, 6));
            assertEquals(wanted.targets()[1], row.get(Vectors.TARGETS, 1));
        });

        Vectors.assertSame(wanted, world.get(entity, Vectors.TYPE));
        Vectors.assertSame(Vectors.sample(7), world.get(other, Vectors.TYPE));
    }

    private static void writeLane(Row row, int lane, Vectors values) {
        row.set(Vectors.FLAGS, lane, values.flags()[lane]);
        if (lane < 5) {
            row.set(Vectors.I8, lane, values.i8()[lane]);
        }
        if (lane < 4) {
            row.set(Vectors.F32, lane, values.f32()[lane]);
        }
        if (lane < 3) {
            row.set(Vectors.I16, lane, values.i16()[lane]);
            row.set(Vectors.I64, lane, values.i64()[lane]);
        }
        if (lane < 2) {
            row.set(Vectors.F64, lane, values.f64()[lane]);
            row.set(Vectors.I32, lane, values.i32()[lane]);
            row.set(Vectors.TARGETS, lane, values.targets()[lane]);
        }
    }

    /** Each getter and setter takes a vector with a lane that it has, and in no other way. */
    @Test
    void shouldRejectLanesThatDoNotExist() {
        world.spawn(Vectors.sample(1), new Position(0, 0));
        List<Method> accesses = Stream.of(Row.class.getMethods())
                .filter(method ->
                        method.getName().equals("get") || method.getName().equals("set"))
                .filter(method -> method.getParameterTypes()[0] != ReferenceColumn.class)
                .toList();
        assertEquals(32, accesses.size());
        world.query().all(Vectors.TYPE, Position.TYPE).build().forEach(row -> {
            for (Method access : accesses) {
                Column column = WritesTest.column(access.getParameterTypes()[0], Vectors.TYPE);
                boolean isScalar =
                        access.getParameterCount() == (access.getName().equals("get") ? 1 : 2);
                if (isScalar) {
                    assertRejects("lane", () -> WritesTest.call(access, row, column, 0));
                } else {
                    for (int lane : new int[] {-1, column.length()}) {
                        assertThrows(IndexOutOfBoundsException.class, () -> WritesTest.call(access, row, column, lane));
                    }
                }
            }
            assertThrows(IndexOutOfBoundsException.class, () -> row.get(Position.X, 1));
        });
    }

    @Test
    void shouldKeepTheTypeOfReferences() {
        long entity = world.spawn(new Rare(1, "note"), new Label(List.of(1)));
        world.query().all(Rare.TYPE, Label.TYPE).build().forEach(row -> {
            String note = row.get(Rare.NOTE);
            assertEquals("note", note);
            assertEquals(List.of(1), row.get(Label.TEXT));
            row.set(Rare.NOTE, null);
            row.set(Label.TEXT, "another");
        });

        assertNull(world.get(entity, Rare.NOTE));
        assertEquals("another", world.get(entity, Label.TYPE).text());
    }

    /** A block ends behind the last component that it has: what is behind or before it is not its memory. */
    @Test
    void shouldNotLeaveTheBlock() {
        assumeFalse(Strict.ON, "strict mode rejects columns that the query does not declare");
        record VeryLate(float x) {}
        Component<VeryLate> late = Component.of(VeryLate.class);
        FloatColumn x = late.float32("x");
        world.spawn(new Position(1, 2));
        Query positions = world.query().all(Position.TYPE).build();
        RowBody wrong = row -> {
            assertThrows(MissingComponentException.class, () -> row.get(x));
            assertThrows(MissingComponentException.class, () -> row.set(x, 1));
            assertThrows(MissingComponentException.class, () -> row.get(Rare.CHARGE), "before the block");
            assertThrows(MissingComponentException.class, () -> row.set(Rare.CHARGE, 1));
            assertThrows(IllegalArgumentException.class, () -> row.get(Spark.CHARGE), "a column of events");
            assertThrows(IllegalArgumentException.class, () -> row.set(Spark.CHARGE, 1));
        };
        positions.kernel(wrong).run();
        positions.spanKernel(span -> wrong.accept(span.row(span.from()))).run();
        positions
                .kernel((Row row) -> {
                    world.add(row.entity(), late);
                    world.add(row.entity(), Rare.TYPE);
                    assertEquals(0, row.get(x), "the block has moved to memory that holds it");
                    row.set(Rare.CHARGE, 3);
                })
                .run();
        assertEquals(3, world.get(positions.first(), Rare.CHARGE));
    }

    @Test
    void shouldNotFindASparseComponentThatTheBlockLacks() {
        world.spawn();
        RowBody lacks = row -> {
            var missing = assertThrows(MissingComponentException.class, () -> row.get(Rare.CHARGE));
            assertEquals(row.entity(), missing.entity());
            assertThrows(MissingComponentException.class, () -> row.set(Rare.CHARGE, 1));
        };
        world.query().optional(Rare.TYPE).build().forEach(lacks);
        world.query().optional(Rare.TYPE).build().kernel(lacks).run();
        world.spawn(new Rare(1, null));
        world.query().all(Rare.TYPE).build().forEach(row -> {
            world.remove(row.entity(), Rare.TYPE);
            assertThrows(MissingComponentException.class, () -> row.get(Rare.CHARGE));
        });
        if (Strict.ON) {
            world.query().optional(Rare.TYPE).build().kernel(lacks).run();
        }
    }

    @Test
    void shouldKeepToItsRowEvenWithoutTheComponent() {
        assumeFalse(Strict.ON, "strict mode rejects it");
        long before = world.spawn(new Position(1, 2), Kinds.ODD);
        long without = world.spawn();
        long after = world.spawn(new Position(3, 4), Kinds.ODD);
        world.query()
                .none(Position.TYPE)
                .build()
                .kernel((Row row) -> {
                    row.set(Position.X, 77);
                    row.set(Kinds.I8, (byte) 77);
                    row.set(Kinds.NAME, "left behind");
                })
                .run();

        assertEquals(new Position(1, 2), world.get(before, Position.TYPE));
        assertEquals(new Position(3, 4), world.get(after, Position.TYPE));
        assertEquals(Kinds.ODD, world.get(before, Kinds.TYPE));
        assertEquals(Kinds.ODD, world.get(after, Kinds.TYPE));
        world.add(without, Position.TYPE);
        world.add(without, Kinds.TYPE);
        assertEquals(new Position(0, 0), world.get(without, Position.TYPE));
        assertEquals(Kinds.ZERO, world.get(without, Kinds.TYPE), "references are cleared too");
    }
}
