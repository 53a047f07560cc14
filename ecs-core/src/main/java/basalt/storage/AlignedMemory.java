package basalt.storage;

import static basalt.component.layout.BlockLayout.BLOCK_ALIGNMENT;

import basalt.memory.MemorySource;
import org.agrona.BitUtil;
import org.agrona.UnsafeApi;

/**
 * Memory at multiples of {@link basalt.component.layout.BlockLayout#BLOCK_ALIGNMENT}. Memory sources need not give such
 * memory, so {@value #MORE_BYTES} bytes more are taken.
 *
 * <pre>
 *   from the source   +0 to 12288       unused
 *   address           +0                the memory
 *                     +bytes            long: where the memory of the source begins
 *                     +bytes + 8        unused, to the end
 * </pre>
 *
 * <p>SAFETY: the source's memory is a multiple of 4096, so at most 12,288 of the additional bytes are before the
 * address, and the long is in the rest.
 */
public final class AlignedMemory {
    private static final int MORE_BYTES = BLOCK_ALIGNMENT;

    private AlignedMemory() {}

    /**
     * Takes memory.
     *
     * @param bytes how many bytes, a multiple of 8
     */
    public static long allocate(MemorySource source, long bytes) {
        long start = MemorySource.allocateFrom(source, reserved(bytes), MemorySource.MAX_ALIGNMENT);
        long address = BitUtil.align(start, BLOCK_ALIGNMENT);
        UnsafeApi.putLong(null, address + bytes, start);
        return address;
    }

    public static void free(MemorySource source, long address, long bytes) {
        source.free(start(address, bytes), reserved(bytes));
    }

    /** Where the memory of the source begins. SAFETY: {@link #allocate} has written it behind the memory. */
    static long start(long address, long bytes) {
        return UnsafeApi.getLong(null, address + bytes);
    }

    /**
     * The bytes that are taken from the source. Returns more bytes.
     *
     * @param bytes the bytes of the memory
     */
    public static long reserved(long bytes) {
        return bytes + MORE_BYTES;
    }
}
