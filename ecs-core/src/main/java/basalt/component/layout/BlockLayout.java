package basalt.component.layout;

/**
 * The layout of a block's bytes, from which all offsets are computed.
 *
 * <p>A block is one native allocation for {@value #ROWS} rows (entities). All offsets are in bytes from the block's
 * base, are the same in every block of the process, and are below 2<sup>31</sup>; each area starts at a multiple of 64.
 * {@code C} is {@link #MAX_COMPONENTS}.
 *
 * <pre>
 *  area             bytes     content
 *  +----------------+---------+--------------------------------------------------------------------+
 *  | ... sparse     |         | areas of sparse components, downwards in order of registration      |
 *  +================+=========+===================================================== base ==========+
 *  | NO_ROWS        | 128     | always 0: the summaries of a component that no row had              |
 *  |                | 2048    | always 0: the present words of such a component                     |
 *  | flags          | 64      | BLOCK_INDEX, HAS_DISABLED, BYTES_BELOW, BYTES_ABOVE, CHANGED_AT,    |
 *  |                |         | INDICES                                                            |
 *  | FREE_SUMMARY   | 64      | summary of the free rows: 4 longs "any", 4 longs "full"             |
 *  | FREE           | 2048    | 256 longs: bit = the row is free                                    |
 *  | POPULATED      | C / 8   | C / 64 longs: bit = some row of the block has the component         |
 *  | DEFINED        | C / 8   | C / 64 longs: bit = WORD_OFFSETS refers to the component's area     |
 *  | WORD_OFFSETS   | C * 4   | for each component: int offset of its present words, or NO_ROWS     |
 *  | GENERATIONS    | 65536   | 16384 ints: generation of each row; even = the row has no entity    |
 *  +----------------+---------+------------------------------------------------ HEADER_BYTES -------+
 *  | area of a      | 64      | present summary: 4 longs "any", 4 longs "full"                      |
 *  | component      | 64      | disabled summary                                                    |
 *  |                | 2048    | 256 longs: bit = the row has the component                          |
 *  |                | 2048    | 256 longs: bit = the component is disabled in the row               |
 *  |                | n       | columns: a lane of size s takes 16384 * s bytes, and 320 of padding |
 *  +----------------+---------+---------------------------------------------------------------------+
 *  | ...            |         | areas of further components, upwards in order of registration       |
 *  +----------------+---------+------------------------------------ base + BYTES_ABOVE -------------+
 * </pre>
 *
 * <p>{@link ComponentAreas} gives each component its area. The memory of a block starts with the lowest and ends with
 * the highest area of a component that some of its rows has had. It is replaced by larger memory when a component
 * appears in the block whose area is outside.
 *
 * <p>Row {@code r} is bit {@code r & 63} of word {@code r >>> 6}. A summary has two bits for each of the 256 words
 * below it: "any" (the word may have a set bit) and "full" (the word is all ones). The area of a component is undefined
 * memory until WORD_OFFSETS refers to it, and its disabled words where the "any" bit is clear. So only the header of a
 * new block needs to be cleared, and memory pages that no component uses are never touched. The padding staggers the
 * columns, so that loads and stores of neighbouring columns differ in their low 12 address bits.
 *
 * <p>Stateless and safe for all threads.
 */
public final class BlockLayout {
    /**
     * log2 of {@link #ROWS}. Of a row's number in the world, {@code number >>> ROW_BITS} is the block, and {@code
     * number & ROW_MASK} the row in it. An entity index is the number of its row until rows move.
     */
    public static final int ROW_BITS = 14;

    public static final int ROWS = 1 << ROW_BITS;

    public static final int ROW_MASK = ROWS - 1;

    /** Words of 64 rows each that cover a block. */
    public static final int WORDS = ROWS / Long.SIZE;

    /** Words of each of the two summaries ("any", "full") over {@link #WORDS}. */
    public static final int SUMMARY_WORDS = WORDS / Long.SIZE;

    /** Every block's address is a multiple of this, so that its low bits have room for a row. */
    public static final int BLOCK_ALIGNMENT = ROWS;

    /** The bytes of a block from its base on are a multiple of this. */
    public static final int PAGE_BYTES = 4096;

    /** Bytes between the end of one column lane and the start of the next. */
    public static final int COLUMN_PADDING = 320;

    /** Reserved component id: the row has an entity. */
    public static final int ALIVE_ID = 0;

    /** Reserved component id: the entity of this row is disabled. */
    public static final int DISABLED_ID = 1;

    /** The greatest number of component ids of the process, the two reserved ones included. */
    public static final int MAX_COMPONENTS = 8192;

    /** From the present words of a component to their summary, in bytes. */
    public static final int PRESENT_SUMMARY = -128;

    /** From the present words of a component to the summary of its disabled words, in bytes. */
    public static final int DISABLED_SUMMARY = -64;

    /** From the present words of a component to its disabled words, in bytes. */
    public static final int DISABLED = WORDS * Long.BYTES;

    /** From the present words of a component to its first column, in bytes. */
    public static final int COLUMNS = DISABLED + WORDS * Long.BYTES;

    /** Offset of 256 words that are always zero, with their summaries before them. */
    public static final int NO_ROWS = -PRESENT_SUMMARY;

    /** Offset of the block's number in its world (int). */
    public static final int BLOCK_INDEX = NO_ROWS + WORDS * Long.BYTES;

    /** Offset of the flag that some row may have a disabled component (int, 0 if none). */
    public static final int HAS_DISABLED = BLOCK_INDEX + 4;

    /** Offset of the number of bytes that the block has before its base (int), a multiple of 16384. */
    public static final int BYTES_BELOW = BLOCK_INDEX + 8;

    /** Offset of the number of bytes that the block has from its base on (int), a multiple of 4096. */
    public static final int BYTES_ABOVE = BLOCK_INDEX + 12;

    /** Offset of the version at which the block's entities, free rows or presence last changed (long). */
    public static final int CHANGED_AT = BLOCK_INDEX + 16;

    /** Offset of the address of the entity indices of the block's rows (long), 0 if each row has its own. */
    public static final int INDICES = BLOCK_INDEX + 24;

    /** Offset of the summary over the {@link #FREE} words. */
    public static final int FREE_SUMMARY = BLOCK_INDEX + 64;

    /** Offset of the 256 words of free rows. */
    public static final int FREE = FREE_SUMMARY + 64;

    /** Offset of the bits of the components that some row of the block has. */
    public static final int POPULATED = FREE + WORDS * Long.BYTES;

    /** Offset of the bits of the components that have a defined area in the block. */
    public static final int DEFINED = POPULATED + MAX_COMPONENTS / Byte.SIZE;

    /** Offset of the offsets of the components' present words (ints), {@link #NO_ROWS} for a component without any. */
    public static final int WORD_OFFSETS = DEFINED + MAX_COMPONENTS / Byte.SIZE;

    public static final int GENERATIONS = WORD_OFFSETS + MAX_COMPONENTS * Integer.BYTES;

    /** Offset of the first component's area. */
    public static final int HEADER_BYTES = GENERATIONS + ROWS * Integer.BYTES;

    /**
     * Offset of the first column of each event type. Such offsets are not those of a block, but of an address that lies
     * as far behind the page of events. No block reaches down to them, so that the column of an event is never taken
     * for one of an entity.
     */
    public static final int EVENT_COLUMNS = Integer.MIN_VALUE;

    private static final int WORD_OFFSET_SHIFT = 2;

    private BlockLayout() {}

    /** Offset of the offset of a component's present words. Not checked. Returns bytes from the block's base. */
    public static int wordOffset(int componentId) {
        return WORD_OFFSETS + (componentId << WORD_OFFSET_SHIFT);
    }
}
