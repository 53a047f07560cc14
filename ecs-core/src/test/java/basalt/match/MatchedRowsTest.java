package basalt.match;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.WORDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Internal;
import basalt.memory.NativeMemoryException;
import basalt.memory.frame.FrameArena;
import basalt.storage.BlockPool;
import basalt.storage.StoreSpawner;
import basalt.storage.access.Store;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Position;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MatchedRowsTest {
    private static final Filter POSITIONS = new Filter(new int[] {Position.TYPE.id()}, new int[0][], new int[0], true);

    private final Store store = new Store(new BlockPool(new DirtyMemory(0xFF), 0));
    private final FrameArena arena = new FrameArena(new DirtyMemory(0xFF));
    private final MatchedRows matches = new MatchedRows();
    private final BitSet expected = new BitSet();

    @BeforeEach
    void createThreeBlocks() {
        for (int block = 0; block < 3; block++) {
            new StoreSpawner(store).one();
        }
    }

    @AfterEach
    void close() {
        assertEquals(0, arena.usedBytes());
        arena.close();
        store.close();
    }

    @Test
    void shouldFindNothingInAnEmptyBlock() {
        addRows(0, 1);
        store.structure().add(base(0), 0, 1L, Position.TYPE);
        matches.open(POSITIONS, store, Internal.of(arena));
        long entry = matches.entry(0);
        store.structure().remove(base(0), 0, 1L, Position.TYPE);
        matches.rowsChanged(base(0), 0, 1L);

        assertEquals(ROWS, MatchedBlock.nextMatch(entry, 0));
        assertEquals(WORDS, MatchedBlock.nextWord(entry, 0));
        assertEquals(0, matches.countRows());
        matches.close(Internal.of(arena));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldWalkRunsLikeABitSet(long seed) {
        randomRuns(new Random(seed));
        matches.open(POSITIONS, store, Internal.of(arena));

        assertWalk(matches.entry(0));
        assertEquals(expected.cardinality(), matches.countRows());
        matches.close(Internal.of(arena));
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 8, 9})
    void shouldRemoveRowsThatNoLongerMatch(long seed) {
        Random random = new Random(seed);
        randomRuns(random);
        matches.open(POSITIONS, store, Internal.of(arena));
        for (int i = 0; i < 300; i++) {
            int word = random.nextInt(WORDS);
            long rows = random.nextInt(4) == 0 ? -1L : random.nextLong();
            long removed = store.structure().remove(base(0), word, rows, Position.TYPE);
            int strikes = matches.strikes;
            matches.rowsChanged(base(0), word, rows);
            boolean struck = false;
            for (long rest = removed; rest != 0; rest &= rest - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                struck |= expected.get(row);
                expected.clear(row);
            }
            assertEquals(struck, matches.strikes != strikes);
            store.structure().add(base(0), word, random.nextLong(), Position.TYPE);
            matches.rowsChanged(base(0), word, -1L);
        }
        expected.set(ROWS, false);
        assertEquals(expected.cardinality(), matches.countRows(), "rows that were added again are not in it");
        if (!expected.isEmpty()) {
            assertWalk(matches.entry(0));
        }
        matches.close(Internal.of(arena));
    }

    @Test
    void shouldIgnoreRowsItDoesNotHave() {
        addRows(0, 1);
        addRows(2, 1);
        matches.open(POSITIONS, store, Internal.of(arena));
        int strikes = matches.strikes;

        matches.rowsChanged(base(1), 0, -1L);
        matches.rowsChanged(base(0), 5, -1L);
        matches.rowsChanged(base(0), 0, -1L);
        assertEquals(strikes, matches.strikes, "the rows still match, or never did");

        store.structure().remove(base(2), 0, 1L, Position.TYPE);
        matches.rowsChanged(base(2), 0, 1L);
        assertEquals(1, matches.countRows());
        assertEquals(0, MatchedBlock.nextMatch(matches.entry(0), 0));
        assertEquals(ROWS, MatchedBlock.nextMatch(matches.entry(1), 0));
        matches.close(Internal.of(arena));
    }

    @Test
    void shouldKnowWhichRowsItContains() {
        addRows(0, 0b101);
        addRows(2, 200, -1L);
        matches.open(POSITIONS, store, Internal.of(arena));

        assertTrue(matches.contains(place(0)));
        assertTrue(matches.contains(place(2)));
        assertTrue(matches.contains(place(2 * ROWS + 200 * 64 + 63)));
        for (int index : new int[] {1, 3, 64, ROWS, 2 * ROWS, 2 * ROWS + 200 * 64 - 1}) {
            assertFalse(matches.contains(place(index)), "index " + index);
        }
        matches.close(Internal.of(arena));
    }

    private long place(int index) {
        return store.entities().place(index);
    }

    @Test
    void shouldBeFilledByHand() {
        matches.openEmpty(POSITIONS, 2, Internal.of(arena));
        matches.add(base(0), 3, 0b101);
        matches.add(base(0), 3, 0b010);
        matches.add(base(0), 255, -1L);
        matches.add(base(2), 0, 1L);

        assertEquals(2, matches.count());
        assertEquals(
                List.of(base(0), base(2)),
                List.of(MatchedBlock.base(matches.entry(0)), MatchedBlock.base(matches.entry(1))));
        assertEquals(0b111, MatchedBlock.word(matches.entry(0), 3));
        assertEquals(-1L, MatchedBlock.word(matches.entry(0), 255));
        assertEquals(0, MatchedBlock.word(matches.entry(0), 0));
        assertEquals(3 + 64 + 1, matches.countRows());
        assertEquals(256, MatchedBlock.endOfFull(matches.entry(0), 255));
        matches.close(Internal.of(arena));
    }

    @Test
    void shouldLeaveTheArenaUnchangedAtItsCap() {
        addRows(0, 1);
        try (FrameArena tiny = new FrameArena(new DirtyMemory(0), 100)) {
            assertThrows(NativeMemoryException.class, () -> matches.open(POSITIONS, store, Internal.of(tiny)));
            assertThrows(NativeMemoryException.class, () -> matches.openEmpty(POSITIONS, 1, Internal.of(tiny)));
            assertEquals(0, tiny.usedBytes());
            tiny.reset(); // throws if a mark is open
            matches.openEmpty(POSITIONS, 0, Internal.of(tiny));
            matches.close(Internal.of(tiny));
        }
    }

    /** Runs of all lengths, so that words are empty, full and mixed, and runs end at all borders. */
    private void randomRuns(Random random) {
        int row = random.nextInt(100);
        while (row < ROWS) {
            int length = random.nextInt(5) == 0 ? random.nextInt(1000) : random.nextInt(70);
            for (int end = Math.min(ROWS, row + length); row < end; row++) {
                expected.set(row);
            }
            row += 1 + random.nextInt(random.nextInt(4) == 0 ? 300 : 66);
        }
        expected.set(0, random.nextBoolean());
        expected.set(ROWS - 1, random.nextBoolean());
        for (int i = expected.nextSetBit(0); i >= 0; i = expected.nextSetBit(i + 1)) {
            addRows(0, i >>> 6, 1L << i);
        }
    }

    private void assertWalk(long entry) {
        for (int row = 0; row <= ROWS; row++) {
            int next = expected.nextSetBit(row);
            assertEquals(next < 0 ? ROWS : next, MatchedBlock.nextMatch(entry, row), "from row " + row);
            if (row < ROWS) {
                assertEquals(
                        Math.min(ROWS, expected.nextClearBit(row)), MatchedBlock.endOfRun(entry, row), "row " + row);
            }
        }
    }

    private void addRows(int block, long rows) {
        addRows(block, 0, rows);
    }

    private void addRows(int block, int word, long rows) {
        store.structure().add(base(block), word, rows, Position.TYPE);
    }

    private long base(int block) {
        return store.blocks().base(block);
    }
}
