package basalt.runtime;

import basalt.storage.access.AccessCheck;

/**
 * The run of an exclusive system or a run condition on the world's thread. A system uses the frame arena of the first
 * worker, a condition that of the world. At the end, open iterations and scopes are closed and the memory is released.
 * Reused.
 *
 * <p>For the world's thread.
 */
public final class ExclusiveRun {
    private final WorldRuntime runtime;
    private final Worker worker;
    private boolean isSystem;
    private long mark;

    /** The exclusive system that was running before: this schedule ticks inside of it. */
    private AccessCheck outer;

    /** Creates an object that is not running. */
    public ExclusiveRun(WorldRuntime runtime, Worker worker) {
        this.runtime = runtime;
        this.worker = worker;
    }

    public void begin(AccessCheck system) {
        begin();
        runtime.store().exclusive(system);
        worker.lendArena(system.system());
        runtime.allWorkers().borrowFrom(worker);
        runtime.owner().startCounting();
        isSystem = true;
    }

    /** Begins the evaluation of a condition. */
    public void begin() {
        isSystem = false;
        outer = runtime.store().exclusive();
        mark = runtime.owner().arena().mark();
    }

    /**
     * Ends the run. Returns false if the body has left open a cursor, or a scope or mark of a frame arena; it is closed
     * now.
     */
    public boolean end(boolean hasFailed) {
        runtime.store().exclusive(outer);
        boolean noCursor = runtime.owner().endAll();
        boolean isTidy = true;
        try {
            isTidy = !isSystem || endSystem(hasFailed);
        } finally {
            isTidy &= runtime.owner().arena().unwind(mark);
        }
        return isTidy && noCursor;
    }

    private boolean endSystem(boolean hasFailed) {
        runtime.allWorkers().borrowFrom(null);
        return worker.takeArenaBack(runtime.owner().stopCounting(), hasFailed);
    }
}
