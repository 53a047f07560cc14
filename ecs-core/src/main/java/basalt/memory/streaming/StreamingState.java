package basalt.memory.streaming;

/**
 * The state of an entry of a {@link StreamingArena}.
 *
 * <pre>
 *   reserve()                  ready()          evicted, or release()
 *   RESERVING ---&gt; LOADING ----------&gt; READY ----------&gt; EVICTING ---&gt; GONE
 *                     |                                    ^
 *                     +----------------- release() --------+
 * </pre>
 */
public enum StreamingState {
    /** A thread is taking its memory; no thread has its handle yet. */
    RESERVING,

    /** Its memory is there and is being written; never evicted. */
    LOADING,

    /** May be accessed; may be evicted while no view of it is open. */
    READY,

    /** A thread is giving its memory back, because it was evicted or released; the memory still counts. */
    EVICTING,

    /** Evicted or released, or there never was such an entry. */
    GONE
}
