package basalt.memory;

/**
 * A source of native memory.
 *
 * <p>A source gives out raw addresses. Contents are undefined: a source neither zeroes nor touches the memory, so a
 * large allocation only occupies address space until it is written. The operating system then places each page on the
 * NUMA node of the thread that writes it first, usually the owner of the allocator.
 *
 * <p>Each implementation says whether it is thread-safe; {@link #direct()} is.
 */
public interface MemorySource {
    /** The largest alignment that every source supports, in bytes. */
    int MAX_ALIGNMENT = 4096;

    /**
     * Takes memory, which the caller owns until it calls {@link #free(long, long)}.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment the alignment of the address in bytes: a power of two from 1 to {@link #MAX_ALIGNMENT}
     * @return the address of the first byte, never 0
     * @throws NativeMemoryException if there is no more memory, or the source denies it; nothing changes
     */
    long allocate(long bytes, int alignment);

    /**
     * Gives memory back. Any later access to it is an error that is not detected.
     *
     * @param address what {@link #allocate(long, int)} of this source returned
     * @param bytes the same number of bytes as was allocated there
     * @throws IllegalArgumentException if the source detects that it never gave out this memory
     */
    void free(long address, long bytes);

    /**
     * {@return how much memory is allocated now, in bytes as requested, without overhead for alignment or bookkeeping}
     */
    long allocatedBytes();

    /**
     * Takes memory from a source and checks the address, so that a source that breaks its contract fails here, before
     * it damages memory.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment the alignment of the address in bytes: a power of two from 1 to {@link #MAX_ALIGNMENT}
     * @return the address of the first byte
     * @throws NativeMemoryException if there is no more memory, or the source denies it; nothing changes
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
     * Checks the arguments of {@link #allocate(long, int)}, for implementations of sources and allocators.
     *
     * @param bytes how many bytes
     * @param alignment the alignment of the address in bytes
     * @throws IllegalArgumentException if {@code bytes} is not positive, or {@code alignment} is not a power of two
     *     from 1 to {@link #MAX_ALIGNMENT}
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

    /** Checks that a source is not null, for implementations of sources and allocators. */
    static MemorySource require(MemorySource source) {
        if (source == null) {
            throw new IllegalArgumentException("source must not be null; MemorySource.direct() is the usual one");
        }
        return source;
    }

    /**
     * The process-wide source, the C library's allocator. Thread-safe; lives as long as the process.
     *
     * @throws IllegalStateException if this JVM was started without the flag that native access needs; the message
     *     quotes it
     */
    static MemorySource direct() {
        NativeAccess.require();
        return DirectMemory.INSTANCE;
    }
}
