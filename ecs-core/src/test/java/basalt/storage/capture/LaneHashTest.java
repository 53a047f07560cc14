package basalt.storage.capture;

import static basalt.storage.capture.ChunkChanges.CHUNK_ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ColumnKind;
import basalt.memory.MemorySource;
import basalt.memory.Soak;
import basalt.storage.ColumnMemory;
import basalt.storage.capture.RowHash.LaneHash;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LaneHashTest {
    private static final int BYTES = CHUNK_ROWS * Long.BYTES;
    private static final int WORDS = CHUNK_ROWS / Long.SIZE;

    private final MemorySource source = MemorySource.direct();
    private final LaneHash function = new LaneHash(source);
    private final long lane = MemorySource.allocateFrom(source, BYTES, 64);
    private final long present = MemorySource.allocateFrom(source, CHUNK_ROWS / Byte.SIZE, 64);
    private final Random random = new Random(1);

    LaneHashTest() {
        fill(lane, 0);
        for (int word = 0; word < WORDS; word++) {
            present(word, -1L);
        }
    }

    @AfterEach
    void free() {
        source.free(lane, BYTES);
        source.free(present, CHUNK_ROWS / Byte.SIZE);
        function.close();
    }

    private static void fill(long at, int value) {
        UnsafeApi.setMemory(at, BYTES, (byte) value);
    }

    private void present(int word, long rows) {
        UnsafeApi.putLong(null, present + word * 8L, rows);
    }

    private long hash(ColumnKind kind) {
        return function.hash(kind, lane, present);
    }

    private void putRandom(ColumnKind kind) {
        for (int i = 0; i < CHUNK_ROWS << kind.shift(); i++) {
            UnsafeApi.putByte(null, lane + i, (byte) random.nextInt());
        }
    }

    private void zero(ColumnKind kind, int row) {
        UnsafeApi.setMemory(lane + ((long) row << kind.shift()), kind.sizeBytes(), (byte) 0);
    }

    private static Set<ColumnKind> nativeKinds() {
        Set<ColumnKind> kinds = new HashSet<>(Set.of(ColumnKind.values()));
        kinds.remove(ColumnKind.REFERENCE);
        return kinds;
    }

    /** Words that are full, empty, nearly full, nearly empty, and in between. */
    private long randomRows() {
        return switch (random.nextInt(6)) {
            case 0 -> -1L;
            case 1 -> 0;
            case 2 -> ~(1L << random.nextInt(64));
            case 3 -> 1L << random.nextInt(64);
            default -> random.nextLong();
        };
    }

    @Test
    void shouldTakeAbsentRowsAsZero() {
        for (ColumnKind kind : nativeKinds()) {
            for (int round = 0; round < 50; round++) {
                putRandom(kind);
                for (int word = 0; word < WORDS; word++) {
                    present(word, randomRows());
                }
                long partial = hash(kind);
                for (int row = 0; row < CHUNK_ROWS; row++) {
                    if ((UnsafeApi.getLong(null, present + (row >> 6) * 8L) >>> row & 1) == 0) {
                        zero(kind, row);
                    }
                }
                assertEquals(partial, hash(kind), kind.toString());
                for (int word = 0; word < WORDS; word++) {
                    present(word, -1L);
                }
                assertEquals(partial, hash(kind), kind.toString());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ColumnKind.class,
            names = {"REFERENCE", "ENTITY"},
            mode = EnumSource.Mode.EXCLUDE)
    void shouldDifferInEachBit(ColumnKind kind) {
        Set<Long> hashes = new HashSet<>(Set.of(hash(kind)));
        int bits = CHUNK_ROWS * kind.sizeBytes() * Byte.SIZE;
        int step = Soak.times(7, 1);
        for (int bit = 0; bit < bits; bit += step) {
            UnsafeApi.putByte(null, lane + (bit >> 3), (byte) (1 << (bit & 7)));
            hashes.add(hash(kind));
            UnsafeApi.putByte(null, lane + (bit >> 3), (byte) 0);
        }
        assertEquals((bits + step - 1) / step + 1, hashes.size());
    }

    @Test
    void shouldDifferIfValuesChangePlaces() {
        for (ColumnKind kind : nativeKinds()) {
            for (int round = 0; round < 100; round++) {
                int first = random.nextInt(CHUNK_ROWS);
                int second = (first + 1 + random.nextInt(CHUNK_ROWS - 1)) % CHUNK_ROWS;
                fill(lane, 0);
                UnsafeApi.putByte(null, lane + ((long) first << kind.shift()), (byte) 1);
                long one = hash(kind);
                zero(kind, first);
                UnsafeApi.putByte(null, lane + ((long) second << kind.shift()), (byte) 1);
                assertNotEquals(one, hash(kind), kind + " " + first + " " + second);
            }
        }
    }

    @Test
    void shouldTakeAllNansAlike() {
        int[] floats = {0x7FC00000, 0x7F800001, 0xFFFFFFFF, 0xFF800001, 0x7FFFFFFF};
        int[] others = {0x7F800000, 0xFF800000, 0x80000000, 0, 1, 0x7F7FFFFF};
        assertNansAlike(
                ColumnKind.FLOAT32,
                IntStream.of(floats).asLongStream(),
                IntStream.of(others).asLongStream());
        assertNansAlike(
                ColumnKind.FLOAT64,
                LongStream.of(0x7FF8000000000000L, 0x7FF0000000000001L, -1L, 0xFFF0000000000001L, Long.MAX_VALUE),
                LongStream.of(0x7FF0000000000000L, 0xFFF0000000000000L, Long.MIN_VALUE, 0, 1));
    }

    private void assertNansAlike(ColumnKind kind, LongStream nans, LongStream others) {
        Set<Long> hashes = new HashSet<>();
        nans.forEach(nan -> {
            ColumnMemory.putBits(lane, 10, 0, kind.shift(), nan);
            hashes.add(hash(kind));
        });
        assertEquals(1, hashes.size());
        others.forEach(other -> {
            ColumnMemory.putBits(lane, 10, 0, kind.shift(), other);
            assertTrue(hashes.add(hash(kind)), Long.toHexString(other));
        });
    }

    @Test
    void shouldTakeEntitiesByIndex() {
        Set<Long> hashes = new HashSet<>(Set.of(hash(ColumnKind.ENTITY)));
        for (int index : new int[] {0, 1, 2, -1}) {
            long odd = 0;
            for (int generation : new int[] {1, 3, 0xFFFFFFFF}) {
                UnsafeApi.putLong(null, lane, (long) generation << 32 | index & 0xFFFF_FFFFL);
                assertTrue(odd == 0 || odd == hash(ColumnKind.ENTITY));
                odd = hash(ColumnKind.ENTITY);
            }
            assertTrue(hashes.add(odd), "index " + index);
        }
    }
}
