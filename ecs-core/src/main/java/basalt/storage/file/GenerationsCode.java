package basalt.storage.file;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

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
 *   runs          see IntRuns
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
    private static final int PACKED_HEADER_BYTES = Integer.BYTES + 1;

    /** The most bytes that generations take. */
    static final int MOST_BYTES = 1 + PACKED_HEADER_BYTES + ROWS * Integer.BYTES;

    private GenerationsCode() {}

    /** Encodes the generations at an address. The array is memory to work in. */
    static void encode(ChunkBuffer to, long address, int[] generations) {
        UnsafeApi.copyMemory(null, address, generations, UnsafeApi.arrayBaseOffset(int[].class), ROWS * Integer.BYTES);
        int lowest = Integer.MAX_VALUE;
        int lowestOfInverted = Integer.MAX_VALUE;
        for (int generation : generations) { // two minima: C2 does not vectorise a minimum beside a maximum here
            lowest = Math.min(lowest, generation + Integer.MIN_VALUE); // in unsigned order
            lowestOfInverted = Math.min(lowestOfInverted, ~generation + Integer.MIN_VALUE);
        }
        int highest = ~lowestOfInverted;
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(highest - lowest);
        int runs = IntRuns.count(generations, 0);
        if (Short.BYTES + runs * IntRuns.RUN_BYTES > PACKED_HEADER_BYTES + packedLongs(bits) * Long.BYTES) {
            int first = lowest + Integer.MIN_VALUE;
            to.putByte(PACKED);
            to.putInt(first);
            to.putByte(bits);
            pack(to, bits, row -> generations[row] - first);
        } else {
            to.putByte(RUNS);
            IntRuns.encode(to, runs, generations, 0);
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
        IntRuns.decode(from, from.getShort(), "generations", (first, end, generation) -> {
            for (int row = first & ROW_MASK; row < end; row++) {
                put(generations, row, generation);
            }
            if ((generation & 1) != 0) {
                RowWordsCode.set(alive, first, end);
            }
        });
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

    private static void put(long generations, int row, int generation) {
        UnsafeApi.putInt(null, generations + ((long) row << 2), generation);
    }

    /**
     * A number for each row of a block, as runs of rows, in which each number is the one before it plus a step:
     *
     * <pre>
     *   short runs; for each run: short rows - 1, int first number; together 16384 rows
     * </pre>
     */
    static final class IntRuns {
        /** The bytes of a run. */
        static final int RUN_BYTES = Short.BYTES + Integer.BYTES;

        private IntRuns() {}

        static int count(int[] numbers, int step) {
            int runs = 1;
            for (int row = 1; row < ROWS; row++) {
                runs += numbers[row] != numbers[row - 1] + step ? 1 : 0;
            }
            return runs;
        }

        /** Writes the runs, of which there are so many as {@link #count} says. */
        static void encode(ChunkBuffer to, int runs, int[] numbers, int step) {
            to.putShort(runs);
            for (int row = 0; row < ROWS; ) {
                int end = end(numbers, row, step);
                to.putShort(end - row - 1);
                to.putInt(numbers[row]);
                row = end;
            }
        }

        private static int end(int[] numbers, int row, int step) {
            if (step == 0) {
                int same = Arrays.mismatch(numbers, row, ROWS - 1, numbers, row + 1, ROWS);
                return same < 0 ? ROWS : row + same + 1;
            }
            int end = row + 1;
            while (end < ROWS && numbers[end] == numbers[end - 1] + step) {
                end++;
            }
            return end;
        }

        /** Takes the rows of a run, and its first number. */
        interface Run {
            void set(int from, int end, int first);
        }

        /** Reads so many runs. */
        static void decode(ChunkCursor from, int runs, String what, Run to) {
            int row = 0;
            for (int i = 0; i < runs; i++) {
                int end = row + from.getShort() + 1;
                from.require(end <= ROWS, "there are more " + what + " than rows");
                to.set(row, end, from.getInt());
                row = end;
            }
            from.require(row == ROWS, "there are fewer " + what + " than rows");
        }
    }
}
