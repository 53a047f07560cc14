package basalt.runtime;

/**
 * A stretch of a tick in which a body of the user's, such as an exclusive system or a condition, has the world for itself,
 * and the world's own frame arena. What it has left open there ends with it, and what it has allocated is given back. Reused.
 *
 * <p>For the world's thread.
 */
public final class ExclusiveRun {
    private final Iterations iterations;
    private long mark;

    /**
     * Nothing runs yet.
     *
     * @param iterations the world's
     */
    public ExclusiveRun(Iterations iterations) {
        this.iterations = iterations;
    }

    /** The body is about to run. */
    public void begin() {
        mark = iterations.arena().mark();
    }

    /**
     * The body has ended.
     *
     * @return false if it has left a cursor, or a scope or mark of the frame arena, open; it is closed now
     */
    public boolean end() {
        boolean noCursor = iterations.endAll();
        return iterations.arena().unwind(mark) && noCursor;
    }
}
