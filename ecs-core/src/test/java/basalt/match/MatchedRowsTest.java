package basalt.match;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.DISABLED_ID;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.WORDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.internal.Internal;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.memory.NativeMemoryException;
import basalt.memory.frame.FrameArena;
import basalt.storage.BlockPool;
import basalt.storage.Pools;
import basalt.storage.StoreSpawner;
import basalt.storage.access.Store;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters, compared with their condition row by row, and the rows that match them. */
class MatchedRowsTest {
    private static final Filter POSITIONS = new Filter(new int[] {Position.TYPE.id()}, new int[0][], new int[0], true);
    private final Store store = new Store(new BlockPool(new DirtyMemory(0xFF), 0));
    private final FrameArena arena = new FrameArena(new DirtyMemory(0xFF));
    private final MatchedRows matches = new MatchedRows();
    private final BitSet expected = new BitSet();

    private void createThreeBlocks() {
        for (int block = 0; block < 3; block++) {
            new StoreSpawner(store).one();
        }
    }

    @AfterEach
    void close() {
        assertEquals(0, arena.usedBytes());
        Internal.of(arena).close();
        store.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldWalkRunsLikeABitSet(long seed) {
        createThreeBlocks();
        randomRuns(new Random(seed));
        matches.open(POSITIONS, store, Internal.of(arena), null);

        assertWalk(matches.entry(0));
        assertEquals(expected.cardinality(), matches.countRows());
        matches.close(Internal.of(arena));
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 8, 9})
    void shouldRemoveRowsThatNoLongerMatch(long seed) {
        createThreeBlocks();
        Random random = new Random(seed);
        randomRuns(random);
        matches.open(POSITIONS, store, Internal.of(arena), null);
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
        createThreeBlocks();
        addRows(0, 1);
        addRows(2, 1);
        matches.open(POSITIONS, store, Internal.of(arena), null);
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
    void shouldLeaveTheArenaUnchangedAtItsCap() {
        createThreeBlocks();
        addRows(0, 1);
        try (FrameArena tiny = new FrameArena(new DirtyMemory(0), 100)) {
            assertThrows(NativeMemoryException.class, () -> matches.open(POSITIONS, store, Internal.of(tiny), null));
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

    private static final List<Component<?>> COMPONENTS =
            List.of(Position.TYPE, Velocity.TYPE, Frozen.TYPE, Burning.TYPE);
    private static final int A = Position.TYPE.id();
    private static final int B = Velocity.TYPE.id();
    private static final int C = Frozen.TYPE.id();
    private static final int D = Burning.TYPE.id();
    private static final int[] NO_IDS = {};
    private static final int[][] NO_GROUPS = {};
    private static final List<Filter> FILTERS = List.of(
            new Filter(NO_IDS, NO_GROUPS, NO_IDS, true),
            new Filter(NO_IDS, NO_GROUPS, NO_IDS, false),
            new Filter(new int[] {A}, NO_GROUPS, NO_IDS, true),
            new Filter(new int[] {A}, NO_GROUPS, NO_IDS, false),
            new Filter(new int[] {A, B}, NO_GROUPS, NO_IDS, false),
            new Filter(new int[] {A}, NO_GROUPS, new int[] {C}, false),
            new Filter(new int[] {A, B}, NO_GROUPS, new int[] {C, D}, true),
            new Filter(NO_IDS, new int[][] {{C, D}}, NO_IDS, false),
            new Filter(new int[] {A}, new int[][] {{B, C}, {C, D}}, NO_IDS, false),
            new Filter(new int[] {C}, new int[][] {{B}}, new int[] {A}, true),
            new Filter(NO_IDS, NO_GROUPS, new int[] {A, B, C, D}, true));

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldAgreeWithTheConditionRowByRow(long seed) {
        Random random = new Random(seed);
        int blocks = fill(random);
        for (Filter filter : FILTERS) {
            compare(filter, blocks);
        }
    }

    /**
     * Rows that are marked as changed at random must be found if they match otherwise. Half of them are alone in their
     * words and blocks.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldFindExactlyTheChangedRows(long seed) {
        Random random = new Random(seed);
        int blocks = fill(random);
        ChangeFilter changeFilter = ChangeFilter.of(
                store.changeTracker(), List.of(), List.of(List.of(Position.TYPE), List.of(Velocity.TYPE, Frozen.TYPE)));
        Filter filter = new Filter(new int[] {A}, new int[][] {{B, C}}, new int[] {D}, false, changeFilter, null);
        for (int round = 0; round < 4; round++) {
            BitSet[] marked = {new BitSet(), new BitSet(), new BitSet()};
            for (int i = 0; i < 300 * round; i++) {
                int component = random.nextInt(3);
                int index = random.nextInt(round < 3 ? 3 * WORDS : 2 * WORDS) + (round == 2 ? WORDS : 0);
                long rows = mask(random, 200) | 1L << random.nextInt(64);
                store.changeTracker()
                        .recordWritten(new int[] {A, B, C}[component], index / WORDS, index % WORDS, rows, null);
                for (long rest = rows; rest != 0; rest &= rest - 1) {
                    marked[component].set(index * 64 + Long.numberOfTrailingZeros(rest));
                }
            }
            compareChanged(filter, blocks, marked);
            changeFilter.clearChanges((id, own) -> false);
        }
    }

    private void compareChanged(Filter filter, int blocks, BitSet... marked) {
        MatchedRows matches = open(filter);
        int entries = 0;
        for (int block = 0; block < blocks; block++) {
            long base = store.blocks().base(block);
            boolean found = entries < matches.count() && MatchedBlock.base(matches.entry(entries)) == base;
            for (int word = 0; word < WORDS; word++) {
                long expected = changed(base, word, block, marked);
                long actual = found ? MatchedBlock.word(matches.entry(entries), word) : 0;
                assertEquals(expected, actual);
            }
            entries += found ? 1 : 0;
        }
        assertEquals(entries, matches.count());
        matches.close(Internal.of(arena));
    }

    /** The rows of a word that match, evaluated row by row. */
    private static long changed(long base, int word, int block, BitSet... marked) {
        long rows = 0;
        for (int row = word << 6; row < word + 1 << 6; row++) {
            int index = block * ROWS + row;
            boolean b = Pools.isEnabled(base, row, B) && marked[1].get(index);
            boolean c = Pools.isEnabled(base, row, C) && marked[2].get(index);
            boolean matching = Pools.has(base, row, ALIVE_ID)
                    && !Pools.has(base, row, DISABLED_ID)
                    && Pools.isEnabled(base, row, A)
                    && marked[0].get(index)
                    && (b || c)
                    && !Pools.isEnabled(base, row, D);
            rows |= matching ? 1L << row : 0;
        }
        return rows;
    }

    private MatchedRows open(Filter filter) {
        MatchedRows matches = new MatchedRows();
        matches.open(filter, store, Internal.of(arena), null);
        return matches;
    }

    /** Four blocks; each component is in some of them, with words that are empty, full and mixed. */
    private int fill(Random random) {
        for (int block = 0; block < 4; block++) {
            new StoreSpawner(store).many(64 * (block == 3 ? 70 : WORDS));
            for (int word = 0; word < (block == 3 ? 70 : WORDS); word++) {
                fillWord(random, block, word);
            }
        }
        return 4;
    }

    private void fillWord(Random random, int block, int word) {
        for (int i = 0; i < COMPONENTS.size(); i++) {
            Component<?> component = COMPONENTS.get(i);
            if (block == i) {
                continue; // no row of this block has it
            }
            store.structure().add(store.blocks().base(block), word, mask(random, word), component);
            if (word % 5 == i) {
                store.structure().disable(store.blocks().base(block), word, mask(random, 3), component.id());
            }
        }
        if (word % 3 == 1) {
            store.structure().addTag(store.blocks().base(block), word, mask(random, 3), DISABLED_ID);
        }
        if (word % 4 == 2) {
            store.structure().destroy(store.blocks().base(block), word, mask(random, 3) & mask(random, 3));
        }
    }

    private static long mask(Random random, int word) {
        return word < 8 || word >= 100 && word < 140
                ? -1L
                : switch (random.nextInt(4)) {
                    case 0 -> 0L;
                    case 1 -> -1L;
                    default -> random.nextLong();
                };
    }

    private void compare(Filter filter, int blocks) {
        MatchedRows matches = open(filter);
        int entries = 0;
        int rows = 0;
        for (int block = 0; block < blocks; block++) {
            long base = store.blocks().base(block);
            BitSet expected = expected(filter, base);
            rows += expected.cardinality();
            if (entries == matches.count() || MatchedBlock.base(matches.entry(entries)) != base) {
                assertTrue(expected.isEmpty(), "block " + block + " is missing");
                continue;
            }
            long entry = matches.entry(entries++);
            for (int word = 0; word < WORDS; word++) {
                long[] bits = expected.get(word << 6, word + 1 << 6).toLongArray();
                long wanted = bits.length == 0 ? 0 : bits[0];
                if (wanted != MatchedBlock.word(entry, word)) {
                    throw new AssertionError("filter " + FILTERS.indexOf(filter) + ", block " + block + ", word " + word
                            + ": expected " + Long.toHexString(wanted) + " but was "
                            + Long.toHexString(MatchedBlock.word(entry, word)));
                }
            }
        }
        assertEquals(entries, matches.count());
        assertEquals(rows, matches.countRows());
        matches.close(Internal.of(arena));
    }

    private BitSet expected(Filter filter, long base) {
        BitSet rows = new BitSet();
        for (int word = 0; word < WORDS; word++) {
            for (int row = word << 6; row < word + 1 << 6; row++) {
                boolean matching = (filter.word(base, word) >>> row & 1) != 0;
                assertEquals(naive(FILTERS.indexOf(filter), base, row), matching);
                rows.set(row, matching);
            }
        }
        return rows;
    }

    /** A simple evaluation of each filter's condition. */
    private static boolean naive(int filter, long base, int row) {
        boolean alive = Pools.has(base, row, ALIVE_ID);
        boolean enabled = alive && !Pools.has(base, row, DISABLED_ID);
        boolean a = Pools.isEnabled(base, row, A);
        boolean b = Pools.isEnabled(base, row, B);
        boolean c = Pools.isEnabled(base, row, C);
        boolean d = Pools.isEnabled(base, row, D);
        return switch (filter) {
            case 0 -> alive;
            case 1 -> enabled;
            case 2 -> a;
            case 3 -> a && enabled;
            case 4 -> a && b && enabled;
            case 5 -> a && !c && enabled;
            case 6 -> a && b && !c && !d;
            case 7 -> (c || d) && enabled;
            case 8 -> a && (b || c) && (c || d) && enabled;
            case 9 -> c && b && !a;
            default -> alive && !a && !b && !c && !d;
        };
    }
}
