package basalt.component;

/**
 * An event was asked for that is not there: the tick after its own is over, or it was never sent. Nothing was read or
 * written.
 */
public final class DeadEventException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The event that was asked for. */
    private final long event;

    /** The oldest event that is there. */
    private final long firstLive;

    /** How many events were sent. */
    private final long sent;

    /**
     * Creates the exception.
     *
     * @param type the type of the event
     * @param event the number that was asked for
     * @param firstLive the number of the oldest event that is there
     * @param sent how many were sent, which is the number of the next one
     */
    public DeadEventException(EventType<?> type, long event, long firstLive, long sent) {
        super("event " + event + " of type " + type.name() + " "
                + (event < 0 || event >= sent
                        ? "was never sent"
                        : "is gone, since events last until the end of the tick after their own: read them before")
                + ": firstLive=" + firstLive + ", sent=" + sent);
        this.event = event;
        this.firstLive = firstLive;
        this.sent = sent;
    }

    /**
     * The event that was asked for.
     *
     * @return its number
     */
    public long event() {
        return event;
    }

    /**
     * The oldest event that was there.
     *
     * @return its number; the same as {@link #sent()} if there was none
     */
    public long firstLive() {
        return firstLive;
    }

    /**
     * How many events had been sent.
     *
     * @return the number of the next event
     */
    public long sent() {
        return sent;
    }
}
