package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.DeadEventException;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.EventType;
import basalt.component.FloatColumn;
import basalt.component.Length;
import basalt.component.ReferenceColumn;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.storage.BlockPool.AlignedMemory;
import basalt.storage.change.EventPages.EventColumns;
import basalt.storage.fixture.Bell;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Notice;
import basalt.storage.fixture.Salvo;
import basalt.storage.fixture.Spark;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventChannelTest {
    record Hit(
            @EntityHandle long target,
            float damage,
            @Length(2) float[] at) {
        static final EventType<Hit> TYPE = EventType.of(Hit.class);
        static final EntityColumn TARGET = TYPE.entity("target");
        static final FloatColumn DAMAGE = TYPE.float32("damage");
        static final FloatColumn AT = TYPE.float32("at", 2);
    }

    private final CountingMemory memory = new CountingMemory(new DirtyMemory(0xFF));
    private final FailingMemory failing = new FailingMemory(memory);
    private final World world = World.builder().memory(failing).build();
    private final EventChannel<Hit> hits = world.events(Hit.TYPE);
    private final EventChannel<Spark> rare = world.events(Spark.TYPE);

    @AfterEach
    void close() {
        world.close();
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldBeOneForEachTypeAndWorld() {
        assertSame(hits, world.events(Hit.TYPE));
        assertSame(Hit.TYPE, hits.type());
        try (World other = World.create()) {
            assertNotSame(hits, other.events(Hit.TYPE));
            other.events(Hit.TYPE).send();
        }
        assertEquals(0, hits.sent());
    }

    @Test
    void shouldSendEventsWithColumnsOfZero() {
        long target = world.spawn();
        assertEquals(0, hits.send());
        long event = hits.send();
        assertEquals(1, event);
        assertEquals(0, hits.get(event, Hit.TARGET));
        hits.set(event, Hit.TARGET, target);
        hits.set(event, Hit.DAMAGE, 2f);
        hits.set(event, Hit.AT, 1, 3f);

        assertEquals(target, hits.get(event, Hit.TARGET));
        assertEquals(2, hits.get(event, Hit.DAMAGE));
        assertEquals(0, hits.get(event, Hit.AT, 0));
        assertEquals(3, hits.get(event, Hit.AT, 1));
        assertEquals(0, hits.get(0, Hit.DAMAGE));
    }

    @Test
    void shouldSendAndReturnRecords() {
        assertEquals(0, rare.send(new Spark(5, "five")));
        assertEquals(1, rare.send(new Spark(6, null)));
        long event = rare.send();
        assertEquals(new Spark(0, null), rare.get(event));
        rare.set(event, Spark.NOTE, "seven");

        assertEquals(new Spark(5, "five"), rare.get(0));
        assertEquals(new Spark(6, null), rare.get(1));
        assertEquals("five", rare.get(0, Spark.NOTE));
        assertEquals("seven", rare.get(event, Spark.NOTE));
        rare.set(0, Spark.NOTE, null);
        assertNull(rare.get(0, Spark.NOTE));
    }

    @Test
    void shouldKeepVectorsOfEveryKind() {
        EventChannel<Salvo> vectors = world.events(Salvo.TYPE);
        vectors.send(Salvo.sample(1));
        vectors.send(Salvo.sample(2));
        vectors.set(0, Salvo.FLAGS, 2, Salvo.sample(2).flags()[2]);
        vectors.set(0, Salvo.I8, 0, (byte) 2);

        Salvo.assertSame(Salvo.sample(2), vectors.get(1));
        assertEquals(Salvo.sample(2).flags()[2], vectors.get(0, Salvo.FLAGS, 2));
        assertEquals(2, vectors.get(0, Salvo.I8, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> vectors.get(0, Salvo.I8, 5));
        assertThrows(IllegalArgumentException.class, () -> vectors.get(0, Salvo.I8));
    }

    @Test
    void shouldTakeTypesWithoutColumns() {
        EventChannel<Bell> frozen = world.events(Bell.TYPE);
        EventChannel<Notice> labels = world.events(Notice.TYPE);
        assertEquals(0, frozen.send());
        assertEquals(1, frozen.send(new Bell()));
        long event = labels.send(new Notice("a"));
        labels.set(labels.send(), Notice.TEXT, "b");

        assertEquals(new Bell(), frozen.get(0));
        assertEquals("a", labels.get(event, Notice.TEXT));
        assertEquals(new Notice("b"), labels.get(1));
        assertEquals(0, memory.allocations());
    }

    @Test
    void shouldRejectNullType() {
        assertThrows(IllegalArgumentException.class, () -> world.events(null));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, ROWS - 1, ROWS, ROWS + 1})
    void shouldKeepEventsUntilTheEndOfTheNextTick(int count) {
        for (int tick = 0; tick < 4; tick++) {
            for (int i = 0; i < count; i++) {
                long event = hits.send();
                hits.set(event, Hit.DAMAGE, event);
                hits.set(event, Hit.AT, 1, -event);
            }
            assertEquals(Math.max(0, (tick - 1L) * count), hits.firstLive());
            assertEquals((tick + 1L) * count, hits.sent());
            for (long event = hits.firstLive(); event < hits.sent(); event++) {
                assertEquals(event, hits.get(event, Hit.DAMAGE));
                assertEquals(-event, hits.get(event, Hit.AT, 1));
            }
            hits.swap();
        }
    }

    @Test
    void shouldSwapAllChannels() {
        hits.send();
        rare.send();
        rare.send();
        world.swapEvents();
        assertEquals(0, rare.firstLive());
        world.swapEvents();
        assertEquals(1, hits.firstLive());
        assertEquals(2, rare.firstLive());
    }

    @Test
    void shouldRejectEventsThatAreNotLive() {
        rare.send(new Spark(1, "one"));
        rare.swap();
        rare.send(new Spark(2, "two"));
        rare.swap();
        List<Executable> attempts = List.of(
                () -> rare.get(0),
                () -> rare.get(0, Spark.CHARGE),
                () -> rare.set(0, Spark.CHARGE, 1),
                () -> rare.get(0, Spark.CHARGE, 0),
                () -> rare.get(2, Spark.NOTE),
                () -> rare.set(2, Spark.NOTE, "x"),
                () -> rare.get(-1, Spark.CHARGE));
        for (Executable attempt : attempts) {
            var failure = assertThrows(DeadEventException.class, attempt);
            assertEquals(1, failure.firstLive());
            assertEquals(2, failure.sent());
            assertTrue(failure.getMessage().contains("event " + failure.event() + " "), failure::getMessage);
        }
        assertEquals(new Spark(2, "two"), rare.get(1));
    }

    @Test
    void shouldRejectColumnsOfAnotherComponent() {
        rare.send(new Spark(1, "one"));
        List<Executable> attempts = List.of(
                () -> rare.get(0, Blow.WEIGHT),
                () -> rare.set(0, Blow.WEIGHT, 1),
                () -> rare.get(0, Blow.WEIGHT, 0),
                () -> rare.get(0, Notice.TEXT),
                () -> rare.set(0, Notice.TEXT, "x"),
                () -> rare.get(7, Blow.WEIGHT));
        for (Executable attempt : attempts) {
            var rejection = assertThrows(IllegalArgumentException.class, attempt);
            assertTrue(rejection.getMessage().contains(Spark.TYPE.name()), rejection::getMessage);
            assertTrue(rejection.getMessage().contains("is one of "), rejection::getMessage);
        }
        assertEquals(new Spark(1, "one"), rare.get(0));
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"}) // misuse by raw types
    void shouldRejectRecordsOfAnotherType() {
        assertThrows(IllegalArgumentException.class, () -> rare.send(null));
        assertThrows(IllegalArgumentException.class, () -> ((EventChannel) rare).send(new Blow(1)));
        assertThrows(IllegalArgumentException.class, () -> hits.send(new Hit(1, 2, new float[3])));
        assertEquals(0, rare.sent());
        assertEquals(0, hits.sent());
        rare.send(new Spark(1, "one"));
        assertThrows(ClassCastException.class, () -> rare.set(0, (ReferenceColumn) Spark.NOTE, 5));
        assertEquals("one", rare.get(0, Spark.NOTE));
    }

    @Test
    void shouldSendNothingWhenMemoryIsRefused() {
        for (int page = 0; page < 3; page++) {
            long sent = hits.sent();
            failing.failNext();
            assertThrows(NativeMemoryException.class, hits::send);
            failing.failNext();
            assertThrows(NativeMemoryException.class, () -> hits.send(new Hit(1, 2, new float[2])));
            assertEquals(sent, hits.sent());
            for (int i = 0; i < ROWS; i++) {
                hits.set(hits.send(), Hit.DAMAGE, i);
            }
        }
        assertEquals(ROWS - 1, hits.get(3 * ROWS - 1, Hit.DAMAGE));
    }

    @Test
    void shouldCountItsMemoryAndGiveItBack() {
        long pageBytes = AlignedMemory.reserved(EventColumns.pageBytes(EventColumns.of(Hit.TYPE)));
        assertEquals(0, world.statistics().memory().reservedBytes());
        hits.send();
        hits.swap();
        hits.send();
        assertEquals(2 * pageBytes, world.statistics().memory().reservedBytes());
        assertEquals(memory.allocatedBytes(), world.statistics().memory().reservedBytes());
        hits.swap();
        hits.trim();
        assertEquals(pageBytes, world.statistics().memory().reservedBytes());
        hits.swap();
        hits.trim();
        assertEquals(0, world.statistics().memory().reservedBytes());
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldSendWhileRowsAreIteratedOver() {
        world.template().with(new Health(1)).build().spawn(100);
        world.query().all(Health.TYPE).build().forEach(row -> {
            long event = hits.send();
            hits.set(event, Hit.TARGET, row.entity());
        });
        assertEquals(100, hits.sent());
        assertTrue(world.isAlive(hits.get(99, Hit.TARGET)));
    }
}
