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
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;
import static basalt.component.layout.BlockLayout.WORD_OFFSETS;
import static basalt.component.layout.BlockLayout.wordOffset;

import basalt.component.Column;
import basalt.component.Component;
import java.util.Collection;
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

    /**
     * A copy of a block, with the columns of some components, for strict mode's test runs of kernels.
     *
     * <p>SAFETY: both blocks have the same size, and what is copied keeps its offset.
     */
    public static final class BlockCopy implements AutoCloseable {
        private final BlockPool pool;
        private final long original;
        private final Collection<Component<?>> components;
        private final long base;

        public BlockCopy(BlockPool pool, long original, Collection<Component<?>> components) {
            this.pool = pool;
            this.original = original;
            this.components = components;
            this.base = pool.take(BlockPool.size(original));
            copy();
        }

        private void copy() {
            BlockContents.copyPresence(original, base); // of all components: a body may check the presence of any
            for (Component<?> component : components) {
                if (Blocks.isPopulated(original, component.id())) {
                    ColumnSet.of(component).copyRows(original, 0, base, 0, ROWS);
                }
            }
        }

        public long base() {
            return base;
        }

        /** Compares rows of the copy with the original. */
        public int firstDifference(Column column, int from, int to) {
            if (!Blocks.isPopulated(original, column.component().id())) {
                return to;
            }
            int first = to;
            for (int lane = 0; lane < ColumnSet.laneCount(column); lane++) {
                int offset = column.laneOffset(lane);
                first = firstDifference(
                        base + offset,
                        original + offset,
                        from,
                        first,
                        column.kind().shift());
            }
            return first;
        }

        /** Compares one lane, whose elements have 1 << shift bytes. */
        private static int firstDifference(long one, long other, int from, int to, int shift) {
            long at = (long) from << shift;
            long end = (long) to << shift;
            while (at + Long.BYTES <= end && UnsafeApi.getLong(null, one + at) == UnsafeApi.getLong(null, other + at)) {
                at += Long.BYTES;
            }
            while (at < end && UnsafeApi.getByte(null, one + at) == UnsafeApi.getByte(null, other + at)) {
                at++;
            }
            return (int) (at >>> shift);
        }

        @Override
        public void close() {
            pool.release(base);
        }
    }
}
