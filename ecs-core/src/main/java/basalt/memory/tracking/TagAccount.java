package basalt.memory.tracking;

import java.util.List;
import org.agrona.collections.Long2LongHashMap;

/**
 * The budget and the counters of a {@link MemoryTag}. Guarded by its tracker's lock.
 *
 * <p>A request passes through the accounts of its tag and of all parents. It is counted in advance, so that concurrent
 * requests cannot exceed a budget together, and is then either {@linkplain #granted granted} or uncounted. Each account
 * counts the request as allocated or as promoted; the sum of both is what its tag and its descendants have allocated.
 */
final class TagAccount {
    private static final long NONE = 0;

    private final String path;

    /** The live allocations that were promoted here: bytes by address. */
    private final Long2LongHashMap promoted = new Long2LongHashMap(NONE);

    private long softBytes = Long.MAX_VALUE;
    private long hardBytes = Long.MAX_VALUE;
    private BudgetPolicy policy = BudgetPolicy.FAIL;
    private long allocatedBytes;
    private long peakBytes;
    private long liveAllocations;
    private long allocations;
    private long softCrossings;
    private long denials;
    private long overruns;
    private long promotions;
    private long promotedBytes;

    TagAccount(String path) {
        this.path = path;
    }

    void budget(long newSoftBytes, long newHardBytes, BudgetPolicy newPolicy) {
        softBytes = newSoftBytes;
        hardBytes = newHardBytes;
        policy = newPolicy;
    }

    long allocatedBytes() {
        return allocatedBytes;
    }

    /** Counts and describes a refusal; returns null if this account does not refuse. */
    MemoryPressure denial(long bytes) {
        long limitBytes = policy == BudgetPolicy.FAIL ? hardBytes : Long.MAX_VALUE; // never exceeded
        if (bytes <= limitBytes - allocatedBytes) {
            return null;
        }
        denials++;
        return pressure(PressureKind.DENIED, bytes, limitBytes);
    }

    /**
     * Counts a request in advance, which no account has refused. Returns the earlier crossings and those of this
     * account.
     */
    List<BudgetCrossing> count(long bytes, List<BudgetCrossing> before) {
        boolean exceeds = bytes > hardBytes - allocatedBytes;
        if (exceeds && policy == BudgetPolicy.PROMOTE) {
            promotedBytes += bytes;
            return BudgetCrossing.add(before, this, pressure(PressureKind.PROMOTED, bytes, hardBytes));
        }
        List<BudgetCrossing> crossings = before;
        if (allocatedBytes <= softBytes && bytes > softBytes - allocatedBytes) {
            crossings = BudgetCrossing.add(crossings, this, pressure(PressureKind.SOFT, bytes, softBytes));
        }
        if (exceeds) {
            crossings = BudgetCrossing.add(crossings, this, pressure(PressureKind.OVERRUN, bytes, hardBytes));
        }
        allocatedBytes += bytes;
        liveAllocations++;
        return crossings;
    }

    /** The source has granted a counted request that is not promoted here. */
    void granted() {
        peakBytes = Math.max(peakBytes, allocatedBytes);
        allocations++;
    }

    /** The source has granted a counted request that is promoted here: {@link #takePromoted} will find it. */
    void grantedPromoted(long address, long bytes) {
        promoted.put(address, bytes);
    }

    /** Counts a granted request that has crossed a limit of this account. */
    void crossed(PressureKind kind) {
        switch (kind) {
            case SOFT -> softCrossings++;
            case OVERRUN -> overruns++;
            case PROMOTED -> promotions++;
            case DENIED -> throw new IllegalArgumentException("not granted: kind=" + kind);
        }
    }

    void uncount(long bytes) {
        allocatedBytes -= bytes;
        liveAllocations--;
    }

    void uncountPromoted(long bytes) {
        promotedBytes -= bytes;
    }

    /** Rejects a free that this account cannot have counted as an allocation. */
    void requirePlausible(long address, long bytes) {
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

    /**
     * Removes a promoted address, before the source can give the address to another thread. Returns false if it is not
     * promoted.
     */
    boolean takePromoted(long address) {
        return promoted.remove(address) != NONE;
    }

    MemorySnapshot snapshot(List<MemorySnapshot> children) {
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
                children);
    }

    private MemoryPressure pressure(PressureKind kind, long bytes, long limitBytes) {
        return new MemoryPressure(path, kind, bytes, allocatedBytes, limitBytes);
    }
}
