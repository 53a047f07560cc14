package basalt.world;

import basalt.runtime.WorldRuntime;
import basalt.storage.Compactor;
import basalt.storage.RowAllocator;

/** Closes the holes between entities of a world or a template, and between the lists of a world, within a budget. */
final class HoleClosing {
    /** Entities that are moved between two looks at the clock: some twenty microseconds. */
    private static final int AT_ONCE = 512;

    private static final int LISTS_AT_ONCE = 32;

    private final WorldRuntime runtime;
    private final Compactor compactor;

    /** The entities that have moved or will; -1 until they are counted, as soon as there is something to do. */
    private long total;

    HoleClosing(WorldRuntime runtime) {
        this.runtime = runtime;
        this.compactor = runtime.store().rows().compactor();
    }

    /**
     * Closes holes for some time, or until so many entities have moved, and at most so many lists.
     *
     * @param allocator the allocator whose holes are closed; null for all of the world
     */
    Compaction run(String call, RowAllocator allocator, long budgetMicros, long most) {
        runtime.requireRowsIdle(call);
        requirePositive("budgetMicros", budgetMicros);
        requirePositive("most", most);
        long start = System.nanoTime();
        total = -1;
        compactor.begin(allocator);
        boolean isCounted = most < Long.MAX_VALUE;
        if (allocator == null && isCounted) {
            // No part of the result, because where lists are depends on threads.
            compactor.compactElements((int) most, true);
        }
        boolean isMore;
        do {
            isMore = step((int) Math.min(most - compactor.moved(), AT_ONCE));
        } while (isMore && compactor.moved() < most && (System.nanoTime() - start) / 1000 < budgetMicros);
        while (isMore && most == compactor.moved() && total == most) {
            isMore = step(1); // moves nothing, and gives back a block that is empty
        }
        while (!isMore && allocator == null && !isCounted && compactor.hasSparseElements()) {
            compactor.compactElements(LISTS_AT_ONCE, false);
            isMore = (System.nanoTime() - start) / 1000 >= budgetMicros && compactor.hasSparseElements();
        }
        return result(isMore);
    }

    static void requirePositive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be > 0: " + name + "=" + value);
        }
    }

    private boolean step(int most) {
        boolean isMore = compactor.step(most);
        if (total < 0 && compactor.moved() + compactor.freed() > 0) {
            count(); // here, so that it is a part of the time
        }
        return isMore;
    }

    private void count() {
        total = compactor.moved() + compactor.countLeft();
    }

    private Compaction result(boolean isMore) {
        if (!isMore && compactor.moved() == 0 && compactor.freed() == 0) {
            return Compaction.NOTHING;
        }
        if (isMore && total < 0) {
            count();
        }
        long left = isMore ? Math.max(0, total - compactor.moved()) : 0;
        return new Compaction(compactor.moved(), compactor.freed(), left, !isMore);
    }
}
