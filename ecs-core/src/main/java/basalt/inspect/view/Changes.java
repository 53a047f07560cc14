package basalt.inspect.view;

import java.util.ArrayDeque;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;

/**
 * The changes that wait for the world's thread, and are made in the order in which they were asked for. Any thread asks
 * for one. All commands that wait are recorded before the next tick, but of those whose check depends on each other, as
 * in a tree, one a tick: so each is checked against the world that it will meet, and none can make the tick fail.
 */
public final class Changes {
    private static final int CAPACITY = 256;

    private final ManyToOneConcurrentArrayQueue<Change> waiting = new ManyToOneConcurrentArrayQueue<>(CAPACITY);

    /** Commands that were answered while there was no tick. */
    private final ArrayDeque<Change> answered = new ArrayDeque<>();

    private boolean isPlayed;

    /** Whether the tick that begins has got a command, and one that is the only one of its kind. */
    private boolean hasCommand;

    private boolean hasExclusive;
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

    /** Makes changes before a tick. */
    void beforeTick(InspectedWorld inspected, boolean tickIsPlayed) {
        isPlayed = tickIsPlayed;
        if (tickIsPlayed) {
            refusePlayed();
            return;
        }
        hasCommand = false;
        hasExclusive = false;
        while (!answered.isEmpty() && mayFollow(answered.peekFirst())) {
            answered.removeFirst().makeLater(inspected);
        }
        while (answered.isEmpty() && !waiting.isEmpty() && mayFollow(waiting.peek())) {
            waiting.poll().answer(inspected, 0);
        }
    }

    /** Whether a change can be made before the same tick as those before it: actions come before all commands. */
    private boolean mayFollow(Change next) {
        if (next.isCommand() ? next.isExclusive() && hasExclusive : hasCommand) {
            return false;
        }
        hasCommand |= next.isCommand();
        hasExclusive |= next.isExclusive();
        return true;
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
