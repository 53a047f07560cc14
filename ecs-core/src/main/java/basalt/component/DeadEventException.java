package basalt.component;

/**
 * An event was used that is not live: the tick after its own has ended, or it was never sent. Nothing was read or
 * written.
 */
public final class DeadEventException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The number of the event that was used. */
    private final long event;

    /**
     * Creates the exception.
     *
     * @param firstLive the number of the oldest live event
     * @param sent the number of events sent, which is the number of the next event
     */
    public DeadEventException(EventType<?> type, long event, long firstLive, long sent) {
        super("event " + event + " of type " + type.name() + " "
                + (event < 0 || event >= sent
                        ? "was never sent"
                        : "is gone, since events last until the end of the tick after their own: read them before")
                + ": firstLive=" + firstLive + ", sent=" + sent);
        this.event = event;
    }

    /** The event that was used. */
    public long event() {
        return event;
    }
}
