package basalt.world;

import basalt.runtime.WorldRuntime;
import basalt.storage.Compactor;
import basalt.storage.RowAllocator;

/** Closes the holes between entities of a world, or of one template, within a budget. */
final class HoleClosing {
    /** Entities that are moved between two looks at the clock: some ten microseconds. */
    private static final int AT_ONCE = 512;

    private final WorldRuntime runtime;
    private final Compactor compactor;

    HoleClosing(WorldRuntime runtime) {
        this.runtime = runtime;
        this.compactor = runtime.store().rows().compactor();
    }

    /**
     * Closes holes for some time.
     *
     * @param call the call, for messages
     * @param allocator the allocator whose holes are closed; null for all of the world
     * @param budgetMicros a time after which no more entities are moved
     */
    Compaction run(String call, RowAllocator allocator, long budgetMicros) {
        runtime.requireRowsIdle(call);
        require(budgetMicros > 0, "budgetMicros", budgetMicros);
        begin();
        long start = System.nanoTime();
        long budget = budgetMicros > Long.MAX_VALUE / 1000 ? Long.MAX_VALUE : 1000 * budgetMicros;
        try {
            boolean isMore;
            do {
                isMore = step(allocator, AT_ONCE) > 0;
            } while (isMore && System.nanoTime() - start < budget);
            return result(allocator, isMore);
        } finally {
            runtime.movingRows(false);
        }
    }

    /** As {@link #run}, with a number of entities as the budget. */
    Compaction runRows(String call, RowAllocator allocator, int most) {
        runtime.requireRowsIdle(call);
        require(most > 0, "most", most);
        begin();
        try {
            int rest = most;
            int moved;
            do {
                moved = step(allocator, Math.min(rest, AT_ONCE));
                rest -= moved;
            } while (moved > 0 && rest > 0);
            return result(allocator, moved > 0);
        } finally {
            runtime.movingRows(false);
        }
    }

    private void begin() {
        compactor.begin();
        runtime.movingRows(true);
    }

    private static void require(boolean condition, String name, long value) {
        if (!condition) {
            throw new IllegalArgumentException(name + " must be > 0: " + name + "=" + value);
        }
    }

    private int step(RowAllocator allocator, int most) {
        return allocator == null ? compactor.closeHoles(most) : compactor.closeHoles(allocator, most);
    }

    private Compaction result(RowAllocator allocator, boolean isMore) {
        if (!isMore && compactor.moved() == 0 && compactor.freed() == 0) {
            return Compaction.NOTHING;
        }
        long left = !isMore ? 0 : allocator == null ? compactor.countLeft() : compactor.countLeft(allocator);
        if (isMore && left == 0) {
            step(allocator, 1); // moves nothing, and gives back the blocks that are empty
        }
        return new Compaction(compactor.moved(), compactor.freed(), left);
    }
}
