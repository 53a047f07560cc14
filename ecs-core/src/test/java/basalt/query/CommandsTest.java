package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.EventType;
import basalt.component.ReferenceColumn;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rarer;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.WorldFixture;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Recording, the lifetime of reserved handles, and rejected calls. */
class CommandsTest extends WorldFixture {
    private final Commands commands = world.commands();
    private final long entity = world.spawn(new Position(1, 2));

    @Test
    void shouldBeTheSameObjectForTheLifetimeOfTheWorld() {
        assertSame(commands, world.commands());
        commands.add(entity, Frozen.TYPE);
        world.applyCommands();
        assertSame(commands, world.commands());
    }

    @Test
    void shouldReserveHandlesThatAreAliveAfterwards() {
        long[] reserved = new long[200];
        for (int i = 0; i < reserved.length; i++) {
            reserved[i] = commands.spawn();
            assertEquals(Entity.index(entity) + 1 + i, Entity.index(reserved[i]), "dense and ascending");
            assertFalse(world.isAlive(reserved[i]));
            assertFalse(world.tryDestroy(reserved[i]));
        }
        assertThrows(DeadEntityException.class, () -> world.get(reserved[0], Position.X));
        assertEquals(1, world.entityCount());
        world.applyCommands();

        assertEquals(201, world.entityCount());
        for (long one : reserved) {
            assertTrue(world.isAlive(one));
            assertFalse(world.has(one, Position.TYPE));
        }
        assertEquals(Entity.index(reserved[199]) + 1, Entity.index(commands.spawn()));
    }

    @Test
    void shouldReserveMoreThanABlock() {
        long first = commands.spawn();
        long last = first;
        for (int i = 1; i < 2 * ROWS; i++) {
            last = commands.spawn();
            assertFalse(world.isAlive(last));
        }
        assertEquals(Entity.index(first) + 2 * ROWS - 1, Entity.index(last));
        world.applyCommands();

        assertEquals(1 + 2 * ROWS, world.entityCount());
        assertTrue(world.isAlive(first));
        assertTrue(world.isAlive(last));
    }

    @Test
    void shouldRefuseATemplateOfAnotherWorld() {
        try (World other = World.create()) {
            Template foreign = other.template().with(new Health(1)).build();
            assertRejects("another world", () -> foreign.spawn(commands));
            assertRejects("another world", () -> world.template().build().spawn(other.commands()));
            assertRejects("commands must not be null", () -> foreign.spawn((Commands) null));
            assertEquals(0, commands.count());
            assertEquals(0, other.commands().count());
            long here = foreign.spawn(other.commands());
            other.applyCommands();
            assertTrue(other.isAlive(here));
        }
    }

    @Test
    void shouldRejectWrongArgumentsAndRecordNothing() {
        assertRejects("component must not be null", () -> commands.add(entity, (Component<?>) null));
        assertRejects("component must not be null", () -> commands.remove(entity, (Component<?>) null));
        assertRejects("component must not be null", () -> commands.enable(entity, (Component<?>) null));
        assertRejects("component must not be null", () -> commands.disable(entity, (Component<?>) null));
        assertRejects("must not be null", () -> commands.add(entity, (Record) null));
        assertRejects("length", () -> commands.add(entity, new Matrix(new float[3])));
        assertRejects("pass a lane", () -> commands.set(entity, Matrix.M, 1f));
        assertThrows(IndexOutOfBoundsException.class, () -> commands.set(entity, Matrix.M, 16, 1f));
        assertThrows(IndexOutOfBoundsException.class, () -> commands.set(entity, Matrix.M, -1, 1f));
        assertThrows(ClassCastException.class, () -> setUnchecked(entity));

        assertEquals(0, commands.count());
        assertEquals(0, commands.reservedBytes());
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // as in code with raw types
    private void setUnchecked(long target) {
        commands.set(target, (ReferenceColumn) Kinds.NAME, Integer.valueOf(3));
    }

    @Test
    void shouldAcceptAnyHandleAndDropCommandsForNoEntity() {
        long dead = world.spawn(Kinds.ODD);
        world.destroy(dead);
        for (long none : new long[] {dead, Entity.NULL, Entity.of(5_000_000, 1), -1L, Long.MIN_VALUE}) {
            commands.destroy(none);
            commands.add(none, Frozen.TYPE);
            commands.add(none, new Health(1));
            commands.remove(none, Frozen.TYPE);
            commands.set(none, Kinds.I8, (byte) 1);
            commands.set(none, Kinds.NAME, "x");
            commands.enable(none);
            commands.disable(none);
            commands.enable(none, Frozen.TYPE);
            commands.disable(none, Frozen.TYPE);
        }
        world.applyCommands();

        assertEquals(new Commands.Stats(0, 50), world.statistics().commands());
        assertEquals(1, world.entityCount());
        assertEquals(0, world.query().includeDisabled().all(Frozen.TYPE).build().count());
    }

    @Test
    void shouldSetValuesOfAnyRecordedEvent() {
        List<Long> events = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            events.add(i % 3 == 0 ? commands.send(new Blow(-1)) : commands.send(Blow.TYPE));
            commands.send(new Spark(2, "between"));
        }
        for (int i = 99; i >= 0; i--) {
            commands.set(events.get(i), Blow.WEIGHT, i);
        }
        long rare = commands.send(Spark.TYPE);
        commands.set(rare, Spark.NOTE, "late");
        commands.set(events.get(50), Blow.WEIGHT, 1000);
        EventReader<Blow> reader = world.events(Blow.TYPE).readerFromStart();
        world.applyCommands();

        List<Double> weights = new ArrayList<>();
        while (reader.next()) {
            weights.add(world.events(Blow.TYPE).get(reader.event(), Blow.WEIGHT));
        }
        List<Double> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            expected.add(i == 50 ? 1000.0 : i);
        }
        assertEquals(expected, weights);
        assertEquals("late", world.events(Spark.TYPE).get(100, Spark.NOTE));
        assertEquals(0, world.statistics().commands().dropped());
    }

    @Test
    void shouldRejectValuesOfOtherEvents() {
        long event = commands.send(Blow.TYPE);
        assertRejects("is of another type", () -> commands.set(event, Spark.CHARGE, 3));
        try (World other = World.create()) {
            long foreign = other.commands().send(Blow.TYPE);
            assertRejects("does not wait", () -> commands.set(foreign, Blow.WEIGHT, 3));
            assertRejects("does not wait", () -> other.commands().set(event, Blow.WEIGHT, 3));
        }
        world.applyCommands();
        assertRejects("does not wait", () -> commands.set(event, Blow.WEIGHT, 3));
        assertRejects("does not wait", () -> commands.set(event + 1, Blow.WEIGHT, 3));
        assertRejects("does not wait", () -> commands.set(event - 1, Blow.WEIGHT, 3));
        assertEquals(0, commands.count());
    }

    @Test
    void shouldKeepTheEventsAroundARunThatIsForgotten() {
        long before = commands.send(Blow.TYPE);
        long[] forgotten = {0};
        Query all = world.query().build();
        world.spawn();
        assertThrows(
                IllegalStateException.class,
                () -> all.forEach((row, inside) -> {
                    forgotten[0] = inside.send(Blow.TYPE);
                    inside.set(before, Blow.WEIGHT, 5);
                    throw new IllegalStateException();
                }));
        long after = commands.send(Blow.TYPE);
        assertRejects("does not wait", () -> commands.set(forgotten[0], Blow.WEIGHT, 3));
        commands.set(before, Blow.WEIGHT, 1);
        commands.set(after, Blow.WEIGHT, 2);
        world.applyCommands();

        EventChannel<Blow> channel = world.events(Blow.TYPE);
        assertEquals(2, channel.sent());
        assertEquals(1, channel.get(0, Blow.WEIGHT));
        assertEquals(2, channel.get(1, Blow.WEIGHT));
    }

    @Test
    void shouldDistinguishEventsFromEntities() {
        for (EventType<?> type : List.of(Blow.TYPE, Spark.TYPE)) {
            long event = commands.send(type);
            assertRejects("send(record)", () -> commands.add(event, new Rarer(1)));
            assertRejects("send(record)", () -> commands.add(event, new Health(1)));
            commands.add(event, Frozen.TYPE);
            commands.remove(event, Frozen.TYPE);
            commands.destroy(event);
            commands.disable(event);
        }
        world.applyCommands();
        assertEquals(new Commands.Stats(2, 8), world.statistics().commands());
        assertEquals(1, world.entityCount());
    }

    /** Some 24 MB of commands: more than twenty segments of the largest size. */
    @Test
    void shouldHoldAMillionCommands() {
        world.template().with(Kinds.ZERO).build().spawn(40_000);
        for (int round = 0; round < 26; round++) {
            for (int i = 0; i < 40_000; i++) {
                long one = Entity.of(ROWS + i, 1);
                if (round == 13) {
                    commands.add(one, Frozen.TYPE);
                } else {
                    commands.set(one, Kinds.I64, (long) round * i);
                }
            }
        }
        assertEquals(1_040_000, commands.count());
        long held = commands.reservedBytes();
        assertTrue(held > 24_000_000 && held < 27_000_000, () -> "bytes " + held);
        world.applyCommands();

        assertEquals(0, commands.count());
        assertEquals(held, commands.reservedBytes(), "kept for reuse");
        assertEquals(new Commands.Stats(1_040_000, 0), world.statistics().commands());
        assertEquals(40_000, world.query().all(Frozen.TYPE).build().count());
        for (int i = 0; i < 40_000; i++) {
            assertEquals(25L * i, world.get(Entity.of(ROWS + i, 1), Kinds.I64));
        }
    }

    /** The same object as column and value is stored twice. */
    @Test
    void shouldAcceptAColumnAsAValue() {
        world.add(entity, Label.TYPE);
        commands.set(entity, Label.TEXT, Label.TEXT);
        world.applyCommands();

        assertSame(Label.TEXT, world.get(entity, Label.TEXT));
    }

    @Test
    void shouldReportTheirMemory() {
        assertEquals(0, commands.reservedBytes());
        commands.destroy(entity);
        assertEquals(64 << 10, commands.reservedBytes());
        assertDoesNotThrow(world::applyCommands);
        assertEquals(64 << 10, commands.reservedBytes());
    }
}
