package basalt.examples.cluster.arena;

/**
 * What all nodes must agree on: other settings lead to another world.
 *
 * @param bullets number of bullets of nobody
 * @param ticksPerSecond ticks in a second
 * @param messagesPerSecond messages that a player may send in a second, also all at once
 * @param seed seed of the random numbers
 */
public record ArenaSettings(int bullets, int ticksPerSecond, int messagesPerSecond, long seed) {
    /** The defaults: 20,000 bullets, 30 ticks a second, 60 messages a second. */
    public static final ArenaSettings DEFAULT = new ArenaSettings(20_000, 30, 60, 1);

    /**
     * The length of a tick.
     *
     * @return seconds
     */
    public float tickSeconds() {
        return 1f / ticksPerSecond;
    }
}
