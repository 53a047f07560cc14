package basalt.memory.allocator;

import basalt.memory.Slice;

/**
 * An open view of an entry of a {@link StreamingArena}: the entry is not evicted until the view is closed.
 *
 * <p>Belongs to the thread that accessed the entry; an entry may have several views, on one or several threads. Close
 * each view once. A view makes a few small heap objects, so open one for a piece of work and not for each value.
 */
public final class StreamingView implements AutoCloseable {
    private final StreamingArena arena;
    private final long handle;
    private final long address;
    private final long sizeBytes;
    private final StreamingArena.Lifetime lifetime = new StreamingArena.Lifetime("view");

    /** SAFETY: the entry is then pinned, under the same lock, and its memory is kept until this view unpins it. */
    StreamingView(StreamingArena arena, long handle, long address, long sizeBytes) {
        this.arena = arena;
        this.handle = handle;
        this.address = address;
        this.sizeBytes = sizeBytes;
    }

    /**
     * The memory of the entry. Several threads may read it at once, each through its own view. A caller that writes
     * must ensure that no other thread reads meanwhile.
     *
     * @return the whole entry; dies when this view is closed
     */
    public Slice slice() {
        requireOpen();
        return lifetime.slice(address, sizeBytes);
    }

    /** {@return the handle of the entry} */
    public long handle() {
        return handle;
    }

    /** {@return the size of the entry, in bytes} */
    public long sizeBytes() {
        return sizeBytes;
    }

    /**
     * Closes the view. Without open views the entry may be evicted again.
     *
     * @throws IllegalStateException if it is closed already, on the wrong thread, or in an eviction callback of this
     *     arena; nothing changes
     */
    @Override
    public void close() {
        requireOpen();
        arena.unpin(handle);
        lifetime.end("it was closed: access() returns a new one");
    }

    private void requireOpen() {
        lifetime.requireOwner();
        if (!lifetime.isOpen()) {
            throw lifetime.dead(0, 0);
        }
    }
}
