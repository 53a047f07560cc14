package basalt.feed;

/** What a {@link WorldMirror} did with a packet. In all cases but the first, it is as before. */
public enum Received {
    /** The mirror has the state of the packet's tick now. */
    APPLIED,

    /** The packet is a repeated one, or older than the newest one that was applied. */
    OLD,

    /**
     * The packet is the difference to a state that the mirror does not have. The server goes on from {@link
     * WorldMirror#tick}, or sends everything, once it knows that.
     */
    WITHOUT_BASE,

    /**
     * The packet was damaged on its way, is of another session or schema, or was made by something else than a feed.
     * {@link WorldMirror#problem} says what is wrong.
     */
    DAMAGED
}
