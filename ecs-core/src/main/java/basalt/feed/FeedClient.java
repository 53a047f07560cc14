package basalt.feed;

/**
 * A client of a {@link WorldFeed}: what it is interested in, how much it is sent, and what it was sent last. For the
 * world's thread.
 */
public final class FeedClient {
    final WorldFeed feed;
    private final long session;
    private final Frames frames;
    final ShownRows.States states;
    private final FeedInterest interest;
    FeedPriority priority = entity -> 1;
    int budget = Integer.MAX_VALUE;

    FeedClient(WorldFeed feed, long session, Frames frames) {
        this.feed = feed;
        this.session = session;
        this.frames = frames;
        interest = new FeedInterest(feed);
        states = new ShownRows.States(frames.capacity());
    }

    /**
     * The number of the connection.
     *
     * @return what {@link WorldFeed#connect} was given
     */
    public long session() {
        feed.requireThread();
        return session;
    }

    /** Which entities the client is sent: all, until this is changed. */
    public FeedInterest interest() {
        feed.requireThread();
        return interest;
    }

    /**
     * Limits the size of packets. If there is no room for all news, those of the greatest {@link #priority} are sent,
     * and the others later: their entities stay on the client as they are, appear later, or disappear later. The
     * limit should be at least twice what the largest entity takes, or such an entity, and others that wait for their
     * turn behind it, may never appear. An entity that alone takes more than the limit never appears; the others do.
     *
     * <p>A packet is the difference to a state that the client has acknowledged, so until then the next ones have the
     * same entities again: if acknowledgements are k frames late, k packets bring as much news as one. What has had no
     * turn within {@link FeedSchema#frames} is sent anew, and may disappear meanwhile. So the limit is for peaks; what
     * is too much all the time should be left out by {@link #interest}.
     *
     * @param bytes 64 or more; a packet in one datagram has about 1,200
     */
    public FeedClient budget(int bytes) {
        feed.requireNotEncoding("client.budget(...)");
        if (bytes < PacketWriter.LEAST_BYTES) {
            throw new IllegalArgumentException(
                    "bytes must be >= " + PacketWriter.LEAST_BYTES + ", the smallest packet: bytes=" + bytes);
        }
        budget = bytes;
        return this;
    }

    /**
     * Sets what is sent first.
     *
     * @param newPriority the priority of an entity for this client; all have 1 until this is called
     */
    public FeedClient priority(FeedPriority newPriority) {
        feed.requireNotEncoding("client.priority(...)");
        if (newPriority == null) {
            throw new IllegalArgumentException("priority must not be null; entity -> 1 makes all equal");
        }
        priority = newPriority;
        return this;
    }

    /**
     * A hash of the entities and rounded values that the client has after the packet of a tick. Equal to its {@link
     * WorldMirror#hash}.
     *
     * @throws IllegalArgumentException if there was no packet of that tick, or it is not kept any more, or the client
     *     has older values that are not kept any more
     */
    public long hash(long tick) {
        feed.requireThread();
        ShownRows state = states.find(frames.find(tick));
        if (state == null) {
            throw new IllegalArgumentException("there is no packet of that tick for this client: tick=" + tick);
        }
        return state.hash(frames, true);
    }

    /**
     * The entities that the client has after the packet of a tick.
     *
     * @return their number; 0 if there was no such packet
     */
    public int shown(long tick) {
        feed.requireThread();
        ShownRows state = states.find(frames.find(tick));
        return state == null ? 0 : state.count();
    }
}
