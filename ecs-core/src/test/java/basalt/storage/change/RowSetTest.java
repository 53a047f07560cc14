package basalt.storage.change;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;
import static basalt.component.layout.BlockLayout.WORDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.storage.RowBits;
import basalt.storage.StateBuffer;
import basalt.storage.fixture.DirtyMemory;
import java.util.BitSet;
import java.util.Random;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowSetTest {
    private static final int BLOCKS = 130;

    private final CountingMemory memory = new CountingMemory(new DirtyMemory(0xA5));
    private final FailingMemory failing = new FailingMemory(memory);
    private final RowSet set = new RowSet(failing);
    private long summary;
    private long words;

    @BeforeEach
    void create() {
        set.cover(BLOCKS);
        summary = MemorySource.direct().allocate(RowSet.PAGE_BYTES, 64);
        words = summary + RowSet.SUMMARY_BYTES;
        UnsafeApi.setMemory(summary, RowSet.PAGE_BYTES, (byte) 0xA5);
    }

    @AfterEach
    void close() {
        assertEquals(memory.allocatedBytes(), set.reservedBytes());
        set.close();
        set.close();
        assertEquals(0, memory.outstanding());
        MemorySource.direct().free(summary, RowSet.PAGE_BYTES);
    }

    @Test
    void shouldBeEmptyAtFirst() {
        assertTrue(set.isEmpty());
        assertSame(new BitSet(), "new");
        assertEquals(64, set.reservedBytes(), "no page yet");
        assertEquals(0, set.blocks(1000));
        assertEquals(0, set.any(100_000, 0));
        assertEquals(0, set.word(100_000, 0));
        assertEquals(WORDS, set.nextWord(100_000, 0));
    }

    @Test
    void shouldAllocateAPageOnlyForTheFirstRowOfABlock() {
        add(3 * ROWS);
        add(3 * ROWS + 5000);
        set.clear();
        add(3 * ROWS + 77);

        assertEquals(2, memory.allocations());
        add(4 * ROWS);
        assertEquals(3, memory.allocations());
        assertEquals(64 + 2L * RowSet.PAGE_BYTES, set.reservedBytes());
    }

    @Test
    void shouldTakeFullWordsWithoutReadingThem() {
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            RowBits.putSummary(summary, group, -1L, -1L);
        }

        set.addAll(1, summary, 0); // address 0: reading a word would crash

        BitSet expected = new BitSet();
        expected.set(ROWS, 2 * ROWS);
        assertSame(expected, "a full block");
    }

    @Test
    void shouldTakeNoPageForAnEmptyBlock() {
        RowBits.clearSummary(summary);
        set.addAll(1, summary, words);

        assertTrue(set.isEmpty());
        assertEquals(1, memory.allocations());
    }

    /** Compares with a BitSet: adds rows, words and whole snapshot entries, and reads with each method. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldAgreeWithBitSet(long seed) {
        Random random = new Random(seed);
        BitSet expected = new BitSet();
        for (int step = 0; step < 400; step++) {
            int block = random.nextInt(5) == 0 ? random.nextInt(BLOCKS) : 64;
            switch (random.nextInt(12)) {
                case 0 -> {
                    set.clear();
                    expected.clear();
                }
                case 1, 2, 3 -> addEntry(random, expected, block);
                default -> {
                    int word = random.nextBoolean() ? random.nextInt(WORDS) : 63;
                    long mask = mask(random);
                    set.add(block, word, mask);
                    change(expected, block * WORDS + word, mask);
                }
            }
            if (step % 20 == 0) {
                assertSame(expected, "seed=" + seed + ", step=" + step);
            }
        }
        assertSame(expected, "seed=" + seed);
    }

    private void addEntry(Random random, BitSet expected, int block) {
        RowBits.clearSummary(summary);
        int density = random.nextInt(4);
        for (int word = 0; word < WORDS; word++) {
            if (density == 3 || random.nextInt(1 + density * 4) == 0) {
                long rows = random.nextBoolean() ? -1L : mask(random);
                long bit = 1L << word;
                int group = word >>> 6;
                if (rows != -1L) {
                    RowBits.put(words, word, rows);
                }
                RowBits.putSummary(
                        summary,
                        group,
                        RowBits.any(summary, group) | bit,
                        rows == -1L ? RowBits.full(summary, group) | bit : RowBits.full(summary, group));
                change(expected, block * WORDS + word, rows);
            }
        }
        set.addAll(block, summary, words);
    }

    @Test
    void shouldContainAllRowsOfABlockWithoutMemoryForAPage() {
        failing.failNext();
        add(2 * ROWS + 7);
        add(2 * ROWS + 8);
        add(3 * ROWS + 9);
        RowBits.clearSummary(summary);
        RowBits.putSummary(summary, 0, 1L, 0);
        RowBits.put(words, 0, 0b111);
        set.addAll(2, summary, words);

        BitSet expected = new BitSet();
        expected.set(2 * ROWS, 3 * ROWS);
        expected.set(3 * ROWS + 9);
        assertSame(expected, "one page was refused");

        set.clear();
        assertTrue(set.isEmpty());
        add(2 * ROWS + 7);
        expected.clear();
        expected.set(2 * ROWS + 7);
        assertSame(expected, "there was memory at the next try");
    }

    @Test
    void shouldFailWithoutAnyMemory() {
        failing.failNext();
        assertThrows(NativeMemoryException.class, () -> new RowSet(failing));
    }

    @Test
    void shouldKeepItsRowsWhenItCoversMore() {
        add(129 * ROWS + 5);
        set.cover(1);
        set.cover(5000);
        set.add(4999, 255, 1L << 63);

        BitSet expected = new BitSet();
        expected.set(129 * ROWS + 5);
        expected.set(5000 * ROWS - 1);
        assertSame(expected, "covered later");
    }

    private void add(int row) {
        set.add(row >>> 14, (row & ROWS - 1) >>> 6, 1L << row);
    }

    private static long mask(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> -1L;
            case 1 -> 1L << random.nextInt(64);
            case 2 -> random.nextLong() | random.nextLong() | 1;
            default -> random.nextLong() | 1;
        };
    }

    private static void change(BitSet bits, int wordOfAll, long mask) {
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            bits.set((wordOfAll << 6) + Long.numberOfTrailingZeros(rest));
        }
    }

    private void assertSame(BitSet expected, String context) {
        long[] longs = expected.toLongArray();
        for (int block = 0; block < BLOCKS || block * WORDS < longs.length; block++) {
            boolean any = false;
            int next = set.nextWord(block, 0);
            for (int word = 0; word < WORDS; word++) {
                int index = block * WORDS + word;
                long rows = index < longs.length ? longs[index] : 0;
                assertEquals(rows, set.word(block, word), context);
                assertEquals(rows != 0, (set.any(block, word >>> 6) >>> word & 1) != 0, context);
                if (rows != 0) {
                    assertEquals(word, next, context);
                    next = set.nextWord(block, word + 1);
                    any = true;
                }
            }
            assertEquals(WORDS, next, context);
            assertEquals(any, (set.blocks(block >>> 6) >>> block & 1) != 0, context);
        }
        assertEquals(expected.isEmpty(), set.isEmpty(), context);
    }

    /** The set has no page of the blocks. */
    @Test
    void shouldPrepareToBeRestored() {
        try (RowSet saved = new RowSet(MemorySource.direct());
                StateBuffer buffer = new StateBuffer(MemorySource.direct())) {
            saved.cover(3);
            saved.add(1, 70, 0b1001);
            saved.add(1, 255, -1L);
            saved.add(2, 0, 1);
            saved.save(buffer);
            set.add(0, 5, 2);
            for (int failed = 1; failed <= 2; failed++) {
                failing.failNth(failed);
                buffer.position(Long.BYTES);
                assertThrows(NativeMemoryException.class, () -> set.prepare(buffer));
                assertEquals(2, set.word(0, 5), "the rows are as before");
                assertEquals(0, set.blocks(0) & ~1L);
                failing.failNth(0);
            }
            buffer.position(Long.BYTES);
            set.prepare(buffer);
            failing.failNext();
            buffer.position(Long.BYTES);
            set.restore(buffer);
            assertEquals(0b1001, set.word(1, 70), "only its rows");
            assertEquals(-1L, set.word(1, 255));
            assertEquals(1, set.word(2, 0));
            assertEquals(0, set.word(0, 5));
            assertEquals(0b110, set.blocks(0));
            failing.failNth(0);
        }
    }

    /** A set that had no memory for a block has it when it is prepared, and keeps all its rows until then. */
    @Test
    void shouldPrepareABlockThatCountsAsFull() {
        try (RowSet saved = new RowSet(MemorySource.direct());
                StateBuffer buffer = new StateBuffer(MemorySource.direct())) {
            saved.cover(1);
            saved.add(0, 3, 4);
            saved.save(buffer);
            failing.failNext();
            set.add(0, 0, 1);
            assertEquals(-1L, set.word(0, 9));
            buffer.position(Long.BYTES);
            set.prepare(buffer);
            assertEquals(-1L, set.word(0, 9));
            failing.failNext();
            buffer.position(Long.BYTES);
            set.restore(buffer);
            assertEquals(4, set.word(0, 3));
            assertEquals(0, set.word(0, 9));
            failing.failNth(0);
        }
    }
}
