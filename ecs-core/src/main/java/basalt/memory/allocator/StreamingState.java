package basalt.memory.allocator;

/**
 * The state of an entry of a {@link StreamingArena}.
 *
 * <pre>
 *   reserve()    ready()          evicted, or release()
 *   LOADING ----------&gt; READY ----------&gt; EVICTING ---&gt; GONE
 *      |                                    ^
 *      +----------------- release() --------+
 * </pre>
 */
public enum StreamingState {
    /** Its memory is being written; never evicted. */
    LOADING,

    /** May be accessed; may be evicted while no view of it is open. */
    READY,

    /** Its memory is being given back, because it was evicted or released; it still counts as used. */
    EVICTING,

    /** Evicted, released, or never reserved. */
    GONE
}
