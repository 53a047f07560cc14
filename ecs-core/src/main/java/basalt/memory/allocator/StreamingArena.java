package basalt.memory.allocator;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemorySource;
import basalt.memory.NativeAccess;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import java.util.function.LongConsumer;

/**
 * Memory for assets that are streamed in and out within a budget, such as texture mips or level chunks. Thread-safe.
 *
 * <pre>{@code
 * long handle = arena.reserve(bytes, priority);              // evicts others if there is no room
 * Slice part = arena.part(handle, 0, bytes);                 // for the loader to write
 * readInto(part);
 * arena.loaded(handle, bytes);
 * arena.ready(handle);
 *
 * try (StreamingView view = arena.tryAccess(handle)) {       // null if it was evicted meanwhile
 *     if (view != null) {
 *         draw(view.slice());
 *     }
 * }
 * }</pre>
 *
 * <p><b>Eviction.</b> A request that needs room evicts other entries: lowest priority first, and of equal priority the
 * least recently accessed first. Accesses are numbered, not timed, and becoming ready counts as an access. Loading
 * entries and entries with an open view are not evicted. The priority of the request itself does not matter. No entry
 * is evicted without need: if all of them would not suffice, none is evicted, and if a large victim makes smaller ones
 * unnecessary, those stay.
 *
 * <p><b>A source that refuses</b>, for example because of a tighter budget above this one, does not report how much
 * memory it lacks. So entries are evicted one by one in the same order, and the source is called again after each,
 * until it grants the request or no entry can be evicted. Only then is the request refused, and the evicted entries
 * stay evicted: a request that the source can never grant empties the arena.
 *
 * <p><b>Budget.</b> A request counts before the source is called, and memory counts until the source has it back. The
 * room that a thread frees by eviction is reserved for that thread. So a request may be refused, or may evict, while
 * another thread is giving back enough memory.
 *
 * <p><b>Threads.</b> One lock guards the bookkeeping. Callbacks and the source are never called under it, so they may
 * be slow. An entry is loaded by one thread at a time: the first thread that takes a part of it, until the entry is
 * ready or {@link #handOver(long) handed over}, or that thread has ended. Parts and views belong to the thread that
 * took them.
 *
 * <p>All operations take constant time, except a request that evicts and {@link #snapshot()}, which are linear in the
 * number of entries. Memory is aligned to 64 bytes, and undefined until written.
 */
public final class StreamingArena implements Allocator {
    private final StreamingStore store;

    /** The number of accesses so far. Guarded by the store's monitor, like all entries. */
    private long clock;

    /**
     * Creates an arena without memory.
     *
     * @param source the source, called for one allocation per entry; must be thread-safe if several threads use the
     *     arena
     * @param budgetBytes the most that {@link #usedBytes()} may become, at least 1
     * @throws IllegalArgumentException if {@code source} is null or {@code budgetBytes} is not positive
     * @throws IllegalStateException if this JVM lacks the flag that native access needs
     */
    public StreamingArena(MemorySource source, long budgetBytes) {
        NativeAccess.require();
        MemorySource.require(source);
        if (budgetBytes <= 0) {
            throw new IllegalArgumentException("budgetBytes must be > 0: budgetBytes=" + budgetBytes);
        }
        store = new StreamingStore(source, budgetBytes);
    }

    /**
     * Sets the callback for evictions, in place of the previous one. It is not called for entries that are released, or
     * freed when the arena closes.
     *
     * <p>The callback gets the handle before the memory is freed, on the thread whose request needs the room; several
     * threads may call it at once. It may read the arena's figures but not change the arena: such calls throw. If the
     * callback throws, all chosen entries are still evicted, the request fails with the first exception, and nothing is
     * reserved.
     *
     * @param evicted called with the handle of each evicted entry
     * @throws IllegalArgumentException if it is null
     * @throws IllegalStateException if the arena is closed, or in an eviction callback
     */
    public void onEvict(LongConsumer evicted) {
        if (evicted == null) {
            throw new IllegalArgumentException("evicted must not be null: use handle -> {} for no callback");
        }
        store.onEvict(evicted);
    }

    /**
     * Takes memory for a new entry in state {@link StreamingState#LOADING}. Evicts others if there is no room.
     *
     * @param bytes how many bytes, at least 1
     * @param priority the priority; the lowest is evicted first
     * @return the handle of the entry; never 0
     * @throws IllegalArgumentException if {@code bytes} is not positive
     * @throws NativeMemoryException if evicting all evictable entries would not make room; nothing changes. Also if the
     *     source refuses after all evictable entries were evicted
     * @throws IllegalStateException if the arena is closed, in an eviction callback, or if the source breaks its
     *     contract
     */
    public long reserve(long bytes, int priority) {
        StreamingEntry entry = store.claim(bytes, priority);
        if (entry == null) {
            throw new NativeMemoryException(
                    "streaming arena is at its budget of " + store.budget().budgetBytes()
                            + " bytes, and evicting all entries that are neither pinned nor loading would not suffice",
                    bytes,
                    usedBytes());
        }
        return store.allocate(entry, false);
    }

    /**
     * Like {@link #reserve}, but returns 0 if there is no memory.
     *
     * @param bytes how many bytes, at least 1
     * @param priority the priority; the lowest is evicted first
     * @return the handle of the entry; 0 if there is no room, or the source refuses as for {@link #reserve}
     * @throws IllegalArgumentException if {@code bytes} is not positive
     * @throws IllegalStateException if the arena is closed, in an eviction callback, or if the source breaks its
     *     contract
     */
    public long tryReserve(long bytes, int priority) {
        StreamingEntry entry = store.claim(bytes, priority);
        return entry == null ? 0 : store.allocate(entry, true);
    }

    /**
     * Returns a writable view of a part of a loading entry. From then on the calling thread is the entry's loader: no
     * other thread can load it until it is ready or handed over, or this thread has ended.
     *
     * @param handle the handle of the entry
     * @param offsetBytes the start of the part, from the start of the entry
     * @param bytes the size of the part, at least 1
     * @return the part; dies when the entry becomes ready, is handed over or released, or the arena is closed
     * @throws IllegalArgumentException if {@code bytes} is not positive
     * @throws IndexOutOfBoundsException if the part is not inside the entry
     * @throws IllegalStateException if the handle is stale, the entry is not loading, another thread loads it, the
     *     arena is closed, or in an eviction callback
     */
    public Slice part(long handle, long offsetBytes, long bytes) {
        synchronized (store) {
            return store.get(handle).part(offsetBytes, bytes);
        }
    }

    /**
     * Ends the calling thread's parts of a loading entry, so that another thread may continue to load it. That thread
     * sees what was written.
     *
     * @param handle the handle of the entry
     * @throws IllegalStateException if the handle is stale, the entry is not loading, another thread loads it, the
     *     arena is closed, or in an eviction callback
     */
    public void handOver(long handle) {
        synchronized (store) {
            store.get(handle).handOver();
        }
    }

    /**
     * Reports that more of an entry has been loaded.
     *
     * @param handle the handle of the entry
     * @param bytes the number of newly loaded bytes, at least 1
     * @throws IllegalArgumentException if {@code bytes} is not positive, or more would be loaded than the entry holds
     * @throws IllegalStateException if the handle is stale, the entry is not loading, another thread loads it, the
     *     arena is closed, or in an eviction callback
     */
    public void loaded(long handle, long bytes) {
        synchronized (store) {
            store.get(handle).loaded(bytes);
        }
    }

    /**
     * Makes an entry ready: it can be accessed and evicted. Its parts die.
     *
     * @param handle the handle of the entry
     * @throws IllegalStateException if not all of it is loaded, the handle is stale, the entry is not loading, another
     *     thread loads it, the arena is closed, or in an eviction callback
     */
    public void ready(long handle) {
        long bytes;
        int priority;
        synchronized (store) {
            StreamingEntry entry = store.get(handle);
            entry.ready(clock + 1);
            clock++;
            bytes = entry.sizeBytes();
            priority = entry.priority();
        }
        StreamingEvent.commit(StreamingEvent.READY, handle, bytes, priority);
    }

    /**
     * Pins an entry and makes it the most recently accessed one.
     *
     * @param handle the handle of the entry
     * @return a view for the calling thread; close it
     * @throws IllegalStateException if the handle is stale, the entry is not ready, the arena is closed, or in an
     *     eviction callback
     */
    public StreamingView access(long handle) {
        synchronized (store) {
            StreamingEntry entry = store.get(handle);
            entry.requireReady();
            return pin(entry);
        }
    }

    /**
     * Like {@link #access(long)}, but returns null if the entry is not ready.
     *
     * @param handle the handle of the entry; 0 is no entry
     * @return a view for the calling thread; null unless the entry is ready
     * @throws IllegalStateException if the arena is closed, or in an eviction callback
     */
    public StreamingView tryAccess(long handle) {
        synchronized (store) {
            store.requireOpen();
            StreamingEntry entry = store.entries().find(handle);
            return entry == null || entry.state() != StreamingState.READY ? null : pin(entry);
        }
    }

    /**
     * Changes the priority of an entry.
     *
     * @param handle the handle of a loading or ready entry
     * @param priority the priority; the lowest is evicted first
     * @throws IllegalStateException if the handle is stale, the entry is being evicted, the arena is closed, or in an
     *     eviction callback
     */
    public void priority(long handle, int priority) {
        synchronized (store) {
            store.get(handle).prioritise(priority);
        }
    }

    /**
     * Gives the memory of an entry back, loaded or not. If the source throws, the entry is still gone.
     *
     * @param handle the handle of the entry
     * @throws IllegalStateException if a view of it is open, another thread loads it, the handle is stale, the entry is
     *     being evicted, the arena is closed, or in an eviction callback; nothing changes
     */
    public void release(long handle) {
        store.release(handle);
    }

    /**
     * Like {@link #release(long)}, but returns false if the entry was already evicted.
     *
     * @param handle the handle of the entry; 0 is no entry
     * @return false if the entry is gone or being evicted
     * @throws IllegalStateException if a view of it is open, another thread loads it, the arena is closed, or in an
     *     eviction callback; nothing changes
     */
    public boolean tryRelease(long handle) {
        return store.tryRelease(handle);
    }

    /**
     * The state of an entry. May be called in a callback. After close, all entries are gone.
     *
     * @param handle the handle of the entry; 0 is no entry
     * @return the state, which another thread may change at any time
     */
    public StreamingState state(long handle) {
        synchronized (store) {
            StreamingEntry entry = store.entries().find(handle);
            return entry == null ? StreamingState.GONE : entry.state();
        }
    }

    /**
     * How much of an entry has been loaded. May be called in a callback.
     *
     * @param handle the handle of the entry
     * @return bytes, as reported by {@link #loaded(long, long)}
     * @throws IllegalStateException if the handle is stale
     */
    public long loadedBytes(long handle) {
        synchronized (store) {
            return store.entries().get(handle).loadedBytes();
        }
    }

    /**
     * {@inheritDoc} The requested sizes of all entries, including memory that is being taken or given back: never more
     * than {@link #budgetBytes()}.
     */
    @Override
    public long usedBytes() {
        synchronized (store) {
            return store.budget().usedBytes();
        }
    }

    /** {@inheritDoc} Equal to {@link #usedBytes()}. */
    @Override
    public long reservedBytes() {
        return usedBytes();
    }

    /**
     * The budget: the most that {@link #usedBytes()} may become.
     *
     * @return bytes
     */
    public long budgetBytes() {
        return store.budget().budgetBytes();
    }

    /** {@inheritDoc} Updated when a request has succeeded. */
    @Override
    public long highWaterBytes() {
        synchronized (store) {
            return store.budget().highWaterBytes();
        }
    }

    /**
     * All figures at one moment. May be called in a callback, and after close.
     *
     * @return consistent figures
     */
    public StreamingSnapshot snapshot() {
        return store.snapshot();
    }

    /**
     * Gives all memory back to the source, without callbacks. Further calls do nothing. If the source throws, the other
     * entries are still given back, and then the first exception is thrown.
     *
     * @throws IllegalStateException if a view is open, an entry is being loaded by another thread, another thread is
     *     reserving or releasing, or in an eviction callback; nothing changes
     */
    @Override
    public void close() {
        store.close();
    }

    @Override
    public String toString() {
        return "StreamingArena"
                + snapshot()
                        .toString()
                        .substring(StreamingSnapshot.class.getSimpleName().length());
    }

    /**
     * {@inheritDoc} Fragmentation is always 0, because each entry is a separate allocation. All entries that are not
     * gone count as live. {@link #snapshot()} has more figures.
     */
    @Override
    public AllocatorSnapshot allocatorSnapshot() {
        StreamingSnapshot figures = snapshot();
        return new AllocatorSnapshot(
                "streaming arena",
                "",
                figures.usedBytes(),
                figures.usedBytes(),
                figures.highWaterBytes(),
                figures.reserving() + figures.loading() + figures.ready() + figures.evicting(),
                0);
    }

    void unpin(StreamingEntry entry) {
        synchronized (store) {
            store.requireOpen();
            entry.unpin();
        }
    }

    /** SAFETY: the thread that gives the memory back checks the pins under the same monitor. */
    private StreamingView pin(StreamingEntry entry) {
        StreamingView view = new StreamingView(this, entry); // first, because it may fail with OutOfMemoryError
        entry.pin(++clock);
        return view;
    }
}
