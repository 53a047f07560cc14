package basalt.storage;

import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.memory.MemorySource;
import org.agrona.UnsafeApi;

/**
 * Moves the values of one lane from rows to other rows: through a buffer, unless no row is both read and written. See
 * {@link RowMoves}, whose arrays these are.
 *
 * <p>SAFETY: rows are those of existing blocks, which have the lane where a value is read or written. The buffer has 8
 * bytes for each row that takes part.
 */
final class LaneMoves implements AutoCloseable {
    private final MemorySource source;
    private final int[] from;
    private final int[] to;
    private final long[] fromBase;
    private final long[] toBase;
    private final long[] has;

    /** Where the rows of lanes of four bytes are, less the lane's offset: most lanes are such. */
    private final long[] fromInts;

    private final long[] toInts;
    private final long bytes;
    private final long buffer;

    LaneMoves(MemorySource source, int most, int[] from, int[] to, long[] fromBase, long[] toBase, long[] has) {
        this.source = source;
        this.from = from;
        this.to = to;
        this.fromBase = fromBase;
        this.toBase = toBase;
        this.has = has;
        fromInts = new long[most];
        toInts = new long[most];
        bytes = (long) most * Long.BYTES;
        buffer = MemorySource.allocateFrom(source, bytes, Long.SIZE);
    }

    long reservedBytes() {
        return bytes;
    }

    /** Begins to move lanes, after the arrays have got their rows. */
    void begin(int count) {
        for (int i = 0; i < count; i++) {
            fromInts[i] = fromBase[i] + ((long) (from[i] & ROW_MASK) << 2);
            toInts[i] = toBase[i] + ((long) (to[i] & ROW_MASK) << 2);
        }
    }

    /**
     * Moves the values of a lane.
     *
     * @param offset bytes from a block's base to the lane
     */
    void move(int offset, int shift, int count, boolean isOfAll, boolean isApart) {
        if (isOfAll && isApart && shift == 2) {
            copyInts(offset, count);
            return;
        }
        if (isOfAll && shift == 2) {
            moveInts(offset, count);
            return;
        }
        if (isOfAll && shift == 3) {
            moveLongs(offset, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            if (has(i)) {
                ColumnMemory.putLong(buffer, i, 0, read(fromBase[i], from[i] & ROW_MASK, offset, shift));
            }
        }
        for (int i = 0; i < count; i++) {
            if (has(i)) {
                write(toBase[i], to[i] & ROW_MASK, offset, shift, ColumnMemory.getLong(buffer, i, 0));
            }
        }
    }

    private static long read(long base, int row, int offset, int shift) {
        return switch (shift) {
            case 0 -> ColumnMemory.getByte(base, row, offset);
            case 1 -> ColumnMemory.getShort(base, row, offset);
            case 2 -> ColumnMemory.getInt(base, row, offset);
            default -> ColumnMemory.getLong(base, row, offset);
        };
    }

    private static void write(long base, int row, int offset, int shift, long value) {
        switch (shift) {
            case 0 -> ColumnMemory.putByte(base, row, offset, (byte) value);
            case 1 -> ColumnMemory.putShort(base, row, offset, (short) value);
            case 2 -> ColumnMemory.putInt(base, row, offset, (int) value);
            default -> ColumnMemory.putLong(base, row, offset, value);
        }
    }

    private void moveInts(int offset, int count) {
        for (int i = 0; i < count; i++) {
            ColumnMemory.putInt(buffer, i, 0, UnsafeApi.getInt(null, fromInts[i] + offset));
        }
        for (int i = 0; i < count; i++) {
            UnsafeApi.putInt(null, toInts[i] + offset, ColumnMemory.getInt(buffer, i, 0));
        }
    }

    private void copyInts(int offset, int count) {
        for (int i = 0; i < count; i++) {
            UnsafeApi.putInt(null, toInts[i] + offset, UnsafeApi.getInt(null, fromInts[i] + offset));
        }
    }

    private void moveLongs(int offset, int count) {
        for (int i = 0; i < count; i++) {
            ColumnMemory.putLong(buffer, i, 0, ColumnMemory.getLong(fromBase[i], from[i] & ROW_MASK, offset));
        }
        for (int i = 0; i < count; i++) {
            ColumnMemory.putLong(toBase[i], to[i] & ROW_MASK, offset, ColumnMemory.getLong(buffer, i, 0));
        }
    }

    private boolean has(int i) {
        return (has[i >>> 6] >>> i & 1) != 0;
    }

    @Override
    public void close() {
        source.free(buffer, bytes);
    }
}
