package basalt.component.layout;

import static basalt.component.Rejection.assertMentions;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.CopyLoader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

class BlockLayoutTest {
    private static final int SUMMARY_BYTES = 2 * BlockLayout.SUMMARY_WORDS * Long.BYTES;
    private static final int WORDS_BYTES = BlockLayout.WORDS * Long.BYTES;

    /** Present and disabled words, and padding. */
    private static final int PRESENCE_BYTES = 2 * WORDS_BYTES + 256;

    /** The areas of the layout, in order. */
    private static final List<Area> AREAS = List.of(
            new Area("NO_ROWS", BlockLayout.NO_ROWS, WORDS_BYTES),
            new Area("BLOCK_INDEX", BlockLayout.BLOCK_INDEX, Integer.BYTES),
            new Area("FREE_SUMMARY", BlockLayout.FREE_SUMMARY, SUMMARY_BYTES),
            new Area("FREE", BlockLayout.FREE, WORDS_BYTES),
            new Area("POPULATED", BlockLayout.POPULATED, BlockLayout.MAX_COMPONENTS / Byte.SIZE),
            new Area("WORD_OFFSETS", BlockLayout.WORD_OFFSETS, BlockLayout.MAX_COMPONENTS * Integer.BYTES),
            new Area("GENERATIONS", BlockLayout.GENERATIONS, BlockLayout.ROWS * Integer.BYTES),
            new Area("SUMMARIES", BlockLayout.SUMMARIES, BlockLayout.MAX_COMPONENTS * 2 * SUMMARY_BYTES),
            new Area("PRESENCE", BlockLayout.PRESENCE, BlockLayout.MAX_COMPONENTS * PRESENCE_BYTES),
            new Area(
                    "COLUMNS",
                    BlockLayout.COLUMNS,
                    BlockLayout.BYTES_PER_ROW * (BlockLayout.ROWS + BlockLayout.COLUMN_PADDING)));

    @Test
    void shouldRelateRowsBitsMaskAndWords() {
        assertEquals(BlockLayout.ROWS, 1 << BlockLayout.ROW_BITS);
        assertEquals(BlockLayout.ROW_MASK, BlockLayout.ROWS - 1);
        assertEquals(BlockLayout.ROWS, BlockLayout.WORDS * 64);
        assertEquals(BlockLayout.WORDS, BlockLayout.SUMMARY_WORDS * 64);
    }

    @Test
    void shouldAlignEachAreaToACacheLine() {
        assertAll(AREAS.stream().map(area -> () -> assertEquals(0, area.offset % 64, area.name)));
    }

    @Test
    void shouldNotOverlapAreas() {
        for (int i = 1; i < AREAS.size(); i++) {
            Area before = AREAS.get(i - 1);
            Area after = AREAS.get(i);
            assertTrue(before.end() <= after.offset, before + " reaches into " + after);
        }
    }

    @Test
    void shouldKeepAllAreasInsideTheBlock() {
        Area last = AREAS.get(AREAS.size() - 1);

        assertTrue(last.end() <= BlockLayout.BLOCK_BYTES);
        assertTrue(BlockLayout.BLOCK_BYTES - last.end() < 4096);
        assertTrue(BlockLayout.BLOCK_BYTES > 0);
    }

    @Test
    void shouldStartPresenceAndColumnsOnPages() {
        assertEquals(0, BlockLayout.PRESENCE % 4096);
        assertEquals(0, BlockLayout.COLUMNS % 4096);
        assertEquals(0, BlockLayout.BLOCK_BYTES % 4096);
        assertEquals(0, BlockLayout.BLOCK_ALIGNMENT % 4096);
    }

    @Test
    void shouldCallAllBeforePresenceTheHeader() {
        assertTrue(BlockLayout.HEADER_BYTES >= AREAS.get(7).end());
        assertTrue(BlockLayout.HEADER_BYTES <= BlockLayout.PRESENCE);
    }

    @Test
    void shouldGiveEachComponentItsOwnPlaceInEachArea() {
        for (int id = 0; id < BlockLayout.MAX_COMPONENTS; id++) {
            assertEquals(BlockLayout.SUMMARIES + id * 2 * SUMMARY_BYTES, BlockLayout.presentSummary(id));
            assertEquals(BlockLayout.presentSummary(id) + SUMMARY_BYTES, BlockLayout.disabledSummary(id));
            assertEquals(BlockLayout.PRESENCE + id * PRESENCE_BYTES, BlockLayout.present(id));
            assertEquals(BlockLayout.present(id) + WORDS_BYTES, BlockLayout.disabled(id));
            assertEquals(BlockLayout.WORD_OFFSETS + id * Integer.BYTES, BlockLayout.wordOffset(id));
        }
    }

    @Test
    void shouldReserveTheFirstTwoIds() {
        assertEquals(0, BlockLayout.ALIVE_ID);
        assertEquals(1, BlockLayout.DISABLED_ID);
    }

    @Test
    @ResourceLock(Resources.SYSTEM_PROPERTIES)
    void shouldObeyTheProperties() throws ReflectiveOperationException {
        Class<?> layout = freshLayout("1024", "4096");

        assertEquals(1024, layout.getField("BYTES_PER_ROW").getInt(null));
        assertEquals(4096, layout.getField("MAX_COMPONENTS").getInt(null));
        int columns = layout.getField("COLUMNS").getInt(null);
        int end = layout.getField("BLOCK_BYTES").getInt(null);
        assertEquals(
                4096 * PRESENCE_BYTES, columns - layout.getField("PRESENCE").getInt(null));
        assertTrue(end - columns >= 1024 * (BlockLayout.ROWS + BlockLayout.COLUMN_PADDING));
        assertTrue(end > columns, "a block stays below 2^31 bytes");
    }

    @Test
    @ResourceLock(Resources.SYSTEM_PROPERTIES)
    void shouldFailToInitialiseWithTheReasonAsCause() {
        ExceptionInInitializerError error =
                assertThrows(ExceptionInInitializerError.class, () -> freshLayout("700", null));

        assertMentions(error.getCause(), "basalt.layout.bytesPerRow=700", "512 or 1024");
    }

    /** Initialises the class again, in a class loader of its own. */
    private static Class<?> freshLayout(String bytesPerRow, String components) throws ClassNotFoundException {
        String name = BlockLayout.class.getName();
        String bytesBefore = replace(LayoutLimits.BYTES_PER_ROW_PROPERTY, bytesPerRow);
        String componentsBefore = replace(LayoutLimits.COMPONENTS_PROPERTY, components);
        try {
            return Class.forName(name, true, new CopyLoader(name, LayoutLimits.class.getName()));
        } finally {
            replace(LayoutLimits.BYTES_PER_ROW_PROPERTY, bytesBefore);
            replace(LayoutLimits.COMPONENTS_PROPERTY, componentsBefore);
        }
    }

    private static String replace(String property, String value) {
        return value == null ? System.clearProperty(property) : System.setProperty(property, value);
    }

    private record Area(String name, int offset, int bytes) {
        int end() {
            return offset + bytes;
        }
    }
}
