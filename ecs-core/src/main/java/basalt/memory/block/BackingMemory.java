package basalt.memory.block;

import basalt.memory.MemorySource;
import basalt.memory.NativeAccess;
import basalt.memory.NativeMemoryException;
import org.agrona.BitUtil;

/**
 * The memory that one allocator holds from its source, under its cap. Checks the arguments of each allocator's
 * constructor.
 */
public final class BackingMemory {
    /** The alignment of chunks, slabs and regions: the largest alignment that users may request. */
    public static final int PAGE_BYTES = MemorySource.MAX_ALIGNMENT;

    private final String allocator;
    private final MemorySource source;
    private final long capBytes;
    private long reservedBytes;
    private boolean taking; // the source is being called, and may call back

    /**
     * Creates it without any memory.
     *
     * @param capBytes the most bytes that it may hold
     */
    public BackingMemory(String allocator, MemorySource source, long capBytes) {
        NativeAccess.require();
        MemorySource.require(source);
        if (capBytes <= 0) {
            throw new IllegalArgumentException("capBytes must be > 0: capBytes=" + capBytes);
        }
        this.allocator = allocator;
        this.source = source;
        this.capBytes = capBytes;
    }

    /**
     * Rounds a size up to whole pages. A size that would overflow is returned as it is: no source has that much.
     * Returns a multiple of {@link #PAGE_BYTES}.
     *
     * @param bytes how many bytes
     */
    public static long wholePages(long bytes) {
        return bytes > Long.MAX_VALUE - PAGE_BYTES ? bytes : BitUtil.align(bytes, PAGE_BYTES);
    }

    /** The cap. Returns bytes. */
    public long capBytes() {
        return capBytes;
    }

    /** The bytes held. Returns bytes. */
    public long reservedBytes() {
        return reservedBytes;
    }

    /** The bytes that the cap still allows. Returns bytes. */
    public long roomBytes() {
        return capBytes - reservedBytes;
    }

    /**
     * Whether the cap allows a number of further bytes.
     *
     * @param bytes how many bytes
     */
    public boolean allows(long bytes) {
        return bytes <= roomBytes();
    }

    /**
     * Takes memory from the source.
     *
     * @param bytes how many bytes
     * @param alignment the alignment of the address in bytes
     */
    public long take(long bytes, int alignment) {
        if (!allows(bytes)) {
            throw atCap(bytes, reservedBytes);
        }
        if (taking) {
            throw new IllegalStateException(
                    allocator + " needs memory while a request to its source is in progress: a source or"
                            + " pressure listener must not allocate from the allocator that it serves");
        }
        long address;
        taking = true;
        try {
            address = MemorySource.allocateFrom(source, bytes, alignment);
        } finally {
            taking = false;
        }
        reservedBytes += bytes;
        ArenaGrowthEvent.commit(allocator, bytes, reservedBytes);
        return address;
    }

    /**
     * The exception for a request that the cap denies.
     *
     * @param bytes the bytes requested
     * @param allocatedBytes the bytes in use
     */
    public NativeMemoryException atCap(long bytes, long allocatedBytes) {
        return new NativeMemoryException(allocator + " is at its cap of " + capBytes + " bytes", bytes, allocatedBytes);
    }

    /** Gives memory from {@link #take} back. */
    public void giveBack(long address, long bytes) {
        reservedBytes -= bytes;
        source.free(address, bytes);
    }
}
