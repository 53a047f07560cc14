package basalt.memory;

import java.util.concurrent.atomic.AtomicLong;
import org.agrona.BitUtil;
import org.agrona.UnsafeApi;

/**
 * The C library's allocator, with any alignment up to a page.
 *
 * <pre>
 *   raw (from malloc)                 address (aligned, returned)
 *    |                                 |
 *    v                                 v
 *    +---- 0 or more bytes ---+--------+---------------------- bytes ----------------------+-- rest --+
 *    |       untouched        |  raw   |                     untouched                     | untouched|
 *    +------------------------+--------+---------------------------------------------------+----------+
 *                              8 bytes
 * </pre>
 *
 * <p>The 8 bytes before the address hold what malloc returned. No other bytes are written. Thread-safe.
 */
final class DirectMemory implements MemorySource {
    static final DirectMemory INSTANCE = new DirectMemory();

    private static final int HEADER_BYTES = Long.BYTES;
    private static final long MAX_BYTES = Long.MAX_VALUE - 2L * MAX_ALIGNMENT;

    private final AtomicLong allocatedBytes = new AtomicLong();

    private DirectMemory() {}

    @Override
    public long allocate(long bytes, int alignment) {
        MemorySource.requireValid(bytes, alignment);
        if (bytes > MAX_BYTES) {
            throw new NativeMemoryException("more than the address space", bytes, allocatedBytes());
        }
        int step = Math.max(alignment, HEADER_BYTES); // keeps the header aligned too
        long raw = malloc(bytes, bytes + HEADER_BYTES + step - 1);
        long address = BitUtil.align(raw + HEADER_BYTES, step);
        // SAFETY: raw + 8 <= address <= raw + 8 + step - 1, so header and block both lie inside the bytes from malloc.
        UnsafeApi.putLong(null, address - HEADER_BYTES, raw);
        allocatedBytes.addAndGet(bytes);
        return address;
    }

    private long malloc(long bytes, long paddedBytes) {
        try {
            return UnsafeApi.allocateMemory(paddedBytes);
        } catch (OutOfMemoryError e) {
            throw new NativeMemoryException("out of native memory", bytes, allocatedBytes(), e);
        }
    }

    @Override
    public void free(long address, long bytes) {
        if (address <= 0 || bytes <= 0) {
            throw new IllegalArgumentException("not an allocation: address=" + address + ", bytes=" + bytes);
        }
        // SAFETY: each address from allocate has its header in front of it; the caller must not pass any other address.
        long raw = UnsafeApi.getLong(null, address - HEADER_BYTES);
        long distance = address - raw;
        if (distance < HEADER_BYTES || distance >= HEADER_BYTES + MAX_ALIGNMENT) {
            throw new IllegalArgumentException("not an address of this source, or freed before: address=" + address);
        }
        if (allocatedBytes.addAndGet(-bytes) < 0) {
            allocatedBytes.addAndGet(bytes);
            throw new IllegalArgumentException("more bytes than are allocated at all: bytes=" + bytes);
        }
        UnsafeApi.freeMemory(raw);
    }

    @Override
    public long allocatedBytes() {
        return allocatedBytes.get();
    }
}
