package basalt.storage.file;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.SaveFormatException;
import basalt.memory.MemorySource;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GenerationsCodeTest {
    private static final int BYTES = ROWS * Integer.BYTES;

    private final MemorySource source = MemorySource.direct();
    private final long generations = MemorySource.allocateFrom(source, BYTES, 64);
    private final long copy = MemorySource.allocateFrom(source, BYTES, 64);
    private final long encoded = MemorySource.allocateFrom(source, GenerationsCode.MOST_BYTES, 64);
    private final long[] alive = new long[ROWS / Long.SIZE];
    private int encodedBytes;

    @AfterEach
    void free() {
        source.free(generations, BYTES);
        source.free(copy, BYTES);
        source.free(encoded, GenerationsCode.MOST_BYTES);
    }

    /** Encodes generations, and checks that they are decoded; returns the bytes of the code. */
    private int encode(IntUnaryOperator generation) throws IOException {
        for (int row = 0; row < ROWS; row++) {
            UnsafeApi.putInt(null, generations + 4L * row, generation.applyAsInt(row));
        }
        FileFormat.ChunkSink keep = (type, from, bytes) -> {
            UnsafeApi.copyMemory(from, encoded, bytes);
            encodedBytes = bytes;
        };
        try (ChunkBuffer buffer = new ChunkBuffer(source, keep, () -> {})) {
            buffer.begin(FileFormat.ENTITIES);
            buffer.require(GenerationsCode.MOST_BYTES);
            GenerationsCode.encode(buffer, generations, new int[ROWS]);
            buffer.end();
        }
        ChunkCursor cursor = cursor(encodedBytes);
        GenerationsCode.decode(cursor, copy, alive);
        assertTrue(cursor.isAtEnd());
        for (int row = 0; row < ROWS; row++) {
            int at = row;
            assertEquals(
                    generation.applyAsInt(row),
                    UnsafeApi.getInt(null, copy + 4L * row),
                    () -> "generation of row " + at);
            assertEquals(
                    generation.applyAsInt(row) & 1, (int) (alive[row >>> 6] >>> row & 1), () -> "entity of row " + at);
        }
        return encodedBytes;
    }

    private ChunkCursor cursor(int bytes) {
        ChunkCursor cursor = new ChunkCursor();
        cursor.set(FileFormat.ENTITIES, encoded, bytes, 0);
        return cursor;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 41, -1, Integer.MIN_VALUE})
    void shouldNeedFewBytesForEqualGenerations(int generation) throws IOException {
        assertEquals(6, encode(row -> generation));
    }

    @Test
    void shouldNeedFewBytesForLongRuns() throws IOException {
        assertEquals(3 + 3 * 6, encode(row -> row < 1_000 ? 3 : row < 16_383 ? 0 : 1_000_001));
    }

    @Test
    void shouldEndRunsAtAnyRow() throws IOException {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            int[] borders = random.ints(20, 0, ROWS).sorted().distinct().toArray();
            int[] runs = random.ints(borders.length + 1).toArray();
            assertEquals(3 + 6 * runs.length, encode(row -> {
                int run = Arrays.binarySearch(borders, row);
                return runs[run >= 0 ? run + 1 : -run - 1];
            }));
        }
    }

    @Test
    void shouldPackGenerationsOfEachSize() throws IOException {
        for (int bits = 1; bits <= 32; bits++) {
            int used = bits;
            int[] values = new Random(bits)
                    .ints(ROWS)
                    .map(value -> value >>> 32 - used)
                    .toArray();
            values[7] = 0;
            values[ROWS - 1] = -1 >>> 32 - used;
            int[] lowests = {0, 1, 1_000_000_007, Integer.MIN_VALUE};
            for (int lowest : bits == 32 ? new int[1] : lowests) {
                assertEquals(6 + 256 * 8 * bits, encode(row -> lowest + values[row]), "bits=" + bits);
            }
        }
    }

    @Test
    void shouldRefuseDamage() throws IOException {
        encode(row -> row % 5);
        for (int bytes : new int[] {0, 1, 5, 6, encodedBytes - 1}) {
            assertThrows(SaveFormatException.class, () -> GenerationsCode.decode(cursor(bytes), copy, alive));
        }
        UnsafeApi.putByte(null, encoded + 5, (byte) 33);
        assertThrows(SaveFormatException.class, () -> GenerationsCode.decode(cursor(encodedBytes), copy, alive));
        UnsafeApi.putByte(null, encoded, (byte) 2);
        assertThrows(SaveFormatException.class, () -> GenerationsCode.decode(cursor(encodedBytes), copy, alive));
    }
}
