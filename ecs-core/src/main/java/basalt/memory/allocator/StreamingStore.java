package basalt.memory.allocator;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.agrona.LangUtil;

/**
 * The memory of a {@link StreamingArena}: takes it from the source, evicts entries, gives memory back, and enforces the
 * budget. Thread-safe.
 *
 * <p>Guarded by its monitor, which the arena also holds while it works on an entry. Callbacks and the source are called
 * without it: an entry in state {@link StreamingState#RESERVING} or {@link StreamingState#EVICTING} belongs to the
 * thread that set the state, and no other thread changes the entry or its share of the budget until that thread has
 * finished.
 */
final class StreamingStore {
    private static final int ALIGNMENT = 64;

    private final MemorySource source;
    private final StreamingEntries entries = new StreamingEntries();
    private final StreamingBudget budget;
    private final List<Thread> inCallback = new ArrayList<>();
    private LongConsumer callback = handle -> {};
    private long evictions;
    private long refusals;
    private boolean closed;

    StreamingStore(MemorySource source, long budgetBytes) {
        this.source = source;
        this.budget = new StreamingBudget(budgetBytes);
    }

    StreamingBudget budget() {
        return budget;
    }

    /** The entries, for reading; also after close, and in a callback. */
    StreamingEntries entries() {
        return entries;
    }

    /** Returns an entry to be changed. The caller holds the monitor. */
    StreamingEntry get(long handle) {
        requireOpen();
        return entries.get(handle);
    }

    synchronized void onEvict(LongConsumer evicted) {
        requireOpen();
        callback = evicted;
    }

    /**
     * Creates an entry and counts its memory as used. Evicts others if necessary. Returns the entry; null if evicting
     * would not make enough room; nothing changes.
     */
    StreamingEntry claim(long bytes, int priority) {
        StreamingEntry entry = claimIfRoom(bytes, priority);
        if (entry == null) {
            StreamingEvent.commit(StreamingEvent.REFUSE, 0, bytes, priority);
        }
        return entry;
    }

    private StreamingEntry claimIfRoom(long bytes, int priority) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("bytes must be > 0: bytes=" + bytes);
        }
        StreamingEntry entry;
        List<StreamingEntry> victims;
        LongConsumer onEvicted;
        long reservedBytes;
        synchronized (this) {
            requireOpen();
            reservedBytes = Math.min(bytes, budget.roomBytes());
            victims = EvictionOrder.victims(entries.all(), bytes - reservedBytes);
            if (victims.isEmpty() && reservedBytes < bytes) {
                refusals++;
                return null;
            }
            entry = entries.take();
            entry.reserve(bytes, priority);
            victims.forEach(StreamingEntry::startEvicting);
            budget.reserve(reservedBytes);
            onEvicted = callback;
        }
        Throwable failure = null;
        for (StreamingEntry victim : victims) {
            reservedBytes += victim.sizeBytes();
            failure = evict(victim, onEvicted, failure);
        }
        settle(entry, reservedBytes, failure);
        return entry;
    }

    /**
     * Takes the memory of a claimed entry, which is then loading. Evicts entries while the source refuses.
     *
     * @param orZero whether to return 0 if the source refuses, instead of throwing its exception
     */
    long allocate(StreamingEntry entry, boolean orZero) {
        long handle = entry.handle();
        long bytes = entry.sizeBytes();
        int priority = entry.priority();
        long address = 0;
        try {
            address = take(bytes, orZero);
        } finally {
            synchronized (this) {
                if (address == 0) {
                    refusals++;
                    budget.release(bytes);
                    entries.end(entry);
                } else {
                    budget.updateHighWater();
                    entry.startLoading(address);
                }
            }
            if (address == 0) {
                StreamingEvent.commit(StreamingEvent.REFUSE, 0, bytes, priority);
            } else {
                StreamingEvent.commit(StreamingEvent.RESERVE, handle, bytes, priority);
            }
        }
        return address == 0 ? 0 : handle;
    }

    private long take(long bytes, boolean orZero) {
        while (true) {
            try {
                return MemorySource.allocateFrom(source, bytes, ALIGNMENT);
            } catch (NativeMemoryException refusal) {
                if (!evictNext()) {
                    if (orZero) {
                        return 0;
                    }
                    throw refusal;
                }
            }
        }
    }

    /** Evicts one entry and frees its room in the budget. Returns false if no entry can be evicted. */
    private boolean evictNext() {
        StreamingEntry victim;
        LongConsumer onEvicted;
        synchronized (this) {
            victim = EvictionOrder.next(entries.all());
            if (victim == null) {
                return false;
            }
            victim.startEvicting();
            onEvicted = callback;
        }
        long bytes = victim.sizeBytes();
        Throwable failure = evict(victim, onEvicted, null);
        synchronized (this) {
            budget.cancelReservation(bytes);
        }
        rethrow(failure);
        return true;
    }

    void release(long handle) {
        StreamingEntry entry;
        synchronized (this) {
            entry = get(handle);
            entry.requireReleasable();
            entry.startEvicting();
        }
        giveBack(entry);
    }

    /** Returns false if the entry is gone or being evicted. */
    boolean tryRelease(long handle) {
        StreamingEntry entry;
        synchronized (this) {
            requireOpen();
            entry = entries.find(handle);
            if (entry == null || entry.state() == StreamingState.EVICTING) {
                return false;
            }
            entry.requireReleasable();
            entry.startEvicting();
        }
        giveBack(entry);
        return true;
    }

    void close() {
        List<StreamingEntry> held = new ArrayList<>();
        synchronized (this) {
            requireNotInCallback();
            if (closed) {
                return;
            }
            for (StreamingEntry entry : entries.all()) {
                if (entry.state() != StreamingState.GONE) {
                    requireIdle(entry);
                    held.add(entry);
                }
            }
            held.forEach(StreamingEntry::startEvicting);
            closed = true;
        }
        Throwable failure = null;
        for (StreamingEntry entry : held) {
            failure = attempt(() -> giveBack(entry), failure);
        }
        rethrow(failure);
    }

    synchronized StreamingSnapshot snapshot() {
        return new StreamingSnapshot(
                budget.budgetBytes(),
                budget.usedBytes(),
                budget.highWaterBytes(),
                entries.count(StreamingState.RESERVING),
                entries.count(StreamingState.LOADING),
                entries.count(StreamingState.READY),
                entries.countPinned(),
                entries.count(StreamingState.EVICTING),
                evictions,
                refusals);
    }

    /** The caller holds the monitor. */
    void requireOpen() {
        requireNotInCallback();
        if (closed) {
            throw new IllegalStateException("streaming arena is closed: create a new one");
        }
    }

    private void requireNotInCallback() {
        if (inCallback.contains(Thread.currentThread())) {
            throw new IllegalStateException(
                    "streaming arena changed by an eviction callback: store the handle and act after"
                            + " reserve() has returned");
        }
    }

    private static void requireIdle(StreamingEntry entry) {
        if (entry.state() == StreamingState.RESERVING || entry.state() == StreamingState.EVICTING) {
            throw new IllegalStateException(
                    "streaming arena closed while another thread reserves or releases: wait for it, then close");
        }
        entry.requireReleasable();
    }

    /** Gives the reserved room to the entry; if a callback or the source has thrown, releases it and ends the entry. */
    private void settle(StreamingEntry entry, long reservedBytes, Throwable failure) {
        synchronized (this) {
            if (failure == null) {
                budget.useReserved(entry.sizeBytes());
                budget.cancelReservation(reservedBytes - entry.sizeBytes());
            } else {
                budget.cancelReservation(reservedBytes);
                entries.end(entry);
            }
        }
        rethrow(failure);
    }

    /**
     * Evicts an entry and reserves its bytes for the caller, even if the callback or the source throws. Returns the
     * first failure.
     */
    private Throwable evict(StreamingEntry victim, LongConsumer onEvicted, Throwable before) {
        Throwable failure = attempt(() -> callBack(onEvicted, victim.handle()), before);
        failure = attempt(() -> source.free(victim.address(), victim.sizeBytes()), failure);
        long handle = victim.handle();
        long bytes = victim.sizeBytes();
        int priority = victim.priority();
        synchronized (this) {
            evictions++;
            budget.reserveUsed(bytes);
            entries.end(victim);
        }
        StreamingEvent.commit(StreamingEvent.EVICT, handle, bytes, priority);
        return failure;
    }

    private void callBack(LongConsumer onEvicted, long handle) {
        Thread thread = Thread.currentThread();
        synchronized (this) {
            inCallback.add(thread);
        }
        try {
            onEvicted.accept(handle);
        } finally {
            synchronized (this) {
                inCallback.remove(thread);
            }
        }
    }

    private void giveBack(StreamingEntry entry) {
        long handle = entry.handle();
        long bytes = entry.sizeBytes();
        int priority = entry.priority();
        try {
            source.free(entry.address(), bytes);
        } finally {
            synchronized (this) {
                budget.release(bytes);
                entries.end(entry);
            }
            StreamingEvent.commit(StreamingEvent.RELEASE, handle, bytes, priority);
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
}
