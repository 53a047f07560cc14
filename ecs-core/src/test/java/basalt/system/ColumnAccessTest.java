package basalt.system;

import static basalt.system.Access.reads;
import static basalt.system.Access.touchesOthers;
import static basalt.system.Access.writes;
import static basalt.system.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.Column;
import basalt.component.FloatColumn;
import basalt.internal.Strict;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.world.World;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Systems that declare columns conflict only in these columns. */
class ColumnAccessTest {
    private final World world = World.create();
    private final Query positions = world.query().all(Position.TYPE).build();

    @AfterEach
    void close() {
        world.close();
    }

    private static ScheduleGraph graph(SystemOption first, SystemOption second) {
        return new Systems().add("a", first).add("b", second).graph();
    }

    @Test
    void shouldLetSystemsOfDifferentColumnsRunSideBySide() {
        for (SystemOption option : List.of(
                writes(Position.Y),
                reads(Position.Y),
                writes(Velocity.DX),
                reads(Velocity.TYPE),
                writes(Health.TYPE))) {
            assertEquals(List.of(), graph(writes(Position.X), option).implicitOrder(), option::toString);
            assertEquals(List.of(), graph(option, writes(Position.X)).implicitOrder(), option::toString);
        }
        assertEquals(
                List.of(),
                graph(reads(Position.X, Position.Y), reads(Position.TYPE)).implicitOrder());
    }

    @Test
    void shouldOrderSystemsThatUseTheSameColumn() {
        assertEquals("both write Position.x", why(writes(Position.X, Velocity.DX), writes(Position.X)));
        assertEquals("both write Position.x", why(writes(Position.X), writes(Position.TYPE)));
        assertEquals("both write Position", why(writes(Position.TYPE), writes(Position.TYPE)));
        assertEquals("written, then read Position.x", why(writes(Position.TYPE), reads(Position.X)));
        assertEquals("written, then read Position.x", why(writes(Position.X), reads(Position.TYPE)));
        assertEquals("read, then written Position.y", why(reads(Position.X, Position.Y), writes(Position.Y)));
    }

    private static String why(SystemOption first, SystemOption second) {
        ScheduleGraph graph = graph(first, second);
        assertEquals(1, graph.implicitOrder().size());
        return graph.implicitOrder().get(0).why();
    }

    @Test
    void shouldShowColumnsInTheText() {
        assertEquals(
                "writes(Position.x, Velocity.dy)",
                writes(Position.X, Velocity.DY).toString());
        String text = new Systems()
                .add("a", reads(Position.TYPE), writes(Position.X), reads(Velocity.DX))
                .graph()
                .toString();
        assertTrue(text.contains("a: reads(Position, Velocity.dx), writes(Position.x)\n"), text);
    }

    @Test
    void shouldRejectDuplicateDeclarations() {
        assertSpecRejected("reads(Position.x) twice", reads(Position.X), reads(Position.X));
        assertSpecRejected("writes(Position.x) twice", writes(Position.X, Position.X));
        assertSpecRejected("reads(Position.x) beside writes() of it", reads(Position.X), writes(Position.X));
        assertSpecRejected("reads(Position.x) beside writes() of its", reads(Position.X), writes(Position.TYPE));
        assertSpecRejected("writes(Position.x) beside writes() of its", writes(Position.X), writes(Position.TYPE));
        assertSpecRejected("reads(Position.x) beside reads() of its", reads(Position.TYPE), reads(Position.X));
        assertRejects(() -> reads(new Column[0]), "reads() needs at least one column");
        assertRejects(() -> writes((Column[]) null), "writes() needs at least one column");
        assertRejects(() -> writes(Position.X, null), "writes() got a null column");
    }

    private static void assertSpecRejected(String text, SystemOption... options) {
        assertRejects(
                () -> SystemSpec.of("a", 0, List.of(), true, options), "system \"a\" declares " + text, "drop one");
    }

    /**
     * A kernel whose query names a component does not count as writing the columns that its system does not declare.
     */
    @Test
    void shouldAssumeNothingForComponentsWithDeclaredColumns() {
        RowKernel x = positions.kernel(row -> row.set(Position.X, row.get(Position.X) + 1));
        RowKernel y = positions.kernel(row -> row.set(Position.Y, row.get(Position.Y) + 2));
        long entity = world.spawn(new Position(0, 0));
        try (Schedule schedule = Schedule.builder(world)
                .add("x", x, writes(Position.X))
                .add("y", y, writes(Position.Y))
                .build()) {
            assertEquals(List.of(), schedule.graph().implicitOrder());
            schedule.tick(1);
        }
        assertEquals(new Position(1, 2), world.get(entity, Position.TYPE));
    }

    private String rejection(RowKernel kernel, SystemOption... options) {
        assumeTrue(Strict.ON, "strict mode is off");
        try (Schedule schedule =
                Schedule.builder(world).add("wild", kernel, options).build()) {
            SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
            return assertInstanceOf(IllegalStateException.class, failure.getCause())
                    .getMessage();
        }
    }

    @Test
    void shouldRejectColumnsThatAreNotDeclared() {
        long entity = world.spawn(new Position(1, 2), new Kinds(1, 2, (byte) 3, (short) 4, 5, 6, true, 7, "kinds"));
        Query both = world.query().all(Position.TYPE, Kinds.TYPE).build();
        SystemOption[] options = {reads(Position.TYPE), writes(Position.X), reads(Kinds.I64), writes(Kinds.I32)};
        String y = "column y of component " + Position.TYPE.name();
        assertColumnRejected("wrote " + y, both.kernel(row -> row.set(Position.Y, 1)), options);
        assertColumnRejected(
                "wrote " + y,
                both.kernel(row -> {
                    row.set(Position.X, row.get(Position.X) + row.get(Position.Y));
                    row.set(Position.Y, 1);
                }),
                options);
        assertColumnRejected("wrote " + y, both.pureKernel(row -> row.set(Position.Y, 1)), options);
        assertColumnRejected("wrote " + y, both.kernel(row -> world.set(entity, Position.Y, 1)), options);
        assertColumnRejected("wrote " + y, both.kernel(row -> world.row(entity).set(Position.Y, 1)), options);
        assertColumnRejected(
                "wrote component " + Position.TYPE.name(),
                both.kernel(row -> world.set(entity, new Position(1, 1))),
                options);
        assertColumnRejected("read column i8", both.kernel(row -> row.get(Kinds.I8)), options);
        assertColumnRejected("read column name", both.kernel(row -> row.get(Kinds.NAME)), options);
        assertColumnRejected("wrote column i64", both.kernel(row -> row.set(Kinds.I64, 1)), options);
        assertColumnRejected("read component", both.kernel(row -> world.get(entity, Kinds.TYPE)), options);
        assertColumnRejected("read column i16", both.kernel(row -> both.reduce().sum(Kinds.I16)), options);
        assertEquals(2, world.get(entity, Position.Y));
    }

    private void assertColumnRejected(String text, RowKernel kernel, SystemOption... options) {
        String message = rejection(kernel, options);
        assertTrue(message.contains("system 'wild' " + text), message);
    }

    /** A kernel may read the columns that it does not write of any entity. */
    @Test
    void shouldCompareOtherEntitiesByColumn() {
        long first = world.spawn(new Position(1, 2));
        long second = world.spawn(new Position(3, 4));
        RowKernel allowed = positions.kernel(row -> row.set(Position.X, world.get(second, Position.Y)));
        try (Schedule schedule = Schedule.builder(world)
                .add("tame", allowed, writes(Position.X), reads(Position.Y))
                .build()) {
            schedule.tick(1);
        }
        assertEquals(4f, world.get(first, Position.X));
        RowKernel wild = positions.kernel(row -> row.set(Position.X, world.get(second, Position.X)));
        String message = rejection(wild, writes(Position.X), reads(Position.Y));
        assertTrue(message.contains("add touchesOthers()"), message);
    }

    @Test
    void shouldRequireReadsOfTheWholeComponentForChangeQueries() {
        RowKernel kernel =
                world.query().changed(Position.TYPE).build().kernel(row -> row.set(Position.X, row.get(Position.Y)));
        ScheduleBuilder builder = Schedule.builder(world);
        assertRejects(
                () -> builder.add("a", kernel, writes(Position.X), reads(Velocity.TYPE)),
                "system \"a\" looks for changes of component " + Position.TYPE.name(),
                "add reads(...) of the component");
        builder.add("a", kernel, writes(Position.X), reads(Position.TYPE))
                .build()
                .close();
        Query changed = world.query().changed(Position.TYPE).build();
        Query added = world.query().added(Position.TYPE).build();
        try (Schedule schedule = Schedule.builder(world)
                .add("body", () -> assertEquals(0, added.count()), reads(Position.X))
                .build()) {
            schedule.tick(1);
        }
        RowKernel looks = world.query().all(Velocity.TYPE).build().kernel(row -> changed.count());
        world.spawn(new Velocity(1, 1));
        String message = rejection(looks, reads(Velocity.TYPE, Health.TYPE), reads(Position.X));
        assertTrue(message.contains("looked for changes of component " + Position.TYPE.name()), message);
    }

    /** Two threads mark the same words of the same readers at once; each column is written in every second entity. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldMarkAComponentWhoseColumnsAreWrittenSideBySide(int workers) {
        int rows = 20_000;
        long[] entities = new long[rows];
        for (int i = 0; i < rows; i++) {
            entities[i] = world.spawn(new Position(0, 0));
        }
        Query changed = world.query().changed(Position.TYPE).build();
        Query again = world.query().changed(Position.TYPE).build();
        try (EagerThreads threads = new EagerThreads(3);
                Schedule schedule = Schedule.builder(world)
                        .workers(workers)
                        .executor(threads)
                        .thresholds(0, 0)
                        .add("x", () -> write(entities, Position.X, 0), writes(Position.X))
                        .add("y", () -> write(entities, Position.Y, 1), writes(Position.Y))
                        .build()) {
            for (int i = 0; i < 5; i++) {
                schedule.tick(1);
                assertEquals(rows / 2, changed.count());
                assertEquals(rows / 2, again.count());
                changed.cursor().close();
                again.cursor().close();
            }
        }
    }

    private void write(long[] entities, FloatColumn column, int firstWord) {
        EagerThreads.note();
        for (int i = firstWord; i < entities.length; i += 4) {
            world.set(entities[i], column, 7);
        }
    }

    @Test
    void shouldGiveTheSameForAnyNumberOfWorkers() {
        for (int workers = 1; workers <= 4; workers *= 2) {
            try (World place = World.create();
                    EagerThreads threads = new EagerThreads(3)) {
                place.template().with(new Position(1, 2)).build().spawn(2_000);
                Query all = place.query().all(Position.TYPE).build();
                try (Schedule schedule = Schedule.builder(place)
                        .workers(workers)
                        .executor(threads)
                        .thresholds(0, 0)
                        .add(
                                "x",
                                all.pureKernel(row -> row.set(Position.X, row.get(Position.X) + 1)),
                                writes(Position.X))
                        .add(
                                "y",
                                all.kernel(row -> row.set(Position.Y, row.get(Position.Y) * 2)),
                                writes(Position.Y),
                                touchesOthers())
                        .add("swap", all.kernel(row -> row.set(Position.X, row.get(Position.Y))), writes(Position.TYPE))
                        .build()) {
                    for (int i = 0; i < 10; i++) {
                        schedule.tick(1);
                    }
                }
                all.forEach(row -> {
                    assertEquals(2_048f, row.get(Position.X));
                    assertEquals(2_048f, row.get(Position.Y));
                });
            }
        }
    }
}
