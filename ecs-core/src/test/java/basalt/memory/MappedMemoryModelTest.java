package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random operations against a plain model. The test's name has the seed, a failure the step.
 *
 * <p>The model has the live allocations by file offset, finds the first gap that fits, and keeps an image of the whole
 * file. So it predicts each offset, and detects bytes that the source writes itself.
 */
class MappedMemoryModelTest {
    private static final int STEPS = Soak.times(1_200, 3_000);
    private static final int SEGMENT_BYTES = 64 * 1024;
    private static final long NONE = -1;

    private record Allocation(long address, int bytes) {}

    @TempDir
    Path folder;

    private final TreeMap<Long, Allocation> live = new TreeMap<>(); // by offset in the file
    private Random random;
    private int segmentBytes;
    private byte[] image;
    private MappedMemory memory;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void shouldAgreeWithModel(long seed) throws IOException {
        random = new Random(seed);
        image = new byte[1 + random.nextInt(5 * SEGMENT_BYTES)];
        random.nextBytes(image);
        segmentBytes = seed % 2 == 0 ? SEGMENT_BYTES : 8 * SEGMENT_BYTES;
        Path file = folder.resolve("data");
        Files.write(file, image);
        memory = MappedMemory.open(file, image.length, segmentBytes);
        int step = 0;
        try {
            for (; step < STEPS; step++) {
                step(step);
                checkInvariants();
            }
            while (!live.isEmpty()) {
                free();
                checkInvariants();
            }
            shouldBeOneFreePartInTheEnd();
        } catch (Throwable e) {
            throw new AssertionError("seed " + seed + ", step " + step + ", " + memory, e);
        } finally {
            live.values().forEach(allocation -> memory.free(allocation.address(), allocation.bytes()));
            memory.close();
        }
        assertArrayEquals(image, Files.readAllBytes(file));
    }

    /** Alternates between growing and shrinking, so that it is sometimes full and sometimes nearly empty. */
    private void step(int step) {
        boolean growing = step / 150 % 2 == 0;
        int choice = random.nextInt(100);
        if (choice < (growing ? 70 : 25)) {
            allocate();
        } else if (choice < 95) {
            free();
        } else {
            freeWhatIsNotAllocated();
        }
    }

    private void allocate() {
        int bytes = (int) Math.pow(2, random.nextDouble() * 14);
        int alignment = 1 << random.nextInt(13);
        long expected = firstGap(bytes, alignment);
        if (expected == NONE) {
            assertThrows(NativeMemoryException.class, () -> memory.allocate(bytes, alignment));
            return;
        }
        long address = memory.allocate(bytes, alignment);
        live.put(expected, new Allocation(address, bytes));
        assertEquals(expected, memory.fileOffset(address));
        assertEquals(expected + bytes - 1, memory.fileOffset(address + bytes - 1));
        assertEquals(0, address % alignment);
        for (int i = 0; i < bytes; i++) {
            assertEquals(image[(int) expected + i], UnsafeApi.getByte(null, address + i));
            byte value = image[(int) expected + i] = (byte) random.nextInt();
            UnsafeApi.putByte(null, address + i, value);
        }
    }

    private long firstGap(int bytes, int alignment) {
        for (long start = 0; start < image.length; start += segmentBytes) {
            long end = Math.min(start + segmentBytes, image.length);
            long offset = start;
            for (Map.Entry<Long, Allocation> next : live.subMap(start, end).entrySet()) {
                offset = align(offset, alignment);
                if (offset + bytes <= next.getKey()) {
                    return offset;
                }
                offset = next.getKey() + next.getValue().bytes();
            }
            offset = align(offset, alignment);
            if (offset + bytes <= end) {
                return offset;
            }
        }
        return NONE;
    }

    private void free() {
        Map.Entry<Long, Allocation> any = any();
        if (any != null) {
            live.remove(any.getKey());
            memory.free(any.getValue().address(), any.getValue().bytes());
        }
    }

    private void freeWhatIsNotAllocated() {
        Map.Entry<Long, Allocation> any = any();
        if (any != null) {
            long address = any.getValue().address();
            int bytes = any.getValue().bytes();
            assertThrows(IllegalArgumentException.class, () -> memory.free(address, bytes + 1));
            assertThrows(IllegalArgumentException.class, () -> memory.free(address, bytes - 1));
            if (bytes > 1) {
                assertThrows(IllegalArgumentException.class, () -> memory.free(address + 1, bytes - 1));
            }
        }
    }

    private Map.Entry<Long, Allocation> any() {
        return live.isEmpty() ? null : live.floorEntry(live.firstKey() + random.nextInt(image.length));
    }

    private void checkInvariants() {
        assertEquals(live.values().stream().mapToLong(Allocation::bytes).sum(), memory.allocatedBytes());
        Map.Entry<Long, Allocation> any = any();
        if (any != null) {
            for (int i = 0; i < any.getValue().bytes(); i += 61) {
                assertEquals(
                        image[(int) (any.getKey() + i)],
                        UnsafeApi.getByte(null, any.getValue().address() + i));
            }
        }
    }

    private void shouldBeOneFreePartInTheEnd() {
        List<Allocation> whole = new ArrayList<>();
        for (int start = 0; start < image.length; start += segmentBytes) {
            int bytes = Math.min(segmentBytes, image.length - start);
            whole.add(new Allocation(memory.allocate(bytes, 4096), bytes));
        }
        assertEquals(image.length, memory.allocatedBytes());
        whole.forEach(allocation -> memory.free(allocation.address(), allocation.bytes()));
    }

    private static long align(long offset, int alignment) {
        return (offset + alignment - 1) / alignment * alignment;
    }
}
