package basalt.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * A name under which memory is allocated: a source that counts, and refuses what exceeds its budget or one of those above it.
 *
 * <p>Make tags once and keep them: they are found by path in {@link MemoryTracker#tag}, and used without strings. Thread-safe.
 */
public final class MemoryTag implements MemorySource {
    final List<MemoryTag> children = new ArrayList<>();

    private final MemoryTracker tracker;
    private final MemoryTag parent;
    private final String path;

    private long softBytes = Long.MAX_VALUE;
    private long hardBytes = Long.MAX_VALUE;
    private long allocatedBytes;
    private long peakBytes;
    private long liveAllocations;
    private long allocations;
    private long softCrossings;
    private long denials;

    MemoryTag(MemoryTracker tracker, MemoryTag parent, String path) {
        this.tracker = tracker;
        this.parent = parent;
        this.path = path;
    }

    /**
     * The names down to this tag.
     *
     * @return the path; empty for the root
     */
    public String path() {
        return path;
    }

    /**
     * Sets the budget of this tag and all below it. What is allocated already stays.
     *
     * @param newSoftBytes beyond this the listener is told, once for each time that it is crossed
     * @param newHardBytes beyond this requests are refused; {@code Long.MAX_VALUE} for no limit
     * @return this
     * @throws IllegalArgumentException if soft is negative, or hard is less than soft
     */
    public MemoryTag budget(long newSoftBytes, long newHardBytes) {
        if (newSoftBytes < 0 || newHardBytes < newSoftBytes) {
            throw new IllegalArgumentException("a budget needs 0 <= softBytes <= hardBytes: softBytes=" + newSoftBytes
                    + ", hardBytes=" + newHardBytes);
        }
        synchronized (tracker) {
            softBytes = newSoftBytes;
            hardBytes = newHardBytes;
        }
        return this;
    }

    /**
     * {@inheritDoc}
     *
     * @throws NativeMemoryException if it would exceed the hard budget of this tag or of one above it, or the source below has
     *     no more
     */
    @Override
    public long allocate(long bytes, int alignment) {
        MemoryArguments.require(bytes, alignment);
        List<MemoryPressure> crossed = reserve(bytes);
        long address;
        try {
            address = MemorySource.allocateFrom(tracker.source(), bytes, alignment);
        } catch (Throwable e) {
            release(bytes);
            throw e;
        }
        granted();
        if (!crossed.isEmpty()) {
            tell(crossed, address, bytes);
        }
        return address;
    }

    private void tell(List<MemoryPressure> crossed, long address, long bytes) {
        try {
            crossed.forEach(tracker.listener()::onPressure);
        } catch (Throwable e) { // nobody learns the address then
            free(address, bytes);
            throw e;
        }
    }

    /** Counts an allocation in advance, or throws; the result has the soft limits that it crosses. */
    private List<MemoryPressure> reserve(long bytes) {
        MemoryPressure denial;
        synchronized (tracker) {
            denial = denial(bytes);
            if (denial == null) {
                return count(bytes);
            }
        }
        tracker.listener().onPressure(denial);
        throw new NativeMemoryException(
                "the budget of " + (denial.path().isEmpty() ? "all tags" : "tag " + denial.path()) + " is "
                        + denial.limitBytes() + " bytes",
                bytes,
                denial.allocatedBytes());
    }

    private MemoryPressure denial(long bytes) {
        for (MemoryTag tag = this; tag != null; tag = tag.parent) {
            if (bytes > tag.hardBytes - tag.allocatedBytes) {
                tag.denials++;
                return new MemoryPressure(tag.path, true, bytes, tag.allocatedBytes, tag.hardBytes);
            }
        }
        return null;
    }

    private List<MemoryPressure> count(long bytes) {
        List<MemoryPressure> crossed = List.of();
        for (MemoryTag tag = this; tag != null; tag = tag.parent) {
            long before = tag.allocatedBytes;
            tag.allocatedBytes = before + bytes;
            tag.liveAllocations++;
            if (before <= tag.softBytes && tag.allocatedBytes > tag.softBytes) {
                tag.softCrossings++;
                crossed = crossed.isEmpty() ? new ArrayList<>(2) : crossed;
                crossed.add(new MemoryPressure(tag.path, false, bytes, before, tag.softBytes));
            }
        }
        return crossed;
    }

    private void granted() {
        synchronized (tracker) {
            for (MemoryTag tag = this; tag != null; tag = tag.parent) {
                tag.peakBytes = Math.max(tag.peakBytes, tag.allocatedBytes);
                tag.allocations++;
            }
        }
    }

    @Override
    public void free(long address, long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("not an allocation: address=" + address + ", bytes=" + bytes);
        }
        synchronized (tracker) {
            if (liveAllocations == 0 || bytes > allocatedBytes) {
                throw new IllegalArgumentException("more than tag " + path + " has allocated: bytes=" + bytes
                        + ", allocatedBytes=" + allocatedBytes + ", liveAllocations=" + liveAllocations);
            }
        }
        tracker.source().free(address, bytes);
        release(bytes);
    }

    private void release(long bytes) {
        synchronized (tracker) {
            for (MemoryTag tag = this; tag != null; tag = tag.parent) {
                tag.allocatedBytes -= bytes;
                tag.liveAllocations--;
            }
        }
    }

    @Override
    public long allocatedBytes() {
        synchronized (tracker) {
            return allocatedBytes;
        }
    }

    /** With the tracker's lock. */
    MemorySnapshot snapshot() {
        return new MemorySnapshot(
                path,
                allocatedBytes,
                peakBytes,
                liveAllocations,
                allocations,
                softBytes,
                hardBytes,
                softCrossings,
                denials,
                children.stream().map(MemoryTag::snapshot).toList());
    }

    @Override
    public String toString() {
        synchronized (tracker) {
            return "MemoryTag[" + snapshot().summary() + "]";
        }
    }
}
