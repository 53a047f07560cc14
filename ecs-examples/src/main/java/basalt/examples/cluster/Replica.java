package basalt.examples.cluster;

import basalt.save.SaveSink;
import basalt.save.SaveSource;
import org.agrona.DirectBuffer;

/**
 * A state machine that the cluster replicates. It gets what is in the log, in the order of the log, and nothing else. A
 * {@link GameService} feeds it in a node, and a {@link LogReader} outside.
 */
interface Replica extends AutoCloseable {
    /** Makes a replica. */
    @FunctionalInterface
    interface Factory {
        /**
         * Makes a replica on the thread that uses it.
         *
         * @param effects what it does to the outside
         * @param saved what {@link Replica#save} has written; null for a new one
         */
        Replica create(Effects effects, SaveSource saved);
    }

    /** A leader begins its term. Its clock can be another one than before. */
    void onTerm(long timestamp);

    /** A player's session begins. */
    void onOpen(long session, long player);

    /** A session has ended. */
    void onClose(long session);

    /** A message of a session. */
    void onMessage(long session, DirectBuffer from, int offset, int length);

    /**
     * A message of the service itself.
     *
     * @throws Divergence if it proves that this replica is another one than that of the leader
     */
    void onPublished(DirectBuffer from, int offset, int length);

    /** A timer has fired. */
    void onTimer(long id, long timestamp);

    /** Writes the state. */
    void save(SaveSink sink);

    /** Ticks so far. */
    long tick();

    /** The last hash that was taken; 0 before the first. */
    long hash();

    @Override
    void close();
}
