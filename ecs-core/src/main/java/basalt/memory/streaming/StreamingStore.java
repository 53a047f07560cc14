package basalt.memory.streaming;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.agrona.LangUtil;

/**
 * The memory below a {@link StreamingArena}: takes it from the source, evicts, gives it back, and keeps the budget.
 * Thread-safe.
 *
 * <p>Guarded by its monitor, which the arena holds too while it works on an entry. Callbacks and the source are called
 * without it: an entry that is {@link StreamingState#RESERVING} or {@link StreamingState#EVICTING} belongs to the
 * thread that made it so, and no other touches it, or its budget, until that thread is done.
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

    /** For reading; also after close, and in a callback. */
    StreamingEntries entries() {
        return entries;
    }

    /** For changing something. The caller holds the monitor. */
    StreamingEntry get(long handle) {
        requireOpen();
        return entries.get(handle);
    }

    synchronized void onEvict(LongConsumer evicted) {
        requireOpen();
        callback = evicted;
    }

    /**
     * Makes an entry and room for its memory, which is used from now on.
     *
     * @return null if there is no room, and evicting would not make enough; nothing has changed then
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
        LongConsumer toTell;
        long promisedBytes;
        synchronized (this) {
            requireOpen();
            promisedBytes = Math.min(bytes, budget.roomBytes());
            victims = EvictionOrder.victims(entries.all(), bytes - promisedBytes);
            if (victims.isEmpty() && promisedBytes < bytes) {
                refusals++;
                return null;
            }
            entry = entries.take();
            entry.reserve(bytes, priority);
            victims.forEach(StreamingEntry::startEvicting);
            budget.promise(promisedBytes);
            toTell = callback;
        }
        Throwable failure = null;
        for (StreamingEntry victim : victims) {
            promisedBytes += victim.sizeBytes();
            failure = evict(victim, toTell, failure);
        }
        settle(entry, promisedBytes, failure);
        return entry;
    }

    /**
     * Takes the memory of an entry that was claimed, which is loading then. Evicts for a source that refuses.
     *
     * @param orZero whether to return 0 instead of throwing what the source has thrown
     * @throws NativeMemoryException if the source refuses, and nothing is left to evict; the entry has gone then
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
                    budget.unuse(bytes);
                    entries.end(entry);
                } else {
                    budget.rememberHighWater();
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

    /**
     * Gives the source one entry's memory back, whose room in the budget is free then. False if there is none to evict.
     */
    private boolean evictNext() {
        StreamingEntry victim;
        LongConsumer toTell;
        synchronized (this) {
            victim = EvictionOrder.next(entries.all());
            if (victim == null) {
                return false;
            }
            victim.startEvicting();
            toTell = callback;
        }
        long bytes = victim.sizeBytes();
        Throwable failure = evict(victim, toTell, null);
        synchronized (this) {
            budget.breakPromise(bytes);
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

    /** False if it has gone, or is going. */
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
                    "streaming arena changed by an eviction callback: remember the handle and act when"
                            + " reserve() is done");
        }
    }

    private static void requireIdle(StreamingEntry entry) {
        if (entry.state() == StreamingState.RESERVING || entry.state() == StreamingState.EVICTING) {
            throw new IllegalStateException(
                    "streaming arena closed while another thread reserves or releases: wait for it, then close");
        }
        entry.requireReleasable();
    }

    /** The room that was made becomes the entry's; if something was thrown meanwhile, everybody's. */
    private void settle(StreamingEntry entry, long promisedBytes, Throwable failure) {
        synchronized (this) {
            if (failure == null) {
                budget.usePromised(entry.sizeBytes());
                budget.breakPromise(promisedBytes - entry.sizeBytes());
            } else {
                budget.breakPromise(promisedBytes);
                entries.end(entry);
            }
        }
        rethrow(failure);
    }

    /** Whatever is thrown, the victim has gone afterwards, and its bytes are promised to the caller. */
    private Throwable evict(StreamingEntry victim, LongConsumer toTell, Throwable before) {
        Throwable failure = attempt(() -> tell(toTell, victim.handle()), before);
        failure = attempt(() -> source.free(victim.address(), victim.sizeBytes()), failure);
        long handle = victim.handle();
        long bytes = victim.sizeBytes();
        int priority = victim.priority();
        synchronized (this) {
            evictions++;
            budget.promiseUsed(bytes);
            entries.end(victim);
        }
        StreamingEvent.commit(StreamingEvent.EVICT, handle, bytes, priority);
        return failure;
    }

    private void tell(LongConsumer toTell, long handle) {
        Thread thread = Thread.currentThread();
        synchronized (this) {
            inCallback.add(thread);
        }
        try {
            toTell.accept(handle);
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
                budget.unuse(bytes);
                entries.end(entry);
            }
            StreamingEvent.commit(StreamingEvent.RELEASE, handle, bytes, priority);
        }
    }

    /** Does it, and goes on whatever it throws: that is added to what was thrown before. */
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
