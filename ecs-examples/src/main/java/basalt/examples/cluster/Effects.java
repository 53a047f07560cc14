package basalt.examples.cluster;

import org.agrona.DirectBuffer;

/**
 * What a {@link Replica} does to the outside. Every node calls these methods equally; outside the cluster, in an
 * observer, they do nothing.
 */
interface Effects {
    /** Does nothing. */
    Effects NONE = new Effects() {
        @Override
        public void answer(long session, DirectBuffer message, int length) {}

        @Override
        public void close(long session) {}

        @Override
        public void timer(long id, long deadlineMillis) {}

        @Override
        public void publish(DirectBuffer message, int length) {}
    };

    /** Sends a message to a session. It can get lost, as when the leader dies: then the player repeats the command. */
    void answer(long session, DirectBuffer message, int length);

    /** Closes a session. */
    void close(long session);

    /** Sets a timer: its event is in the log at this time of the cluster or later. */
    void timer(long id, long deadlineMillis);

    /** Puts a message of the service into the log: that of the leader, when all nodes publish. */
    void publish(DirectBuffer message, int length);
}
