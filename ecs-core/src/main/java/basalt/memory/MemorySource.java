package basalt.memory;

/**
 * Where native memory comes from and goes back to.
 *
 * <p>A source gives out raw addresses and knows nothing of what lies there. Contents are undefined: a source neither
 * zeroes nor touches the memory, so that a large allocation occupies address space only, until it is written.
 * A page is then placed on the NUMA node of the thread that writes it first, which is the owner of the allocator that
 * asked.
 *
 * <p>Whether a source may be used by several threads at once is up to the implementation; {@link #direct()} may.
 */
public interface MemorySource {
    /** The largest alignment that every source supports, in bytes. */
    int MAX_ALIGNMENT = 4096;

    /**
     * Takes memory. The caller owns it until it gives it back by {@link #free(long, long)}.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to {@link #MAX_ALIGNMENT}
     * @return the address of the first byte, never 0
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws NativeMemoryException if there is no more memory, or the source denies it; nothing has changed then
     */
    long allocate(long bytes, int alignment);

    /**
     * Gives memory back. Afterwards any access to it is an error that is not caught.
     *
     * @param address what {@link #allocate(long, int)} of this source returned
     * @param bytes the same number of bytes as was allocated there
     * @throws IllegalArgumentException if the source can tell that it never gave this out
     */
    void free(long address, long bytes);

    /**
     * What has been allocated and not yet freed.
     *
     * @return bytes as requested, without what alignment or bookkeeping costs
     */
    long allocatedBytes();

    /**
     * Takes memory of a source, and checks the address: a source that breaks its contract is found here, and not when
     * memory is damaged.
     *
     * @param source where to take it
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to {@link #MAX_ALIGNMENT}
     * @return the address of the first byte
     * @throws IllegalArgumentException if {@code source} is null, or {@code bytes} or {@code alignment} is out of range
     * @throws NativeMemoryException if there is no more memory, or the source denies it; nothing has changed then
     * @throws IllegalStateException if the source returned 0 or an address that is not aligned
     */
    static long allocateFrom(MemorySource source, long bytes, int alignment) {
        long address = require(source).allocate(bytes, alignment);
        if (address == 0) {
            throw new IllegalStateException("memory source broke its contract: it returned address 0 for " + bytes
                    + " bytes instead of throwing NativeMemoryException: " + source);
        }
        if ((address & (alignment - 1)) != 0) {
            source.free(address, bytes);
            throw new IllegalStateException("memory source broke its contract: address " + address
                    + " is not aligned to " + alignment + " bytes: " + source);
        }
        return address;
    }

    /**
     * The check of {@link #allocate(long, int)}'s arguments, for code that implements sources and allocators.
     *
     * @param bytes how many bytes
     * @param alignment what the address is to be a multiple of
     * @throws IllegalArgumentException if {@code bytes} is not positive, or {@code alignment} is no power of two from 1
     *     to {@link #MAX_ALIGNMENT}
     */
    static void requireValid(long bytes, int alignment) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("bytes must be > 0: bytes=" + bytes);
        }
        if (alignment <= 0 || alignment > MAX_ALIGNMENT || (alignment & (alignment - 1)) != 0) {
            throw new IllegalArgumentException(
                    "alignment must be a power of two from 1 to " + MAX_ALIGNMENT + ": alignment=" + alignment);
        }
    }

    /**
     * The check that there is a source, for code that implements sources and allocators over others.
     *
     * @param source the source, or null
     * @return the source
     * @throws IllegalArgumentException if it is null
     */
    static MemorySource require(MemorySource source) {
        if (source == null) {
            throw new IllegalArgumentException("source must not be null; MemorySource.direct() is the usual one");
        }
        return source;
    }

    /**
     * The process-wide source: the C library's allocator. Thread-safe; lives as long as the process.
     *
     * @return the one instance
     * @throws IllegalStateException if this JVM was started without the flag that native access needs; the message
     *     quotes it
     */
    static MemorySource direct() {
        NativeAccess.require();
        return DirectMemory.INSTANCE;
    }
}
