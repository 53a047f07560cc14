package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import basalt.component.Component;
import basalt.component.EventType;
import basalt.component.FloatColumn;
import basalt.component.MissingComponentException;
import basalt.internal.Strict;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.WorldFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
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
                IllegalArgumentException.class,
                () -> world.row(entity).has((Component<?>) null),
                "as world.has(entity, null) does");
    }

    private static void assertRejectsEvent(Executable question) {
        String message = assertThrows(IllegalArgumentException.class, question).getMessage();
        assertTrue(
                message.startsWith(Ping.class.getName() + " is an event type and not a component of entities"),
                message);
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
