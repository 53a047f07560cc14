package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Handles and their slots. */
class StreamingEntriesTest {
    private final StreamingEntries entries = new StreamingEntries();

    @Test
    void shouldFindAnEntryByItsCurrentHandleOnly() {
        StreamingEntry entry = begin();
        long handle = entry.handle();
        assertEquals(1L << 32, handle);
        assertSame(entry, entries.find(handle));
        assertSame(entry, entries.get(handle));

        entries.end(entry);
        assertNull(entries.find(handle));
        assertNull(entries.find(entry.handle()), "not before it is reused");
        assertSame(entry, begin());
        assertNotEquals(handle, entry.handle());
        assertNull(entries.find(handle));
        assertSame(entry, entries.find(entry.handle()));
    }

    @Test
    void shouldRetireAnEntryBeforeItsGenerationsWrap() {
        entries.add(new StreamingEntry(0, -1));
        StreamingEntry last = begin();
        long handle = last.handle();
        assertEquals(0xFFFF_FFFF_0000_0000L, handle);
        assertSame(last, entries.find(handle));
        entries.end(last);

        assertNull(entries.find(handle));
        assertNull(entries.find(0));
        StreamingEntry next = begin();
        assertNotSame(last, next);
        assertEquals(1L << 32 | 1, next.handle());
        var stale = assertThrows(IllegalStateException.class, () -> entries.get(handle));
        assertEquals(
                "handle is stale: its entry was evicted or released, reserve it again; index=0,"
                        + " generation=4294967295, current generation=0",
                stale.getMessage());
    }

    private StreamingEntry begin() {
        StreamingEntry entry = entries.take();
        entry.reserve(1, 0);
        return entry;
    }
}
