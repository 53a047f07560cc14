package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.memory.frame.FrameArena;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MappedMemoryTest extends MemorySourceContract {
    private static final int MIB = 1024 * 1024;
    private static final int SEGMENT_BYTES = 64 * 1024;
    private static final Path MAPS = Path.of("/proc/self/maps");
    private static final Path SMAPS = Path.of("/proc/self/smaps");

    @TempDir
    Path folder;

    private MappedMemory contractMemory;

    @Override
    protected MemorySource createSource() {
        try {
            contractMemory = MappedMemory.open(folder.resolve("contract"), 2 * MIB);
            return contractMemory;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void closeContractMemory() {
        contractMemory.close();
    }

    @Test
    void shouldKeepWrittenDataInTheFile() throws IOException {
        Path file = folder.resolve("data");
        byte[] expected = new byte[10_000];
        try (MappedMemory memory = MappedMemory.open(file, expected.length)) {
            long first = memory.allocate(3, 1);
            long second = memory.allocate(5000, 4096);
            assertEquals(0, memory.fileOffset(first));
            assertEquals(4096, memory.fileOffset(second));
            assertEquals(4096 + 4999, memory.fileOffset(second + 4999));
            UnsafeApi.putByte(null, first, expected[0] = 7);
            UnsafeApi.putByte(null, second + 4999, expected[4096 + 4999] = -1);
            assertArrayEquals(expected, Files.readAllBytes(file), "visible to other readers at once");
            memory.free(first, 3);
            memory.free(second, 5000);
        }
        assertArrayEquals(expected, Files.readAllBytes(file));
    }

    @Test
    void shouldMapTheContentsOfTheFile() throws IOException {
        Path file = folder.resolve("data");
        byte[] contents = new byte[5000];
        new Random(1).nextBytes(contents);
        Files.write(file, contents);
        try (MappedMemory memory = MappedMemory.open(file, 4096)) {
            long address = memory.allocate(4096, 4096);
            for (int i = 0; i < 4096; i++) {
                assertEquals(contents[i], UnsafeApi.getByte(null, address + i));
            }
            assertThrows(NativeMemoryException.class, () -> memory.allocate(1, 1));
            memory.free(address, 4096);
        }
        assertArrayEquals(contents, Files.readAllBytes(file), "a longer file stays as long as it is");
    }

    @Test
    void shouldExtendAShorterFileByZeros() throws IOException {
        Path file = folder.resolve("data");
        Files.write(file, new byte[] {1, 2, 3});
        try (MappedMemory memory = MappedMemory.open(file, 5)) {
            assertEquals(5, memory.capacityBytes());
            assertArrayEquals(new byte[] {1, 2, 3, 0, 0}, Files.readAllBytes(file));
        }
        assertArrayEquals(new byte[] {1, 2, 3, 0, 0}, Files.readAllBytes(file));
    }

    @Test
    void shouldMapFileLargerThanOneMapping() throws IOException {
        Path file = folder.resolve("sparse");
        long restBytes = 3 * MIB;
        try (MappedMemory memory = MappedMemory.open(file, MappedMemory.MAX_ALLOCATION_BYTES + restBytes)) {
            long bytes = MappedMemory.MAX_ALLOCATION_BYTES;
            assertThrows(NativeMemoryException.class, () -> memory.allocate(bytes + 1, 1));
            long first = memory.allocate(bytes, 4096);
            long second = memory.allocate(restBytes, 4096);
            assertEquals(0, memory.fileOffset(first));
            assertEquals(bytes, memory.fileOffset(second));
            UnsafeApi.putByte(null, first + bytes - 1, (byte) 1);
            UnsafeApi.putByte(null, second, (byte) 2);
            UnsafeApi.putByte(null, second + restBytes - 1, (byte) 3);
            assertThrows(NativeMemoryException.class, () -> memory.allocate(1, 1));
            memory.free(first, bytes);
            memory.free(second, restBytes);
            assertEquals(1, byteAt(file, bytes - 1));
            assertEquals(2, byteAt(file, bytes));
            assertEquals(3, byteAt(file, bytes + restBytes - 1));
        }
    }

    @Test
    void shouldGiveOutEachByteOnceAndThrowWhenFull() throws IOException {
        Path file = folder.resolve("data");
        try (MappedMemory memory = MappedMemory.open(file, 1000)) {
            long[] addresses = new long[10];
            for (int i = 0; i < 10; i++) {
                addresses[i] = memory.allocate(100, 1);
            }
            var e = assertThrows(NativeMemoryException.class, () -> memory.allocate(1, 1));
            assertEquals(
                    "no free part of that size in 1000 bytes of " + file + ": requestedBytes=1, allocatedBytes=1000",
                    e.getMessage());
            for (long address : addresses) {
                memory.free(address, 100);
            }
            memory.free(memory.allocate(1000, 4096), 1000);
        }
    }

    @Test
    void shouldRejectFreeOfUnknownAllocation() throws IOException {
        try (MappedMemory memory = MappedMemory.open(folder.resolve("data"), 8192)) {
            long address = memory.allocate(64, 64);
            assertThrows(IllegalArgumentException.class, () -> memory.free(address, 63));
            assertThrows(IllegalArgumentException.class, () -> memory.free(address, 65));
            assertThrows(IllegalArgumentException.class, () -> memory.free(address, 0));
            assertThrows(IllegalArgumentException.class, () -> memory.free(address, -1));
            assertThrows(IllegalArgumentException.class, () -> memory.free(address, Long.MAX_VALUE));
            assertThrows(IllegalArgumentException.class, () -> memory.free(address + 1, 63));
            assertThrows(IllegalArgumentException.class, () -> memory.free(address + 64, 0));
            assertThrows(IllegalArgumentException.class, () -> memory.free(address + 8192, 64));
            assertThrows(IllegalArgumentException.class, () -> memory.free(0, 64));
            assertThrows(IllegalArgumentException.class, () -> memory.free(Long.MIN_VALUE, 64));
            assertEquals(64, memory.allocatedBytes());
            memory.free(address, 64);
            var e = assertThrows(IllegalArgumentException.class, () -> memory.free(address, 64));
            assertTrue(e.getMessage().contains("address=" + address + ", bytes=64"), e.getMessage());
            assertEquals(0, memory.allocatedBytes());
        }
    }

    @Test
    void shouldRefuseToCloseWhileMemoryIsOutstanding() throws IOException {
        MappedMemory memory = MappedMemory.open(folder.resolve("data"), 2 * SEGMENT_BYTES, SEGMENT_BYTES);
        long first = memory.allocate(SEGMENT_BYTES, 1);
        long second = memory.allocate(100, 1);
        var e = assertThrows(IllegalStateException.class, memory::close);
        assertTrue(
                e.getMessage().contains("free " + (SEGMENT_BYTES + 100) + " bytes in 2 allocations"), e.getMessage());

        UnsafeApi.putByte(null, second, (byte) 1); // still mapped
        memory.free(first, SEGMENT_BYTES);
        memory.free(second, 100);
        memory.close();
    }

    @Test
    void shouldNotBeUsableAfterClose() throws IOException {
        MappedMemory memory = MappedMemory.open(folder.resolve("data"), 4096);
        long address = memory.allocate(64, 64);
        memory.free(address, 64);
        memory.close();
        memory.close();
        var e = assertThrows(IllegalStateException.class, () -> memory.allocate(64, 64));
        assertTrue(e.getMessage().startsWith("mapped memory is closed: open the file again"), e.getMessage());
        assertThrows(IllegalStateException.class, () -> memory.free(address, 64));
        assertThrows(IllegalStateException.class, () -> memory.fileOffset(address));
        assertThrows(IllegalStateException.class, memory::force);
        assertEquals(0, memory.allocatedBytes());
        assertEquals(4096, memory.capacityBytes());
    }

    @Test
    void shouldUnmapAndKeepTheFileWhenClosed() throws IOException {
        assumeTrue(Files.isReadable(MAPS), "this platform does not report mappings");
        Path file = folder.toRealPath().resolve("data");
        MappedMemory memory = MappedMemory.open(file, 2 * SEGMENT_BYTES, SEGMENT_BYTES);
        assertTrue(isMapped(file));
        memory.close();
        assertFalse(isMapped(file));
        assertTrue(Files.exists(file));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, (1L << 47) + 1, Long.MAX_VALUE})
    void shouldRejectCapacityOutOfRange(long capacityBytes) {
        Path file = folder.resolve("data");
        var e = assertThrows(IllegalArgumentException.class, () -> MappedMemory.open(file, capacityBytes));
        assertEquals("capacityBytes must be from 1 to 140737488355328: capacityBytes=" + capacityBytes, e.getMessage());
        assertFalse(Files.exists(file));
    }

    @Test
    void shouldRejectMissingFileName() {
        var e = assertThrows(IllegalArgumentException.class, () -> MappedMemory.open(null, 4096));
        assertEquals("file must not be null", e.getMessage());
    }

    @Test
    void shouldReportFileThatCannotBeOpened() {
        assertThrows(IOException.class, () -> MappedMemory.open(folder, 4096));
        assertThrows(IOException.class, () -> MappedMemory.open(folder.resolve("none/data"), 4096));
    }

    @Test
    void shouldRejectFileOffsetOfForeignAddress() throws IOException {
        try (MappedMemory memory = MappedMemory.open(folder.resolve("data"), 4096)) {
            long address = memory.allocate(4096, 1);
            assertThrows(IllegalArgumentException.class, () -> memory.fileOffset(address - 1));
            assertThrows(IllegalArgumentException.class, () -> memory.fileOffset(address + 4096));
            assertThrows(IllegalArgumentException.class, () -> memory.fileOffset(0));
            memory.free(address, 4096);
        }
    }

    @Test
    void shouldReturnFileOffsetOfASlice() throws IOException {
        Path file = folder.resolve("data");
        try (MappedMemory memory = MappedMemory.open(file, 3 * SEGMENT_BYTES, SEGMENT_BYTES);
                TransferableBlock first = TransferableBlock.allocate(memory, SEGMENT_BYTES - 100, 1);
                TransferableBlock second = TransferableBlock.allocate(memory, 200, 1)) {
            assertEquals(0, memory.fileOffset(first.slice()));
            assertEquals(SEGMENT_BYTES, memory.fileOffset(second.slice()));
            assertEquals(SEGMENT_BYTES + 8, memory.fileOffset(second.slice().part(8, 4)));
            second.slice().putByte(8, (byte) 7);
            assertEquals(7, byteAt(file, SEGMENT_BYTES + 8));
        }
    }

    @Test
    void shouldRejectFileOffsetOfADeadOrForeignSlice() throws IOException {
        try (MappedMemory memory = MappedMemory.open(folder.resolve("data"), 4096);
                TransferableBlock foreign = TransferableBlock.allocate(MemorySource.direct(), 64, 64)) {
            assertThrows(IllegalArgumentException.class, () -> memory.fileOffset(foreign.slice()));
            TransferableBlock block = TransferableBlock.allocate(memory, 64, 64);
            Slice slice = block.slice();
            block.close();
            var e = assertThrows(IllegalStateException.class, () -> memory.fileOffset(slice));
            assertTrue(e.getMessage().startsWith("block used after it was closed"), e.getMessage());
        }
    }

    @Test
    void shouldForceChangesOfEachMapping() throws IOException {
        Path file = folder.toRealPath().resolve("data");
        assumeTrue(Files.isReadable(SMAPS), "this platform does not report dirty pages");
        assumeTrue(Files.getFileStore(folder).type().matches("ext.|xfs|btrfs"), "nothing to write through to");
        try (MappedMemory memory = MappedMemory.open(file, 2 * SEGMENT_BYTES, SEGMENT_BYTES);
                TransferableBlock first = TransferableBlock.allocate(memory, SEGMENT_BYTES, 1);
                TransferableBlock second = TransferableBlock.allocate(memory, SEGMENT_BYTES, 1)) {
            first.slice().fill((byte) 1);
            second.slice().fill((byte) 2);
            assumeTrue(dirtyBytes(file) == 2 * SEGMENT_BYTES, "already written back, or larger pages");
            memory.force();
            assertEquals(0, dirtyBytes(file));
            assertEquals(2, byteAt(file, SEGMENT_BYTES));
            memory.force(); // with nothing to write
            second.slice().putByte(0, (byte) 3); // still usable
            assertEquals(3, byteAt(file, SEGMENT_BYTES));
        }
    }

    @Test
    void shouldBackAFrameArena() throws IOException {
        Path file = folder.resolve("data");
        try (MappedMemory memory = MappedMemory.open(file, MIB);
                FrameArena arena = new FrameArena(memory)) {
            arena.allocate(8, 8).putByte(0, (byte) 42);
            assertEquals(arena.reservedBytes(), memory.allocatedBytes());
            assertThrows(NativeMemoryException.class, () -> arena.allocate(2 * MIB, 8));
        }
        assertEquals(42, byteAt(file, 0));
    }

    @Test
    void shouldNotGiveTheSameByteToTwoThreads() throws Exception {
        try (MappedMemory memory = MappedMemory.open(folder.resolve("data"), 4 * SEGMENT_BYTES, SEGMENT_BYTES)) {
            Elsewhere.together(4, thread -> allocateAndFree(memory, (byte) (thread + 1)));
            assertEquals(0, memory.allocatedBytes());
            long[] whole = new long[4];
            for (int i = 0; i < 4; i++) {
                whole[i] = memory.allocate(SEGMENT_BYTES, 4096);
            }
            for (long address : whole) {
                memory.free(address, SEGMENT_BYTES);
            }
        }
    }

    @Test
    void shouldShowItsStats() throws IOException {
        Path file = folder.resolve("data");
        MappedMemory memory = MappedMemory.open(file, 4096);
        memory.close();
        assertEquals(
                "MappedMemory[file=" + file + ", allocatedBytes=0, capacityBytes=4096, closed]", memory.toString());
    }

    private static void allocateAndFree(MappedMemory memory, byte pattern) {
        Random random = new Random(pattern);
        for (int i = 0; i < 5_000; i++) {
            int bytes = 1 + random.nextInt(2000);
            long address = memory.allocate(bytes, 1 << random.nextInt(7));
            UnsafeApi.setMemory(null, address, bytes, pattern);
            for (int offset = 0; offset < bytes; offset += 61) {
                assertEquals(pattern, UnsafeApi.getByte(null, address + offset));
            }
            assertEquals(pattern, UnsafeApi.getByte(null, address + bytes - 1));
            memory.free(address, bytes);
        }
    }

    private static byte byteAt(Path file, long offset) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer buffer = ByteBuffer.allocate(1);
            assertEquals(1, channel.read(buffer, offset));
            return buffer.get(0);
        }
    }

    private static boolean isMapped(Path file) throws IOException {
        return Files.readAllLines(MAPS).stream().anyMatch(line -> line.endsWith(file.toString()));
    }

    /** The number of changed bytes in the mappings of a file that are not written back. */
    private static long dirtyBytes(Path file) throws IOException {
        long bytes = 0;
        boolean ours = false;
        for (String line : Files.readAllLines(SMAPS)) {
            if (!line.matches("[A-Z]\\w+:.*")) {
                ours = line.endsWith(file.toString());
            } else if (ours && line.matches("(Shared|Private)_Dirty:.*")) {
                bytes += Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
            }
        }
        return bytes;
    }
}
