package basalt.storage.change;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.storage.BlockPool.AlignedMemory;
import basalt.storage.ColumnMemory;
import basalt.storage.RowImage;
import basalt.storage.StateParts;
import basalt.storage.change.EventPages.EventColumns;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Spark;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventPagesTest {
    private final CountingMemory memory = new CountingMemory(new DirtyMemory(0xFF));
    private final FailingMemory failing = new FailingMemory(memory);
    private final Events events = new Events(failing, new StateParts());
    private final EventPages pages = events.of(EventColumns.of(Spark.TYPE));

    @AfterEach
    void close() {
        events.close();
        assertEquals(0, memory.outstanding());
        assertEquals(0, events.reservedBytes());
    }

    @Test
    void shouldBeginEmptyAndWithoutMemory() {
        assertLive(0, 0);
        pages.swap();
        pages.trim();
        assertLive(0, 0);
        assertEquals(0, memory.allocations());
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1,1", "16383,1", "16384,1", "16385,2", "32768,2", "32769,3"})
    void shouldAllocateAPageForEach16384EventsOfATick(int count, int pagesTaken) {
        send(count);
        assertEquals(pagesTaken, memory.outstanding());
        assertLive(0, count);
        assertSent(0, count);

        pages.swap();
        send(count);
        assertEquals(2 * pagesTaken, memory.outstanding());
        assertEquals(
                2L * pagesTaken * AlignedMemory.reserved(EventColumns.pageBytes(EventColumns.of(Spark.TYPE))),
                events.reservedBytes());
        assertLive(0, 2L * count);
        assertSent(0, 2L * count);

        pages.swap();
        assertLive(count, 2L * count);
        send(count);
        assertSent(count, 3L * count);
        assertEquals(2 * pagesTaken, memory.allocations(), "pages are kept for reuse");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, ROWS - 1, ROWS, ROWS + 1})
    void shouldForgetReferencesWithTheirEvents(int count) {
        for (int tick = 0; tick < 4; tick++) {
            long first = pages.sent();
            for (int i = 0; i < count; i++) {
                pages.append(RowImage.of(EventColumns.of(Spark.TYPE), new Spark(i, "tick " + tick)));
            }
            assertEquals("tick " + tick, pages.reference(pages.sent() - 1, Spark.NOTE.slot()));
            pages.swap();
            assertEquals("tick " + tick, pages.reference(first, Spark.NOTE.slot()));
            pages.swap();
            send(count);
            for (long event = pages.firstLive(); event < pages.sent(); event++) {
                assertNull(pages.reference(event, Spark.NOTE.slot()));
            }
            pages.swap();
        }
    }

    @Test
    void shouldReleasePagesWithoutEvents() {
        send(3 * ROWS);
        pages.swap();
        send(ROWS + 1);
        pages.trim();
        assertEquals(5, memory.outstanding());
        pages.swap();
        send(1);
        pages.trim();
        assertEquals(3, memory.outstanding());
        assertSent(3 * ROWS, pages.sent());
        pages.swap();
        pages.swap();
        pages.trim();
        assertEquals(0, memory.outstanding());
        long first = pages.sent();
        send(ROWS + 1);
        assertSent(first, pages.sent());
    }

    @Test
    void shouldKeepReferencesOfLiveEventsWhenItReleasesPages() {
        for (int i = 0; i < ROWS + 1; i++) {
            pages.append(RowImage.of(EventColumns.of(Spark.TYPE), new Spark(i, "x" + i)));
        }
        pages.trim();
        assertEquals("x" + ROWS, pages.reference(ROWS, Spark.NOTE.slot()));
        pages.swap();
        pages.trim();
        assertEquals("x1", pages.reference(1, Spark.NOTE.slot()));
        pages.swap();
        pages.trim();
        send(2);
        assertNull(pages.reference(pages.sent() - 1, Spark.NOTE.slot()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLoseNothingWithoutMemoryForAPage(boolean values) {
        RowImage image = RowImage.of(EventColumns.of(Spark.TYPE), new Spark(0, null));
        for (int page = 0; page < 3; page++) {
            send(page == 0 ? 0 : ROWS);
            failing.failNext();
            assertThrows(NativeMemoryException.class, () -> {
                if (values) {
                    pages.append(image);
                } else {
                    pages.append();
                }
            });
            assertLive(0, (long) page * ROWS);
            assertSent(0, pages.sent());
        }
        pages.swap();
        failing.failNext();
        assertThrows(NativeMemoryException.class, pages::append);
        assertSent(0, 2 * ROWS);
        send(1);
        assertSent(0, 2 * ROWS + 1);
    }

    /** Sends events whose charges are their numbers. */
    private void send(int count) {
        for (int i = 0; i < count; i++) {
            long event = pages.append();
            assertCharge(0, event);
            ColumnMemory.putInt(pages.origin(event), pages.row(event), Spark.CHARGE.offset(), (int) event);
        }
    }

    private void assertSent(long from, long to) {
        assertEquals(to, pages.sent());
        for (long event = from; event < to; event++) {
            assertCharge((int) event, event);
        }
    }

    private void assertCharge(int expected, long event) {
        assertEquals(expected, ColumnMemory.getInt(pages.origin(event), pages.row(event), Spark.CHARGE.offset()));
    }

    private void assertLive(long first, long sent) {
        assertEquals(first, pages.firstLive());
        assertEquals(sent, pages.sent());
    }
}
