package basalt.storage;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;
import static basalt.component.layout.BlockLayout.WORDS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.memory.MemorySource;
import java.util.BitSet;
import java.util.Random;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowBitsTest {
    private static final int SUMMARY_BYTES = 64;
    private static final int BYTES = SUMMARY_BYTES + ROWS / Byte.SIZE;

    private long summary;
    private long words;

    @BeforeEach
    void allocateGarbage() {
        summary = MemorySource.direct().allocate(BYTES, 64);
        words = summary + SUMMARY_BYTES;
        UnsafeApi.setMemory(summary, BYTES, (byte) 0xA5);
    }

    @AfterEach
    void free() {
        MemorySource.direct().free(summary, BYTES);
    }

    @Test
    void shouldHoldAllRowsWhenFilled() {
        RowBits.fill(summary, words);

        BitSet all = new BitSet();
        all.set(0, ROWS);
        assertSame(all, "filled");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldAgreeWithBitSet(long seed) {
        Random random = new Random(seed);
        BitSet expected = new BitSet();
        RowBits.clearSummary(summary);
        for (int step = 0; step < 4000; step++) {
            int word = random.nextInt(3) == 0 ? random.nextInt(WORDS) : random.nextInt(4) * 63;
            long mask = mask(random);
            long before = wordOf(expected, word);
            boolean setting = mask != 0 && random.nextBoolean(); // an empty mask cannot be set
            long old =
                    setting ? RowBits.setAll(summary, words, word, mask) : RowBits.clearAll(summary, words, word, mask);
            String context = "seed=" + seed + ", step=" + step;
            assertEquals(before, old, context);
            change(expected, word, mask, setting);
            assertEquals(expected.isEmpty(), RowBits.isEmpty(summary), context);
            if (step % 50 == 0) {
                assertSame(expected, context);
            }
        }
        assertSame(expected, "seed=" + seed);
    }

    @Test
    void shouldFindWordsFromEveryStart() {
        RowBits.clearSummary(summary);
        BitSet expected = new BitSet();
        for (int word : new int[] {0, 1, 62, 63, 64, 65, 127, 190, 191, 192, 255}) {
            long mask = word % 2 == 0 ? -1L : 1L << word;
            RowBits.setAll(summary, words, word, mask);
            change(expected, word, mask, true);
        }
        for (int start = 0; start <= WORDS; start++) {
            int any = start;
            while (any < WORDS && wordOf(expected, any) == 0) {
                any++;
            }
            int full = start;
            while (full < WORDS && wordOf(expected, full) == -1L) {
                full++;
            }
            assertEquals(any, RowBits.nextAny(summary, start), "start=" + start);
            assertEquals(full, RowBits.endOfFull(summary, start), "start=" + start);
        }
    }

    private static long mask(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> -1L;
            case 1 -> 0L;
            case 2 -> 1L << random.nextInt(64);
            case 3 -> random.nextLong() | random.nextLong();
            default -> random.nextLong();
        };
    }

    private static void change(BitSet bits, int word, long mask, boolean setting) {
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            bits.set((word << 6) + Long.numberOfTrailingZeros(rest), setting);
        }
    }

    private static long wordOf(BitSet bits, int word) {
        long[] longs = bits.get(word << 6, (word << 6) + 64).toLongArray();
        return longs.length == 0 ? 0 : longs[0];
    }

    /** Compares every row, every word and both summaries. */
    private void assertSame(BitSet expected, String context) {
        for (int word = 0; word < WORDS; word++) {
            long rows = wordOf(expected, word);
            assertEquals(rows, RowBits.word(summary, words, word), context);
            assertEquals(rows != 0, (RowBits.any(summary, word >>> 6) >>> word & 1) != 0, context);
            assertEquals(rows == -1L, (RowBits.full(summary, word >>> 6) >>> word & 1) != 0, context);
        }
        for (int row = 0; row < ROWS; row++) {
            if (expected.get(row) != RowBits.get(summary, words, row)) {
                throw new AssertionError("row " + row + " should be " + expected.get(row) + ": " + context);
            }
        }
        assertEquals(4, SUMMARY_WORDS);
    }
}
