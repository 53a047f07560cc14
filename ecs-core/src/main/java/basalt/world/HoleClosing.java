package basalt.world;

import basalt.runtime.WorldRuntime;
import basalt.storage.Compactor;
import basalt.storage.RowAllocator;

/** Closes the holes between entities of a world, or of one template, within a budget. */
final class HoleClosing {
    /** Entities that are moved between two looks at the clock: some twenty microseconds. */
    private static final int AT_ONCE = 512;

    private final WorldRuntime runtime;
    private final Compactor compactor;

    /** The entities that have moved or will; -1 until they are counted, as soon as there is something to do. */
    private long total;

    HoleClosing(WorldRuntime runtime) {
        this.runtime = runtime;
        this.compactor = runtime.store().rows().compactor();
    }

    /**
     * Closes holes for some time.
     *
     * @param allocator the allocator whose holes are closed; null for all of the world
     */
    Compaction run(String call, RowAllocator allocator, long budgetMicros) {
        runtime.requireRowsIdle(call);
        require(budgetMicros > 0, "budgetMicros", budgetMicros);
        long start = System.nanoTime();
        long budget = budgetMicros > Long.MAX_VALUE / 1000 ? Long.MAX_VALUE : 1000 * budgetMicros;
        begin(allocator);
        boolean isMore;
        do {
            isMore = step(AT_ONCE);
        } while (isMore && System.nanoTime() - start < budget);
        return result(isMore);
    }

    /** As {@link #run}, with a number of entities as the budget. */
    Compaction runRows(String call, RowAllocator allocator, int most) {
        runtime.requireRowsIdle(call);
        require(most > 0, "most", most);
        begin(allocator);
        boolean isMore;
        do {
            isMore = step((int) Math.min(most - compactor.moved(), AT_ONCE));
        } while (isMore && compactor.moved() < most);
        while (isMore && total == compactor.moved()) {
            isMore = step(1); // moves nothing, and gives back a block that is empty
        }
        return result(isMore);
    }

    private void begin(RowAllocator allocator) {
        total = -1;
        compactor.begin(allocator);
    }

    private static void require(boolean condition, String name, long value) {
        if (!condition) {
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
