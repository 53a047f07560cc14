package basalt.memory.allocator;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemorySource;
import basalt.memory.NativeAccess;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.agrona.LangUtil;

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
    private static final Comparator<StreamingEntry> EVICTION_ORDER =
            Comparator.comparingInt(StreamingEntry::priority).thenComparingLong(StreamingEntry::lastAccess);

    private final MemorySource source;
    private final long budgetBytes;
    private final List<StreamingEntry> entries = new ArrayList<>(); // also free and retired ones
    private StreamingEntry firstFree;
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
     * @param priority the priority; the lowest is evicted first
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
     * @param bytes how many bytes, at least 1
     * @param priority the priority; the lowest is evicted first
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
        List<StreamingEntry> victims = victims(missingBytes);
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
        long address = 0;
        try {
            address = take(bytes, orZero);
        } finally {
            if (address == 0) {
                refuse(bytes, priority);
            }
        }
        if (address == 0) {
            return 0;
        }
        usedBytes += bytes;
        highWaterBytes = Math.max(highWaterBytes, usedBytes);
        StreamingEntry entry = unused();
        entry.start(address, bytes, priority);
        StreamingEvent.commit(StreamingEvent.RESERVE, entry.handle(), bytes, priority);
        return entry.handle();
    }

    /** Evicts entries while the source refuses; returns 0 or throws if it still does. */
    private long take(long bytes, boolean orZero) {
        while (true) {
            try {
                return MemorySource.allocateFrom(source, bytes, ALIGNMENT);
            } catch (NativeMemoryException refusal) {
                StreamingEntry victim = nextVictim();
                if (victim == null && orZero) {
                    return 0;
                }
                if (victim == null) {
                    throw refusal;
                }
                evict(List.of(victim));
            }
        }
    }

    private StreamingEntry unused() {
        if (firstFree == null) {
            add(new StreamingEntry(entries.size()));
        }
        StreamingEntry entry = firstFree;
        firstFree = entry.nextFree;
        entry.nextFree = null;
        return entry;
    }

    /** Adds a free entry. */
    void add(StreamingEntry entry) {
        entries.add(entry);
        free(entry);
    }

    private void free(StreamingEntry entry) {
        entry.nextFree = firstFree;
        firstFree = entry;
    }

    /**
     * Chooses the entries to evict so that {@code bytes} become free: lowest priority first, and of equal priority the
     * least recently accessed first. Pinned and loading entries are not evicted. Entries are ordered when room is
     * needed, so an access is two assignments, and an eviction is linear in the number of entries plus a logarithmic
     * step for each victim. Changes nothing. Returns the entries in order of
     * eviction; empty if none need be evicted, or if all of them would not suffice.
     */
    private List<StreamingEntry> victims(long bytes) {
        if (bytes == 0) {
            return List.of();
        }
        PriorityQueue<StreamingEntry> candidates = new PriorityQueue<>(EVICTION_ORDER);
        long evictableBytes = 0;
        for (StreamingEntry entry : entries) {
            if (entry.isEvictable()) {
                candidates.add(entry);
                evictableBytes += entry.sizeBytes();
            }
        }
        if (evictableBytes < bytes) {
            return List.of();
        }
        List<StreamingEntry> victims = new ArrayList<>();
        long freedBytes = 0;
        while (freedBytes < bytes) {
            StreamingEntry next = candidates.remove();
            victims.add(next);
            freedBytes += next.sizeBytes();
        }
        removeUnneeded(victims, freedBytes - bytes);
        return victims;
    }

    /** The entry to evict first; null if none can be evicted. */
    private StreamingEntry nextVictim() {
        StreamingEntry next = null;
        for (StreamingEntry entry : entries) {
            if (entry.isEvictable() && (next == null || EVICTION_ORDER.compare(entry, next) < 0)) {
                next = entry;
            }
        }
        return next;
    }

    /** Removes victims that are not needed because a later one was large: the most valuable ones first. */
    private static void removeUnneeded(List<StreamingEntry> victims, long excessBytes) {
        long leftBytes = excessBytes;
        for (int i = victims.size() - 1; i >= 0 && leftBytes > 0; i--) {
            long bytes = victims.get(i).sizeBytes();
            if (bytes <= leftBytes) {
                leftBytes -= bytes;
                victims.remove(i);
            }
        }
    }

    /** Evicts entries, even if the callback or the source throws. */
    private void evict(List<StreamingEntry> victims) {
        victims.forEach(StreamingEntry::startEvicting);
        Throwable failure = null;
        for (StreamingEntry victim : victims) {
            failure = attempt(() -> callBack(victim.handle()), failure);
            evictions++;
            failure = attempt(() -> giveBack(victim, StreamingEvent.EVICT), failure);
        }
        rethrow(failure);
    }

    private void callBack(long handle) {
        inCallback = true;
        try {
            callback.accept(handle);
        } finally {
            inCallback = false;
        }
    }

    private void giveBack(StreamingEntry entry, String action) {
        long handle = entry.handle();
        long bytes = entry.sizeBytes();
        try {
            source.free(entry.address(), bytes);
        } finally {
            usedBytes -= bytes;
            entry.end();
            if (entry.generation() != 0) { // otherwise it has used up its generations
                free(entry);
            }
            StreamingEvent.commit(action, handle, bytes, entry.priority());
        }
    }

    /**
     * Runs an action and catches what it throws. Returns the first failure, to which later ones are added as
     * suppressed.
     */
    private static Throwable attempt(Runnable action, Throwable before) {
        try {
            action.run();
            return before;
        } catch (Throwable e) {
            if (before == null) {
                return e;
            }
            if (before != e) {
                before.addSuppressed(e);
            }
            return before;
        }
    }

    private static void rethrow(Throwable failure) {
        if (failure != null) {
            LangUtil.rethrowUnchecked(failure);
        }
    }

    /**
     * Returns a writable view of a part of a loading entry. From then on the calling thread is the entry's loader: no
     * other thread can load it until it is ready or handed over, or this thread has ended.
     *
     * @param handle the handle of the entry
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
     *
     * @param handle the handle of the entry
     */
    public synchronized void handOver(long handle) {
        get(handle).handOver();
    }

    /**
     * Reports that more of an entry has been loaded.
     *
     * @param handle the handle of the entry
     * @param bytes the number of newly loaded bytes, at least 1
     * @throws IllegalArgumentException if more would be loaded than the entry holds
     */
    public synchronized void loaded(long handle, long bytes) {
        get(handle).loaded(bytes);
    }

    /**
     * Makes an entry ready: it can be accessed and evicted. Its parts die.
     *
     * @param handle the handle of the entry
     * @throws IllegalStateException as {@link #part}, and if not all of it is loaded
     */
    public synchronized void ready(long handle) {
        StreamingEntry entry = get(handle);
        entry.ready(clock + 1);
        clock++;
        StreamingEvent.commit(StreamingEvent.READY, handle, entry.sizeBytes(), entry.priority());
    }

    /**
     * Pins an entry and makes it the most recently accessed one.
     *
     * @param handle the handle of the entry
     * @return a view for the calling thread; close it
     * @throws IllegalStateException if the handle is stale or the entry is not ready
     */
    public synchronized StreamingView access(long handle) {
        StreamingEntry entry = get(handle);
        entry.requireReady();
        return pin(entry);
    }

    /**
     * Like {@link #access(long)}, but returns null if the entry is not ready.
     *
     * @param handle the handle of the entry; 0 is no entry
     * @return a view for the calling thread; null unless the entry is ready
     */
    public synchronized StreamingView tryAccess(long handle) {
        requireOpen();
        StreamingEntry entry = find(handle);
        return entry == null || entry.state() != State.READY ? null : pin(entry);
    }

    /** SAFETY: the memory is given back under the same monitor, and only without pins. */
    private StreamingView pin(StreamingEntry entry) {
        StreamingView view = new StreamingView(this, entry); // first: if the Java heap is full, nothing is pinned
        entry.pin(++clock);
        return view;
    }

    synchronized void unpin(StreamingEntry entry) {
        requireOpen();
        entry.unpin();
    }

    /**
     * Changes the priority of an entry.
     *
     * @param handle the handle of a loading or ready entry
     * @param priority the priority; the lowest is evicted first
     */
    public synchronized void priority(long handle, int priority) {
        get(handle).prioritise(priority);
    }

    /**
     * Gives the memory of an entry back, loaded or not. If the source throws, the entry is still gone.
     *
     * @param handle the handle of the entry
     * @throws IllegalStateException if a view of it is open, another thread loads it, or the handle is stale; nothing
     *     changes
     */
    public synchronized void release(long handle) {
        release(get(handle));
    }

    /**
     * Like {@link #release(long)}, but returns false if the entry was already evicted.
     *
     * @param handle the handle of the entry; 0 is no entry
     * @return false if the entry is gone
     */
    public synchronized boolean tryRelease(long handle) {
        requireOpen();
        StreamingEntry entry = find(handle);
        if (entry == null) {
            return false;
        }
        release(entry);
        return true;
    }

    private void release(StreamingEntry entry) {
        entry.requireReleasable();
        entry.startEvicting();
        giveBack(entry, StreamingEvent.RELEASE);
    }

    private StreamingEntry get(long handle) {
        requireOpen();
        return known(handle);
    }

    private StreamingEntry known(long handle) {
        StreamingEntry entry = find(handle);
        if (entry == null) {
            throw stale(handle);
        }
        return entry;
    }

    /** The entry of a handle; null if it is gone or never existed. */
    private StreamingEntry find(long handle) {
        int index = (int) handle;
        if (index < 0 || index >= entries.size()) {
            return null;
        }
        StreamingEntry entry = entries.get(index);
        return entry.handle() == handle && entry.state() != State.GONE ? entry : null;
    }

    private IllegalStateException stale(long handle) {
        int index = (int) handle;
        String now = index >= 0 && index < entries.size()
                ? Integer.toUnsignedString(entries.get(index).generation())
                : "none";
        return new IllegalStateException("handle is stale: its entry was evicted or released, reserve it again; index="
                + Integer.toUnsignedString(index) + ", generation=" + Integer.toUnsignedString((int) (handle >>> 32))
                + ", current generation=" + now);
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
     * @param handle the handle of the entry; 0 is no entry
     * @return the state, which another thread may change at any time
     */
    public synchronized State state(long handle) {
        StreamingEntry entry = find(handle);
        return entry == null ? State.GONE : entry.state();
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
        return new Figures(
                budgetBytes,
                usedBytes,
                highWaterBytes,
                count(State.LOADING),
                count(State.READY),
                (int) entries.stream().filter(StreamingEntry::isPinned).count(),
                count(State.EVICTING),
                evictions,
                refusals);
    }

    private int count(State state) {
        return (int) entries.stream().filter(entry -> entry.state() == state).count();
    }

    /**
     * Gives all memory back to the source, without callbacks. Further calls do nothing. If the source throws, the other
     * entries are still given back, and then the first exception is thrown.
     *
     * @throws IllegalStateException if a view is open, an entry is being loaded by another thread, or in an eviction
     *     callback; nothing changes
     */
    @Override
    public synchronized void close() {
        requireNotInCallback();
        if (closed) {
            return;
        }
        List<StreamingEntry> held =
                entries.stream().filter(entry -> entry.state() != State.GONE).toList();
        held.forEach(StreamingEntry::requireReleasable);
        held.forEach(StreamingEntry::startEvicting);
        closed = true;
        Throwable failure = null;
        for (StreamingEntry entry : held) {
            failure = attempt(() -> giveBack(entry, StreamingEvent.RELEASE), failure);
        }
        rethrow(failure);
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
                figures.loading() + figures.ready() + figures.evicting(),
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
     * @param evicting the number of entries whose memory is being given back
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
            int evicting,
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
        @Description("The entry, generation:32 | index:32; 0 for a refused request")
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
     * The state of an entry of a {@link StreamingArena}.
     *
     * <pre>
     *   reserve()    ready()          evicted, or release()
     *   LOADING ----------&gt; READY ----------&gt; EVICTING ---&gt; GONE
     *      |                                    ^
     *      +----------------- release() --------+
     * </pre>
     */
    public enum State {
        /** Its memory is being written; never evicted. */
        LOADING,

        /** May be accessed; may be evicted while no view of it is open. */
        READY,

        /** Its memory is being given back, because it was evicted or released; it still counts as used. */
        EVICTING,

        /** Evicted, released, or never reserved. */
        GONE
    }
}
