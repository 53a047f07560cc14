package basalt.runtime;

import basalt.storage.access.AccessCheck;

/**
 * A stretch of a tick in which a body of the user's, such as an exclusive system or a condition, has the world for
 * itself: a system with the frame arena of the first worker, a condition with the world's own. What it has left open
 * there ends with it, and what it has allocated is given back. Reused.
 *
 * <p>For the world's thread.
 */
public final class ExclusiveRun {
    private final WorldRuntime runtime;
    private final Worker worker;
    private boolean isSystem;
    private long mark;

    /** The exclusive system of another schedule in which this one ticks. */
    private AccessCheck outer;

    /**
     * Nothing runs yet.
     *
     * @param runtime what the world runs with
     * @param worker the world's thread as a worker
     */
    public ExclusiveRun(WorldRuntime runtime, Worker worker) {
        this.runtime = runtime;
        this.worker = worker;
    }

    /**
     * A system is about to run.
     *
     * @param system the system
     */
    public void begin(AccessCheck system) {
        begin();
        runtime.store().exclusive(system);
        worker.lendArena(system.system());
        runtime.allWorkers().borrowFrom(worker);
        runtime.owner().rowCount().start();
        isSystem = true;
    }

    /** A condition is about to be asked. */
    public void begin() {
        isSystem = false;
        outer = runtime.store().exclusive();
        mark = runtime.owner().arena().mark();
    }

    /**
     * The body has ended.
     *
     * @param hasFailed whether it has thrown: then nothing that it wanted to promote is
     * @return false if it has left a cursor, or a scope or mark of a frame arena, open; it is closed now
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
        return worker.takeArenaBack(runtime.owner().rowCount().stop(), hasFailed);
    }
}
