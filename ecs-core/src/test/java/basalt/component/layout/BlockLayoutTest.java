package basalt.component.layout;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class BlockLayoutTest {
    private static final int SUMMARY_BYTES = 2 * BlockLayout.SUMMARY_WORDS * Long.BYTES;
    private static final int WORDS_BYTES = BlockLayout.WORDS * Long.BYTES;

    /** The areas of the header, in order. */
    private static final List<Area> HEADER = List.of(
            new Area("NO_ROWS' summaries", BlockLayout.NO_ROWS + BlockLayout.PRESENT_SUMMARY, 2 * SUMMARY_BYTES),
            new Area("NO_ROWS", BlockLayout.NO_ROWS, WORDS_BYTES),
            new Area("BLOCK_INDEX", BlockLayout.BLOCK_INDEX, 4 * Integer.BYTES),
            new Area("FREE_SUMMARY", BlockLayout.FREE_SUMMARY, SUMMARY_BYTES),
            new Area("FREE", BlockLayout.FREE, WORDS_BYTES),
            new Area("POPULATED", BlockLayout.POPULATED, BlockLayout.MAX_COMPONENTS / Byte.SIZE),
            new Area("DEFINED", BlockLayout.DEFINED, BlockLayout.MAX_COMPONENTS / Byte.SIZE),
            new Area("WORD_OFFSETS", BlockLayout.WORD_OFFSETS, BlockLayout.MAX_COMPONENTS * Integer.BYTES),
            new Area("GENERATIONS", BlockLayout.GENERATIONS, BlockLayout.ROWS * Integer.BYTES));

    /** The parts of a component's area, in order, from its present words. */
    private static final List<Area> COMPONENT = List.of(
            new Area("PRESENT_SUMMARY", BlockLayout.PRESENT_SUMMARY, SUMMARY_BYTES),
            new Area("DISABLED_SUMMARY", BlockLayout.DISABLED_SUMMARY, SUMMARY_BYTES),
            new Area("present words", 0, WORDS_BYTES),
            new Area("DISABLED", BlockLayout.DISABLED, WORDS_BYTES),
            new Area("COLUMNS", BlockLayout.COLUMNS, 0));

    @Test
    void shouldRelateRowsBitsMaskAndWords() {
        assertEquals(BlockLayout.ROWS, 1 << BlockLayout.ROW_BITS);
        assertEquals(BlockLayout.ROW_MASK, BlockLayout.ROWS - 1);
        assertEquals(BlockLayout.ROWS, BlockLayout.WORDS * 64);
        assertEquals(BlockLayout.WORDS, BlockLayout.SUMMARY_WORDS * 64);
    }

    @Test
    void shouldAlignEachAreaToACacheLine() {
        assertAll(HEADER.stream().map(area -> () -> assertEquals(0, area.offset % 64, area.name)));
        assertAll(COMPONENT.stream().map(area -> () -> assertEquals(0, area.offset % 64, area.name)));
        assertEquals(0, BlockLayout.HEADER_BYTES % 64);
    }

    @Test
    void shouldFollowEachOtherWithoutOverlap() {
        assertEquals(0, HEADER.get(0).offset);
        assertOrdered(HEADER);
        assertEquals(BlockLayout.HEADER_BYTES, HEADER.get(HEADER.size() - 1).end());
        assertOrdered(COMPONENT);
        assertEquals(BlockLayout.COLUMNS, COMPONENT.get(3).end());
    }

    private static void assertOrdered(List<Area> areas) {
        for (int i = 1; i < areas.size(); i++) {
            assertTrue(
                    areas.get(i - 1).end() <= areas.get(i).offset, areas.get(i - 1) + " reaches into " + areas.get(i));
        }
    }

    @Test
    void shouldGiveEachComponentAnEntryOfTheTable() {
        for (int id = 0; id < BlockLayout.MAX_COMPONENTS; id++) {
            assertEquals(BlockLayout.WORD_OFFSETS + id * Integer.BYTES, BlockLayout.wordOffset(id));
        }
    }

    @Test
    void shouldReserveTheFirstTwoIds() {
        assertEquals(0, BlockLayout.ALIVE_ID);
        assertEquals(1, BlockLayout.DISABLED_ID);
    }

    private record Area(String name, int offset, int bytes) {
        int end() {
            return offset + bytes;
        }
    }
}
