package basalt.memory;

import org.agrona.BitUtil;

/** What one allocator holds of its source, and the most that it may hold. Checks what each allocator is made from. */
final class Reserve {
    /** What everything that is large starts at a multiple of: so it is aligned to whatever is allowed. */
    static final int PAGE_BYTES = MemorySource.MAX_ALIGNMENT;

    private final String allocator;
    private final MemorySource source;
    private final long capBytes;
    private long reservedBytes;

    /** {@code allocator} is what it is called in messages. */
    Reserve(String allocator, MemorySource source, long capBytes) {
        NativeAccess.require();
        if (source == null) {
            throw new IllegalArgumentException("source must not be null; MemorySource.direct() is the usual one");
        }
        if (capBytes <= 0) {
            throw new IllegalArgumentException("capBytes must be > 0: capBytes=" + capBytes);
        }
        this.allocator = allocator;
        this.source = source;
        this.capBytes = capBytes;
    }

    /** Rounded up to a page; what is too large for that is too large for any source. */
    static long wholePages(long bytes) {
        return bytes > Long.MAX_VALUE - PAGE_BYTES ? bytes : BitUtil.align(bytes, PAGE_BYTES);
    }

    long capBytes() {
        return capBytes;
    }

    long reservedBytes() {
        return reservedBytes;
    }

    /** What the cap still allows. */
    long roomBytes() {
        return capBytes - reservedBytes;
    }

    boolean allows(long bytes) {
        return bytes <= roomBytes();
    }

    /**
     * Takes memory of the source.
     *
     * @throws NativeMemoryException if the cap denies it, or the source refuses; nothing has changed then
     */
    long take(long bytes, int alignment) {
        if (!allows(bytes)) {
            throw atCap(bytes, reservedBytes);
        }
        long address = MemorySource.allocateFrom(source, bytes, alignment);
        reservedBytes += bytes;
        ArenaGrowthEvent.commit(allocator, bytes, reservedBytes);
        return address;
    }

    /** Says that the cap denies a request. */
    NativeMemoryException atCap(long bytes, long allocatedBytes) {
        return new NativeMemoryException(allocator + " is at its cap of " + capBytes + " bytes", bytes, allocatedBytes);
    }

    void giveBack(long address, long bytes) {
        reservedBytes -= bytes;
        source.free(address, bytes);
    }
}
