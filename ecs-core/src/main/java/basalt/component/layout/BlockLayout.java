package basalt.component.layout;

import org.agrona.BitUtil;

/**
 * The layout of a block's bytes, from which all offsets are computed.
 *
 * <p>A block is one native allocation for {@value #ROWS} rows (entities). All offsets are in bytes from the block's
 * base, are the same in every block of the process, and are below 2<sup>31</sup>. {@code C} is {@link #MAX_COMPONENTS},
 * {@code B} is {@link #BYTES_PER_ROW}; each area starts at a multiple of 64.
 *
 * <pre>
 *  area           bytes           content
 *  +--------------+---------------+--------------------------------------------------------------------+
 *  | NO_ROWS      | 2048          | 256 longs, always 0: the present words of a component without any  |
 *  | flags        | 64            | BLOCK_INDEX (int), HAS_DISABLED (int), rest unused                 |
 *  | FREE_SUMMARY | 64            | summary of the free rows: 4 longs "any", 4 longs "full"            |
 *  | FREE         | 2048          | 256 longs: bit = the row is free                                   |
 *  | POPULATED    | C / 8         | C / 64 longs: bit = some row of the block has the component        |
 *  | WORD_OFFSETS | C * 4         | for each component: int offset of its present words, or 0, NO_ROWS |
 *  | GENERATIONS  | 65536         | 16384 ints: generation of each row; even = the row has no entity   |
 *  | SUMMARIES    | C * 128       | for each component: present summary, disabled summary, 64 B each   |
 *  +--------------+---------------+---------------------------------- HEADER_BYTES, multiple of 4096
 *  | PRESENCE     | C * 4352      | for each component: 256 longs present, 256 longs disabled, padding |
 *  +--------------+---------------+--------------------------------------------------------------------+
 *  | COLUMNS      | B * 16384     | column, padding, column, padding, ...: a lane of size s takes      |
 *  |              |  + B * 320    | 16384 * s bytes and 320 bytes of padding                           |
 *  +--------------+---------------+------------------------------------ BLOCK_BYTES, multiple of 4096
 * </pre>
 *
 * <p>Row {@code r} is bit {@code r & 63} of word {@code r >>> 6}. A summary has two bits for each of the 256 words
 * below it: "any" (the word may have a set bit) and "full" (the word is all ones). The present words of a component are
 * undefined memory until WORD_OFFSETS refers to them, and its disabled words where the "any" bit is clear, so that
 * only the header of a new block needs to be cleared. The padding staggers the columns, so that loads
 * and stores of neighbouring columns differ in their low 12 address bits.
 *
 * <p>The limits come from the system properties {@code basalt.layout.bytesPerRow} (512, the default, or 1024) and
 * {@code basalt.layout.components} (64 to 4096 in steps of 64, default 256), which are read once, when this class is
 * initialised; a value out of range fails the initialisation with an {@link IllegalArgumentException} as its cause.
 *
 * <p>Stateless and safe for all threads.
 */
public final class BlockLayout {
    /** log2 of {@link #ROWS}: {@code entityIndex >>> ROW_BITS} is the block, {@code entityIndex & ROW_MASK} the row. */
    public static final int ROW_BITS = 14;

    /** Rows of a block. */
    public static final int ROWS = 1 << ROW_BITS;

    /** Mask of the row in an entity index. */
    public static final int ROW_MASK = ROWS - 1;

    /** Words of 64 rows each that cover a block. */
    public static final int WORDS = ROWS / Long.SIZE;

    /** Words of each of the two summaries ("any", "full") over {@link #WORDS}. */
    public static final int SUMMARY_WORDS = WORDS / Long.SIZE;

    /** Every block's address is a multiple of this. */
    public static final int BLOCK_ALIGNMENT = 4096;

    /** Bytes between the end of one column lane and the start of the next. */
    public static final int COLUMN_PADDING = 320;

    /** Reserved component id: the row has an entity. */
    public static final int ALIVE_ID = 0;

    /** Reserved component id: the entity of this row is disabled. */
    public static final int DISABLED_ID = 1;

    /** Component ids of the process, the two reserved ones included. */
    public static final int MAX_COMPONENTS;

    /**
     * Bytes of column data that all components of the process together have for each row; also the limit of an event.
     */
    public static final int BYTES_PER_ROW;

    /** Offset of 256 words that are always zero. */
    public static final int NO_ROWS = 0;

    /** Offset of the block's number in its world (int). */
    public static final int BLOCK_INDEX = WORDS * Long.BYTES;

    /** Offset of the flag that some row may have a disabled component (int, 0 if none). */
    public static final int HAS_DISABLED = BLOCK_INDEX + 4;

    /** Offset of the summary over the {@link #FREE} words. */
    public static final int FREE_SUMMARY = BLOCK_INDEX + 64;

    /** Offset of the 256 words of free rows. */
    public static final int FREE = FREE_SUMMARY + 64;

    /** Offset of the bits of the components that some row of the block has. */
    public static final int POPULATED = FREE + WORDS * Long.BYTES;

    /** Offset of the offsets of the components' present words (ints), {@link #NO_ROWS} for a component without any. */
    public static final int WORD_OFFSETS;

    /** Offset of the rows' generations (ints). */
    public static final int GENERATIONS;

    /** Offset of the components' summaries. */
    public static final int SUMMARIES;

    /** Size of everything before {@link #PRESENCE}, which must be cleared in a new block. */
    public static final int HEADER_BYTES;

    /** Offset of the components' presence words, a multiple of 4096. */
    public static final int PRESENCE;

    /** Offset of the first column, a multiple of 4096. */
    public static final int COLUMNS;

    /** Size of a block, a multiple of 4096. */
    public static final int BLOCK_BYTES;

    private static final int LINE_BYTES = 64;
    private static final int SUMMARY_BYTES = 2 * SUMMARY_WORDS * Long.BYTES;
    private static final int SUMMARY_SHIFT = 7;
    private static final int PRESENCE_STRIDE = 2 * WORDS * Long.BYTES + 256;
    private static final int WORD_OFFSET_SHIFT = 2;

    static {
        LayoutLimits limits = LayoutLimits.fromProperties();
        MAX_COMPONENTS = limits.components();
        BYTES_PER_ROW = limits.bytesPerRow();
        WORD_OFFSETS = BitUtil.align(POPULATED + MAX_COMPONENTS / Byte.SIZE, LINE_BYTES);
        GENERATIONS = BitUtil.align(WORD_OFFSETS + (MAX_COMPONENTS << WORD_OFFSET_SHIFT), LINE_BYTES);
        SUMMARIES = GENERATIONS + ROWS * Integer.BYTES;
        HEADER_BYTES = BitUtil.align(SUMMARIES + (MAX_COMPONENTS << SUMMARY_SHIFT), BLOCK_ALIGNMENT);
        PRESENCE = HEADER_BYTES;
        COLUMNS = PRESENCE + MAX_COMPONENTS * PRESENCE_STRIDE;
        BLOCK_BYTES = BitUtil.align(COLUMNS + BYTES_PER_ROW * (ROWS + COLUMN_PADDING), BLOCK_ALIGNMENT);
    }

    private BlockLayout() {}

    /**
     * Offset of the summary over a component's present words. Not checked.
     *
     * @param componentId the component's id, 0 to {@link #MAX_COMPONENTS} - 1
     * @return bytes from the block's base
     */
    public static int presentSummary(int componentId) {
        return SUMMARIES + (componentId << SUMMARY_SHIFT);
    }

    /**
     * Offset of the summary over a component's disabled words. Not checked.
     *
     * @param componentId the component's id, 0 to {@link #MAX_COMPONENTS} - 1
     * @return bytes from the block's base
     */
    public static int disabledSummary(int componentId) {
        return SUMMARIES + SUMMARY_BYTES + (componentId << SUMMARY_SHIFT);
    }

    /**
     * Offset of the offset of a component's present words. Not checked.
     *
     * @param componentId the component's id, 0 to {@link #MAX_COMPONENTS} - 1
     * @return bytes from the block's base
     */
    public static int wordOffset(int componentId) {
        return WORD_OFFSETS + (componentId << WORD_OFFSET_SHIFT);
    }

    /**
     * Offset of a component's 256 present words, where {@link #wordOffset} refers to them. Not checked.
     *
     * @param componentId the component's id, 0 to {@link #MAX_COMPONENTS} - 1
     * @return bytes from the block's base
     */
    public static int present(int componentId) {
        return PRESENCE + componentId * PRESENCE_STRIDE;
    }

    /**
     * Offset of a component's 256 disabled words. Not checked.
     *
     * @param componentId the component's id, 0 to {@link #MAX_COMPONENTS} - 1
     * @return bytes from the block's base
     */
    public static int disabled(int componentId) {
        return PRESENCE + WORDS * Long.BYTES + componentId * PRESENCE_STRIDE;
    }
}
