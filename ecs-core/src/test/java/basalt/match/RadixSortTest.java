package basalt.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.internal.Internal;
import basalt.memory.NativeMemoryException;
import basalt.memory.frame.FrameArena;
import basalt.storage.ColumnMemory;
import basalt.storage.fixture.DirtyMemory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RadixSortTest {
    private final FrameArena arena = new FrameArena(new DirtyMemory(0xFF));
    private final RadixSort sort = new RadixSort();

    /** A key and its original index. */
    private record Keyed(long key, int index) {}

    @AfterEach
    void close() {
        arena.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, RadixSort.FEW, RadixSort.FEW + 1, 63, 64, 65, 255, 256, 257, 16385})
    void shouldSortLikeAStableSort(int count) {
        Random random = new Random(count);
        check(count, i -> random.nextLong());
        check(count, i -> random.nextLong() & 0xFF00_00FF_0000_F000L);
        check(count, i -> random.nextInt(5));
        check(count, i -> random.nextInt(5) - 2L);
        check(count, i -> 7);
        check(count, i -> i);
        check(count, i -> -i);
        check(count, i -> i << 56);
    }

    @Test
    void shouldSortWhatDiffersInOneBit() {
        for (int bit = 0; bit < Long.SIZE; bit++) {
            long key = 1L << bit;
            check(100, i -> i % 3 == 0 ? key : 0);
            check(100, i -> i % 3 == 0 ? ~key : -1L);
        }
    }

    @Test
    void shouldSortFewerKeysThanItsCapacity() {
        sort.begin(memory(arena, 1000), 1000);
        for (int i = 0; i < 40; i++) {
            sort.add(i % 2, 10 * i);
        }
        sort.sort();

        assertEquals(40, sort.count());
        assertEquals(0, index(0));
        assertEquals(20, index(1));
        assertEquals(10, index(20));
    }

    @Test
    void shouldLeaveTheArenaUnchangedAtItsCap() {
        try (FrameArena tiny = new FrameArena(new DirtyMemory(0), 100)) {
            assertThrows(NativeMemoryException.class, () -> sort.begin(memory(tiny, 1000), 1000));
            assertEquals(0, tiny.usedBytes());
        }
    }

    private void check(int count, LongUnaryOperator keys) {
        List<Keyed> expected = new ArrayList<>();
        long mark = arena.mark();
        sort.begin(memory(arena, count), count);
        for (int i = 0; i < count; i++) {
            long key = keys.applyAsLong(i);
            expected.add(new Keyed(key, i));
            sort.add(key, i);
        }
        sort.sort();
        expected.sort(Comparator.comparing(Keyed::key, Long::compareUnsigned));

        assertEquals(count, sort.count());
        for (int i = 0; i < count; i++) {
            assertEquals(expected.get(i), new Keyed(sort.key(i), index(i)), "place " + i + " of " + count);
        }
        arena.release(mark);
    }

    private int index(int place) {
        return ColumnMemory.getInt(sort.order(), place, 0);
    }

    private static long memory(FrameArena arena, int capacity) {
        return Internal.of(arena).allocateUnchecked(RadixSort.bytes(capacity), Long.BYTES);
    }
}
