package basalt.memory.streaming;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemorySource;
import basalt.memory.NativeAccess;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import java.util.function.LongConsumer;

/**
 * Memory for assets that are streamed in and out under a budget, such as the mips of textures or the chunks of a level.
 * Thread-safe.
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
 * <p><b>Eviction.</b> A request for which there is no room makes others go: those of the lowest priority first, and
 * among them those whose last access is the oldest; accesses are counted, not timed, and becoming ready counts as one.
 * Entries that are loading or pinned by an open view stay. The priority of the request itself plays no part. None goes
 * that need not: where all together would not suffice, none does, and where a large one at the end makes smaller ones
 * before it needless, those stay.
 *
 * <p><b>A source that refuses</b>, because a budget above this one is tighter, say, does not tell how much it lacks. So
 * others go one at a time in the same order, and it is asked again after each, until it grants or none is left that may
 * go. Only then is the request refused, and what has gone for it has gone: a request that the source can never grant
 * empties the arena.
 *
 * <p><b>Budget.</b> A request is counted before the source is asked, and memory counts until the source has it back.
 * What a thread has evicted is promised to it, so that no other one takes it meanwhile. So a request may be refused, or
 * may evict, although another thread is just giving back enough.
 *
 * <p><b>Threads.</b> There is one lock, for the bookkeeping alone: neither a callback nor the source ever runs under
 * it, so both may take as long as they like. An entry is loaded by one thread at a time: the first that takes a part of
 * it, until it is ready or {@link #handOver(long) handed over}, or that thread has ended. Parts and views belong to the
 * thread that took them.
 *
 * <p>All operations take constant time, except for a request that has to evict and {@link #snapshot()}: these look at
 * each entry. Memory is aligned to 64 bytes, and undefined until written.
 */
public final class StreamingArena implements Allocator {
    private final StreamingStore store;

    /** Counts accesses. Guarded by the store's monitor, as all entries are. */
    private long clock;

    /**
     * Creates an arena that holds no memory yet.
     *
     * @param source where each entry's memory comes from, one allocation each; a thread-safe one if several threads use
     *     the arena
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
     * Says what to tell of evictions; replaces what was told before. Entries that are released, or go with the arena,
     * are not told of.
     *
     * <p>The callback gets the handle before the memory goes, in the thread whose request needs the room; several
     * threads may be in it at once. It may read the arena's figures and must not change anything: each such call from
     * it throws. When it throws itself, all entries that were chosen are evicted nevertheless, the request fails with
     * what was thrown first, and nothing is reserved.
     *
     * @param evicted what to call with the handle of each entry that is evicted
     * @throws IllegalArgumentException if it is null
     * @throws IllegalStateException if the arena is closed, or in an eviction callback
     */
    public void onEvict(LongConsumer evicted) {
        if (evicted == null) {
            throw new IllegalArgumentException("evicted must not be null: handle -> {} tells nothing");
        }
        store.onEvict(evicted);
    }

    /**
     * Takes memory for a new entry, which is loading then. Evicts others if there is no room.
     *
     * @param bytes how many bytes, at least 1
     * @param priority how long it is to stay: the lowest goes first
     * @return the handle of the entry; never 0
     * @throws IllegalArgumentException if {@code bytes} is not positive
     * @throws NativeMemoryException if evicting all that may be evicted would not make room, and nothing has changed
     *     then; or if the source refuses although all that may be evicted has been, which stays so
     * @throws IllegalStateException if the arena is closed, in an eviction callback, or if the source breaks its
     *     contract
     */
    public long reserve(long bytes, int priority) {
        StreamingEntry entry = store.claim(bytes, priority);
        if (entry == null) {
            throw new NativeMemoryException(
                    "streaming arena is at its budget of " + store.budget().budgetBytes()
                            + " bytes, and evicting what is neither pinned nor loading would not suffice",
                    bytes,
                    usedBytes());
        }
        return store.allocate(entry, false);
    }

    /**
     * As {@link #reserve}, for callers that can go on without the memory.
     *
     * @param bytes how many bytes, at least 1
     * @param priority how long it is to stay: the lowest goes first
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
     * Makes a view of a part of an entry that is loading, for the calling thread to write. From now on no other thread
     * can go on with this entry, until it is ready, handed over, or this thread has ended.
     *
     * @param handle which entry
     * @param offsetBytes where the part starts, from the start of the entry
     * @param bytes how large it is, at least 1
     * @return the part; dies when the entry becomes ready, is handed over or released, or the arena is closed
     * @throws IllegalArgumentException if {@code bytes} is not positive
     * @throws IndexOutOfBoundsException if not all of the part lies inside the entry
     * @throws IllegalStateException if the handle is stale, the entry is not loading, another thread loads it, the
     *     arena is closed, or in an eviction callback
     */
    public Slice part(long handle, long offsetBytes, long bytes) {
        synchronized (store) {
            return store.get(handle).part(offsetBytes, bytes);
        }
    }

    /**
     * Ends the calling thread's parts of an entry that is loading, so that any thread may go on with it. What was
     * written is seen by the one that does.
     *
     * @param handle which entry
     * @throws IllegalStateException if the handle is stale, the entry is not loading, another thread loads it, the
     *     arena is closed, or in an eviction callback
     */
    public void handOver(long handle) {
        synchronized (store) {
            store.get(handle).handOver();
        }
    }

    /**
     * Says that more of an entry has been loaded.
     *
     * @param handle which entry
     * @param bytes how many bytes have been added to those loaded before, at least 1
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
     * Opens an entry to access, and to eviction. Its parts die.
     *
     * @param handle which entry
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
     * Pins an entry and makes it the youngest of its priority.
     *
     * @param handle which entry
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
     * As {@link #access(long)}, for callers that expect the entry to be gone or not to be there yet.
     *
     * @param handle which entry; 0 is none
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
     * Changes how long an entry is to stay.
     *
     * @param handle which entry, loading or ready
     * @param priority the lowest goes first
     * @throws IllegalStateException if the handle is stale, the entry is just being evicted, the arena is closed, or in
     *     an eviction callback
     */
    public void priority(long handle, int priority) {
        synchronized (store) {
            store.get(handle).prioritise(priority);
        }
    }

    /**
     * Gives the memory of an entry back, loaded or not. When the source throws, the entry is gone nevertheless.
     *
     * @param handle which entry
     * @throws IllegalStateException if a view of it is open, another thread loads it, the handle is stale, the entry is
     *     just being evicted, the arena is closed, or in an eviction callback; nothing has changed then
     */
    public void release(long handle) {
        store.release(handle);
    }

    /**
     * As {@link #release(long)}, for callers that do not know whether the entry was evicted meanwhile.
     *
     * @param handle which entry; 0 is none
     * @return false if it has gone, or is just being evicted
     * @throws IllegalStateException if a view of it is open, another thread loads it, the arena is closed, or in an
     *     eviction callback; nothing has changed then
     */
    public boolean tryRelease(long handle) {
        return store.tryRelease(handle);
    }

    /**
     * Where an entry is in its life. May be asked in a callback too; after close, all have gone.
     *
     * @param handle which entry; 0 is none
     * @return its state at this moment, which another thread may change the next
     */
    public StreamingState state(long handle) {
        synchronized (store) {
            StreamingEntry entry = store.entries().find(handle);
            return entry == null ? StreamingState.GONE : entry.state();
        }
    }

    /**
     * How much of an entry has been loaded. May be asked in a callback too.
     *
     * @param handle which entry
     * @return bytes, as said by {@link #loaded(long, long)}
     * @throws IllegalStateException if the handle is stale
     */
    public long loadedBytes(long handle) {
        synchronized (store) {
            return store.entries().get(handle).loadedBytes();
        }
    }

    /**
     * {@inheritDoc} Those of all entries, as requested: never more than {@link #budgetBytes()}, with what is just being
     * taken or given back.
     */
    @Override
    public long usedBytes() {
        synchronized (store) {
            return store.budget().usedBytes();
        }
    }

    /** {@inheritDoc} They are the used ones. */
    @Override
    public long reservedBytes() {
        return usedBytes();
    }

    /**
     * The most that {@link #usedBytes()} may become.
     *
     * @return bytes
     */
    public long budgetBytes() {
        return store.budget().budgetBytes();
    }

    /** {@inheritDoc} Counted when a request has succeeded. */
    @Override
    public long highWaterBytes() {
        synchronized (store) {
            return store.budget().highWaterBytes();
        }
    }

    /**
     * All figures, at one moment. May be asked in a callback, and after close.
     *
     * @return figures that belong together
     */
    public StreamingSnapshot snapshot() {
        return store.snapshot();
    }

    /**
     * Gives everything back to the source, without callbacks. Further calls do nothing. When the source throws, the
     * rest is given back nevertheless, and then what was thrown first is thrown.
     *
     * @throws IllegalStateException if a view is open, an entry is being loaded by another thread, another thread is
     *     just reserving or releasing, or in an eviction callback; nothing has changed then
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
     * {@inheritDoc} Fragmentation is always 0, because each entry is an allocation of its own. All entries that are not
     * gone count as live. {@link #snapshot()} has more.
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

    /** SAFETY: the thread that gives the memory back looks at the pins under the same monitor. */
    private StreamingView pin(StreamingEntry entry) {
        StreamingView view = new StreamingView(this, entry); // first, because the heap may be full
        entry.pin(++clock);
        return view;
    }
}
