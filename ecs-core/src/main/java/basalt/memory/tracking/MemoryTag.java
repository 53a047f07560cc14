package basalt.memory.tracking;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.agrona.collections.Long2LongHashMap;

/**
 * A named memory source that counts its allocations and enforces its budget and the budgets of its parents.
 *
 * <p>Look tags up once, by {@link MemoryTracker#tag}, and keep them. A request passes through its tag and all parents;
 * each counts it as allocated or as promoted. Thread-safe; guarded by the lock of the tracker.
 */
public final class MemoryTag implements MemorySource {
    private static final long NONE = 0;

    final List<MemoryTag> children = new ArrayList<>();

    private final MemoryTracker tracker;
    private final MemoryTag parent;
    private final String path;
    private final Long2LongHashMap promoted = new Long2LongHashMap(NONE); // live allocations: bytes by address
    private long softBytes = Long.MAX_VALUE;
    private long hardBytes = Long.MAX_VALUE;
    private Policy policy = Policy.FAIL;
    private long allocatedBytes;
    private long peakBytes;
    private long liveAllocations;
    private long allocations;
    private long softCrossings;
    private long denials;
    private long overruns;
    private long promotions;
    private long promotedBytes;

    MemoryTag(MemoryTracker tracker, MemoryTag parent, String path) {
        this.tracker = tracker;
        this.parent = parent;
        this.path = path;
    }

    /** {@return the path from the root to this tag; empty for the root} */
    public String path() {
        return path;
    }

    /**
     * Sets the budget of this tag and its descendants, with {@link Policy#FAIL}. Existing allocations stay.
     *
     * @param newSoftBytes the soft limit; the listener is called each time that it is crossed
     * @param newHardBytes the hard limit, above which requests are refused; {@code Long.MAX_VALUE} for no limit
     */
    public MemoryTag budget(long newSoftBytes, long newHardBytes) {
        return budget(newSoftBytes, newHardBytes, Policy.FAIL);
    }

    /**
     * Sets the budget of this tag and its descendants, in place of the previous one. Existing allocations and
     * promotions stay.
     *
     * @param newSoftBytes the soft limit; the listener is called each time that it is crossed
     * @param newHardBytes the hard limit, above which the policy applies; {@code Long.MAX_VALUE} for no limit
     * @param newPolicy what to do with a request that exceeds the hard limit
     * @throws IllegalArgumentException if soft is negative, hard is less than soft, the policy is null, or this is the
     *     root, which cannot promote, and the policy is {@link Policy#PROMOTE}
     */
    public MemoryTag budget(long newSoftBytes, long newHardBytes, Policy newPolicy) {
        if (newSoftBytes < 0 || newHardBytes < newSoftBytes) {
            throw new IllegalArgumentException("a budget needs 0 <= softBytes <= hardBytes: softBytes=" + newSoftBytes
                    + ", hardBytes=" + newHardBytes);
        }
        if (newPolicy == null) {
            throw new IllegalArgumentException("policy must not be null; MemoryTag.Policy.FAIL is the usual one");
        }
        if (newPolicy == Policy.PROMOTE && parent == null) {
            throw new IllegalArgumentException("the root has no parent tag to promote to: policy=" + newPolicy);
        }
        synchronized (tracker) {
            softBytes = newSoftBytes;
            hardBytes = newHardBytes;
            policy = newPolicy;
        }
        return this;
    }

    /**
     * {@inheritDoc}
     *
     * @throws NativeMemoryException if it would exceed the hard budget of this tag or a parent with {@link
     *     Policy#FAIL}, or the source below has no memory left
     */
    @Override
    public long allocate(long bytes, int alignment) {
        MemorySource.requireValid(bytes, alignment);
        List<Crossing> crossings;
        long address = 0;
        MemoryTracker.Pressure denial;
        synchronized (tracker) {
            denial = denial(bytes);
            crossings = denial == null ? crossings(bytes) : List.of();
            if (denial == null) {
                address = MemorySource.allocateFrom(tracker.source(), bytes, alignment);
                count(address, bytes, crossings);
            }
        }
        if (denial != null) {
            throw denied(denial);
        }
        if (!crossings.isEmpty()) {
            notifyListener(crossings, address, bytes);
        }
        return address;
    }

    private NativeMemoryException denied(MemoryTracker.Pressure denial) {
        BudgetPressureEvent.commit(denial);
        tracker.listener().accept(denial);
        return new NativeMemoryException(
                "the budget of " + (denial.path().isEmpty() ? "all tags" : "tag " + denial.path()) + " is "
                        + denial.limitBytes() + " bytes",
                denial.requestedBytes(),
                denial.allocatedBytes());
    }

    private void notifyListener(List<Crossing> crossings, long address, long bytes) {
        boolean accepted = false;
        try {
            crossings.forEach(crossing -> BudgetPressureEvent.commit(crossing.pressure));
            Consumer<MemoryTracker.Pressure> listener = tracker.listener();
            crossings.forEach(crossing -> listener.accept(crossing.pressure));
            accepted = true;
        } finally {
            if (!accepted) { // the listener has thrown, and the caller does not get the address
                free(address, bytes);
            }
        }
    }

    private MemoryTracker.Pressure denial(long bytes) {
        for (MemoryTag tag = this; tag != null; tag = tag.parent) {
            long limitBytes = tag.policy == Policy.FAIL ? tag.hardBytes : Long.MAX_VALUE; // never exceeded
            if (bytes > limitBytes - tag.allocatedBytes) {
                tag.denials++;
                return tag.pressure(MemoryTracker.Pressure.Kind.DENIED, bytes, limitBytes);
            }
        }
        return null;
    }

    /** The limits that a request crosses, in this tag and its parents; requests without crossings create no list. */
    private List<Crossing> crossings(long bytes) {
        List<Crossing> crossings = List.of();
        for (MemoryTag tag = this; tag != null; tag = tag.parent) {
            boolean exceeds = bytes > tag.hardBytes - tag.allocatedBytes;
            if (exceeds && tag.policy == Policy.PROMOTE) {
                crossings = tag.cross(crossings, MemoryTracker.Pressure.Kind.PROMOTED, bytes, tag.hardBytes);
                continue;
            }
            if (tag.allocatedBytes <= tag.softBytes && bytes > tag.softBytes - tag.allocatedBytes) {
                crossings = tag.cross(crossings, MemoryTracker.Pressure.Kind.SOFT, bytes, tag.softBytes);
            }
            if (exceeds) {
                crossings = tag.cross(crossings, MemoryTracker.Pressure.Kind.OVERRUN, bytes, tag.hardBytes);
            }
        }
        return crossings;
    }

    private List<Crossing> cross(List<Crossing> before, MemoryTracker.Pressure.Kind kind, long bytes, long limitBytes) {
        List<Crossing> crossings = before.isEmpty() ? new ArrayList<>(2) : before;
        crossings.add(new Crossing(this, pressure(kind, bytes, limitBytes)));
        return crossings;
    }

    private MemoryTracker.Pressure pressure(MemoryTracker.Pressure.Kind kind, long bytes, long limitBytes) {
        return new MemoryTracker.Pressure(path, kind, bytes, allocatedBytes, limitBytes);
    }

    private void count(long address, long bytes, List<Crossing> crossings) {
        if (!crossings.isEmpty()) {
            crossings.forEach(crossing -> crossing.count(address));
        }
        for (MemoryTag tag = this; tag != null; tag = tag.parent) {
            if (!crossings.isEmpty() && tag.promoted.containsKey(address)) {
                tag.promotedBytes += bytes;
            } else {
                tag.allocatedBytes += bytes;
                tag.peakBytes = Math.max(tag.peakBytes, tag.allocatedBytes);
                tag.liveAllocations++;
                tag.allocations++;
            }
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if it is more than this tag has allocated, differs from what was promoted at
     *     this address, or the source below detects that it never gave it out; nothing changes
     */
    @Override
    public void free(long address, long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("not an allocation: address=" + address + ", bytes=" + bytes);
        }
        synchronized (tracker) {
            requirePlausible(address, bytes);
            tracker.source().free(address, bytes);
            for (MemoryTag tag = this; tag != null; tag = tag.parent) {
                if (tag.promoted.remove(address) != NONE) {
                    tag.promotedBytes -= bytes;
                } else {
                    tag.allocatedBytes -= bytes;
                    tag.liveAllocations--;
                }
            }
        }
    }

    /** Rejects a free that this tag cannot have counted as an allocation. */
    private void requirePlausible(long address, long bytes) {
        long promotedHere = promoted.get(address);
        if (promotedHere != NONE && promotedHere != bytes) {
            throw new IllegalArgumentException("not what tag " + path + " has promoted: address=" + address + ", bytes="
                    + bytes + ", promoted there=" + promotedHere);
        }
        if (promotedHere == NONE && (liveAllocations == 0 || bytes > allocatedBytes)) {
            throw new IllegalArgumentException("more than tag " + path + " has allocated: bytes=" + bytes
                    + ", allocatedBytes=" + allocatedBytes + ", liveAllocations=" + liveAllocations);
        }
    }

    /** {@return the bytes allocated now under this tag and its descendants, as requested, without promoted ones} */
    @Override
    public long allocatedBytes() {
        synchronized (tracker) {
            return allocatedBytes;
        }
    }

    /** Called with the tracker's lock. */
    MemorySnapshot snapshot() {
        return new MemorySnapshot(
                path,
                allocatedBytes,
                peakBytes,
                liveAllocations,
                allocations,
                softBytes,
                hardBytes,
                policy,
                softCrossings,
                denials,
                overruns,
                promotions,
                promotedBytes,
                children.stream().map(MemoryTag::snapshot).toList());
    }

    @Override
    public String toString() {
        synchronized (tracker) {
            return "MemoryTag[" + snapshot().summary() + "]";
        }
    }

    /** A limit of a tag that a request crosses and that the policy allows to be crossed. */
    private record Crossing(MemoryTag tag, MemoryTracker.Pressure pressure) {
        void count(long address) {
            switch (pressure.kind()) {
                case SOFT -> tag.softCrossings++;
                case OVERRUN -> tag.overruns++;
                default -> {
                    tag.promotions++;
                    tag.promoted.put(address, pressure.requestedBytes());
                }
            }
        }
    }

    /** A request has reached a limit of a tag. The stack trace shows the request. */
    @Name("basalt.BudgetPressure")
    @Label("Budget Pressure")
    @Description("A request for memory has crossed the budget of a tag, or was refused by it")
    @Category({"Basalt", "Memory"})
    static final class BudgetPressureEvent extends Event {
        @Label("Path")
        @Description("The tag; empty for the root")
        private String path;

        @Label("Kind")
        @Description("The outcome of the request: SOFT, OVERRUN, PROMOTED or DENIED")
        private String kind;

        @Label("Hard")
        @Description("Whether the limit is the hard budget")
        private boolean hard;

        @Label("Requested Bytes")
        @DataAmount
        private long requestedBytes;

        @Label("Allocated Bytes")
        @Description("The bytes allocated under the tag before the request")
        @DataAmount
        private long allocatedBytes;

        @Label("Limit Bytes")
        @DataAmount
        private long limitBytes;

        static void commit(MemoryTracker.Pressure pressure) {
            BudgetPressureEvent event = new BudgetPressureEvent();
            if (event.shouldCommit()) {
                event.path = pressure.path();
                event.kind = pressure.kind().name();
                event.hard = pressure.hard();
                event.requestedBytes = pressure.requestedBytes();
                event.allocatedBytes = pressure.allocatedBytes();
                event.limitBytes = pressure.limitBytes();
                event.commit();
            }
        }
    }

    /** What a {@link MemoryTag} does with a request that exceeds its hard budget. */
    public enum Policy {
        /** Refuses it. */
        FAIL,

        /**
         * Grants and counts it, and calls the listener. The count of overruns shows how often {@link #FAIL} would have
         * refused. The budgets of the parent tags apply by their own policies.
         */
        WARN,

        /**
         * Charges it only to the parent tags, whose budgets apply by their own policies. In the tag itself it counts as
         * promoted, not as allocated, until it is freed.
         */
        PROMOTE
    }
}
