package basalt.feed;

/**
 * How much a client needs the news of an entity. Asked only when a packet has no room for all. The number is multiplied
 * by the frames for which the client has waited for this entity, so that none waits forever; entities that are new to
 * the client have half of the packet for themselves. Called in {@link WorldFeed#encode}, and must not change the feed
 * or its clients, which throws {@link IllegalStateException}.
 */
@FunctionalInterface
public interface FeedPriority {
    /**
     * The priority of an entity.
     *
     * @param entity a handle of the server's world
     * @return a number above 0; twice as much means twice as often
     */
    float of(long entity);
}
