package basalt.inspect.view;

import java.util.ArrayDeque;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;

/**
 * The changes that wait for the world's thread. Any thread asks for one. Commands are recorded before the next tick in
 * the order in which they were asked for. Each is checked against the world before the tick, and refused if the tick
 * would refuse it. What the check of an attachment, or of a value that is an entity, cannot know is another one of the
 * same tick. So a tick has at most one of these that was asked for, and no attachment if the program attaches entities
 * by commands itself. Where children may refuse the destruction of a parent, a destruction is treated as an attachment.
 */
public final class Changes {
    private static final int CAPACITY = 256;

    private final ManyToOneConcurrentArrayQueue<Change> waiting = new ManyToOneConcurrentArrayQueue<>(CAPACITY);

    /** Commands that were answered while there was no tick. */
    private final ArrayDeque<Change> answered = new ArrayDeque<>();

    private boolean isPlayed;

    /** Whether the tick that begins has got a command that was asked for, and a single one. */
    private boolean hasCommand;

    private boolean hasSingle;
    private volatile boolean isClosed;

    /** No changes. */
    public Changes() {}

    /** Asks for a change. For any thread. */
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
        hasSingle = false;
        boolean programAttaches = inspected.runtime().owner().queue().attaches();
        while (!answered.isEmpty() && mayFollow(answered.peekFirst())) {
            Change next = answered.removeFirst();
            if (!programAttaches || next.kind() != Change.Kind.ATTACHMENT) {
                next.makeLater(inspected);
            }
        }
        Change next = waiting.peek(); // null also if one is just being added
        while (answered.isEmpty() && next != null && mayFollow(next)) {
            waiting.poll();
            if (programAttaches && next.kind() == Change.Kind.ATTACHMENT) {
                next.fail(new IllegalStateException("the program has recorded commands that attach entities, with which"
                        + " this one may close a circle, or meet a child; pause the loop first, or try again"));
            } else {
                next.answer(inspected, 0);
            }
            next = waiting.peek();
        }
    }

    /** Whether a change can be made before the same tick as those before it: actions come before all commands. */
    private boolean mayFollow(Change next) {
        if (next.isCommand() ? next.isSingle() && hasSingle : hasCommand) {
            return false;
        }
        hasCommand |= next.isCommand();
        hasSingle |= next.isSingle();
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
            if (next.isAccepted() && next.isCommand()) {
                answered.addLast(next);
            } else if (next.isAccepted() && next.kind() == Change.Kind.RESTORATION) {
                answered.clear();
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
