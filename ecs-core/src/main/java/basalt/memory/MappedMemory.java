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
import java.util.Map;
import java.util.TreeMap;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.IoUtil;
import org.agrona.collections.Long2LongHashMap;

/**
 * A memory source backed by a file, for data that is larger than RAM or shared with other processes.
 *
 * <p>The operating system reads pages of the file when they are touched and writes changed pages back later. Other
 * processes that map or read the file see each write at once. After {@link #close()}, or a crash of this process, the
 * file holds everything that was written. It is guaranteed to survive a power failure only once {@link #force()} has
 * returned.
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
 * <p><b>Contents.</b> The file holds user data only: the bookkeeping is on the Java heap, and freeing leaves the bytes
 * as they are. Newly allocated memory holds what the file holds there, and zeros where nothing was written. The lowest
 * free part that fits is used, so the same calls in the same order give the same offsets in each process.
 *
 * <p><b>Size.</b> One mapping holds up to {@link #MAX_ALLOCATION_BYTES}; a larger file has several. An allocation never
 * crosses from one mapping to the next.
 *
 * <p><b>Danger.</b> If the file is truncated, or the disk is full when a page is first written (an extended file is
 * sparse), the access raises a signal (SIGBUS). The JVM turns that into an {@link InternalError}, thrown at the access
 * or some time after it, with the value undefined; native code ends the process. A second {@code MappedMemory} over the
 * same file is not detected: both would give out the same bytes.
 *
 * <p>Thread-safe. The memory is mapped as long as this object is open and reachable, so code that keeps addresses must
 * also keep the source. Allocating takes a lock and makes garbage: take large chunks rarely, and let an allocator
 * divide them.
 */
public final class MappedMemory implements MemorySource, AutoCloseable {
    /** The largest single allocation: 2 GiB less 64 KiB, the most that one mapping holds in multiples of 64 KiB. */
    public static final long MAX_ALLOCATION_BYTES = (1L << 31) - (1L << 16);

    private static final long MAX_CAPACITY_BYTES = 1L << 47; // the address space of a process, at best

    /** One mapping and its taken parts. Page-aligned both in the file and in memory. */
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
     * Maps the first bytes of a file. A missing file is created and a shorter one extended, sparsely where the file
     * system supports it. Existing contents stay; the file is never shortened or deleted.
     *
     * @param file the file, on the default file system
     * @param capacityBytes how many bytes to map, from 1 to 2^47
     * @return the source, with nothing allocated
     * @throws IOException if the file cannot be opened, extended or mapped; it may have been created or extended
     *     already
     */
    public static MappedMemory open(Path file, long capacityBytes) throws IOException {
        return open(file, capacityBytes, MAX_ALLOCATION_BYTES);
    }

    /**
     * Like above, with {@code segmentBytes} in each mapping but the last: a multiple of 64 KiB, as Windows requires.
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
            unmap(segments); // the file is not shortened: another process may be using it
            throw e;
        }
        return new MappedMemory(file, capacityBytes, segments);
    }

    /**
     * Takes the lowest free part of the file that fits. Linear in the number of free parts.
     *
     * @param bytes how many bytes, from 1 to {@link #MAX_ALLOCATION_BYTES}
     * @param alignment the alignment of the address, and the offset in the file as well, in bytes: a power of two from
     *     1 to {@link #MAX_ALIGNMENT}
     * @return the address of the first byte, never 0
     * @throws NativeMemoryException if no free part is that large; nothing changes
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
     * @param address the address that {@link #allocate(long, int)} of this source returned
     * @param bytes the number of bytes that was allocated there
     * @throws IllegalArgumentException if exactly this allocation is not live; nothing changes
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

    /** {@return the mapped size of the file, in bytes} */
    long capacityBytes() {
        return capacityBytes;
    }

    /** The offset in the file of an address inside an allocation. */
    long fileOffset(long address) {
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
     * The file offset of a slice, for other processes that read the file.
     *
     * @param slice memory of this source, from any allocator
     * @return bytes from the start of the file to the slice's first byte
     * @throws IllegalArgumentException if the slice is null or not in this file
     */
    public long fileOffset(Slice slice) {
        if (slice == null) {
            throw new IllegalArgumentException("slice must not be null: pass a slice of this source's memory");
        }
        slice.requireLive();
        return fileOffset(slice.addressUnchecked());
    }

    /**
     * Writes all changes made so far to the storage device and waits for completion, so that they survive a power
     * failure if the device is local. Allocating and freeing on other threads blocks meanwhile. Writing does not, and
     * concurrent writes may or may not be included.
     *
     * @throws IOException if a part could not be written
     */
    public void force() throws IOException {
        try {
            synchronized (lock) { // so that close() cannot unmap it meanwhile
                requireOpen();
                for (Segment segment : segments) {
                    segment.mapping().force();
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * Unmaps the file, which is kept. Further calls do nothing.
     *
     * @throws IllegalStateException if memory is still allocated; the source stays open
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

    // SAFETY: called when no allocation is live, so no code holds an address in these mappings.
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

    /**
     * A first-fit allocator over one range of addresses: it takes the lowest free part that fits.
     *
     * <pre>
     *   start                                                            end
     *    +----------+-------------+----------+-----+----------+-----------+
     *    |  taken   |    free     |  taken   | gap |  taken   |   free    |     a gap that alignment left is free too
     *    +----------+-------------+----------+-----+----------+-----------+
     * </pre>
     *
     * <p>A part that is given back merges with its free neighbours, so no two free parts touch. The bookkeeping is on
     * the Java heap and the range itself is never touched, so this suits large pieces that are allocated rarely. Taking
     * is linear in the number of free parts, giving back logarithmic. Not thread-safe.
     */
    static final class FirstFit {
        private static final long NOT_TAKEN = 0;

        private final TreeMap<Long, Long> freeEnds = new TreeMap<>(); // by start
        private final Long2LongHashMap takenBytes = new Long2LongHashMap(NOT_TAKEN); // by address

        FirstFit(long start, long bytes) {
            freeEnds.put(start, start + bytes);
        }

        /** Takes an aligned part; returns its address, or 0 if none fits. */
        long take(long bytes, int alignment) {
            for (Map.Entry<Long, Long> free : freeEnds.entrySet()) {
                long start = free.getKey();
                long end = free.getValue();
                long address = BitUtil.align(start, alignment);
                if (bytes <= end - address) {
                    cut(start, end, address, address + bytes);
                    takenBytes.put(address, bytes);
                    return address;
                }
            }
            return 0;
        }

        /** Frees a taken part; returns false and changes nothing if exactly this part is not taken. */
        boolean giveBack(long address, long bytes) {
            if (bytes == NOT_TAKEN || takenBytes.get(address) != bytes) {
                return false;
            }
            takenBytes.remove(address);
            Map.Entry<Long, Long> before = freeEnds.lowerEntry(address);
            Long endOfNext = freeEnds.remove(address + bytes);
            long start = before != null && before.getValue() == address ? before.getKey() : address;
            freeEnds.put(start, endOfNext != null ? endOfNext : address + bytes);
            return true;
        }

        /** The number of taken parts. */
        int taken() {
            return takenBytes.size();
        }

        private void cut(long start, long end, long from, long to) {
            if (start < from) {
                freeEnds.put(start, from);
            } else {
                freeEnds.remove(start);
            }
            if (to < end) {
                freeEnds.put(to, end);
            }
        }
    }
}
