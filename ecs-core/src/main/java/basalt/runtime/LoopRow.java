package basalt.runtime;

/**
 * The row of a loop over handles, for one loop at a time. Outside of strict mode all calls of the body get the same
 * object, so that a loop makes no garbage.
 *
 * @param <R> type of the row
 */
public interface LoopRow<R> {
    boolean isInUse();

    /** Called when a loop begins. The loop always calls {@link #end}, even if the body throws. */
    void begin();

    /** Moves to an entity, for one call of the body. */
    R at(long entity);

    /** Called after each call of the body. */
    void endCall();

    /** Called when the loop has ended. */
    void end();
}
