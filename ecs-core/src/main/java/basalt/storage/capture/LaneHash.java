package basalt.storage.capture;

import static basalt.storage.capture.ChunkChanges.CHUNK_ROWS;

import basalt.component.ColumnKind;
import basalt.memory.MemorySource;
import basalt.storage.ColumnMemory;
import org.agrona.UnsafeApi;

/**
 * Hashes one lane of a chunk of {@value ChunkChanges#CHUNK_ROWS} rows. The values are copied to a buffer, in which
 * absent rows are zero. They are hashed as ints, each with a number of its place; the sums of two hashes of each int
 * are the result. Since the steps from an int to the first of them can be undone, a lane in which one int differs has
 * another hash.
 *
 * <pre>
 *   buffer  +0     values [at most 8192 bytes]
 *           +8256  salts  [2048 ints]
 * </pre>
 *
 * <p>The salts are beside the copy, because C2 vectorises loops with a single base address. On machines that are not
 * little-endian, the hashes are others. Files of replays contain hashes: another function needs another version of
 * these.
 *
 * <p>SAFETY: a chunk's lane has at most 1024 values of 8 bytes, for which the buffer and the salts have room.
 */
final class LaneHash implements AutoCloseable {
    private static final int VALUE_BYTES = CHUNK_ROWS * Long.BYTES;
    private static final int SALTS = VALUE_BYTES + 64; // not a multiple of 4096, see BlockLayout
    private static final int BYTES = SALTS + VALUE_BYTES;
    private static final int COUNT_MASK = 0xFFF;
    private static final int WORD_ROWS = Long.SIZE;
    private static final int CHUNK_WORDS = CHUNK_ROWS / WORD_ROWS;

    private static final int FIRST_FACTOR = 0x85EBCA6B;
    private static final int SECOND_FACTOR = 0xC2B2AE35;
    private static final int THIRD_FACTOR = 0x27D4EB2F;
    private static final int FLOAT_INFINITY = 0x7F800000;
    private static final int FLOAT_NAN = 0x7FC00000;
    private static final long DOUBLE_INFINITY = 0x7FF0000000000000L;
    private static final long DOUBLE_NAN = 0x7FF8000000000000L;
    private static final long INDEX = 0xFFFF_FFFFL;
    private static final long IS_HANDLE = 1L << Integer.SIZE;

    private final MemorySource source;
    private final long buffer;

    /** A hash function with its buffer. */
    LaneHash(MemorySource source) {
        this.source = source;
        buffer = MemorySource.allocateFrom(source, BYTES, 64);
        for (int i = 0; i < VALUE_BYTES; i += Integer.BYTES) {
            UnsafeApi.putInt(null, buffer + SALTS + i, (int) mix(i));
        }
    }

    /** A hash of 64 bits. Different values have different hashes. */
    static long mix(long value) {
        long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    static int reservedBytes() {
        return BYTES;
    }

    /** Hashes the values of present rows. */
    long hash(ColumnKind kind, long lane, long present) {
        copy(lane, kind.shift(), present);
        int ints = CHUNK_ROWS << kind.shift() >>> 2;
        return switch (kind) {
            case FLOAT32 -> hashFloats(buffer, ints);
            case FLOAT64 -> {
                unifyNans(buffer);
                yield hashInts(buffer, ints);
            }
            case ENTITY -> {
                dropGenerations(buffer);
                yield hashInts(buffer, ints);
            }
            default -> hashInts(buffer, ints);
        };
    }

    private void copy(long lane, int shift, long present) {
        int word = 0;
        while (word < CHUNK_WORDS) {
            int first = word;
            while (word < CHUNK_WORDS && present(present, word) == -1L) {
                word++;
            }
            long at = (long) first * WORD_ROWS << shift;
            UnsafeApi.copyMemory(lane + at, buffer + at, (long) (word - first) * WORD_ROWS << shift);
            if (word < CHUNK_WORDS) {
                copyWord(lane, shift, word, present(present, word));
                word++;
            }
        }
    }

    private static long present(long words, int word) {
        return UnsafeApi.getLong(null, words + ((long) word << 3));
    }

    private void copyWord(long lane, int shift, int word, long rows) {
        long at = (long) word * WORD_ROWS << shift;
        long bytes = (long) WORD_ROWS << shift;
        if (Long.bitCount(rows) < WORD_ROWS / 2) {
            UnsafeApi.setMemory(buffer + at, bytes, (byte) 0);
            for (long rest = rows; rest != 0; rest &= rest - 1) {
                int row = Long.numberOfTrailingZeros(rest);
                ColumnMemory.putBits(buffer + at, row, 0, shift, ColumnMemory.getBits(lane + at, row, 0, shift));
            }
            return;
        }
        UnsafeApi.copyMemory(lane + at, buffer + at, bytes);
        for (long rest = ~rows; rest != 0; rest &= rest - 1) {
            ColumnMemory.putBits(buffer + at, Long.numberOfTrailingZeros(rest), 0, shift, 0);
        }
    }

    private static long hashInts(long base, int count) {
        int end = count & COUNT_MASK;
        int sum = 0;
        int otherSum = 0;
        for (int i = 0; i < end; i++) {
            long at = base + ((long) i << 2);
            int hash = UnsafeApi.getInt(null, at) ^ UnsafeApi.getInt(null, at + SALTS);
            hash = (hash ^ hash >>> 16) * FIRST_FACTOR;
            hash = (hash ^ hash >>> 13) * SECOND_FACTOR;
            hash ^= hash >>> 16;
            sum += hash;
            hash *= THIRD_FACTOR;
            otherSum += hash ^ hash >>> 15;
        }
        return (long) sum << Integer.SIZE | otherSum & INDEX;
    }

    /** As {@link #hashInts}, with all NaNs alike. Without branches, so that it is vectorised. */
    private static long hashFloats(long base, int count) {
        int end = count & COUNT_MASK;
        int sum = 0;
        int otherSum = 0;
        for (int i = 0; i < end; i++) {
            long at = base + ((long) i << 2);
            int bits = UnsafeApi.getInt(null, at);
            int isNan = FLOAT_INFINITY - (bits & Integer.MAX_VALUE) >> 31; // all ones if it is
            bits = bits & ~isNan | FLOAT_NAN & isNan;
            int hash = bits ^ UnsafeApi.getInt(null, at + SALTS);
            hash = (hash ^ hash >>> 16) * FIRST_FACTOR;
            hash = (hash ^ hash >>> 13) * SECOND_FACTOR;
            hash ^= hash >>> 16;
            sum += hash;
            hash *= THIRD_FACTOR;
            otherSum += hash ^ hash >>> 15;
        }
        return (long) sum << Integer.SIZE | otherSum & INDEX;
    }

    private static void unifyNans(long base) {
        for (int i = 0; i < CHUNK_ROWS; i++) {
            long at = base + ((long) i << 3);
            long bits = UnsafeApi.getLong(null, at);
            long isNan = DOUBLE_INFINITY - (bits & Long.MAX_VALUE) >> 63;
            UnsafeApi.putLong(null, at, bits & ~isNan | DOUBLE_NAN & isNan);
        }
    }

    private static void dropGenerations(long base) {
        for (int i = 0; i < CHUNK_ROWS; i++) {
            long at = base + ((long) i << 3);
            UnsafeApi.putLong(null, at, UnsafeApi.getLong(null, at) & (INDEX | IS_HANDLE));
        }
    }

    @Override
    public void close() {
        source.free(buffer, BYTES);
    }
}
