package basalt.memory.chunk;

import basalt.memory.MemorySource;
import basalt.memory.NativeAccess;
import basalt.memory.NativeMemoryException;
import org.agrona.BitUtil;

/** What one allocator holds of its source, and the most that it may hold. Checks what each allocator is made from. */
public final class BackingMemory {
    /** What everything that is large starts at a multiple of: so it is aligned to whatever is allowed. */
    public static final int PAGE_BYTES = MemorySource.MAX_ALIGNMENT;

    private final String allocator;
    private final MemorySource source;
    private final long capBytes;
    private long reservedBytes;
    private boolean taking; // the source is asked, and may call back

    /**
     * Holds nothing yet.
     *
     * @param allocator what it is called in messages
     * @param source where the memory comes from
     * @param capBytes the most that it may hold
     * @throws IllegalArgumentException if {@code source} is null or {@code capBytes} is not positive
     * @throws IllegalStateException if this JVM does not allow native access
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
     * Rounded up to a page; what is too large for that is too large for any source.
     *
     * @param bytes how many bytes
     * @return a multiple of {@link #PAGE_BYTES}
     */
    public static long wholePages(long bytes) {
        return bytes > Long.MAX_VALUE - PAGE_BYTES ? bytes : BitUtil.align(bytes, PAGE_BYTES);
    }

    /**
     * The most that it may hold.
     *
     * @return bytes
     */
    public long capBytes() {
        return capBytes;
    }

    /**
     * What it holds.
     *
     * @return bytes
     */
    public long reservedBytes() {
        return reservedBytes;
    }

    /**
     * What the cap still allows.
     *
     * @return bytes
     */
    public long roomBytes() {
        return capBytes - reservedBytes;
    }

    /**
     * Whether the cap allows so much more.
     *
     * @param bytes how many bytes
     * @return whether {@link #take} may be asked for them
     */
    public boolean allows(long bytes) {
        return bytes <= roomBytes();
    }

    /**
     * Takes memory of the source.
     *
     * @param bytes how many bytes
     * @param alignment what the address is a multiple of
     * @return the address
     * @throws NativeMemoryException if the cap denies it, or the source refuses; nothing has changed then
     */
    public long take(long bytes, int alignment) {
        if (!allows(bytes)) {
            throw atCap(bytes, reservedBytes);
        }
        if (taking) {
            throw new IllegalStateException(
                    allocator + " needs memory while its source is just giving it some: a source or"
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
     * Says that the cap denies a request.
     *
     * @param bytes what was asked for
     * @param allocatedBytes what is in use
     * @return what to throw
     */
    public NativeMemoryException atCap(long bytes, long allocatedBytes) {
        return new NativeMemoryException(allocator + " is at its cap of " + capBytes + " bytes", bytes, allocatedBytes);
    }

    /**
     * Gives back what {@link #take} has taken.
     *
     * @param address what it returned
     * @param bytes as many as it was asked for
     */
    public void giveBack(long address, long bytes) {
        reservedBytes -= bytes;
        source.free(address, bytes);
    }
}
