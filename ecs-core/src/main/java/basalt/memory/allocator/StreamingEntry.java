package basalt.memory.allocator;

import basalt.memory.Slice;
import basalt.memory.block.SliceLifetimes;
import java.util.Objects;

/**
 * An entry of a {@link StreamingArena}: a slot that is reused with a new generation each time.
 *
 * <p>Checks each change of state, and throws before anything changes if it is not allowed. Not thread-safe: the arena's
 * lock guards it.
 *
 * <p>While it is loading, only one thread at a time has parts of it, and only that thread may make it ready or release
 * it. So memory is never freed while a thread writes to it. A thread that has ended is no longer the loader.
 */
final class StreamingEntry {
    private final int index;
    private int generation;
    private StreamingArena.State state = StreamingArena.State.GONE;
    private long address;
    private long sizeBytes;
    private long loadedBytes;
    private int priority;
    private long lastAccess;
    private long pins;
    private Thread loader;
    private Lifetime parts;

    /** The next free entry. */
    StreamingEntry nextFree;

    StreamingEntry(int index) {
        this(index, 1);
    }

    StreamingEntry(int index, int generation) {
        this.index = index;
        this.generation = generation;
    }

    long handle() {
        return (long) generation << 32 | index;
    }

    int generation() {
        return generation;
    }

    StreamingArena.State state() {
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

    /** The time of the last access, by the arena's clock. */
    long lastAccess() {
        return lastAccess;
    }

    boolean isPinned() {
        return pins > 0;
    }

    boolean isEvictable() {
        return state == StreamingArena.State.READY && pins == 0;
    }

    void start(long atAddress, long bytes, int withPriority) {
        state = StreamingArena.State.LOADING;
        address = atAddress;
        sizeBytes = bytes;
        priority = withPriority;
        loadedBytes = 0;
    }

    /** SAFETY: the range is checked; parts end before the entry is ready or its memory is freed. */
    Slice part(long offsetBytes, long bytes) {
        requireLoader("take a part of it");
        if (bytes <= 0) {
            throw new IllegalArgumentException("bytes must be > 0: bytes=" + bytes);
        }
        Objects.checkFromIndexSize(offsetBytes, bytes, sizeBytes);
        if (loader != Thread.currentThread()) {
            Lifetime mine = new Lifetime("part");
            endParts("its thread had ended, and another thread has continued to load the entry");
            parts = mine;
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
            throw new IllegalArgumentException("more was loaded than the entry holds: bytes=" + bytes + ", loadedBytes="
                    + loadedBytes + ", sizeBytes=" + sizeBytes);
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
        state = StreamingArena.State.READY;
        lastAccess = now;
    }

    void requireReady() {
        if (state == StreamingArena.State.LOADING) {
            throw new IllegalStateException(
                    "entry is loading: call ready() first, loadedBytes=" + loadedBytes + ", sizeBytes=" + sizeBytes);
        }
        requireNotEvicting();
    }

    void pin(long now) {
        lastAccess = now;
        pins++;
    }

    void unpin() {
        pins--;
    }

    void prioritise(int newPriority) {
        requireNotEvicting();
        priority = newPriority;
    }

    /** Requires that its memory may be freed now. */
    void requireReleasable() {
        if (state == StreamingArena.State.LOADING) {
            requireLoader("release it");
        }
        requireNotEvicting();
        if (pins > 0) {
            throw new IllegalStateException("entry is pinned: close its views first, open views=" + pins);
        }
    }

    /** Starts the eviction: from now on only the calling thread uses the entry, and gives the memory back. */
    void startEvicting() {
        endParts("its entry was released or its arena closed");
        state = StreamingArena.State.EVICTING;
    }

    /** Called when the memory was given back: handles of this generation are stale. */
    void end() {
        state = StreamingArena.State.GONE;
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
        if (state == StreamingArena.State.READY) {
            throw new IllegalStateException("entry is already ready: reserve a new one for other contents");
        }
        requireNotEvicting();
        if (loader != null && loader != Thread.currentThread() && loader.isAlive()) {
            throw new IllegalStateException("entry is being loaded by thread " + loader.getName() + ", so thread "
                    + Thread.currentThread().getName() + " cannot " + action + ": call handOver() there first");
        }
    }

    private void requireNotEvicting() {
        if (state == StreamingArena.State.EVICTING) {
            throw new IllegalStateException("entry is " + state + ", its memory is being freed: reserve a new one");
        }
    }

    /**
     * The lifetime that the slices of a view, or the parts of a loader, share. Belongs to the thread that creates it.
     */
    static final class Lifetime extends SliceLifetimes {
        private static final long SERIAL = 1;

        private final String what;
        private String ended = "";

        /** {@code what} is its name in messages, such as "view". */
        Lifetime(String what) {
            super(1);
            this.what = what;
            serials[0] = SERIAL;
        }

        /** SAFETY: the caller ends this lifetime before it frees the memory. */
        Slice slice(long address, long bytes) {
            return slice(0, SERIAL, address, bytes);
        }

        boolean hasEnded() {
            return serials[0] != SERIAL;
        }

        /** Ends all slices. */
        void end(String how) {
            ended = how;
            serials[0] = 0;
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
