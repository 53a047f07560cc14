package basalt.storage.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.ForwardingMemory;
import basalt.memory.NativeMemoryException;
import basalt.storage.change.RemovalLogs.RemovalCursor;
import basalt.storage.change.RemovalLogs.RemovalLog;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Health;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemovalLogTest {
    private static final int CHUNK = 1024;

    private final CountingMemory memory = new CountingMemory(new DirtyMemory(0xA5));
    private final FailingMemory failing = new FailingMemory(new ForwardingMemory(memory) {
        @Override
        public void free(long address, long bytes) {
            super.free(address, bytes);
            if (throwsWhenFreed) {
                throw new IllegalStateException("for a test");
            }
        }
    });
    private boolean throwsWhenFreed;
    private final RemovalLog log = new RemovalLog(failing, Health.TYPE.id(), Health.TYPE.name());
    private long logged;

    @AfterEach
    void close() {
        assertEquals(memory.allocatedBytes(), log.reservedBytes());
        log.close();
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldKeepEntriesThatAReaderHasNotRead() {
        RemovalCursor fast = log.open(1, new long[0]);
        RemovalCursor slow = log.open(1, new long[0]);
        for (int i = 0; i < 10; i++) {
            append(CHUNK);
            assertSeen(fast, (long) i * CHUNK, CHUNK);
        }
        assertSeen(slow, 0, 10 * CHUNK);
        log.trim();
        assertEquals(0, memory.outstanding(), "all is read");
        append(1);
        assertSeen(slow, 10L * CHUNK, 1);
    }

    @Test
    void shouldRejectPositionsAfterTheEnd() {
        RemovalCursor reader = log.open(1, new long[0]);
        assertThrows(IllegalStateException.class, reader::next);
        reader.skip(100L * CHUNK);
        assertThrows(IllegalStateException.class, reader::next);
    }

    @Test
    void shouldReuseItsMemoryInASteadyState() {
        RemovalCursor reader = log.open(1, new long[0]);
        for (int i = 0; i < 10; i++) {
            append(700);
            assertSeen(reader, i * 700L, 700);
        }
        long before = memory.allocations();
        for (int i = 10; i < 1000; i++) {
            append(700);
            assertSeen(reader, i * 700L, 700);
        }
        assertEquals(before, memory.allocations());
    }

    @Test
    void shouldLoseNothingWithoutMemory() {
        RemovalCursor reader = log.open(1, new long[0]);
        append(CHUNK);
        long before = log.reservedBytes();
        failing.failNext();
        assertThrows(NativeMemoryException.class, () -> log.reserve(2 * CHUNK));

        assertEquals(before, log.reservedBytes());
        assertEquals(CHUNK, reader.remaining());
        append(2);
        assertSeen(reader, 0, CHUNK + 2);
    }

    /** What is not read fits where it is, so that a refused growth is no error. */
    @Test
    void shouldMakeRoomWhereItIsWithoutMemory() {
        RemovalCursor reader = log.open(1, new long[0]);
        append(2 * CHUNK);
        for (int i = 0; i < CHUNK; i++) {
            assertEquals(handle(i), reader.next());
        }
        long before = log.reservedBytes();
        failing.failNext();
        append(500);
        assertEquals(before, log.reservedBytes());
        assertSeen(reader, CHUNK, CHUNK + 500);
    }

    @Test
    void shouldSurviveASourceThatThrowsWhenItFrees() {
        RemovalCursor reader = log.open(1, new long[0]);
        append(2 * CHUNK);
        throwsWhenFreed = true;
        assertThrows(IllegalStateException.class, () -> log.reserve(4 * CHUNK));
        throwsWhenFreed = false;
        append(4 * CHUNK);
        assertSeen(reader, 0, 6 * CHUNK);
        throwsWhenFreed = true;
        assertThrows(IllegalStateException.class, log::trim);
        throwsWhenFreed = false;
        append(3);
        assertSeen(reader, 6L * CHUNK, 3);
    }

    /** Compares readers at different speeds with lists. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldAgreeWithLists(long seed) {
        Random random = new Random(seed);
        List<RemovalCursor> readers = new ArrayList<>();
        List<Long> positions = new ArrayList<>();
        long most = 0;
        for (int step = 0; step < 3000; step++) {
            switch (random.nextInt(40)) {
                case 0 -> {
                    readers.add(log.open(1, new long[0]));
                    positions.add(logged);
                }
                case 1 -> {
                    if (!readers.isEmpty()) {
                        int index = random.nextInt(readers.size());
                        log.close(readers.remove(index));
                        positions.remove(index);
                    }
                }
                case 2, 3, 4, 5 -> {
                    int count = random.nextInt(3) == 0 ? 0 : random.nextInt(3 * CHUNK);
                    append(count);
                }
                default -> {
                    if (!readers.isEmpty()) {
                        int index = random.nextInt(readers.size());
                        long position = positions.get(index);
                        assertEquals(logged - position, readers.get(index).remaining(), "seed=" + seed);
                        int count = (int) Math.min(logged - position, random.nextInt(2 * CHUNK));
                        for (int i = 0; i < count; i++) {
                            assertEquals(handle(position++), readers.get(index).next(), "seed=" + seed);
                        }
                        positions.set(index, position);
                    }
                }
            }
            long unseen = positions.stream().mapToLong(p -> logged - p).max().orElse(0);
            most = Math.max(most, Math.max(unseen, 3 * CHUNK));
            log.trim();
            long bytes = log.reservedBytes();
            assertTrue(bytes <= 6 * most * Long.BYTES, () -> "seed=" + seed + ": bytes=" + bytes);
            assertTrue(unseen > 0 || bytes <= RemovalLog.LEAST_BYTES, () -> "seed=" + seed + ": bytes=" + bytes);
        }
    }

    private static long handle(long position) {
        return position * 0x9E3779B97F4A7C15L;
    }

    private void append(int count) {
        log.reserve(count);
        for (int i = 0; i < count; i++) {
            log.append(handle(logged++));
        }
    }

    private static void assertSeen(RemovalCursor reader, long from, int count) {
        assertEquals(count, reader.remaining());
        for (int i = 0; i < count; i++) {
            assertEquals(handle(from + i), reader.next());
        }
        assertEquals(0, reader.remaining());
    }
}
