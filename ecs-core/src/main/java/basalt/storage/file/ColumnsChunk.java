package basalt.storage.file;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.storage.ColumnMemory;
import java.io.IOException;
import org.agrona.UnsafeApi;

/**
 * The values of a component in a range of rows of a block: those of the rows that have it, in ascending order, without
 * holes. One chunk for each range; for each component with fields in the order of the schema, each block that has rows
 * with it, ascending, and ranges that cover the block's 16384 rows.
 *
 * <pre>
 *   int component, int block, int first row, int end row, int rows with the component
 *   for each lane of each field: the values
 * </pre>
 */
final class ColumnsChunk {
    private static final int HEADER_BYTES = 5 * Integer.BYTES;

    /** The most bytes of a chunk, which is copied several times: they stay in a core's cache. */
    private static final int MOST_BYTES = 1 << 18;

    private final long[] present = new long[WORDS];

    void encode(ChunkBuffer to, long base, int block, int number, Component<?> component) throws IOException {
        RowWordsCode.readPresent(base, component.id(), present);
        int most = (MOST_BYTES - HEADER_BYTES) / component.bytesPerRow();
        int left = RowWordsCode.count(present);
        int end;
        for (int from = 0; from < ROWS; from = end) {
            end = left <= most ? ROWS : end(from, most);
            int count = end == ROWS ? left : PackedRows.count(present, from, end);
            left -= count;
            to.begin(FileFormat.COLUMNS);
            to.putInt(number);
            to.putInt(block);
            to.putInt(from);
            to.putInt(end);
            to.putInt(count);
            for (Column column : SchemaChunk.nativeColumns(component)) {
                for (int lane = 0; lane < column.length(); lane++) {
                    int shift = column.kind().shift();
                    long values = to.reserve(count << shift);
                    PackedRows.copy(base + column.laneOffset(lane), values, shift, present, from, end, true);
                }
            }
        }
        to.end();
    }

    /** The end of a range of rows of which at most so many have the component. */
    private int end(int from, int most) {
        int count = 0;
        int row = from;
        while (row < ROWS && count + 64 <= most) {
            int next = Math.min(ROWS, (row | 63) + 1);
            count += PackedRows.count(present, row, next);
            row = next;
        }
        while (row < ROWS && count < most) {
            count += (int) (present[row >>> 6] >>> row & 1);
            row++;
        }
        return row;
    }

    /** Reads the values of so many rows of a block with a component: the chunks of all its ranges. */
    void decode(ChunkReader file, long base, int block, int number, SavedComponent saved, int rows) throws IOException {
        int left = rows;
        if (saved.component() != null) {
            RowWordsCode.readPresent(base, saved.id(), present);
        }
        int row = 0;
        while (row < ROWS) {
            ChunkCursor from = file.entry(FileFormat.COLUMNS);
            from.require(from.getInt() == number, "the values are of another component than expected");
            from.require(from.getInt() == block, "the values are of another block than expected");
            from.require(from.getInt() == row, "the values are of other rows than expected");
            int end = from.getInt(ROWS, "the end of the rows");
            from.require(end > row, "there are no rows");
            int count = from.getInt(end - row, "the number of rows with the component");
            from.require(
                    saved.component() == null
                            ? count <= left && (end < ROWS || count == left)
                            : count
                                    == (end - row == ROWS
                                            ? RowWordsCode.count(present)
                                            : PackedRows.count(present, row, end)),
                    "the number of values is not that of the rows with the component");
            left -= count;
            for (SavedComponent.Field field : saved.fields()) {
                decode(from, base, field, count, row, end);
            }
            from.require(from.isAtEnd(), "there are more values than rows");
            row = end;
        }
    }

    private void decode(ChunkCursor from, long base, SavedComponent.Field field, int count, int row, int end) {
        int shift = field.kind().shift();
        int bytes = count << shift;
        int wanted = field.column() == null
                ? 0
                : Math.min(field.length(), field.column().length());
        for (int lane = 0; lane < field.length(); lane++) {
            long values = from.next(bytes);
            from.require(
                    field.kind() != ColumnKind.BOOLEAN || PackedRows.areBooleans(values, bytes),
                    "a boolean is neither 0 nor 1");
            if (lane < wanted && field.conversion() != null) {
                convert(from, values, base + field.column().laneOffset(lane), field, row, end);
            } else if (lane < wanted) {
                PackedRows.copy(base + field.column().laneOffset(lane), values, shift, present, row, end, false);
            }
        }
    }

    private void convert(ChunkCursor from, long values, long to, SavedComponent.Field field, int row, int end) {
        long value = values;
        for (int at = RowWordsCode.next(present, row, 0); at < end; at = RowWordsCode.next(present, at + 1, 0)) {
            try {
                field.conversion()
                        .convert(value, to + ((long) at << field.column().kind().shift()));
            } catch (RuntimeException e) {
                throw field.conversion().damage(from, e);
            }
            value += field.kind().sizeBytes();
        }
    }

    /**
     * Copies the values of some rows of a lane side by side, and back.
     *
     * <p>SAFETY: a lane has ROWS values, and rows are below that; the packed values are as many as rows of the range
     * are in the set, which the caller has counted.
     */
    private static final class PackedRows {
        /** Runs of fewer rows are copied one by one. */
        private static final int FEW = 8;

        private PackedRows() {}

        private static long range(int word, int from, int end) {
            int first = Math.max(0, from - (word << 6));
            int rest = Math.max(0, (word + 1 << 6) - end);
            return -1L << first & -1L >>> rest;
        }

        static int count(long[] words, int from, int end) {
            int count = 0;
            for (int word = from >>> 6; word << 6 < end; word++) {
                count += Long.bitCount(words[word] & range(word, from, end));
            }
            return count;
        }

        /** Copies run by run; runs may go beyond a word. */
        static void copy(long lane, long packed, int shift, long[] words, int from, int end, boolean packs) {
            long at = packed;
            int row = Math.min(end, RowWordsCode.next(words, from, 0));
            while (row < end) {
                int last = Math.min(end, RowWordsCode.next(words, row, -1L));
                long place = lane + ((long) row << shift);
                int rows = last - row;
                if (rows >= FEW) {
                    UnsafeApi.copyMemory(packs ? place : at, packs ? at : place, (long) rows << shift);
                } else {
                    for (int i = 0; i < rows; i++) {
                        long bits = ColumnMemory.getBits(packs ? place : at, i, 0, shift);
                        ColumnMemory.putBits(packs ? at : place, i, 0, shift, bits);
                    }
                }
                at += (long) rows << shift;
                row = Math.min(end, RowWordsCode.next(words, last, 0));
            }
        }

        /** Whether all bytes are 0 or 1. */
        static boolean areBooleans(long values, int bytes) {
            int all = 0;
            for (int i = 0; i < bytes; i++) {
                all |= UnsafeApi.getByte(null, values + i);
            }
            return (all & ~1) == 0;
        }
    }
}
