package basalt.storage;

import static basalt.component.layout.BlockLayout.BYTES_BELOW;
import static basalt.component.layout.BlockLayout.COLUMNS;
import static basalt.component.layout.BlockLayout.DEFINED;
import static basalt.component.layout.BlockLayout.FREE_SUMMARY;
import static basalt.component.layout.BlockLayout.GENERATIONS;
import static basalt.component.layout.BlockLayout.HEADER_BYTES;
import static basalt.component.layout.BlockLayout.MAX_COMPONENTS;
import static basalt.component.layout.BlockLayout.NO_ROWS;
import static basalt.component.layout.BlockLayout.POPULATED;
import static basalt.component.layout.BlockLayout.PRESENT_SUMMARY;
import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;
import static basalt.component.layout.BlockLayout.WORD_OFFSETS;
import static basalt.component.layout.BlockLayout.wordOffset;

import org.agrona.UnsafeApi;

/**
 * Copies what is in a block to another one. Only what some row has is copied, so that memory pages that no row uses
 * stay untouched in the copy too.
 *
 * <p>SAFETY: the other block is at least as large, and bytes are copied to the offset at which they were. Both have a
 * header, and room for the area of each component that is defined in the first.
 */
public final class BlockContents {
    private BlockContents() {}

    /** Copies the header, and the presence of all components that some row has; the others become undefined. */
    static void copyPresence(long from, long to) {
        long sizes = UnsafeApi.getLong(null, to + BYTES_BELOW); // BYTES_ABOVE too
        UnsafeApi.copyMemory(from, to, HEADER_BYTES);
        UnsafeApi.putLong(null, to + BYTES_BELOW, sizes);
        UnsafeApi.copyMemory(from + POPULATED, to + DEFINED, WORD_OFFSETS - DEFINED);
        for (int ids = 0; ids < MAX_COMPONENTS / Long.SIZE; ids++) {
            long populated = Blocks.populated(from, ids);
            for (long rest = Blocks.defined(from, ids); rest != 0; rest &= rest - 1) {
                int id = (ids << 6) + Long.numberOfTrailingZeros(rest);
                if ((populated & rest & -rest) != 0) {
                    int start = Blocks.area(from, id) + PRESENT_SUMMARY;
                    UnsafeApi.copyMemory(from + start, to + start, COLUMNS - PRESENT_SUMMARY);
                } else {
                    UnsafeApi.putInt(null, to + wordOffset(id), NO_ROWS);
                }
            }
        }
    }

    /** Copies everything but references: presence, and the columns of all components up to the last row in use. */
    static void copy(long from, long to, ColumnSet[] sets) {
        copyPresence(from, to);
        int rows = usedRows(from);
        for (int ids = 0; ids < MAX_COMPONENTS / Long.SIZE; ids++) {
            for (long rest = Blocks.populated(from, ids); rest != 0; rest &= rest - 1) {
                ColumnSet set = sets[(ids << 6) + Long.numberOfTrailingZeros(rest)];
                if (set != null) { // else it is one of the library's own
                    set.copyRows(from, 0, to, 0, rows);
                }
            }
        }
    }

    /** Overwrites the generations and the presence words. */
    static void fill(long base, byte value) {
        UnsafeApi.setMemory(base + GENERATIONS, HEADER_BYTES - GENERATIONS, value);
        for (int ids = 0; ids < MAX_COMPONENTS / Long.SIZE; ids++) {
            for (long rest = Blocks.defined(base, ids); rest != 0; rest &= rest - 1) {
                int area = Blocks.area(base, (ids << 6) + Long.numberOfTrailingZeros(rest));
                UnsafeApi.setMemory(base + area + PRESENT_SUMMARY, COLUMNS - PRESENT_SUMMARY, value);
            }
        }
    }

    /** The row after the last one that was used: all rows from this one on are free. A multiple of 64. */
    static int usedRows(long base) {
        for (int group = SUMMARY_WORDS - 1; group >= 0; group--) {
            long used = ~RowBits.full(base + FREE_SUMMARY, group);
            if (used != 0) {
                return (group + 1 << 12) - (Long.numberOfLeadingZeros(used) << 6);
            }
        }
        return 0;
    }
}
