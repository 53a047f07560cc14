package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.DeadEventException;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.storage.BlockPool.AlignedMemory;
import basalt.storage.change.EventPages.EventColumns;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Spark;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random operations against lists; the test's name has the seed, a failure the step. */
class EventModelTest {
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

    private final CountingMemory memory = new CountingMemory(new DirtyMemory(0xFF));
    private final FailingMemory failing = new FailingMemory(memory);
    private final List<Spark> sent = new ArrayList<>(); // null for events that are gone
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
                pair.reader.forEach(event -> {
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
        int event = random.nextBoolean() ? random.nextInt(firstLive + 1) - 1 : sent.size() + random.nextInt(2 * ROWS);
        var failure = assertThrows(DeadEventException.class, () -> channel.set(event, Spark.CHARGE, 1));
        assertEquals(event, failure.event());
        assertEquals(firstLive, failure.firstLive());
        assertEquals(sent.size(), failure.sent());
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
        assertTrue(memory.allocatedBytes() % AlignedMemory.reserved(EventColumns.pageBytes(EventColumns.of(Spark.TYPE)))
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
