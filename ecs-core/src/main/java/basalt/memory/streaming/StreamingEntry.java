package basalt.memory.streaming;

import basalt.memory.Slice;
import java.util.Objects;

/**
 * One entry of a {@link StreamingArena}: a slot that is used again and again, with another generation each time.
 *
 * <p>Knows which step may follow which, and throws before anything has changed where it may not. Not thread-safe: the
 * arena's lock guards it.
 *
 * <p>While it is loading, one thread at a time holds parts of it: no other may make it ready or release it, so that
 * memory never goes while a thread writes to it. A thread that has ended writes nothing any more, so it holds nothing.
 */
final class StreamingEntry {
    private final int index;
    private int generation;
    private StreamingState state = StreamingState.GONE;
    private long address;
    private long sizeBytes;
    private long loadedBytes;
    private int priority;
    private long age;
    private long pins;
    private Thread loader;
    private StreamingLifetime parts;

    /** The next one that is free; for {@link StreamingEntries}. */
    StreamingEntry nextFree;

    StreamingEntry(int index) {
        this(index, 1);
    }

    StreamingEntry(int index, int generation) {
        this.index = index;
        this.generation = generation;
    }

    long handle() {
        return StreamingEntries.handle(index, generation);
    }

    int generation() {
        return generation;
    }

    StreamingState state() {
        return state;
    }

    long address() {
        return address;
    }

    long sizeBytes() {
        return sizeBytes;
    }

    long loadedBytes() {
        return loadedBytes;
    }

    int priority() {
        return priority;
    }

    /** When it was accessed last, by the arena's clock. */
    long age() {
        return age;
    }

    boolean isPinned() {
        return pins > 0;
    }

    boolean isEvictable() {
        return state == StreamingState.READY && pins == 0;
    }

    void reserve(long bytes, int withPriority) {
        state = StreamingState.RESERVING;
        sizeBytes = bytes;
        priority = withPriority;
        loadedBytes = 0;
    }

    void startLoading(long atAddress) {
        state = StreamingState.LOADING;
        address = atAddress;
    }

    /** SAFETY: the range is checked; parts end when the entry is ready or goes. */
    Slice part(long offsetBytes, long bytes) {
        requireLoader("take a part of it");
        if (bytes <= 0) {
            throw new IllegalArgumentException("bytes must be > 0: bytes=" + bytes);
        }
        Objects.checkFromIndexSize(offsetBytes, bytes, sizeBytes);
        if (loader != Thread.currentThread()) {
            StreamingLifetime mine = new StreamingLifetime("part");
            endParts("its thread had ended, and another one went on loading");
            parts = mine;
            loader = Thread.currentThread();
        }
        return parts.slice(address + offsetBytes, bytes);
    }

    void handOver() {
        requireLoader("hand it over");
        endParts("it was handed over to another thread: that one takes parts of its own");
    }

    void loaded(long bytes) {
        requireLoader("load it");
        if (bytes <= 0) {
            throw new IllegalArgumentException("bytes must be > 0: bytes=" + bytes);
        }
        if (bytes > sizeBytes - loadedBytes) {
            throw new IllegalArgumentException("more was loaded than the entry holds: bytes=" + bytes + ", loadedBytes="
                    + loadedBytes + ", sizeBytes=" + sizeBytes);
        }
        loadedBytes += bytes;
    }

    void ready(long now) {
        requireLoader("make it ready");
        if (loadedBytes < sizeBytes) {
            throw new IllegalStateException(
                    "entry is not loaded yet: load the rest and say so by loaded(), loadedBytes=" + loadedBytes
                            + ", sizeBytes=" + sizeBytes);
        }
        endParts("its entry became ready: access() gives a view");
        state = StreamingState.READY;
        age = now;
    }

    void requireReady() {
        if (state == StreamingState.LOADING) {
            throw new IllegalStateException(
                    "entry is loading: call ready() first, loadedBytes=" + loadedBytes + ", sizeBytes=" + sizeBytes);
        }
        requireNotGoing();
    }

    void pin(long now) {
        age = now;
        pins++;
    }

    void unpin() {
        pins--;
    }

    void prioritise(int newPriority) {
        requireNotGoing();
        priority = newPriority;
    }

    /** Whether its memory may go now. */
    void requireReleasable() {
        if (state == StreamingState.LOADING) {
            requireLoader("release it");
        }
        requireNotGoing();
        if (pins > 0) {
            throw new IllegalStateException("entry is pinned: close its views first, open views=" + pins);
        }
    }

    /** From now on the calling thread alone decides about it, and gives the memory back. */
    void startEvicting() {
        endParts("its entry was released or its arena closed");
        state = StreamingState.EVICTING;
    }

    /** The memory is not ours any more, and handles of this life are stale. */
    void end() {
        state = StreamingState.GONE;
        address = 0;
        generation++;
    }

    private void endParts(String how) {
        if (parts != null) {
            parts.end(how);
            parts = null;
        }
        loader = null;
    }

    private void requireLoader(String action) {
        if (state == StreamingState.READY) {
            throw new IllegalStateException("entry is ready already: reserve another one for other contents");
        }
        requireNotGoing();
        if (loader != null && loader != Thread.currentThread() && loader.isAlive()) {
            throw new IllegalStateException("entry is being loaded by thread " + loader.getName() + ", so thread "
                    + Thread.currentThread().getName() + " cannot " + action + ": call handOver() there first");
        }
    }

    private void requireNotGoing() {
        if (state == StreamingState.RESERVING || state == StreamingState.EVICTING) {
            throw new IllegalStateException("entry is " + state + ", its memory is about to go: reserve another one");
        }
    }
}
