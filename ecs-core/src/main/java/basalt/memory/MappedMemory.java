package basalt.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BufferUtil;
import org.agrona.IoUtil;

/**
 * Memory that is a file: for data that is larger than the RAM, or that other processes look at.
 *
 * <p>The operating system reads pages of the file when they are touched, and writes changed ones back when it sees fit;
 * other processes that map or read the file see each write at once. After {@link #close()}, and also after a crash of
 * this process, the file holds all that was written; whether it survives a power failure is up to the operating system,
 * until {@link #force()} has returned.
 *
 * <pre>{@code
 * try (MappedMemory memory = MappedMemory.open(file, 1 << 20);
 *         TransferableBlock header = TransferableBlock.allocate(memory, 64, 64);
 *         TransferableBlock table = TransferableBlock.allocate(memory, 4096, 4096)) {
 *     table.slice().putLong(0, 42);
 *     memory.force();                                                      // the table is on the disk before ...
 *     header.slice().putLong(0, memory.fileOffset(table.slice()));         // ... the header says where
 *     memory.force();
 * }
 * }</pre>
 *
 * <pre>
 *   file     +--------------+-----+------------+-------------------------------+ - - - - - - - - - -
 *            |      a       | gap |     b      |             free              |  never touched
 *            +--------------+-----+------------+-------------------------------+ - - - - - - - - - -
 *            0                    ^                                            capacityBytes
 *                                 fileOffset(address of b)
 * </pre>
 *
 * <p><b>Contents.</b> The contents are the user's alone: which parts are taken is kept on the heap and never written to
 * the file, and freeing leaves the bytes as they are. So memory that is allocated holds what the file holds there,
 * which is zeros where nothing was ever written. The lowest place that fits is given out: the same calls in the same
 * order lead to the same offsets, today and in the next process.
 *
 * <p><b>Size.</b> One mapping holds up to {@link #MAX_ALLOCATION_BYTES}, and a larger file has several. No single
 * allocation is larger than one, or crosses from one to the next.
 *
 * <p><b>Danger.</b> The memory is only as good as the file. If it is truncated, or the disk is full when a
 * page is first written (an extended file is sparse and has no room reserved), the processor cannot complete the access
 * and raises a signal (SIGBUS). The JVM turns that into an {@link InternalError}, thrown at the access or some time
 * after it, with the value undefined; native code ends the process. Nothing guards against a second {@code
 * MappedMemory} over the same file either: both would give out the same bytes.
 *
 * <p>Thread-safe. The memory is mapped as long as this object is open and reachable, so code that holds its addresses
 * holds on to the source as well. Allocating takes a lock and makes garbage: ask for chunks, rarely, and let an
 * allocator cut them.
 */
public final class MappedMemory implements MemorySource, AutoCloseable {
    /** The largest single allocation: 2 GiB less 64 KiB, what one mapping can hold in whole 64 KiB. */
    public static final long MAX_ALLOCATION_BYTES = (1L << 31) - (1L << 16);

    private static final long MAX_CAPACITY_BYTES = 1L << 47; // the address space of a process, at best

    /** One mapping, and what of it is taken. Starts at a page, in the file as in memory. */
    private record Segment(MappedByteBuffer mapping, long address, long bytes, long fileOffset, FirstFit parts) {}

    private final Path file;
    private final long capacityBytes;
    private final Object lock = new Object();
    private List<Segment> segments; // null when closed
    private long allocatedBytes;

    private MappedMemory(Path file, long capacityBytes, List<Segment> segments) {
        this.file = file;
        this.capacityBytes = capacityBytes;
        this.segments = segments;
    }

    /**
     * Maps the first bytes of a file. The file is created if it is missing and extended if it is shorter, sparsely
     * where the file system can; what it holds already stays. It is never shortened, and not deleted at the end.
     *
     * @param file which file, on the default file system
     * @param capacityBytes how much of it, from 1 to 2^47
     * @return the source, with nothing allocated
     * @throws IOException if the file cannot be opened, extended or mapped; it may have been created or extended then
     * @throws IllegalArgumentException if {@code file} is null or {@code capacityBytes} is out of range
     * @throws IllegalStateException if this JVM lacks the flag that native access needs
     */
    public static MappedMemory open(Path file, long capacityBytes) throws IOException {
        return open(file, capacityBytes, MAX_ALLOCATION_BYTES);
    }

    /**
     * As above, with {@code segmentBytes} in each mapping but the last: a multiple of 64 KiB, where Windows wants them.
     */
    static MappedMemory open(Path file, long capacityBytes, long segmentBytes) throws IOException {
        NativeAccess.require();
        if (file == null) {
            throw new IllegalArgumentException("file must not be null");
        }
        if (capacityBytes <= 0 || capacityBytes > MAX_CAPACITY_BYTES) {
            throw new IllegalArgumentException(
                    "capacityBytes must be from 1 to " + MAX_CAPACITY_BYTES + ": capacityBytes=" + capacityBytes);
        }
        List<Segment> segments = new ArrayList<>();
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            extend(channel, capacityBytes);
            for (long offset = 0; offset < capacityBytes; offset += segmentBytes) {
                segments.add(map(channel, offset, Math.min(segmentBytes, capacityBytes - offset)));
            }
        } catch (IOException | RuntimeException | Error e) {
            unmap(segments); // and the file stays as long as it is: others may be using it by now
            throw e;
        }
        return new MappedMemory(file, capacityBytes, segments);
    }

    /**
     * Takes the lowest free part of the file that fits. Linear in the number of free parts.
     *
     * @param bytes how many bytes, from 1 to {@link #MAX_ALLOCATION_BYTES}
     * @param alignment what the address, and the offset in the file as well, is a multiple of: a power of two from 1 to
     *     {@link #MAX_ALIGNMENT}
     * @return the address of the first byte, never 0
     * @throws IllegalArgumentException if {@code bytes} is below 1 or {@code alignment} is out of range
     * @throws NativeMemoryException if no free part is that large; nothing has changed then
     * @throws IllegalStateException if this source is closed
     */
    @Override
    public long allocate(long bytes, int alignment) {
        MemorySource.requireValid(bytes, alignment);
        synchronized (lock) {
            requireOpen();
            for (Segment segment : segments) {
                long address = segment.parts().take(bytes, alignment);
                if (address != 0) {
                    allocatedBytes += bytes;
                    return address;
                }
            }
            throw new NativeMemoryException(
                    "no free part of that size in " + capacityBytes + " bytes of " + file, bytes, allocatedBytes);
        }
    }

    /**
     * Gives memory back; its bytes in the file stay as they are.
     *
     * @param address what {@link #allocate(long, int)} of this source returned
     * @param bytes the same number of bytes as was allocated there
     * @throws IllegalArgumentException if exactly this is not allocated; nothing has changed then
     * @throws IllegalStateException if this source is closed
     */
    @Override
    public void free(long address, long bytes) {
        synchronized (lock) {
            requireOpen();
            Segment segment = segmentOf(address);
            if (segment == null || !segment.parts().giveBack(address, bytes)) {
                throw new IllegalArgumentException(
                        "not an allocation of " + file + ", or freed before: address=" + address + ", bytes=" + bytes);
            }
            allocatedBytes -= bytes;
        }
    }

    @Override
    public long allocatedBytes() {
        synchronized (lock) {
            return allocatedBytes;
        }
    }

    /**
     * How much of the file is mapped.
     *
     * @return bytes
     */
    public long capacityBytes() {
        return capacityBytes;
    }

    /**
     * Where an address lies in the file, for other processes that are to find it there.
     *
     * @param address an address inside an allocation of this source
     * @return bytes from the start of the file
     * @throws IllegalArgumentException if the address is not in this file
     * @throws IllegalStateException if this source is closed
     */
    public long fileOffset(long address) {
        synchronized (lock) {
            requireOpen();
            Segment segment = segmentOf(address);
            if (segment == null) {
                throw new IllegalArgumentException("not an address in " + file + ": address=" + address);
            }
            return segment.fileOffset() + (address - segment.address());
        }
    }

    /**
     * Where a slice lies in the file, for other processes that are to find it there.
     *
     * @param slice memory of this source, by whichever allocator
     * @return bytes from the start of the file to its first byte
     * @throws IllegalArgumentException if the slice is null or not in this file
     * @throws IllegalStateException if the slice is dead, or this source is closed
     */
    public long fileOffset(Slice slice) {
        if (slice == null) {
            throw new IllegalArgumentException("slice must not be null: memory of this source");
        }
        slice.requireLive();
        return fileOffset(slice.addressUnchecked());
    }

    /**
     * Writes everything that was changed until now through to the device that holds the file, and waits for that: it
     * survives a power failure then, if the device is a local one. Others that allocate or free wait meanwhile; those
     * that write do not, and what they write meanwhile may be written through or not.
     *
     * @throws IOException if some of it could not be written; the rest has been tried nevertheless
     * @throws IllegalStateException if this source is closed
     */
    public void force() throws IOException {
        synchronized (lock) { // or close() could unmap it meanwhile
            requireOpen();
            IOException failure = null;
            for (Segment segment : segments) {
                try {
                    segment.mapping().force();
                } catch (UncheckedIOException e) {
                    if (failure == null) {
                        failure = e.getCause();
                    } else {
                        failure.addSuppressed(e.getCause());
                    }
                }
            }
            if (failure != null) {
                throw failure;
            }
        }
    }

    /**
     * Unmaps the file, which stays. Further calls do nothing.
     *
     * @throws IllegalStateException if something is still allocated: its user would crash. This source is as open
     *     as before then
     */
    @Override
    public void close() {
        synchronized (lock) {
            if (segments == null) {
                return;
            }
            if (allocatedBytes > 0) {
                int taken = segments.stream()
                        .mapToInt(segment -> segment.parts().taken())
                        .sum();
                throw new IllegalStateException("close with memory outstanding: free " + allocatedBytes + " bytes in "
                        + taken + " allocations of " + file + " first");
            }
            unmap(segments);
            segments = null;
        }
    }

    @Override
    public String toString() {
        synchronized (lock) {
            return "MappedMemory[file=" + file + ", allocatedBytes=" + allocatedBytes + ", capacityBytes="
                    + capacityBytes + (segments == null ? ", closed]" : "]");
        }
    }

    private static void extend(FileChannel channel, long bytes) throws IOException {
        if (channel.size() < bytes) {
            channel.write(ByteBuffer.allocate(1), bytes - 1);
        }
    }

    private static Segment map(FileChannel channel, long offset, long bytes) throws IOException {
        MappedByteBuffer mapping = channel.map(MapMode.READ_WRITE, offset, bytes);
        long address = BufferUtil.address(mapping);
        return new Segment(mapping, address, bytes, offset, new FirstFit(address, bytes));
    }

    // SAFETY: called when no address has been given out, or none is outstanding, so no code has one that ends here.
    private static void unmap(List<Segment> segments) {
        segments.forEach(segment -> IoUtil.unmap(segment.mapping()));
    }

    private Segment segmentOf(long address) {
        for (Segment segment : segments) {
            if (address >= segment.address() && address - segment.address() < segment.bytes()) {
                return segment;
            }
        }
        return null;
    }

    private void requireOpen() {
        if (segments == null) {
            throw new IllegalStateException("mapped memory is closed: open the file again, file=" + file);
        }
    }
}
