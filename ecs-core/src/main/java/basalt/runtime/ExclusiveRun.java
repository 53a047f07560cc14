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
    private final Iterations iterations;
    private final Worker worker;
    private boolean isSystem;
    private long mark;

    /** The exclusive system of another schedule in which this one ticks. */
    private AccessCheck outer;

    /**
     * Nothing runs yet.
     *
     * @param iterations the world's
     * @param worker the world's thread as a worker
     */
    public ExclusiveRun(Iterations iterations, Worker worker) {
        this.iterations = iterations;
        this.worker = worker;
    }

    /**
     * A system is about to run.
     *
     * @param system the system
     */
    public void begin(AccessCheck system) {
        begin();
        iterations.store().exclusive(system);
        worker.enterExclusively(system.system());
        isSystem = true;
    }

    /** A condition is about to be asked. */
    public void begin() {
        isSystem = false;
        outer = iterations.store().exclusive();
        mark = iterations.arena().mark();
    }

    /**
     * The body has ended.
     *
     * @param hasFailed whether it has thrown: then nothing that it wanted to promote is
     * @return false if it has left a cursor, or a scope or mark of a frame arena, open; it is closed now
     */
    public boolean end(boolean hasFailed) {
        iterations.store().exclusive(outer);
        boolean noCursor = iterations.endAll();
        boolean isTidy = true;
        try {
            isTidy = !isSystem || worker.leaveExclusively(hasFailed);
        } finally {
            isTidy &= iterations.arena().unwind(mark);
        }
        return isTidy && noCursor;
    }
}
