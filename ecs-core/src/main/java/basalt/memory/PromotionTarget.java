package basalt.memory;

/** An allocator that slices can be copied into, so that the copy outlives its source. Users may implement it. */
public interface PromotionTarget {
    /** The largest alignment of a copy. A copy is not aligned more strictly than its source. */
    int MAX_COPY_ALIGNMENT = 64;

    /**
     * Allocates memory for a copy.
     *
     * @param bytes how many bytes, at least 1 and at most {@link #largestCopyBytes()}
     * @param alignment the alignment of the address in bytes: a power of two from 1 to 4096; an allocator with a fixed
     *     block alignment ignores it
     * @return a checked view of at least that many bytes, or null if there is no memory
     */
    Slice tryPlace(long bytes, int alignment);

    /** {@return the size of the largest possible copy, in bytes} */
    default long largestCopyBytes() {
        return Long.MAX_VALUE;
    }

    /**
     * Copies a slice into memory of this allocator, aligned like the source up to {@value #MAX_COPY_ALIGNMENT} bytes,
     * or to the allocator's fixed block alignment.
     *
     * @param source the slice to copy, from any allocator
     * @return a view of exactly the copy; null if there is no memory
     * @throws IllegalArgumentException if the source is null, empty or larger than {@link #largestCopyBytes()}
     * @throws IllegalStateException if the source is dead, the allocator is closed, or on the wrong thread
     */
    default Slice tryCopy(Slice source) {
        if (source == null) {
            throw new IllegalArgumentException("source must not be null: the slice to copy");
        }
        source.requireLive(); // before memory is taken for the copy
        if (source.sizeBytes() > largestCopyBytes()) {
            throw new IllegalArgumentException("slice is too large to copy here: sizeBytes=" + source.sizeBytes()
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
