package basalt.command;

import static basalt.storage.ColumnMemory.getLong;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.command.CommandStream.CommandReader;
import basalt.internal.Internal;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.HeapBytes;
import basalt.memory.NativeMemoryException;
import basalt.query.Commands;
import basalt.storage.BlockPool;
import basalt.storage.access.Store;
import basalt.storage.fixture.DirtyMemory;
import java.util.Random;
import org.agrona.collections.LongArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandStreamTest {
    private static final int FIRST_BYTES = 64 << 10;
    private static final int LARGEST_BYTES = 1 << 20;
    private static final long PLAIN = Op.code(Op.DESTROY, 0, 0);
    private static final long VALUED = Op.code(Op.SET + 3, 7, 4096);
    private final CountingMemory counting = new CountingMemory(DirtyMemory.atBothEnds(0xA5));
    private final FailingMemory memory = new FailingMemory(counting);
    private final Store store = new Store(new BlockPool(counting, 0));
    private final CommandQueue queue = new CommandQueue(store, memory, null);
    private final Commands commands = Internal.recorder(queue);
    private final CommandStream stream = queue.stream();

    @AfterEach
    void close() {
        queue.close();
        store.close();
        assertEquals(0, counting.outstanding());
    }

    @Test
    void shouldHoldNothingBeforeTheFirstCommand() {
        assertEquals(0, stream.count());
        assertEquals(0, stream.position());
        assertEquals(0, stream.reservedBytes());
        stream.clear();
        stream.cutBack(0, 0);
        assertEquals(0, stream.position());
        assertEquals(0, memory.allocations());
    }

    @Test
    void shouldAllocateGrowingSegments() {
        long expected = 0;
        for (int bytes = FIRST_BYTES; expected < 5 * LARGEST_BYTES; bytes = Math.min(LARGEST_BYTES, 2 * bytes)) {
            stream.add(1, PLAIN);
            expected += bytes;
            assertEquals(expected, stream.reservedBytes());
            assertEquals(expected, counting.allocatedBytes());
            long segment = CommandStream.segmentOf(stream.position());
            while (CommandStream.segmentOf(stream.position()) == segment
                    && bytes - (int) stream.position() >= Op.MAX_BYTES) {
                stream.add(1, PLAIN);
            }
        }
    }

    @Test
    void shouldNotSplitACommandAcrossSegments() {
        for (int i = 0; i < FIRST_BYTES / 16 - 1; i++) {
            stream.add(i, PLAIN);
        }
        assertEquals(FIRST_BYTES - 16, stream.position(), "16 bytes are left, too few for any command");
        stream.add(99, VALUED, 100);

        assertEquals((1L << 32) + 24, stream.position());
        Listing listing = Listing.of(queue, FIRST_BYTES - 16, stream.position());
        assertEquals(1, listing.size());
        assertEquals(99, listing.entity(0));
        assertEquals(VALUED, listing.code(0));
        assertEquals(100, listing.value(0));
    }

    @Test
    void shouldSkipSegmentsThatAreTooSmallForARecord() {
        for (int round = 0; round < 3; round++) {
            stream.add(1, PLAIN);
            addRecord(2, 3 * FIRST_BYTES); // a second segment of that size
            assertEquals((1L << 32) + 3 * FIRST_BYTES, stream.position());
            assertEquals((round == 0 ? 4 : 10) * FIRST_BYTES, stream.reservedBytes());
            stream.add(3, PLAIN);
            assertEquals((2L << 32) + 16, stream.position());
            assertEquals(10 * FIRST_BYTES, stream.reservedBytes());
            assertListed(1, 2, 3);
            stream.clear();

            addRecord(4, 6 * FIRST_BYTES); // only the third one is large enough
            assertEquals((2L << 32) + 6 * FIRST_BYTES, stream.position());
            assertListed(4);
            assertEquals(10 * FIRST_BYTES, stream.reservedBytes());
            stream.cutBack(0, 1);
            assertEquals(0, stream.position());
        }
    }

    private void addRecord(long entity, int bytes) {
        stream.addSpace(entity, Op.code(Op.ADD_VALUES, 7, bytes / Long.BYTES - 2));
    }

    private void assertListed(long... entities) {
        Listing listing = Listing.of(queue, 0, stream.position());
        assertEquals(entities.length, listing.size());
        assertEquals(entities.length, stream.count());
        for (int i = 0; i < entities.length; i++) {
            assertEquals(entities[i], listing.entity(i));
        }
    }

    /** A walk between any two positions reads exactly the commands recorded between them, in segments of all sizes. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void shouldWalkBetweenTwoPositions(long seed) {
        Random random = new Random(seed);
        LongArrayList positions = new LongArrayList();
        fill(random, 230_000, positions);
        assertEquals(230_000, stream.count());
        assertTrue(
                CommandStream.segmentOf(stream.position()) >= 6,
                "segments: " + CommandStream.segmentOf(stream.position()));

        assertListed(positions, 0, 230_000);
        for (int i = 0; i < 40; i++) {
            int from = random.nextInt(230_000);
            assertListed(positions, from, Math.min(230_000, from + random.nextInt(60_000)));
        }
        for (int i = 0; i < 230_000; i++) {
            if (CommandStream.segmentOf(positions.getLong(i)) != CommandStream.segmentOf(positions.getLong(i + 1))) {
                assertListed(positions, i, i);
                assertListed(positions, i, i + 1);
                assertListed(positions, i + 1, i + 1);
                assertListed(positions, i - 1, i + 2);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 4})
    void shouldForgetTheLastCommands(long seed) {
        Random random = new Random(seed);
        LongArrayList positions = new LongArrayList();
        fill(random, 100_000, positions);
        long held = stream.reservedBytes();
        for (int left : new int[] {99_999, 70_001, 70_000, 20_000, 4000, 1}) {
            int before = positions.size() - 1;
            stream.cutBack(positions.getLong(left), before - left);
            while (positions.size() > left + 1) {
                positions.remove(positions.size() - 1);
            }
            assertEquals(left, stream.count());
            assertEquals(positions.getLong(left), stream.position());
            assertListed(positions, 0, left);
            positions.remove(positions.size() - 1);
            fill(random, 3000, positions);
            assertListed(positions, 0, left + 3000);
            assertEquals(held, stream.reservedBytes(), "segments are reused");
        }
        stream.cutBack(0, stream.count());
        assertEquals(0, stream.count());
        assertEquals(0, stream.position());
    }

    @Test
    void shouldMakeNoGarbage() {
        HeapBytes.assertNone(200, rounds -> {
            for (int round = 0; round < rounds; round++) {
                for (int i = 0; i < 10_000; i++) {
                    stream.add(i, PLAIN);
                    stream.add(i, VALUED, i);
                }
                stream.cutBack(16, stream.count() - 1);
                stream.clear();
            }
        });
    }

    /** Each allocation fails once: the command is not recorded, the others are, and it can be recorded again. */
    @Test
    void shouldLoseNothingWhenMemoryIsRefused() {
        LongArrayList positions = new LongArrayList();
        positions.addLong(0);
        for (int refused = 1; refused <= 7; refused++) {
            memory.failNext();
            while (!memory.hasFailed()) {
                long before = stream.position();
                int count = stream.count();
                try {
                    addNext(count);
                    positions.addLong(stream.position());
                } catch (NativeMemoryException e) {
                    assertEquals(before, stream.position());
                    assertEquals(count, stream.count());
                    assertListed(positions, 0, count);
                }
            }
            int count = stream.count();
            assertEquals(counting.allocatedBytes(), stream.reservedBytes());
            addNext(count);
            positions.addLong(stream.position());
            assertListed(positions, 0, count + 1);
        }
        assertEquals(14, memory.allocations());
    }

    @Test
    void shouldMakeRoomBeforehand() {
        memory.failNext();
        assertThrows(NativeMemoryException.class, stream::makeRoom);
        assertEquals(0, stream.position());
        stream.makeRoom();
        stream.makeRoom();
        assertEquals(0, stream.position());
        assertEquals(0, stream.count());
        assertEquals(FIRST_BYTES, stream.reservedBytes());
        memory.failNext();
        stream.add(1, VALUED, 2);
    }

    @Test
    void shouldRejectCommandsAfterClose() {
        LongArrayList positions = new LongArrayList();
        fill(new Random(6), 100_000, positions);
        stream.close();

        assertEquals(0, counting.outstanding());
        assertEquals(0, stream.count());
        assertEquals(0, stream.position());
        assertEquals(0, stream.reservedBytes());
        String message = assertThrows(IllegalStateException.class, () -> stream.add(1, PLAIN))
                .getMessage();
        assertTrue(message.contains("closed"), message);
        assertThrows(IllegalStateException.class, () -> stream.add(1, VALUED, 2));
        assertEquals(0, counting.outstanding());
        stream.close();
        stream.clear();
        assertThrows(IllegalStateException.class, () -> stream.add(1, PLAIN));
    }

    @Test
    void shouldKeepObjectsUntilCleared() {
        Object first = "first";
        Object second = "second";
        assertEquals(0, stream.keep(first));
        assertEquals(0, stream.keep(first), "the same object is stored once");
        assertEquals(1, stream.keep(second));
        assertEquals(2, stream.keep(first));
        assertEquals(3, stream.keep(first, second));
        assertSame(first, stream.object(0));
        assertSame(second, stream.object(1));
        assertSame(first, stream.object(3));
        assertSame(second, stream.object(4));
        for (int i = 5; i < 100; i++) {
            assertEquals(i, stream.keep(Integer.toString(i)));
        }
        assertEquals("99", stream.object(99));

        stream.clear();
        assertEquals(0, stream.keep(second));
        assertNull(stream.object(1));
        assertNull(stream.object(99));
    }

    @Test
    void shouldKeepTwoSideBySideEvenIfTheyAreTheSame() {
        Object same = new Object();
        stream.keep(same);
        int place = stream.keep(same, same);
        assertEquals(1, place);
        assertSame(same, stream.object(place));
        assertSame(same, stream.object(place + 1));
        place = stream.keep(null, null);
        assertEquals(3, place);
        assertEquals(5, stream.keep("next"));
    }

    /** Repeated recording and forgetting does not fill the heap. */
    @Test
    void shouldDropObjectsWithTheLastCommand() {
        for (int i = 0; i < 3; i++) {
            stream.add(1, Op.code(Op.SET_OBJECT, 3, stream.keep(new Object())));
            assertEquals(1, stream.keep("another"));
            stream.cutBack(0, 1);
            assertNull(stream.object(0));
            assertNull(stream.object(1));
        }
    }

    /** Adds commands of random kinds, and notes the position before each and after the last. */
    private void fill(Random random, int count, LongArrayList positions) {
        positions.addLong(stream.position());
        for (int i = 0; i < count; i++) {
            int number = stream.count();
            if (random.nextInt(4) == 0) {
                addPlain(number);
            } else {
                addValued(number);
            }
            positions.addLong(stream.position());
        }
    }

    private void addNext(int number) {
        if (number % 3 == 0) {
            addPlain(number);
        } else {
            addValued(number);
        }
    }

    private void addPlain(int number) {
        stream.add(number * 7L, PLAIN);
    }

    private void addValued(int number) {
        stream.add(number * 7L, VALUED, ~number);
    }

    private void assertListed(LongArrayList positions, int from, int to) {
        Listing listing = Listing.of(queue, positions.getLong(from), positions.getLong(to));
        assertEquals(to - from, listing.size());
        for (int i = 0; i < listing.size(); i++) {
            int number = from + i;
            boolean valued = listing.code(i) == VALUED;
            if (listing.entity(i) != number * 7L
                    || !valued && listing.code(i) != PLAIN
                    || listing.value(i) != (valued ? ~number : 0)) {
                throw new AssertionError("command " + number + ": entity " + listing.entity(i) + ", code "
                        + Long.toHexString(listing.code(i)) + ", value " + listing.value(i));
            }
        }
    }

    /** A reader that lists commands for tests: entity, code, and the value or 0. */
    private static final class Listing implements CommandReader {
        private final LongArrayList longs = new LongArrayList();

        /** The commands between two positions of a queue. */
        static Listing of(CommandQueue commands, long from, long to) {
            Listing listing = new Listing();
            commands.stream().walk(from, to, listing);
            return listing;
        }

        int size() {
            return longs.size() / 3;
        }

        long entity(int index) {
            return longs.getLong(3 * index);
        }

        long code(int index) {
            return longs.getLong(3 * index + 1);
        }

        long value(int index) {
            return longs.getLong(3 * index + 2);
        }

        @Override
        public void accept(CommandStream from, long entity, long code, long value) {
            longs.addLong(entity);
            longs.addLong(code);
            longs.addLong(Op.operation(code) >= Op.SET ? getLong(value, 0, 0) : 0);
        }
    }
}
