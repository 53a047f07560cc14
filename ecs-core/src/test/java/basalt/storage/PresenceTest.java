package basalt.storage;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.DISABLED_ID;
import static basalt.component.layout.BlockLayout.PRESENT_SUMMARY;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.WORDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.layout.ComponentAreas;
import basalt.storage.BlockPool.BlockSize;
import basalt.storage.Blocks.FreeBlocks;
import basalt.storage.Pools.Presence;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PresenceTest {
    private static final int[] EARLY = earlyIds();
    private static final int FIRST = EARLY[0];
    private static final int SECOND = EARLY[1];
    private static final int NEVER = EARLY[2];
    private static final int[] IDS = {ALIVE_ID, FIRST, SECOND, EARLY[3]};

    private final MovingBlocks moving = new MovingBlocks(false); // presence relies on room
    private final Blocks blocks = new Blocks(new BlockPool(new DirtyMemory(0xA5), 0));
    private final Presence presence = new Presence(blocks);
    private long base;

    /** Components with areas above the base, and with ids below 64: {@link Presence#tryRemoveAll} is for these. */
    private static int[] earlyIds() {
        List<Component<?>> registered = List.of(Position.TYPE, Velocity.TYPE, Health.TYPE, Frozen.TYPE);
        ComponentAreas areas = ComponentAreas.process();
        int[] early = IntStream.range(DISABLED_ID + 1, Math.min(Long.SIZE, areas.count()))
                .filter(id -> areas.present(id) > areas.present(DISABLED_ID))
                .toArray();
        assertTrue(early.length >= registered.size());
        return early;
    }

    @BeforeEach
    void addBlock() {
        base = blocks.base(blocks.add(blocks.take(BlockSize.of(IDS)), new FreeBlocks(1)));
    }

    @AfterEach
    void close() {
        blocks.close();
        moving.close();
    }

    @Test
    void shouldHaveNoRowsInANewBlock() {
        for (int word = 0; word < WORDS; word++) {
            assertEquals(0, Presence.word(base, word, FIRST));
            assertEquals(0, presence.remove(base, word, -1L, FIRST));
            assertFalse(presence.tryRemove(base, word << 6, FIRST));
            assertFalse(presence.tryInsert(base, word << 6, FIRST), "the first row of a word changes its summary");
            assertEquals(0, Presence.word(base, word, FIRST));
        }
    }

    /** All ways to change a word agree with an array of longs, and the summaries with the words. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldAgreeWithAnArray(long seed) {
        Random random = new Random(seed);
        long[][] expected = new long[IDS.length][WORDS];
        for (int step = 0; step < 20_000; step++) {
            int component = random.nextInt(IDS.length);
            int id = IDS[component];
            int word = random.nextInt(4) * 85;
            int row = (word << 6) + random.nextInt(3) * 31;
            long bit = 1L << row;
            long rows = random.nextInt(4) == 0 ? -1L : bit;
            long old = expected[component][word];
            String context = "seed=" + seed + ", step=" + step;
            switch (random.nextInt(7)) {
                case 0 -> {
                    assertEquals(rows & ~old, presence.insert(base, word, rows, id), context);
                    expected[component][word] = old | rows;
                }
                case 1 -> {
                    assertEquals(rows & old, presence.remove(base, word, rows, id), context);
                    expected[component][word] = old & ~rows;
                }
                case 2 -> expected[component][word] = presence.tryInsert(base, row, id) ? old | bit : old;
                case 3 -> expected[component][word] = presence.tryRemove(base, row, id) ? old & ~bit : old;
                case 4 -> {
                    presence.define(base, word, id);
                    Presence.settle(base, word, id);
                }
                case 5 -> {
                    presence.removeAll(base, word, rows, 0, Blocks.populated(base, 0));
                    for (long[] words : expected) {
                        words[word] &= ~rows;
                    }
                }
                default -> presence.summariseEmptied();
            }
            assertEquals(expected[component][word], Presence.word(base, word, id), context);
            if (step % 100 == 0) {
                assertSame(expected, context);
            }
        }
        assertSame(expected, "seed=" + seed);
    }

    @Test
    void shouldRemoveARowFromAllComponentsWhileOthersAreAlive() {
        for (int id : IDS) {
            presence.insert(base, 5, 0b111, id);
        }
        presence.remove(base, 5, 0b101, SECOND); // row 1 is the last with this component
        int row = (5 << 6) + 1;

        assertTrue(presence.tryRemoveAll(base, row, Blocks.populated(base, 0)));
        for (int id : IDS) {
            assertEquals(id == SECOND ? 0 : 0b101, Presence.word(base, 5, id));
        }
        presence.summariseEmptied();
        assertFalse(Blocks.isPopulated(base, SECOND));
    }

    @Test
    void shouldNotRemoveTheLastRowOfAWordTheShortWay() {
        presence.insert(base, 5, 1, ALIVE_ID);
        presence.insert(base, 6, -1L, ALIVE_ID);

        assertFalse(presence.tryRemoveAll(base, 5 << 6, Blocks.populated(base, 0)));
        assertFalse(presence.tryRemoveAll(base, 6 << 6, Blocks.populated(base, 0)), "the word is full");
        assertEquals(1, Presence.word(base, 5, ALIVE_ID));
        assertEquals(-1L, Presence.word(base, 6, ALIVE_ID));
    }

    @Test
    void shouldKeepTheSummaryOfAWordThatIsEmptyForAMoment() {
        presence.insert(base, 0, 1, FIRST);
        presence.remove(base, 0, 1, FIRST);
        assertTrue(presence.tryInsert(base, 0, FIRST));
        assertTrue(presence.tryRemove(base, 0, FIRST));
        assertEquals(0, presence.clearedWords());

        presence.insert(base, 1, 1, SECOND);
        presence.remove(base, 1, 1, SECOND);
        assertEquals(1, presence.clearedWords(), "the next word that becomes empty clears the bit");
        assertFalse(RowBits.isAny(base + Blocks.area(base, FIRST) + PRESENT_SUMMARY, 0));
        assertFalse(presence.tryInsert(base, 0, FIRST));
    }

    private void assertSame(long[][] expected, String context) {
        presence.summariseEmptied();
        for (int component = 0; component < IDS.length; component++) {
            int id = IDS[component];
            long summary = base + Blocks.area(base, id) + PRESENT_SUMMARY;
            boolean any = false;
            for (int word = 0; word < WORDS; word++) {
                long rows = expected[component][word];
                any |= rows != 0;
                assertEquals(rows, Presence.word(base, word, id), context);
                assertFalse(rows != 0 && !RowBits.isAny(summary, word), context);
                assertEquals(rows == -1L, (RowBits.full(summary, word >>> 6) >>> word & 1) != 0, context);
            }
            assertFalse(any && !Blocks.isPopulated(base, id), context);
            assertEquals(!RowBits.isEmpty(summary), Blocks.isPopulated(base, id), context);
        }
        assertEquals(0, Presence.word(base, ROWS / 64 - 1, NEVER), "a component that was never added");
    }
}
