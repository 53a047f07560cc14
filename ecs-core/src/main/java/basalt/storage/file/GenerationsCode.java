package basalt.storage.file;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.agrona.UnsafeApi;

/**
 * The generations of the rows of a block.
 *
 * <pre>
 *   byte form     0 packed, 1 runs: what is shorter
 *   packed        int lowest; byte bits, 0 to 32; then for each row its generation minus the lowest one,
 *                 in so many bits, the lowest bits of a long first: 256 * bits longs
 *   runs          short count; for each run: short rows - 1, int generation; together 16384 rows
 * </pre>
 *
 * <p>Generations are unsigned. A new world has long runs; in one whose entities come and go, neighbouring rows have
 * different generations of the same size.
 *
 * <p>SAFETY: a block has ROWS ints from the address on, and a row is below ROWS.
 */
final class GenerationsCode {
    private static final int PACKED = 0;
    private static final int RUNS = 1;
    private static final int RUN_BYTES = Short.BYTES + Integer.BYTES;
    private static final int PACKED_HEADER_BYTES = Integer.BYTES + 1;

    /** The most bytes that generations take. */
    static final int MOST_BYTES = 1 + PACKED_HEADER_BYTES + ROWS * Integer.BYTES;

    private GenerationsCode() {}

    static void encode(ChunkBuffer to, long generations) throws IOException {
        int runs = 0;
        int lowest = get(generations, 0);
        int highest = lowest;
        for (int row = 0; row < ROWS; row = endOfRun(generations, row)) {
            int generation = get(generations, row);
            lowest = Integer.compareUnsigned(generation, lowest) < 0 ? generation : lowest;
            highest = Integer.compareUnsigned(generation, highest) > 0 ? generation : highest;
            runs++;
        }
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(highest - lowest);
        if (Short.BYTES + runs * RUN_BYTES > PACKED_HEADER_BYTES + packedLongs(bits) * Long.BYTES) {
            int first = lowest;
            to.putByte(PACKED);
            to.putInt(first);
            to.putByte(bits);
            pack(to, bits, row -> get(generations, row) - first);
        } else {
            to.putByte(RUNS);
            to.putShort(runs);
            for (int row = 0; row < ROWS; ) {
                int end = endOfRun(generations, row);
                to.putShort(end - row - 1);
                to.putInt(get(generations, row));
                row = end;
            }
        }
    }

    /** Reads generations, and sets the bits of the rows that have an entity: those with an odd generation. */
    static void decode(ChunkCursor from, long generations, long[] alive) {
        Arrays.fill(alive, 0);
        int form = from.getByte();
        from.require(form <= RUNS, "the form of generations is unknown");
        if (form == PACKED) {
            unpack(from, generations, alive);
            return;
        }
        int row = 0;
        for (int runs = from.getShort(); runs > 0; runs--) {
            int end = row + from.getShort() + 1;
            from.require(end <= ROWS, "there are more generations than rows");
            int generation = from.getInt();
            fill(generations, row, end, generation);
            if ((generation & 1) != 0) {
                RowWords.set(alive, row, end);
            }
            row = end;
        }
        from.require(row == ROWS, "there are fewer generations than rows");
    }

    /** Sets a run, two rows at a time where it can. */
    private static void fill(long generations, int from, int end, int generation) {
        int row = from;
        if ((row & 1) != 0) {
            put(generations, row++, generation);
        }
        long two = generation & 0xFFFF_FFFFL | (long) generation << 32;
        for (int pair = row >> 1 & ROW_MASK; pair < (end >> 1 & ROW_MASK); pair++) {
            UnsafeApi.putLong(null, generations + ((long) pair << 3), two);
        }
        if (row < end && (end & 1) != 0) {
            put(generations, end - 1, generation);
        }
    }

    /** How many longs {@link #pack} writes. */
    static int packedLongs(int bits) {
        return ROWS / Long.SIZE * bits;
    }

    private static void unpack(ChunkCursor from, long generations, long[] alive) {
        int lowest = from.getInt();
        int bits = from.getByte();
        from.require(bits <= Integer.SIZE, "generations have more than 32 bits: " + bits);
        from.require(from.rest() >= packedLongs(bits) * Long.BYTES, "there are fewer generations than rows");
        unpack(from, bits, (row, value) -> {
            int generation = lowest + value;
            put(generations, row, generation);
            alive[row >>> 6] |= (generation & 1L) << row;
        });
    }

    /** Writes a number for each row in so many bits, the lowest bits of a long first. */
    static void pack(ChunkBuffer to, int bits, IntUnaryOperator values) {
        long packed = 0;
        int used = 0;
        for (int row = 0; row < ROWS; row++) {
            long value = values.applyAsInt(row) & 0xFFFF_FFFFL;
            packed |= value << used;
            used += bits;
            if (used >= Long.SIZE) {
                to.putLong(packed);
                used -= Long.SIZE;
                packed = used == 0 ? 0 : value >>> bits - used; // the bits that did not fit
            }
        }
    }

    /** Takes the number of a row. */
    interface Unpacked {
        void set(int row, int value);
    }

    /** Reads what {@link #pack} has written. */
    static void unpack(ChunkCursor from, int bits, Unpacked to) {
        long mask = (1L << bits) - 1;
        long packed = 0;
        int left = 0;
        for (int row = 0; row < ROWS; row++) {
            long value = packed;
            if (left < bits) {
                packed = from.getLong();
                value |= packed << left;
                packed = packed >>> bits - left;
                left += Long.SIZE;
            } else {
                packed = packed >>> bits;
            }
            left -= bits;
            to.set(row, (int) (value & mask));
        }
    }

    /** The next row with another generation. Compares eight rows at a time. */
    private static int endOfRun(long generations, int row) {
        int generation = get(generations, row);
        int end = row + 1;
        while ((end & 7) != 0 && get(generations, end) == generation) {
            end++;
        }
        if ((end & 7) == 0) {
            long two = generation & 0xFFFF_FFFFL | (long) generation << 32;
            while (end < ROWS && others(generations, end, two) == 0) {
                end += 8;
            }
            while (end < ROWS && get(generations, end) == generation) {
                end++;
            }
        }
        return end;
    }

    /** The bits in which eight rows differ from two. */
    private static long others(long generations, int row, long two) {
        long at = generations + ((long) row << 2);
        return (UnsafeApi.getLong(null, at) ^ two)
                | (UnsafeApi.getLong(null, at + 8) ^ two)
                | (UnsafeApi.getLong(null, at + 16) ^ two)
                | (UnsafeApi.getLong(null, at + 24) ^ two);
    }

    private static int get(long generations, int row) {
        return UnsafeApi.getInt(null, generations + ((long) row << 2));
    }

    private static void put(long generations, int row, int generation) {
        UnsafeApi.putInt(null, generations + ((long) row << 2), generation);
    }
}
