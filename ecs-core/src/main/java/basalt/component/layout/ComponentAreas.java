package basalt.component.layout;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.BLOCK_ALIGNMENT;
import static basalt.component.layout.BlockLayout.COLUMNS;
import static basalt.component.layout.BlockLayout.DISABLED_ID;
import static basalt.component.layout.BlockLayout.HEADER_BYTES;
import static basalt.component.layout.BlockLayout.MAX_COMPONENTS;
import static basalt.component.layout.BlockLayout.PAGE_BYTES;
import static basalt.component.layout.BlockLayout.PRESENT_SUMMARY;

import java.util.Arrays;
import org.agrona.BitUtil;

/**
 * Gives each component its id and its area in a block, see {@link BlockLayout}. Areas follow each other in the order of
 * registration, upwards from the header, or, for sparse components, downwards from the block's base. They are never
 * freed.
 *
 * <p>There is one for the process, since a component has the same area in every block; tests make their own. Safe for
 * all threads: ids and areas that were given are read without a lock.
 */
public final class ComponentAreas {
    /** Offsets stay below this, so that base, offset and row never overflow an int where an int is enough. */
    static final int LIMIT = Integer.MAX_VALUE - BLOCK_ALIGNMENT;

    /** The areas below the base take no more than this, see {@link BlockLayout#EVENT_COLUMNS}. */
    static final int LIMIT_BELOW = 1 << 30;

    private static final ComponentAreas PROCESS = new ComponentAreas();

    /** The offset of the present words, and the end of the area, of each component. */
    private volatile int[] areas = new int[32];

    private volatile int count;
    private int top = HEADER_BYTES;
    private int bottom;

    /** Areas of the two reserved components only. */
    public ComponentAreas() {
        place(ALIVE_ID, 0, false);
        place(DISABLED_ID, 0, false);
    }

    public static ComponentAreas process() {
        return PROCESS;
    }

    /** The number of ids that were given. They are lower than this. */
    public int count() {
        return count;
    }

    /**
     * The greatest number of bytes that {@link #add} can place now. Returns bytes of columns; negative if there is no
     * room even for the presence words.
     */
    public synchronized int room(boolean below) {
        return (below ? LIMIT_BELOW + bottom : LIMIT - top) - COLUMNS + PRESENT_SUMMARY;
    }

    /**
     * Gives a component the next id and an area.
     *
     * @param columnBytes bytes of its columns, a multiple of 64, at most {@link #room}
     */
    public synchronized int add(int columnBytes, boolean below) {
        int id = count;
        place(id, columnBytes, below);
        return id;
    }

    /** Gives an event type the next id. It has no area. */
    public synchronized int addWithoutArea() {
        int id = count;
        put(id, -PRESENT_SUMMARY, 0);
        return id;
    }

    private void place(int id, int columnBytes, boolean below) {
        int bytes = COLUMNS - PRESENT_SUMMARY + columnBytes;
        int start = below ? bottom - bytes : top;
        put(id, start - PRESENT_SUMMARY, start + bytes);
        if (below) {
            bottom = start;
        } else {
            top = start + bytes;
        }
    }

    private void put(int id, int present, int end) {
        assert id < MAX_COMPONENTS : id;
        int[] longer = 2 * id + 1 < areas.length ? areas : Arrays.copyOf(areas, 2 * areas.length);
        longer[2 * id] = present;
        longer[2 * id + 1] = end;
        areas = longer; // published by the volatile write
        count = id + 1;
    }

    /**
     * Offset of a component's 256 present words, in blocks whose table refers to them. Returns bytes from the block's
     * base; negative if it is sparse.
     */
    public int present(int componentId) {
        return areas[2 * componentId];
    }

    /** Offsets of the present words of several components. Returns bytes from the block's base, in the same order. */
    public int[] present(int[] componentIds) {
        return Arrays.stream(componentIds).map(this::present).toArray();
    }

    /**
     * The bytes that a block must have before its base to hold a component's area. Returns a multiple of 16384; 0
     * unless the component is sparse.
     */
    public int bytesBelow(int componentId) {
        int start = areas[2 * componentId] + PRESENT_SUMMARY;
        return start < 0 ? BitUtil.align(-start, BLOCK_ALIGNMENT) : 0;
    }

    /**
     * The bytes that a block must have from its base on to hold its header and a component's area. Returns a multiple
     * of 4096.
     */
    public int bytesAbove(int componentId) {
        return BitUtil.align(Math.max(areas[2 * componentId + 1], areas[2 * DISABLED_ID + 1]), PAGE_BYTES);
    }
}
