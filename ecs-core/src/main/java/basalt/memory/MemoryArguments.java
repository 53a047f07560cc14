package basalt.memory;

/** The argument checks that all allocators of this package share. */
final class MemoryArguments {
    private MemoryArguments() {}

    static void require(long bytes, int alignment) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("bytes must be > 0: bytes=" + bytes);
        }
        if (alignment <= 0 || alignment > MemorySource.MAX_ALIGNMENT || (alignment & (alignment - 1)) != 0) {
            throw new IllegalArgumentException("alignment must be a power of two from 1 to "
                    + MemorySource.MAX_ALIGNMENT + ": alignment=" + alignment);
        }
    }
}
