package basalt.memory.streaming;

import basalt.memory.Slice;

/**
 * An open view of one entry of a {@link StreamingArena}: the entry stays where it is until the view is closed.
 *
 * <p>Belongs to the thread that accessed the entry; several threads, or one of them several times, may have views of
 * the same entry. Close each one once. Costs a few small heap objects, so access an entry once for a piece of work and
 * not once for each value.
 */
public final class StreamingView implements AutoCloseable {
    private final StreamingArena arena;
    private final StreamingEntry entry;
    private final long handle;
    private final long address;
    private final long sizeBytes;
    private final StreamingLifetime lifetime = new StreamingLifetime("view");

    /** SAFETY: the entry is pinned next, under the same lock, and its memory stays until this view unpins it. */
    StreamingView(StreamingArena arena, StreamingEntry entry) {
        this.arena = arena;
        this.entry = entry;
        handle = entry.handle();
        address = entry.address();
        sizeBytes = entry.sizeBytes();
    }

    /**
     * What was loaded. Several threads may read it through views of their own at once. A caller that writes sees to it
     * that no other thread reads meanwhile.
     *
     * @return the whole entry; dies when this view is closed
     * @throws IllegalStateException if this view is closed, or on another thread than the one that accessed the entry
     */
    public Slice slice() {
        requireOpen();
        return lifetime.slice(address, sizeBytes);
    }

    /**
     * Which entry it is.
     *
     * @return what {@link StreamingArena#reserve(long, int)} returned
     */
    public long handle() {
        return handle;
    }

    /**
     * How large the entry is.
     *
     * @return bytes
     */
    public long sizeBytes() {
        return sizeBytes;
    }

    /**
     * Ends the view. When it was the entry's last one, the entry may be evicted again.
     *
     * @throws IllegalStateException if it is closed already, on another thread than the one that accessed the entry, or
     *     in an eviction callback of this arena; the view stays as it is then
     */
    @Override
    public void close() {
        requireOpen();
        arena.unpin(entry);
        lifetime.end("it was closed: access() gives a new one");
    }

    @Override
    public String toString() {
        return "StreamingView[sizeBytes=" + sizeBytes + ", open=" + !lifetime.hasEnded() + "]";
    }

    private void requireOpen() {
        lifetime.requireOwner();
        if (lifetime.hasEnded()) {
            throw lifetime.dead(0, 0);
        }
    }
}
