package basalt.inspect;

import basalt.internal.JsonWriter;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Something that a page changes: a command, which is recorded before a tick and so belongs to it, or an action between
 * two ticks. It is checked first, and refused with an exception that reaches the asker.
 */
final class Change extends Question {
    /** What changes need to know of each other. */
    enum Kind {
        /** Commands, which belong to the next tick. */
        COMMAND,
        /** A command that an attachment of the same tick could make impossible: by a circle, or a refusing child. */
        ATTACHMENT,
        /** A command that points at an entity, with which another one of the same tick could make a second source. */
        LINK,
        /** No command: made at once. */
        ACTION,
        /** Puts the world to another state: earlier commands that were not recorded yet are void. */
        RESTORATION;

        boolean isCommand() {
            return this == COMMAND || isSingle();
        }

        /** Whether it is the only one of its sort in a tick, since its check cannot know of another one. */
        boolean isSingle() {
            return this == ATTACHMENT || this == LINK;
        }
    }

    private final Kind kind;
    private final Runnable check;
    private final Runnable make;
    private boolean isCheckedOnly;
    private boolean isAccepted;
    private long tick;

    /** A change by commands of the world's thread is checked: it is refused if the tick would refuse the commands. */
    Change(Inspection inspected, Kind kind, Runnable check, Runnable make) {
        super(inspected);
        this.kind = kind;
        this.check = check;
        this.make = make;
    }

    /** A change between two ticks that is no command. */
    static Change action(Inspection inspected, Runnable make) {
        return new Change(inspected, Kind.ACTION, () -> {}, make);
    }

    @Override
    void begin() {
        check.run();
        tick = inspected.tick();
    }

    @Override
    boolean proceed(long deadlineNanos) {
        if (!isCheckedOnly) {
            make.run();
        }
        isAccepted = true;
        return true;
    }

    /** Makes a change that was checked and answered before, unless it has become impossible: then nothing happens. */
    private void makeLater() {
        try {
            check.run();
            make.run();
        } catch (RuntimeException e) {
            return; // its entity was destroyed meanwhile, or the like: the page sees that nothing has changed
        }
    }

    @Override
    public void write(JsonWriter json) {
        json.startObject().put("tick", tick).endObject();
    }

    /**
     * The changes that wait for the world's thread. Commands are recorded before the next tick in the order in which
     * they were asked for. Each is checked against the world before the tick, and refused if the tick would refuse it.
     * What the check of an attachment, or of a value that is an entity, cannot know is another one of the same tick. So
     * a tick has at most one of these that was asked for, and no attachment if the program attaches entities by
     * commands itself. Where children may refuse the destruction of a parent, a destruction is treated as an
     * attachment.
     */
    static final class Changes extends Queue<Change> {
        /** Commands that were answered while there was no tick. */
        private final ArrayDeque<Change> answered = new ArrayDeque<>();

        private boolean isPlayed;

        /** Whether the tick that begins has got a command that was asked for, and a single one. */
        private boolean hasCommand;

        private boolean hasSingle;

        Changes() {
            super("changed");
        }

        /** Makes changes before a tick. */
        void beforeTick(boolean programAttaches, boolean tickIsPlayed) {
            isPlayed = tickIsPlayed;
            if (isPlayed()) {
                return;
            }
            hasCommand = false;
            hasSingle = false;
            while (!answered.isEmpty() && mayFollow(answered.peekFirst())) {
                Change next = answered.removeFirst();
                if (!programAttaches || next.kind != Kind.ATTACHMENT) {
                    next.makeLater();
                }
            }
            Change next = waiting.peek(); // null also if one is just being added
            while (answered.isEmpty() && next != null && mayFollow(next)) {
                waiting.poll();
                if (programAttaches && next.kind == Kind.ATTACHMENT) {
                    next.fail(new IllegalStateException("the program has recorded commands that attach entities, with"
                            + " which this one may close a circle, or meet a child; pause the loop first, or try"
                            + " again"));
                } else {
                    next.answer(0);
                }
                next = waiting.peek();
            }
        }

        /** Whether a change can be made before the same tick as those before it: actions come before all commands. */
        private boolean mayFollow(Change next) {
            if (next.kind.isCommand() ? next.kind.isSingle() && hasSingle : hasCommand) {
                return false;
            }
            hasCommand |= next.kind.isCommand();
            hasSingle |= next.kind.isSingle();
            return true;
        }

        /** Makes the changes that are no commands; checks and keeps the others. */
        void betweenTicks() {
            if (isPlayed()) {
                return;
            }
            while (answered.size() < CAPACITY) {
                Change next = waiting.isEmpty() ? null : waiting.poll();
                if (next == null) {
                    return;
                }
                next.isCheckedOnly = next.kind.isCommand();
                next.answer(0);
                if (next.isAccepted && next.kind.isCommand()) {
                    answered.addLast(next);
                } else if (next.isAccepted && next.kind == Kind.RESTORATION) {
                    answered.clear();
                }
            }
        }

        /** Whether ticks are played; then all changes are refused. */
        private boolean isPlayed() {
            if (isPlayed && !waiting.isEmpty()) {
                failAll(new IllegalStateException("the ticks are played from a replay, so nothing can be changed;"
                        + " change the world when the replay has ended"));
            }
            return isPlayed;
        }
    }
}
