package basalt.memory;

/**
 * An allocator into which slices can be copied, so that the copy outlives its source. Users may write their
 * own.
 */
public interface PromotionTarget {
    /** The largest alignment of a copy; it is not larger than that of its source. */
    int MAX_COPY_ALIGNMENT = 64;

    /**
     * Allocates.
     *
     * @param bytes how many bytes, at least 1 and at most {@link #largestCopyBytes()}
     * @param alignment what the address is to be a multiple of: a power of two from 1 to 4096. An allocator whose
     *     blocks have an alignment of their own goes by that
     * @return a checked view of at least so many bytes, or null if there is no memory for it
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws IllegalStateException if the allocator is closed, or on a wrong thread
     */
    Slice tryPlace(long bytes, int alignment);

    /**
     * The largest that a copy can be.
     *
     * @return bytes
     */
    default long largestCopyBytes() {
        return Long.MAX_VALUE;
    }

    /**
     * Copies a slice into memory of this allocator, aligned as the source is, up to {@value #MAX_COPY_ALIGNMENT} bytes,
     * or as its blocks are where these have an alignment of their own.
     *
     * @param source what to copy, of whatever allocator
     * @return a view of exactly the copy; null if there is no memory for it
     * @throws IllegalArgumentException if the source is null, empty or larger than {@link #largestCopyBytes()}
     * @throws IllegalStateException if the source is dead, the allocator is closed, or on a wrong thread
     */
    default Slice tryCopy(Slice source) {
        if (source == null) {
            throw new IllegalArgumentException("source must not be null: the slice to copy");
        }
        source.requireLive(); // before anything is taken for it
        if (source.sizeBytes() > largestCopyBytes()) {
            throw new IllegalArgumentException("larger than what can be copied here: sizeBytes=" + source.sizeBytes()
                    + ", largestCopyBytes=" + largestCopyBytes());
        }
        Slice room = tryPlace(source.sizeBytes(), Math.min(source.alignment(), MAX_COPY_ALIGNMENT));
        if (room == null) {
            return null;
        }
        room.copyFrom(source);
        return room.sizeBytes() == source.sizeBytes() ? room : room.part(0, source.sizeBytes());
    }
}
