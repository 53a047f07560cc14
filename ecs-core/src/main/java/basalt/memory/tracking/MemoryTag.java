package basalt.memory.tracking;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import java.util.ArrayList;
import java.util.List;

/**
 * A named memory source that counts its allocations and enforces its budget and the budgets of its parents.
 *
 * <p>Look tags up once, by {@link MemoryTracker#tag}, and keep them. Thread-safe.
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
     * The path from the root to this tag.
     *
     * @return the path; empty for the root
     */
    public String path() {
        return path;
    }

    /**
     * Sets the budget of this tag and its descendants, with {@link BudgetPolicy#FAIL}. Existing allocations stay.
     *
     * @param newSoftBytes the soft limit; the listener is called each time that it is crossed
     * @param newHardBytes the hard limit, above which requests are refused; {@code Long.MAX_VALUE} for no limit
     * @return this
     * @throws IllegalArgumentException if soft is negative, or hard is less than soft
     */
    public MemoryTag budget(long newSoftBytes, long newHardBytes) {
        return budget(newSoftBytes, newHardBytes, BudgetPolicy.FAIL);
    }

    /**
     * Sets the budget of this tag and its descendants, in place of the previous one. Existing allocations and
     * promotions stay.
     *
     * @param newSoftBytes the soft limit; the listener is called each time that it is crossed
     * @param newHardBytes the hard limit, above which the policy applies; {@code Long.MAX_VALUE} for no limit
     * @param newPolicy what to do with a request that exceeds the hard limit
     * @return this
     * @throws IllegalArgumentException if soft is negative, hard is less than soft, the policy is null, or this is the
     *     root, which cannot promote, and the policy is {@link BudgetPolicy#PROMOTE}
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
            throw new IllegalArgumentException("the root has no parent tag to promote to: policy=" + newPolicy);
        }
        synchronized (tracker) {
            account.budget(newSoftBytes, newHardBytes, newPolicy);
        }
        return this;
    }

    /**
     * {@inheritDoc}
     *
     * @throws NativeMemoryException if it would exceed the hard budget of this tag or a parent with {@link
     *     BudgetPolicy#FAIL}, or the source below has no memory left
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
            notifyListener(crossings, address, bytes);
        }
        return address;
    }

    private void notifyListener(List<BudgetCrossing> crossings, long address, long bytes) {
        try {
            crossings.forEach(crossing -> BudgetPressureEvent.commit(crossing.pressure()));
            PressureListener listener = tracker.listener();
            crossings.forEach(crossing -> listener.onPressure(crossing.pressure()));
        } catch (Throwable e) { // the caller does not get the address
            free(address, bytes);
            throw e;
        }
    }

    /** Counts an allocation in advance, or throws. Returns the limits that it crosses. */
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
     * @throws IllegalArgumentException if it is more than this tag has allocated, differs from what was promoted at
     *     this address, or the source below detects that it never gave it out; nothing changes
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

    /**
     * Returns the accounts in which an allocation is promoted, and forgets its address there. The allocation still
     * counts.
     */
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
     * The bytes allocated now under this tag and its descendants.
     *
     * @return bytes as requested, without promoted ones
     */
    @Override
    public long allocatedBytes() {
        synchronized (tracker) {
            return account.allocatedBytes();
        }
    }

    /** Called with the tracker's lock. */
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
