package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.EventType;
import basalt.component.IntColumn;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.Selection;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Notice;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Spark;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Events are not components, and components are not events. */
class EventTypeTest {
    private record Late(int number) {
        static final EventType<Late> TYPE = EventType.of(Late.class);
        static final IntColumn NUMBER = TYPE.int32("number");
    }

    private record Unnamed(int number) {}

    private final World world = World.create();
    private final Commands commands = world.commands();
    private final long entity = world.spawn(new Health(5));

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldRejectColumnsOfEventsForEntities() {
        assertRejects(Spark.class, () -> world.get(entity, Spark.CHARGE));
        assertRejects(Spark.class, () -> world.set(entity, Spark.CHARGE, 1));
        assertRejects(Spark.class, () -> world.get(entity, Spark.NOTE));
        assertRejects(Spark.class, () -> world.set(entity, Spark.NOTE, "x"));
        assertRejects(Notice.class, () -> world.set(entity, Notice.TEXT, "x"));
        assertRejects(Spark.class, () -> world.row(entity).get(Spark.CHARGE));
        assertRejects(Spark.class, () -> world.row(entity).set(Spark.NOTE, "x"));
        assertRejects(Spark.class, () -> commands.set(entity, Spark.CHARGE, 1));
        assertRejects(Spark.class, () -> commands.set(entity, Spark.NOTE, "x"));
        assertEquals(0, commands.count());
    }

    @Test
    void shouldRejectRecordsOfEventsForEntities() {
        Spark spark = new Spark(1, "one");
        assertRejects(Spark.class, () -> world.spawn(spark));
        assertRejects(Spark.class, () -> world.spawn(new Health(1), spark));
        assertRejects(Spark.class, () -> world.add(entity, spark));
        assertRejects(Spark.class, () -> world.set(entity, spark));
        assertRejects(Spark.class, () -> world.template().with(spark));
        assertRejects(Spark.class, () -> commands.add(entity, spark));
        assertRejects(Spark.class, () -> all().bulk().add(spark));
        assertEquals(1, world.entityCount());
        assertEquals(0, commands.count());
    }

    @Test
    void shouldRejectTheComponentBehindTheColumns() {
        Component<?> inside = (Component<?>) Spark.CHARGE.component();
        assertRejects(Spark.class, () -> world.add(entity, inside));
        assertRejects(Spark.class, () -> world.has(entity, inside));
        assertRejects(Spark.class, () -> world.get(entity, inside));
        assertRejects(Spark.class, () -> world.tryGet(entity, inside));
        assertRejects(Spark.class, () -> world.remove(entity, inside));
        assertRejects(Spark.class, () -> world.enable(entity, inside));
        assertRejects(Spark.class, () -> world.template().with(inside));
        assertRejects(Spark.class, () -> world.query().all(inside));
        assertRejects(Spark.class, () -> world.query().none(inside));
        assertRejects(Spark.class, () -> world.query().changed(inside));
        assertRejects(Spark.class, () -> world.removed(inside));
        assertRejects(Spark.class, () -> world.observers().onAdd(inside, added -> {}));
        assertRejects(Spark.class, () -> all().bulk().add(inside));
        assertRejects(Spark.class, () -> commands.add(entity, inside));
        assertRejects(Spark.class, () -> commands.remove(entity, inside));
        assertEquals(0, commands.count());
    }

    @Test
    void shouldRejectColumnsOfEventsInQueries() {
        assertRejects(Spark.class, () -> Selection.of(all()).collect().sortBy(Spark.CHARGE));
        assertRejects(Spark.class, () -> all().reduce().sum(Spark.CHARGE));
        assertRejects(Spark.class, () -> all().forEach(row -> row.get(Spark.CHARGE)));
    }

    @Test
    void shouldRejectComponentsAsEvents() {
        EventChannel<Spark> sparks = world.events(Spark.TYPE);
        long event = sparks.send();
        long promised = commands.send(Spark.TYPE);
        assertRejects(Health.class, () -> sparks.set(event, Health.POINTS, 1));
        assertRejects(Rare.class, () -> sparks.get(event, Rare.NOTE));
        assertRejects(Health.class, () -> commands.set(promised, Health.POINTS, 1));
        assertRejects(Rare.class, () -> commands.set(promised, Rare.NOTE, "x"));
        assertRejects(Health.class, () -> commands.send(new Health(1)));
        assertRejects(Rare.class, () -> commands.send(new Rare(1, "one")));
        assertThrows(IllegalArgumentException.class, () -> commands.send((Record) null));
        assertThrows(IllegalArgumentException.class, () -> commands.send((EventType<?>) null));
        assertEquals(1, commands.count());
        assertEquals(1, sparks.sent());
    }

    @Test
    void shouldAcceptTypesThatAreRegisteredLate() {
        commands.send(new Late(3));
        long event = commands.send(Late.TYPE);
        commands.set(event, Late.NUMBER, 4);
        commands.send(new Unnamed(5));
        world.applyCommands();

        assertEquals(3, world.events(Late.TYPE).get(0, Late.NUMBER));
        assertEquals(4, world.events(Late.TYPE).get(1, Late.NUMBER));
        assertEquals(new Unnamed(5), world.events(EventType.of(Unnamed.class)).get(0));
        assertRejects(Unnamed.class, () -> world.spawn(new Unnamed(6)));
    }

    @Test
    void shouldSetAnyEventOfTheTick() {
        EventChannel<Spark> sparks = world.events(Spark.TYPE);
        long first = sparks.send();
        long second = sparks.send(new Spark(2, "two"));
        commands.send(new Spark(3, "three"));
        world.applyCommands();
        sparks.set(2, Spark.CHARGE, 33);
        sparks.set(first, Spark.NOTE, "one");
        sparks.set(second, Spark.CHARGE, 22);
        sparks.set(first, Spark.CHARGE, 11);

        assertEquals(new Spark(11, "one"), sparks.get(first));
        assertEquals(new Spark(22, "two"), sparks.get(second));
        assertEquals(new Spark(33, "three"), sparks.get(2));
        assertFalse(world.has(entity, Rare.TYPE));
    }

    private Query all() {
        return world.query().all(Health.TYPE).build();
    }

    private static void assertRejects(Class<?> named, Executable attempt) {
        var rejection = assertThrows(IllegalArgumentException.class, attempt);
        assertTrue(rejection.getMessage().contains(named.getName()), rejection::getMessage);
    }
}
