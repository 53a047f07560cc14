package basalt.memory;

/**
 * A source for tests: refuses the Nth allocation, or several from there, and passes everything else on to another
 * source. Safe for all threads if that one is.
 */
public final class FailingMemory extends ForwardingMemory {
    private final long failures;
    private long failingAllocation;
    private long allocations;
    private long refusedBytes;
    private boolean stubborn;
    private Runnable listener = () -> {};

    /** Refuses nothing yet. */
    public FailingMemory(MemorySource source) {
        this(source, 0);
    }

    /** Refuses the {@code failingAllocation}-th allocation, counted from 1; 0 refuses none. */
    public FailingMemory(MemorySource source, long failingAllocation) {
        this(source, failingAllocation, 1);
    }

    /** Refuses {@code failures} allocations in a row, of which the {@code failingAllocation}-th is the first. */
    public FailingMemory(MemorySource source, long failingAllocation, long failures) {
        super(source);
        this.failingAllocation = failingAllocation;
        this.failures = failures;
    }

    /**
     * Also refuses a smaller page-aligned request right after a refused one, which is the same once more, in a more
     * modest form, and does not count it.
     */
    public FailingMemory stubborn() {
        stubborn = true;
        return this;
    }

    /** Refuses the next allocation. */
    public synchronized void failNext() {
        failNth(1);
    }

    /** Refuses the {@code nth} allocation from now on, counted from 1. */
    public synchronized void failNth(long nth) {
        failingAllocation = allocations + nth;
    }

    /** Calls code in the midst of the next allocation, once, as trackers call listeners for pressure. */
    public synchronized void callNext(Runnable newListener) {
        listener = newListener;
    }

    /** How many allocations have been asked for, the refused one included. */
    public synchronized long allocations() {
        return allocations;
    }

    /** Whether the allocation that was to fail has been asked for. */
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
