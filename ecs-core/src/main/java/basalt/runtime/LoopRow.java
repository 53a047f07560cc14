package basalt.runtime;

/**
 * The row that goes through a loop over handles, one loop at a time. Outside of strict mode it is the same object for
 * all calls of the body, so that a loop makes no garbage.
 *
 * @param <R> what the body is given
 */
public interface LoopRow<R> {
    /**
     * Whether a loop uses it now.
     *
     * @return true between {@link #begin} and {@link #end}
     */
    boolean isInUse();

    /** A loop begins; it calls {@link #end} however it ends. */
    void begin();

    /**
     * Goes to an entity, for one call of the body.
     *
     * @param entity its handle
     * @return the row that the body is given
     */
    R at(long entity);

    /** The call of the body has ended. */
    void endCall();

    /** The loop has ended. */
    void end();
}
