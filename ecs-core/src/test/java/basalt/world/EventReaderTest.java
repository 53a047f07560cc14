package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.DeadEventException;
import basalt.storage.fixture.Bell;
import basalt.storage.fixture.Spark;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventReaderTest {
    private final World world = World.create();
    private final EventChannel<Spark> channel = world.events(Spark.TYPE);
    private final EventReader<Spark> reader = channel.reader();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldFindNothingAtFirst() {
        assertFalse(reader.next());
        assertEquals(0, reader.remaining());
        assertEquals(0, reader.missed());
        assertEquals(0, reader.skipAll());
        assertSame(channel, reader.channel());
    }

    @Test
    void shouldReadEachEventOnceInOrder() {
        send(3);
        assertEquals(3, reader.remaining());
        assertTrue(reader.next());
        assertEquals(0, reader.event());
        assertEquals(2, reader.remaining());
        channel.swap();
        send(1);
        assertEquals(List.of(1L, 2L, 3L), read(reader));
        assertFalse(reader.next());
        send(1);
        assertEquals(List.of(4L), read(reader));
        assertEquals(0, reader.missed());
    }

    @Test
    void shouldStartWithTheNextEvent() {
        send(2);
        EventReader<Spark> late = channel.reader();
        send(1);
        assertEquals(List.of(2L), read(late));
        assertEquals(List.of(0L, 1L, 2L), read(reader));
    }

    @Test
    void shouldStartWithAllLiveEventsOnRequest() {
        send(2);
        channel.swap();
        send(2);
        channel.swap();
        send(1);
        EventReader<Spark> all = channel.readerFromStart();
        assertEquals(List.of(2L, 3L, 4L), read(all));
        assertEquals(0, all.missed());
        assertEquals(2, reader.missed());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, ROWS - 1, ROWS, ROWS + 1})
    void shouldServeReadersWithDifferentIntervals(int count) {
        EventReader<Spark> second = channel.reader();
        EventReader<Spark> third = channel.reader();
        List<Long> bySecond = new ArrayList<>();
        List<Long> byThird = new ArrayList<>();
        for (int tick = 0; tick < 12; tick++) {
            send(count);
            assertEquals(numbers((long) tick * count, (tick + 1L) * count), read(reader));
            if (tick % 2 == 1) {
                bySecond.addAll(read(second));
            }
            if (tick % 3 == 2) {
                byThird.addAll(read(third));
            }
            world.swapEvents();
        }

        assertEquals(numbers(0, 12L * count), bySecond);
        assertEquals(0, second.missed());
        List<Long> twoOfThree = new ArrayList<>();
        for (int tick = 0; tick < 12; tick++) {
            twoOfThree.addAll(tick % 3 == 0 ? List.of() : numbers((long) tick * count, (tick + 1L) * count));
        }
        assertEquals(twoOfThree, byThird);
        assertEquals(4L * count, third.missed());
        assertEquals(0, reader.missed());
    }

    @Test
    void shouldCountWhatItMissedAtOnce() {
        send(5);
        reader.next();
        channel.swap();
        send(2);
        assertEquals(0, reader.missed());
        channel.swap();
        assertEquals(4, reader.missed());
        assertEquals(2, reader.remaining());
        channel.swap();
        assertEquals(6, reader.missed());
        assertEquals(0, reader.remaining());
        assertFalse(reader.next());
        channel.swap();
        assertEquals(6, reader.missed());
    }

    @Test
    void shouldReadWhatIsSentWhileItLoops() {
        send(1);
        List<Long> seen = new ArrayList<>();
        while (reader.next()) {
            seen.add(reader.event());
            if (reader.event() < 4) {
                channel.send();
            }
        }
        assertEquals(numbers(0, 5), seen);
    }

    @Test
    void shouldLeaveWhatABodySendsForTheNextCall() {
        send(2);
        List<Long> seen = new ArrayList<>();
        reader.forEach(event -> {
            seen.add(event);
            assertEquals(event, reader.event());
            channel.send();
        });
        assertEquals(numbers(0, 2), seen);
        assertEquals(2, reader.remaining());
        assertThrows(IllegalStateException.class, reader::event);
        reader.forEach(seen::add);
        assertEquals(numbers(0, 4), seen);
    }

    @Test
    void shouldHandleAnyActionOfABody() {
        send(10);
        List<Long> seen = new ArrayList<>();
        reader.forEach(event -> {
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
                        () -> reader.forEach(event -> {
                            if (event == 1) {
                                throw problem;
                            }
                        })));
        assertEquals(1, reader.event());
        assertEquals(numbers(2, 3), read(reader));
    }

    @Test
    void shouldSkip() {
        send(3);
        reader.next();
        assertEquals(2, reader.skipAll());
        assertThrows(IllegalStateException.class, reader::event);
        assertEquals(0, reader.skipAll());
        send(1);
        channel.swap();
        send(2);
        channel.swap();
        assertEquals(2, reader.skipAll());
        assertEquals(1, reader.missed());
        send(1);
        assertEquals(numbers(6, 7), read(reader));
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
    void shouldReadEventsWithoutColumns() {
        EventChannel<Bell> frozen = world.events(Bell.TYPE);
        EventReader<Bell> tags = frozen.reader();
        frozen.send();
        frozen.send();
        assertEquals(2, tags.skipAll());
    }

    @Test
    void shouldRejectNullBody() {
        assertThrows(IllegalArgumentException.class, () -> reader.forEach(null));
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
                () -> reader.forEach(event -> {}));
        for (Runnable use : uses) {
            var failure = assertThrows(IllegalStateException.class, use::run);
            assertTrue(failure.getMessage().contains("channel.reader()"), failure::getMessage);
        }
        assertEquals(numbers(0, 1), read(other));
    }

    @Test
    void shouldCloseForAnyThreadOnceTheWorldIsClosed() throws InterruptedException {
        List<Throwable> thrown = new ArrayList<>();
        Thread early = new Thread(() -> thrown.add(assertThrows(IllegalStateException.class, reader::close)), "early");
        early.start();
        early.join();
        assertTrue(thrown.get(0).getMessage().contains("'early'"), thrown.get(0)::getMessage);
        assertEquals(0, reader.remaining());
        world.close();
        Thread late = new Thread(reader::close);
        late.setUncaughtExceptionHandler((thread, problem) -> thrown.add(problem));
        late.start();
        late.join();
        assertEquals(1, thrown.size());
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
