package basalt.memory.tracking;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import java.util.ArrayList;
import java.util.List;

/**
 * A name under which memory is allocated: a source that counts, and keeps to its budget and to those above it.
 *
 * <p>Make tags once and keep them: they are found by path in {@link MemoryTracker#tag}, and used without strings.
 * Thread-safe.
 */
public final class MemoryTag implements MemorySource {
    final List<MemoryTag> children = new ArrayList<>();

    private final MemoryTracker tracker;
    private final MemoryTag parent;
    private final String path;
    private final TagAccount account;

    MemoryTag(MemoryTracker tracker, MemoryTag parent, String path) {
        this.tracker = tracker;
        this.parent = parent;
        this.path = path;
        this.account = new TagAccount(path);
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
     * Sets the budget of this tag and all below it, whose hard limit refuses: {@link BudgetPolicy#FAIL}. What is
     * allocated already stays.
     *
     * @param newSoftBytes beyond this the listener is told, once for each time that it is crossed
     * @param newHardBytes beyond this requests are refused; {@code Long.MAX_VALUE} for no limit
     * @return this
     * @throws IllegalArgumentException if soft is negative, or hard is less than soft
     */
    public MemoryTag budget(long newSoftBytes, long newHardBytes) {
        return budget(newSoftBytes, newHardBytes, BudgetPolicy.FAIL);
    }

    /**
     * Sets the budget of this tag and all below it, in place of the one before. What is allocated or promoted already
     * stays so.
     *
     * @param newSoftBytes beyond this the listener is told, once for each time that it is crossed
     * @param newHardBytes beyond this the policy decides about each request; {@code Long.MAX_VALUE} for no limit
     * @param newPolicy what happens to a request that would exceed the hard budget
     * @return this
     * @throws IllegalArgumentException if soft is negative, hard is less than soft, the policy is null, or the root,
     *     which has no tag above it, is to promote
     */
    public MemoryTag budget(long newSoftBytes, long newHardBytes, BudgetPolicy newPolicy) {
        if (newSoftBytes < 0 || newHardBytes < newSoftBytes) {
            throw new IllegalArgumentException("a budget needs 0 <= softBytes <= hardBytes: softBytes=" + newSoftBytes
                    + ", hardBytes=" + newHardBytes);
        }
        if (newPolicy == null) {
            throw new IllegalArgumentException("policy must not be null; BudgetPolicy.FAIL is the usual one");
        }
        if (newPolicy == BudgetPolicy.PROMOTE && parent == null) {
            throw new IllegalArgumentException("the root has no tag above it to promote to: policy=" + newPolicy);
        }
        synchronized (tracker) {
            account.budget(newSoftBytes, newHardBytes, newPolicy);
        }
        return this;
    }

    /**
     * {@inheritDoc}
     *
     * @throws NativeMemoryException if it would exceed the hard budget of this tag or of one above it, as far as their
     *     policies refuse, or the source below has no more
     */
    @Override
    public long allocate(long bytes, int alignment) {
        MemorySource.requireValid(bytes, alignment);
        List<BudgetCrossing> crossings = reserve(bytes);
        List<TagAccount> promoters = BudgetCrossing.promoters(crossings);
        long address;
        try {
            address = MemorySource.allocateFrom(tracker.source(), bytes, alignment);
        } catch (Throwable e) {
            uncount(bytes, promoters);
            throw e;
        }
        granted(address, bytes, crossings, promoters);
        if (!crossings.isEmpty()) {
            tell(crossings, address, bytes);
        }
        return address;
    }

    private void tell(List<BudgetCrossing> crossings, long address, long bytes) {
        try {
            crossings.forEach(crossing -> BudgetPressureEvent.commit(crossing.pressure()));
            PressureListener listener = tracker.listener();
            crossings.forEach(crossing -> listener.onPressure(crossing.pressure()));
        } catch (Throwable e) { // no caller learns the address then
            free(address, bytes);
            throw e;
        }
    }

    /** Counts an allocation in advance, or throws; the result has the limits that it crosses. */
    private List<BudgetCrossing> reserve(long bytes) {
        MemoryPressure denial;
        synchronized (tracker) {
            denial = denial(bytes);
            if (denial == null) {
                return count(bytes);
            }
        }
        BudgetPressureEvent.commit(denial);
        tracker.listener().onPressure(denial);
        throw new NativeMemoryException(
                "the budget of " + (denial.path().isEmpty() ? "all tags" : "tag " + denial.path()) + " is "
                        + denial.limitBytes() + " bytes",
                bytes,
                denial.allocatedBytes());
    }

    private MemoryPressure denial(long bytes) {
        for (MemoryTag tag = this; tag != null; tag = tag.parent) {
            MemoryPressure denial = tag.account.denial(bytes);
            if (denial != null) {
                return denial;
            }
        }
        return null;
    }

    private List<BudgetCrossing> count(long bytes) {
        List<BudgetCrossing> crossings = List.of();
        for (MemoryTag tag = this; tag != null; tag = tag.parent) {
            crossings = tag.account.count(bytes, crossings);
        }
        return crossings;
    }

    private void granted(long address, long bytes, List<BudgetCrossing> crossings, List<TagAccount> promoters) {
        synchronized (tracker) {
            for (MemoryTag tag = this; tag != null; tag = tag.parent) {
                if (promoters.contains(tag.account)) {
                    tag.account.grantedPromoted(address, bytes);
                } else {
                    tag.account.granted();
                }
            }
            for (BudgetCrossing crossing : crossings) {
                crossing.account().crossed(crossing.pressure().kind());
            }
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if it is more than this tag has allocated, not what was promoted at this
     *     address, or the source below can tell that it never gave this out; nothing has changed then
     */
    @Override
    public void free(long address, long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("not an allocation: address=" + address + ", bytes=" + bytes);
        }
        List<TagAccount> promoters = startFree(address, bytes);
        try {
            tracker.source().free(address, bytes);
        } catch (Throwable e) {
            synchronized (tracker) {
                promoters.forEach(promoter -> promoter.grantedPromoted(address, bytes));
            }
            throw e;
        }
        uncount(bytes, promoters);
    }

    /** The accounts in which an allocation is promoted. It still counts, but its address may be of another soon. */
    private List<TagAccount> startFree(long address, long bytes) {
        List<TagAccount> promoters = List.of();
        synchronized (tracker) {
            account.requirePlausible(address, bytes);
            for (MemoryTag tag = this; tag != null; tag = tag.parent) {
                if (tag.account.takePromoted(address)) {
                    promoters = promoters.isEmpty() ? new ArrayList<>(1) : promoters;
                    promoters.add(tag.account);
                }
            }
        }
        return promoters;
    }

    private void uncount(long bytes, List<TagAccount> promoters) {
        synchronized (tracker) {
            for (MemoryTag tag = this; tag != null; tag = tag.parent) {
                if (promoters.contains(tag.account)) {
                    tag.account.uncountPromoted(bytes);
                } else {
                    tag.account.uncount(bytes);
                }
            }
        }
    }

    /**
     * What has been allocated under this tag and those below it, and not yet freed.
     *
     * @return bytes as requested, without what was promoted
     */
    @Override
    public long allocatedBytes() {
        synchronized (tracker) {
            return account.allocatedBytes();
        }
    }

    /** With the tracker's lock. */
    MemorySnapshot snapshot() {
        return account.snapshot(children.stream().map(MemoryTag::snapshot).toList());
    }

    @Override
    public String toString() {
        synchronized (tracker) {
            return "MemoryTag[" + snapshot().summary() + "]";
        }
    }
}
