package basalt.memory.allocator;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemorySource;
import basalt.memory.NativeAccess;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.block.SliceLifetimes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.agrona.LangUtil;
import org.agrona.collections.Long2ObjectHashMap;

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
 * <p><b>Threads.</b> One lock guards everything, also while the source and the callback run. An entry is loaded by one
 * thread at a time: the first thread that takes a part of it, until the entry is ready or
 * {@link #handOver(long) handed over}, or that thread has ended. Parts and views belong to the thread that took them.
 *
 * <p>All operations take constant time, except a request that evicts and {@link #snapshot()}, which are linear in the
 * number of entries. Memory is aligned to 64 bytes, and undefined until written.
 */
public final class StreamingArena implements Allocator {
    private static final int ALIGNMENT = 64;

    /** No two entries are equal, because each access has its own clock value. */
    private static final Comparator<Entry> EVICTION_ORDER =
            Comparator.<Entry>comparingInt(entry -> entry.priority).thenComparingLong(entry -> entry.lastAccess);

    private final MemorySource source;
    private final long budgetBytes;
    private final Long2ObjectHashMap<Entry> entries = new Long2ObjectHashMap<>(); // by handle
    private long lastHandle;
    private LongConsumer callback = handle -> {};
    private boolean inCallback;
    private long clock; // the number of accesses so far
    private long usedBytes;
    private long highWaterBytes;
    private long evictions;
    private long refusals;
    private boolean closed;

    /**
     * Creates an arena without memory.
     *
     * @param source the source, called for one allocation per entry
     * @param budgetBytes the most that {@link #usedBytes()} may become, at least 1
     */
    public StreamingArena(MemorySource source, long budgetBytes) {
        NativeAccess.require();
        MemorySource.require(source);
        if (budgetBytes <= 0) {
            throw new IllegalArgumentException("budgetBytes must be > 0: budgetBytes=" + budgetBytes);
        }
        this.source = source;
        this.budgetBytes = budgetBytes;
    }

    /**
     * Sets the callback for evictions, in place of the previous one. It is not called for entries that are released, or
     * freed when the arena closes.
     *
     * <p>The callback gets the handle before the memory is freed, on the thread whose request needs the room, while
     * other threads wait for the arena. It may read the arena's figures but not change the arena: such calls throw. If
     * the callback throws, all chosen entries are still evicted, the request fails with the first exception, and
     * nothing is reserved.
     *
     * @param evicted called with the handle of each evicted entry
     */
    public synchronized void onEvict(LongConsumer evicted) {
        if (evicted == null) {
            throw new IllegalArgumentException("evicted must not be null: use handle -> {} for no callback");
        }
        requireOpen();
        callback = evicted;
    }

    /**
     * Takes memory for a new entry in state {@link State#LOADING}. Evicts others if there is no room.
     *
     * @param bytes how many bytes, at least 1
     * @return the handle of the entry; never 0
     * @throws NativeMemoryException if evicting all evictable entries would not make room; nothing changes. Also if the
     *     source refuses after all evictable entries were evicted
     */
    public synchronized long reserve(long bytes, int priority) {
        if (!makeRoom(bytes, priority)) {
            throw new NativeMemoryException(
                    "streaming arena is at its budget of " + budgetBytes
                            + " bytes, and evicting all entries that are neither pinned nor loading would not suffice",
                    bytes,
                    usedBytes);
        }
        return start(bytes, priority, false);
    }

    /**
     * Like {@link #reserve}, but returns 0 if there is no memory.
     *
     * @return the handle of the entry; 0 if there is no room, or the source refuses as for {@link #reserve}
     */
    public synchronized long tryReserve(long bytes, int priority) {
        return makeRoom(bytes, priority) ? start(bytes, priority, true) : 0;
    }

    private boolean makeRoom(long bytes, int priority) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("bytes must be > 0: bytes=" + bytes);
        }
        requireOpen();
        long missingBytes = bytes - (budgetBytes - usedBytes);
        if (missingBytes <= 0) {
            return true;
        }
        List<Entry> victims = victims(missingBytes);
        if (victims.isEmpty()) {
            refuse(bytes, priority);
            return false;
        }
        evict(victims);
        return true;
    }

    private void refuse(long bytes, int priority) {
        refusals++;
        StreamingEvent.commit(StreamingEvent.REFUSE, 0, bytes, priority);
    }

    private long start(long bytes, int priority, boolean orZero) {
        Entry entry = new Entry(++lastHandle, bytes, priority);
        entries.put(entry.handle, entry); // before memory is taken, which would be lost if the Java heap were full
        try {
            entry.address = take(bytes, orZero);
        } finally {
            if (entry.address == 0) {
                entries.remove(entry.handle);
                refuse(bytes, priority);
            }
        }
        if (entry.address == 0) {
            return 0;
        }
        usedBytes += bytes;
        highWaterBytes = Math.max(highWaterBytes, usedBytes);
        StreamingEvent.commit(StreamingEvent.RESERVE, entry.handle, bytes, priority);
        return entry.handle;
    }

    /** Evicts entries while the source refuses; returns 0 or throws if it still does. */
    private long take(long bytes, boolean orZero) {
        while (true) {
            try {
                return MemorySource.allocateFrom(source, bytes, ALIGNMENT);
            } catch (NativeMemoryException refusal) {
                Entry next = nextVictim();
                if (next == null && orZero) {
                    return 0;
                }
                if (next == null) {
                    throw refusal;
                }
                evict(List.of(next));
            }
        }
    }

    private Entry nextVictim() {
        Entry next = null;
        for (Entry entry : entries.values()) {
            if (entry.isEvictable() && (next == null || EVICTION_ORDER.compare(entry, next) < 0)) {
                next = entry;
            }
        }
        return next;
    }

    /**
     * Chooses the entries to evict so that {@code bytes} become free, in order of eviction; none if all of them would
     * not suffice. Entries are ordered only here, so an access is two assignments.
     */
    private List<Entry> victims(long bytes) {
        List<Entry> candidates = new ArrayList<>();
        for (Entry entry : entries.values()) {
            if (entry.isEvictable()) {
                candidates.add(entry);
            }
        }
        candidates.sort(EVICTION_ORDER);
        List<Entry> victims = new ArrayList<>();
        long freedBytes = 0;
        for (Entry entry : candidates) {
            if (freedBytes < bytes) {
                victims.add(entry);
                freedBytes += entry.sizeBytes;
            }
        }
        if (freedBytes < bytes) {
            return List.of();
        }
        removeUnneeded(victims, freedBytes - bytes);
        return victims;
    }

    /** Removes victims that are not needed because a later one was large: the most valuable ones first. */
    private static void removeUnneeded(List<Entry> victims, long excessBytes) {
        long leftBytes = excessBytes;
        for (int i = victims.size() - 1; i >= 0 && leftBytes > 0; i--) {
            long bytes = victims.get(i).sizeBytes;
            if (bytes <= leftBytes) {
                leftBytes -= bytes;
                victims.remove(i);
            }
        }
    }

    /** Evicts entries, even if the callback throws. */
    private void evict(List<Entry> victims) {
        Throwable failure = null;
        for (Entry victim : victims) {
            entries.remove(victim.handle);
            try {
                inCallback = true;
                callback.accept(victim.handle);
            } catch (Throwable e) { // the other entries are still evicted
                failure = failure == null ? e : failure;
            }
            inCallback = false;
            evictions++;
            giveBack(victim, StreamingEvent.EVICT);
        }
        if (failure != null) {
            LangUtil.rethrowUnchecked(failure);
        }
    }

    /** Gives the memory of a removed entry back. */
    private void giveBack(Entry entry, String action) {
        usedBytes -= entry.sizeBytes;
        StreamingEvent.commit(action, entry.handle, entry.sizeBytes, entry.priority);
        source.free(entry.address, entry.sizeBytes);
    }

    /**
     * Returns a writable view of a part of a loading entry. From then on the calling thread is the entry's loader: no
     * other thread can load it until it is ready or handed over, or this thread has ended.
     *
     * @param offsetBytes the start of the part, from the start of the entry
     * @param bytes the size of the part, at least 1
     * @return the part; dies when the entry becomes ready, is handed over or released, or the arena is closed
     * @throws IndexOutOfBoundsException if the part is not inside the entry
     * @throws IllegalStateException if the handle is stale, the entry is not loading, or another thread loads it
     */
    public synchronized Slice part(long handle, long offsetBytes, long bytes) {
        return get(handle).part(offsetBytes, bytes);
    }

    /**
     * Ends the calling thread's parts of a loading entry, so that another thread may continue to load it. That thread
     * sees what was written.
     */
    public synchronized void handOver(long handle) {
        get(handle).handOver();
    }

    /**
     * Reports that more of an entry has been loaded.
     *
     * @param bytes the number of newly loaded bytes, at least 1
     * @throws IllegalArgumentException if more would be loaded than the entry holds
     */
    public synchronized void loaded(long handle, long bytes) {
        get(handle).loaded(bytes);
    }

    /**
     * Makes an entry ready: it can be accessed and evicted. Its parts die.
     *
     * @throws IllegalStateException as {@link #part}, and if not all of it is loaded
     */
    public synchronized void ready(long handle) {
        Entry entry = get(handle);
        entry.ready(clock + 1);
        clock++;
        StreamingEvent.commit(StreamingEvent.READY, handle, entry.sizeBytes, entry.priority);
    }

    /**
     * Pins an entry and makes it the most recently accessed one.
     *
     * @return a view for the calling thread; close it
     * @throws IllegalStateException if the handle is stale or the entry is not ready
     */
    public synchronized StreamingView access(long handle) {
        Entry entry = get(handle);
        entry.requireReady();
        return pin(entry);
    }

    /**
     * Like {@link #access(long)}, but returns null if the entry is not ready.
     *
     * @return a view for the calling thread; null unless the entry is ready
     */
    public synchronized StreamingView tryAccess(long handle) {
        requireOpen();
        Entry entry = entries.get(handle);
        return entry == null || !entry.ready ? null : pin(entry);
    }

    /** SAFETY: the memory is given back under the same monitor, and only without pins. */
    private StreamingView pin(Entry entry) {
        StreamingView view = new StreamingView(this, entry.handle, entry.address, entry.sizeBytes);
        entry.lastAccess = ++clock;
        entry.pins++;
        return view;
    }

    synchronized void unpin(long handle) {
        get(handle).pins--;
    }

    /**
     * Changes the priority of an entry.
     *
     * @param handle the handle of a loading or ready entry
     */
    public synchronized void priority(long handle, int priority) {
        get(handle).priority = priority;
    }

    /**
     * Gives the memory of an entry back, loaded or not. If the source throws, the entry is still gone.
     *
     * @throws IllegalStateException if a view of it is open, another thread loads it, or the handle is stale; nothing
     *     changes
     */
    public synchronized void release(long handle) {
        release(get(handle));
    }

    /**
     * Like {@link #release(long)}, but returns false if the entry was already evicted.
     *
     * @return false if the entry is gone
     */
    public synchronized boolean tryRelease(long handle) {
        requireOpen();
        Entry entry = entries.get(handle);
        if (entry == null) {
            return false;
        }
        release(entry);
        return true;
    }

    private void release(Entry entry) {
        entry.requireReleasable();
        entry.endParts("its entry was released or its arena closed");
        entries.remove(entry.handle);
        giveBack(entry, StreamingEvent.RELEASE);
    }

    private Entry get(long handle) {
        requireOpen();
        Entry entry = entries.get(handle);
        if (entry == null) {
            throw new IllegalStateException(
                    "handle is stale: its entry was evicted or released, reserve it again; handle=" + handle);
        }
        return entry;
    }

    private void requireOpen() {
        requireNotInCallback();
        if (closed) {
            throw new IllegalStateException("streaming arena is closed: create a new one");
        }
    }

    private void requireNotInCallback() {
        if (inCallback) {
            throw new IllegalStateException(
                    "streaming arena changed by an eviction callback: store the handle and act after"
                            + " reserve() has returned");
        }
    }

    /**
     * The state of an entry. May be called in a callback. After close, all entries are gone.
     *
     * @return the state, which another thread may change at any time
     */
    public synchronized State state(long handle) {
        Entry entry = entries.get(handle);
        if (entry == null) {
            return State.GONE;
        }
        return entry.ready ? State.READY : State.LOADING;
    }

    /** {@inheritDoc} The requested sizes of all entries: never more than {@link #budgetBytes()}. */
    @Override
    public synchronized long usedBytes() {
        return usedBytes;
    }

    /** {@inheritDoc} Equal to {@link #usedBytes()}. */
    @Override
    public long reservedBytes() {
        return usedBytes();
    }

    /** {@return the most that {@link #usedBytes()} may become, in bytes} */
    public long budgetBytes() {
        return budgetBytes;
    }

    @Override
    public synchronized long highWaterBytes() {
        return highWaterBytes;
    }

    /** {@return all figures at one moment; may be called in a callback, and after close} */
    public synchronized Figures snapshot() {
        int ready = 0;
        int pinned = 0;
        for (Entry entry : entries.values()) {
            ready += entry.ready ? 1 : 0;
            pinned += entry.pins > 0 ? 1 : 0;
        }
        return new Figures(
                budgetBytes, usedBytes, highWaterBytes, entries.size() - ready, ready, pinned, evictions, refusals);
    }

    /**
     * Gives all memory back to the source, without callbacks. Further calls do nothing. If the source throws, a further
     * call gives back the rest.
     *
     * @throws IllegalStateException if a view is open, an entry is being loaded by another thread, or in an eviction
     *     callback; nothing changes
     */
    @Override
    public synchronized void close() {
        requireNotInCallback();
        entries.values().forEach(Entry::requireReleasable);
        while (!entries.isEmpty()) {
            release(entries.values().iterator().next());
        }
        closed = true;
    }

    @Override
    public String toString() {
        return "StreamingArena"
                + snapshot().toString().substring(Figures.class.getSimpleName().length());
    }

    /**
     * {@inheritDoc} Fragmentation is always 0, because each entry is a separate allocation. All entries that are not
     * gone count as live. {@link #snapshot()} has more figures.
     */
    @Override
    public AllocatorSnapshot allocatorSnapshot() {
        Figures figures = snapshot();
        return new AllocatorSnapshot(
                "streaming arena",
                "",
                figures.usedBytes(),
                figures.usedBytes(),
                figures.highWaterBytes(),
                figures.loading() + figures.ready(),
                0);
    }

    /**
     * The figures of a {@link StreamingArena} at one moment. They are consistent with each other.
     *
     * @param budgetBytes the most that {@code usedBytes} may become
     * @param usedBytes the bytes of all entries
     * @param highWaterBytes the most bytes ever used
     * @param loading the number of entries that are being loaded
     * @param ready the number of entries that may be accessed, including pinned ones
     * @param pinned the number of ready entries with an open view
     * @param evictions the total number of evicted entries, without released ones
     * @param refusals the total number of refused requests, by the budget or by the source
     */
    public record Figures(
            long budgetBytes,
            long usedBytes,
            long highWaterBytes,
            int loading,
            int ready,
            int pinned,
            long evictions,
            long refusals) {}

    /** A change of state of an entry of a {@link StreamingArena}, or a refused request. */
    @Name("basalt.Streaming")
    @Label("Streaming")
    @Description("A change of state of an entry of a streaming arena, or a refused request")
    @Category({"Basalt", "Memory"})
    @StackTrace(false)
    static final class StreamingEvent extends Event {
        static final String RESERVE = "reserve";
        static final String READY = "ready";
        static final String EVICT = "evict";
        static final String RELEASE = "release";
        static final String REFUSE = "refuse";

        @Label("Action")
        @Description("reserve, ready, evict, release, or refuse")
        private String action;

        @Label("Handle")
        @Description("The entry; 0 for a refused request")
        private long handle;

        @Label("Bytes")
        @DataAmount
        private long bytes;

        @Label("Priority")
        private int priority;

        static void commit(String action, long handle, long bytes, int priority) {
            StreamingEvent event = new StreamingEvent();
            if (event.shouldCommit()) {
                event.action = action;
                event.handle = handle;
                event.bytes = bytes;
                event.priority = priority;
                event.commit();
            }
        }
    }

    /**
     * The state of an entry of a {@link StreamingArena}: loading from {@link #reserve}, ready from {@link #ready}, and
     * gone by {@link #release} or eviction.
     */
    public enum State {
        /** Its memory is being written; never evicted. */
        LOADING,

        /** May be accessed; may be evicted while no view of it is open. */
        READY,

        /** Evicted, released, or never reserved. */
        GONE
    }

    /**
     * While an entry is loading, only one thread at a time has parts of it, and only that thread may make it ready or
     * release it. So memory is never freed while a thread writes to it. A thread that has ended is no longer the
     * loader.
     */
    private static final class Entry {
        private final long handle;
        private final long sizeBytes;
        private long address;
        private int priority;
        private boolean ready;
        private long loadedBytes;
        private long lastAccess; // by the arena's clock
        private long pins;
        private Thread loader;
        private Lifetime parts;

        Entry(long handle, long sizeBytes, int priority) {
            this.handle = handle;
            this.sizeBytes = sizeBytes;
            this.priority = priority;
        }

        boolean isEvictable() {
            return ready && pins == 0;
        }

        /** SAFETY: the range is checked; parts end before the entry is ready or its memory is freed. */
        Slice part(long offsetBytes, long bytes) {
            requireLoader("take a part of it");
            if (bytes <= 0) {
                throw new IllegalArgumentException("bytes must be > 0: bytes=" + bytes);
            }
            Objects.checkFromIndexSize(offsetBytes, bytes, sizeBytes);
            if (loader != Thread.currentThread()) {
                endParts("its thread had ended, and another thread has continued to load the entry");
                parts = new Lifetime("part");
                loader = Thread.currentThread();
            }
            return parts.slice(address + offsetBytes, bytes);
        }

        void handOver() {
            requireLoader("hand it over");
            endParts("it was handed over to another thread, which takes its own parts");
        }

        void loaded(long bytes) {
            requireLoader("load it");
            if (bytes <= 0) {
                throw new IllegalArgumentException("bytes must be > 0: bytes=" + bytes);
            }
            if (bytes > sizeBytes - loadedBytes) {
                throw new IllegalArgumentException("more was loaded than the entry holds: bytes=" + bytes
                        + ", loadedBytes=" + loadedBytes + ", sizeBytes=" + sizeBytes);
            }
            loadedBytes += bytes;
        }

        void ready(long now) {
            requireLoader("make it ready");
            if (loadedBytes < sizeBytes) {
                throw new IllegalStateException(
                        "entry is not loaded yet: load the rest and report it by loaded(), loadedBytes=" + loadedBytes
                                + ", sizeBytes=" + sizeBytes);
            }
            endParts("its entry became ready: access() returns a view");
            ready = true;
            lastAccess = now;
        }

        void requireReady() {
            if (!ready) {
                throw new IllegalStateException("entry is loading: call ready() first, loadedBytes=" + loadedBytes
                        + ", sizeBytes=" + sizeBytes);
            }
        }

        /** Requires that its memory may be freed now. */
        void requireReleasable() {
            if (!ready) {
                requireLoader("release it");
            }
            if (pins > 0) {
                throw new IllegalStateException("entry is pinned: close its views first, open views=" + pins);
            }
        }

        void endParts(String how) {
            if (parts != null) {
                parts.end(how);
                parts = null;
            }
            loader = null;
        }

        private void requireLoader(String action) {
            if (ready) {
                throw new IllegalStateException("entry is already ready: reserve a new one for other contents");
            }
            if (loader != null && loader != Thread.currentThread() && loader.isAlive()) {
                throw new IllegalStateException("entry is being loaded by thread " + loader.getName() + ", so thread "
                        + Thread.currentThread().getName() + " cannot " + action + ": call handOver() there first");
            }
        }
    }

    /** The lifetime of the slices of a view, or of the parts of a loader. Belongs to the thread that creates it. */
    static final class Lifetime extends SliceLifetimes.Single {
        private final String what;
        private String ended = "";

        /** {@code what} is its name in messages, such as "view". */
        Lifetime(String what) {
            this.what = what;
        }

        void end(String how) {
            ended = how;
            end();
        }

        @Override
        public IllegalStateException dead(int slot, long serial) {
            return new IllegalStateException(what + " used after " + ended);
        }

        @Override
        protected String remedyForOtherThreads() {
            return "call access() of the arena on each thread";
        }

        @Override
        public String allocator() {
            return "streaming " + what;
        }
    }
}
