package basalt.world;

import static basalt.component.Rejection.assertMentions;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.memory.Refusal.assertIllegal;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.DeadEventException;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.EventType;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.Length;
import basalt.component.ReferenceColumn;
import basalt.memory.CountingMemory;
import basalt.memory.Elsewhere;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.Selection;
import basalt.storage.BlockPool.AlignedMemory;
import basalt.storage.change.EventPages.EventColumns;
import basalt.storage.fixture.Bell;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Notice;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Salvo;
import basalt.storage.fixture.Spark;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventTest {
    record Hit(
            @EntityHandle long target,
            float damage,
            @Length(2) float[] at) {
        static final EventType<Hit> TYPE = EventType.of(Hit.class);
        static final EntityColumn TARGET = TYPE.entity("target");
        static final FloatColumn DAMAGE = TYPE.float32("damage");
    }

    private final CountingMemory memory = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
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

        assertEquals(target, hits.get(event, Hit.TARGET));
        assertEquals(2, hits.get(event, Hit.DAMAGE));
        assertArrayEquals(new float[2], hits.get(event).at());
        assertEquals(0, hits.get(0, Hit.DAMAGE));
    }

    @Test
    void shouldKeepVectorsOfEveryKind() {
        EventChannel<Salvo> vectors = world.events(Salvo.TYPE);
        vectors.send(Salvo.sample(1));
        vectors.send(Salvo.sample(2));

        Salvo.assertSame(Salvo.sample(1), vectors.get(0));
        Salvo.assertSame(Salvo.sample(2), vectors.get(1));
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
                () -> rare.get(2, Spark.NOTE),
                () -> rare.set(2, Spark.NOTE, "x"),
                () -> rare.get(-1, Spark.CHARGE));
        for (Executable attempt : attempts) {
            var failure = assertThrows(DeadEventException.class, attempt);
            assertMentions(failure, "event " + failure.event() + " ", "firstLive=1, sent=2");
        }
        assertEquals(new Spark(2, "two"), rare.get(1));
    }

    @Test
    void shouldRejectColumnsOfAnotherComponent() {
        rare.send(new Spark(1, "one"));
        List<Executable> attempts = List.of(
                () -> rare.get(0, Blow.WEIGHT),
                () -> rare.set(0, Blow.WEIGHT, 1),
                () -> rare.get(0, Notice.TEXT),
                () -> rare.set(0, Notice.TEXT, "x"),
                () -> rare.get(7, Blow.WEIGHT));
        for (Executable attempt : attempts) {
            assertThrowsWith(IllegalArgumentException.class, attempt, Spark.TYPE.name(), "is one of ");
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

    @Nested
    class Readers {
        private final World world = World.create();

        private final EventChannel<Spark> channel = world.events(Spark.TYPE);

        private final EventReader<Spark> reader = channel.reader();

        @AfterEach
        void close() {
            world.close();
        }

        @Test
        void shouldHandleAnyActionOfABody() {
            send(10);
            List<Long> seen = new ArrayList<>();
            reader.forEachNumber(event -> {
                seen.add(event);
                if (event == 1) {
                    assertTrue(reader.next());
                    seen.add(reader.event());
                } else if (event == 4) {
                    channel.swap();
                    send(3);
                    channel.swap(); // 5 to 9 are gone, and 10 to 12 were sent after this loop began
                }
            });
            assertEquals(numbers(0, 5), seen);
            assertEquals(5, reader.missed());
            assertEquals(numbers(10, 13), read(reader));
        }

        @Test
        void shouldCountAnEventAsReadIfItsBodyThrows() {
            send(3);
            var problem = new UnsupportedOperationException();
            assertSame(
                    problem,
                    assertThrows(
                            UnsupportedOperationException.class,
                            () -> reader.forEachNumber(event -> {
                                if (event == 1) {
                                    throw problem;
                                }
                            })));
            assertEquals(1, reader.event());
            assertEquals(numbers(2, 3), read(reader));
        }

        @Test
        void shouldOnlyHaveAnEventAfterNextReturnedTrue() {
            assertTrue(assertThrows(IllegalStateException.class, reader::event)
                    .getMessage()
                    .contains("next()"));
            send(1);
            reader.next();
            reader.next();
            assertThrows(IllegalStateException.class, reader::event);
        }

        @Test
        void shouldKeepTheNumberOfAnEventThatIsGone() {
            send(1);
            reader.next();
            channel.swap();
            channel.swap();
            assertEquals(0, reader.event());
            assertThrows(DeadEventException.class, () -> channel.get(reader.event(), Spark.CHARGE));
            assertEquals(0, reader.missed(), "it was read");
        }

        @Test
        void shouldRejectUseAfterClose() {
            EventReader<Spark> other = channel.reader();
            send(1);
            try (EventReader<Spark> closing = reader) {
                assertEquals(1, closing.remaining());
            }
            reader.close();
            List<Runnable> uses = List.of(
                    reader::next,
                    reader::event,
                    reader::skipAll,
                    reader::remaining,
                    reader::missed,
                    () -> reader.forEachNumber(event -> {}));
            for (Runnable use : uses) {
                assertIllegal(use::run, "channel.reader()");
            }
            assertEquals(numbers(0, 1), read(other));
        }

        @Test
        void shouldCloseForAnyThreadOnceTheWorldIsClosed() {
            Elsewhere.run(
                    "early", () -> assertMentions(assertThrows(IllegalStateException.class, reader::close), "'early'"));
            assertEquals(0, reader.remaining());
            world.close();
            Elsewhere.run("late", reader::close);
            assertDoesNotThrow(reader::close);
        }

        private void send(int count) {
            for (int i = 0; i < count; i++) {
                long event = channel.send();
                channel.set(event, Spark.CHARGE, (int) event);
            }
        }

        /** Reads all waiting events, and checks that each is the one that was sent. */
        private List<Long> read(EventReader<Spark> by) {
            List<Long> numbers = new ArrayList<>();
            while (by.next()) {
                assertEquals((int) by.event(), channel.get(by.event(), Spark.CHARGE));
                numbers.add(by.event());
            }
            return numbers;
        }

        private static List<Long> numbers(long from, long to) {
            return LongStream.range(from, to).boxed().toList();
        }
    }

    /** Events are not components, and components are not events. */
    @Nested
    class Types {
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
        void shouldRejectEventsForEntities() {
            Spark spark = new Spark(1, "one");
            Component<?> inside = (Component<?>) Spark.CHARGE.component();
            List<Executable> uses = List.of(
                    () -> world.get(entity, Spark.CHARGE),
                    () -> world.set(entity, Spark.CHARGE, 1),
                    () -> world.get(entity, Spark.NOTE),
                    () -> world.set(entity, Spark.NOTE, "x"),
                    () -> world.row(entity).get(Spark.CHARGE),
                    () -> world.row(entity).set(Spark.NOTE, "x"),
                    () -> commands.set(entity, Spark.CHARGE, 1),
                    () -> commands.set(entity, Spark.NOTE, "x"),
                    () -> world.spawn(spark),
                    () -> world.spawn(new Health(1), spark),
                    () -> world.add(entity, spark),
                    () -> world.set(entity, spark),
                    () -> world.template().with(spark),
                    () -> commands.add(entity, spark),
                    () -> all().bulk().add(spark),
                    () -> world.add(entity, inside),
                    () -> world.has(entity, inside),
                    () -> world.get(entity, inside),
                    () -> world.remove(entity, inside),
                    () -> world.enable(entity, inside),
                    () -> world.template().with(inside),
                    () -> world.query().all(inside),
                    () -> world.query().none(inside),
                    () -> world.query().changed(inside),
                    () -> world.removed(inside),
                    () -> world.observers().onAdd(inside, added -> {}),
                    () -> all().bulk().add(inside),
                    () -> commands.add(entity, inside),
                    () -> commands.remove(entity, inside),
                    () -> Selection.of(all()).collect().sortBy(Spark.CHARGE),
                    () -> all().reduce().sum(Spark.CHARGE),
                    () -> all().forEach(row -> row.get(Spark.CHARGE)));
            uses.forEach(use -> assertRejects(Spark.class, use));
            assertRejects(Notice.class, () -> world.set(entity, Notice.TEXT, "x"));
            assertEquals(1, world.entityCount());
            assertEquals(0, commands.count());
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
            assertEquals(
                    new Unnamed(5), world.events(EventType.of(Unnamed.class)).get(0));
            assertRejects(Unnamed.class, () -> world.spawn(new Unnamed(6)));
        }

        private Query all() {
            return world.query().all(Health.TYPE).build();
        }

        private static void assertRejects(Class<?> named, Executable attempt) {
            assertThrowsWith(IllegalArgumentException.class, attempt, named.getName());
        }
    }

    /** Random operations against lists; the test's name has the seed, a failure the step. */
    @Nested
    class WithModel {
        private static final int STEPS = 600;

        private static final int MOST_READERS = 6;

        /** A reader and its expected state. */
        private static final class Pair {
            private final EventReader<Spark> reader;
            private int position;
            private int missed;

            Pair(EventReader<Spark> reader, int position) {
                this.reader = reader;
                this.position = position;
            }
        }

        private final List<Spark> sent = new ArrayList<>();

        // null for events that are gone
        private final List<Pair> readers = new ArrayList<>();

        private int firstLive;

        private int firstOfTick;

        private Random random;

        private EventChannel<Spark> channel;

        @ParameterizedTest
        @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
        void shouldAgreeWithModel(long seed) {
            random = new Random(seed);
            int step = 0;
            try (World world = World.builder().memory(failing).build()) {
                channel = world.events(Spark.TYPE);
                for (; step < STEPS; step++) {
                    step(world);
                    check();
                }
            } catch (Throwable e) {
                throw new AssertionError("seed " + seed + ", step " + step, e);
            }
            assertEquals(0, memory.outstanding());
        }

        private void step(World world) {
            switch (random.nextInt(14)) {
                case 0, 1, 2 -> send(random.nextInt(20));
                case 3 -> send(random.nextInt(10) == 0 ? ROWS + random.nextInt(ROWS) : random.nextInt(500));
                case 4 -> sendRecord();
                case 5 -> change();
                case 6, 7 -> swap(world);
                case 8 -> makeReader();
                case 9, 10, 11 -> useReader();
                case 12 -> askForWhatIsNotThere();
                default -> memoryComesAndGoes();
            }
        }

        private void send(int count) {
            for (int i = 0; i < count; i++) {
                assertEquals(sent.size(), channel.send());
                Spark value = new Spark(random.nextInt(), random.nextInt(4) == 0 ? "note " + i : null);
                channel.set(sent.size(), Spark.CHARGE, value.charge());
                if (value.note() != null || random.nextBoolean()) {
                    channel.set(sent.size(), Spark.NOTE, value.note());
                }
                sent.add(value);
            }
        }

        private void sendRecord() {
            Spark value = new Spark(random.nextInt(), random.nextBoolean() ? "record" : null);
            assertEquals(sent.size(), channel.send(value));
            sent.add(value);
        }

        private void change() {
            if (firstLive < sent.size()) {
                int event = anyLive();
                Spark value = new Spark(random.nextInt(), random.nextBoolean() ? "changed" : null);
                channel.set(event, Spark.CHARGE, value.charge());
                channel.set(event, Spark.NOTE, value.note());
                sent.set(event, value);
            }
        }

        private void swap(World world) {
            if (random.nextBoolean()) {
                channel.swap();
            } else {
                world.swapEvents();
            }
            for (int event = firstLive; event < firstOfTick; event++) {
                sent.set(event, null);
            }
            firstLive = firstOfTick;
            firstOfTick = sent.size();
            for (Pair pair : readers) {
                int gone = Math.max(0, firstLive - pair.position);
                pair.missed += gone;
                pair.position += gone;
            }
        }

        private void makeReader() {
            if (readers.size() == MOST_READERS) {
                readers.remove(random.nextInt(MOST_READERS)).reader.close();
            }
            readers.add(
                    random.nextBoolean()
                            ? new Pair(channel.reader(), sent.size())
                            : new Pair(channel.readerFromStart(), firstLive));
        }

        private void useReader() {
            if (readers.isEmpty()) {
                return;
            }
            Pair pair = readers.get(random.nextInt(readers.size()));
            switch (random.nextInt(4)) {
                case 0 -> {
                    assertEquals(sent.size() - pair.position, pair.reader.skipAll());
                    pair.position = sent.size();
                }
                case 1 -> {
                    int sentInside = random.nextInt(3);
                    int end = sent.size();
                    pair.reader.forEachNumber(event -> {
                        assertEquals(pair.position++, event);
                        assertValue((int) event);
                        if (pair.position == end) {
                            send(sentInside);
                        }
                    });
                    assertEquals(end, pair.position);
                }
                default -> {
                    for (int most = random.nextInt(2 * ROWS); most > 0 && pair.reader.next(); most--) {
                        assertEquals(pair.position++, pair.reader.event());
                        assertValue((int) pair.reader.event());
                    }
                }
            }
        }

        private void askForWhatIsNotThere() {
            int event =
                    random.nextBoolean() ? random.nextInt(firstLive + 1) - 1 : sent.size() + random.nextInt(2 * ROWS);
            var failure = assertThrows(DeadEventException.class, () -> channel.set(event, Spark.CHARGE, 1));
            assertEquals(event, failure.event());
            assertMentions(failure, "firstLive=" + firstLive + ", sent=" + sent.size());
        }

        private void memoryComesAndGoes() {
            if (random.nextBoolean()) {
                channel.trim();
                int pages = (firstOfTick - firstLive + ROWS - 1) / ROWS + (sent.size() - firstOfTick + ROWS - 1) / ROWS;
                assertEquals(pages, memory.outstanding());
            } else if (memory.outstanding() == 0) {
                failing.failNext();
                assertThrows(NativeMemoryException.class, channel::send);
            }
        }

        private void check() {
            assertEquals(firstLive, channel.firstLive());
            assertEquals(sent.size(), channel.sent());
            for (Pair pair : readers) {
                assertEquals(pair.missed, pair.reader.missed());
                assertEquals(sent.size() - pair.position, pair.reader.remaining());
            }
            if (firstLive < sent.size()) {
                assertValue(firstLive);
                assertValue(sent.size() - 1);
                assertValue(anyLive());
            } else {
                assertFalse(channel.readerFromStart().next());
            }
            assertTrue(memory.allocatedBytes()
                            % AlignedMemory.reserved(EventColumns.pageBytes(EventColumns.of(Spark.TYPE)))
                    == 0);
        }

        private int anyLive() {
            return firstLive + random.nextInt(sent.size() - firstLive);
        }

        private void assertValue(int event) {
            Spark value = sent.get(event);
            assertEquals(value.charge(), channel.get(event, Spark.CHARGE));
            assertEquals(value.note(), channel.get(event, Spark.NOTE));
        }
    }
}
