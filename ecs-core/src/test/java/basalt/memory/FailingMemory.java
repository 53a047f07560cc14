package basalt.memory;

import java.util.function.Supplier;

/**
 * A source for tests: refuses the Nth allocation, or several in a row, and forwards all other calls to another source.
 * Thread-safe if that source is.
 */
public final class FailingMemory extends ForwardingMemory {
    private final long failures;
    private long failingAllocation;
    private long allocations;
    private long refusedBytes;
    private boolean stubborn;
    private Runnable listener = () -> {};

    /** Creates a source that refuses nothing at first. */
    public FailingMemory(MemorySource source) {
        this(source, 0);
    }

    /** Refuses the {@code failingAllocation}-th allocation, counted from 1; 0 refuses none. */
    public FailingMemory(MemorySource source, long failingAllocation) {
        this(source, failingAllocation, 1);
    }

    /** Refuses {@code failures} allocations in a row, starting with the {@code failingAllocation}-th. */
    public FailingMemory(MemorySource source, long failingAllocation, long failures) {
        super(source);
        this.failingAllocation = failingAllocation;
        this.failures = failures;
    }

    /** Calls until there is memory, for calls that change nothing without it. */
    public static <R> R retry(Supplier<R> call) {
        while (true) {
            try {
                return call.get();
            } catch (NativeMemoryException e) {
                // the next attempt gets memory
            }
        }
    }

    /**
     * Also refuses a smaller page-aligned request right after a refused one, since it is a retry with a smaller size,
     * and does not count it.
     */
    public FailingMemory stubborn() {
        stubborn = true;
        return this;
    }

    /** The next request is no retry, though it may be smaller than the refused one. */
    public synchronized void forgetRefused() {
        refusedBytes = 0;
    }

    /** Refuses the next allocation. */
    public synchronized void failNext() {
        failNth(1);
    }

    /** Refuses the {@code nth} allocation from now on, counted from 1. */
    public synchronized void failNth(long nth) {
        failingAllocation = allocations + nth;
    }

    /** Calls code once during the next allocation, as trackers call pressure listeners. */
    public synchronized void callNext(Runnable newListener) {
        listener = newListener;
    }

    /** The number of requests, including refused ones. */
    public synchronized long allocations() {
        return allocations;
    }

    /** Whether a request was refused. */
    public synchronized boolean hasFailed() {
        return failingAllocation > 0 && allocations >= failingAllocation;
    }

    @Override
    public synchronized long allocate(long bytes, int alignment) {
        MemorySource.requireValid(bytes, alignment);
        Runnable called = listener;
        listener = () -> {};
        called.run();
        boolean again = stubborn && bytes < refusedBytes && alignment == MAX_ALIGNMENT;
        refusedBytes = 0;
        if (!again) {
            allocations++;
        }
        if (again || hasFailed() && allocations < failingAllocation + failures) {
            refusedBytes = again ? 0 : bytes;
            throw new NativeMemoryException("allocation " + allocations + " is to fail", bytes, allocatedBytes());
        }
        return super.allocate(bytes, alignment);
    }
}
