package basalt.inspect.view;

import java.util.ArrayDeque;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;

/**
 * The changes that wait for the world's thread. Any thread asks for one. At most one command is recorded before each
 * tick, so that each is checked against the world that it will meet, and none can make the tick fail.
 */
public final class Changes {
    private static final int CAPACITY = 256;

    private final ManyToOneConcurrentArrayQueue<Change> waiting = new ManyToOneConcurrentArrayQueue<>(CAPACITY);

    /** Commands that were answered while there was no tick. */
    private final ArrayDeque<Change> answered = new ArrayDeque<>();

    private boolean isPlayed;
    private volatile boolean isClosed;

    /** No changes. */
    public Changes() {}

    /**
     * Asks for a change. For any thread.
     *
     * @param change the change
     * @return false if too many wait
     * @throws IllegalStateException if the schedule or the inspector is closed
     */
    public boolean ask(Change change) {
        if (isClosed) {
            throw closed();
        }
        change.asked();
        if (waiting.offer(change)) {
            if (isClosed) {
                failAll(closed());
            }
            return true;
        }
        change.refused();
        return false;
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("the schedule is closed, so nothing can be changed any more");
    }

    /** Makes changes before a tick: actions, and one command. */
    void beforeTick(InspectedWorld inspected, boolean tickIsPlayed) {
        isPlayed = tickIsPlayed;
        if (tickIsPlayed) {
            refusePlayed();
            return;
        }
        if (!answered.isEmpty()) {
            answered.removeFirst().makeLater(inspected);
            return;
        }
        Change next = waiting.isEmpty() ? null : waiting.poll();
        while (next != null) {
            next.answer(inspected, 0);
            next = next.isCommand() ? null : waiting.poll();
        }
    }

    /** Makes the changes that are no commands; checks and keeps the others. */
    void betweenTicks(InspectedWorld inspected) {
        if (isPlayed) {
            refusePlayed();
            return;
        }
        while (answered.size() < CAPACITY) {
            Change next = waiting.isEmpty() ? null : waiting.poll();
            if (next == null) {
                return;
            }
            if (next.isCommand()) {
                next.checkOnly();
            }
            next.answer(inspected, 0);
            if (next.isCommand() && next.isAccepted()) {
                answered.addLast(next);
            }
        }
    }

    private void refusePlayed() {
        if (!waiting.isEmpty()) {
            failAll(new IllegalStateException("the ticks are played from a replay, so nothing can be changed; change"
                    + " the world when the replay has ended"));
        }
    }

    /** Refuses all changes, now and later. For the world's thread. */
    void close() {
        isClosed = true;
        failAll(closed());
    }

    private synchronized void failAll(IllegalStateException cause) {
        for (Change left = waiting.poll(); left != null; left = waiting.poll()) {
            left.fail(cause);
        }
    }
}
