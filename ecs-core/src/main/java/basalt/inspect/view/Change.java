package basalt.inspect.view;

import basalt.internal.JsonWriter;
import java.util.function.Consumer;

/**
 * Something that a page changes: a command, which is recorded before a tick and so belongs to it, or an action between
 * two ticks. It is checked first, and refused with an exception that reaches the asker.
 */
public final class Change extends Question {
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
        RESTORATION
    }

    private final Kind kind;
    private final Consumer<InspectedWorld> check;
    private final Consumer<InspectedWorld> make;
    private boolean isCheckedOnly;
    private boolean isAccepted;
    private long tick;

    private Change(Kind kind, Consumer<InspectedWorld> check, Consumer<InspectedWorld> make) {
        this.kind = kind;
        this.check = check;
        this.make = make;
    }

    /** A change by commands of the world's thread. The check refuses what these would refuse in the tick. */
    static Change command(Consumer<InspectedWorld> check, Consumer<InspectedWorld> make) {
        return new Change(Kind.COMMAND, check, make);
    }

    /** The same for a command that attaches an entity, or destroys one whose children may refuse. */
    static Change attachment(Consumer<InspectedWorld> check, Consumer<InspectedWorld> make) {
        return new Change(Kind.ATTACHMENT, check, make);
    }

    /** The same for a command that sets an entity. */
    static Change link(Consumer<InspectedWorld> check, Consumer<InspectedWorld> make) {
        return new Change(Kind.LINK, check, make);
    }

    /** A change between two ticks that is no command. */
    static Change action(Consumer<InspectedWorld> make) {
        return new Change(Kind.ACTION, inspected -> {}, make);
    }

    /** A change between two ticks to another state of the world. */
    static Change restoration(Consumer<InspectedWorld> make) {
        return new Change(Kind.RESTORATION, inspected -> {}, make);
    }

    Kind kind() {
        return kind;
    }

    boolean isCommand() {
        return kind == Kind.COMMAND || isSingle();
    }

    /** Whether it is the only one of its sort in a tick, since its check cannot know of another one. */
    boolean isSingle() {
        return kind == Kind.ATTACHMENT || kind == Kind.LINK;
    }

    /** The next answer is that the change is possible; it is made later. */
    void checkOnly() {
        isCheckedOnly = true;
    }

    @Override
    protected void begin(InspectedWorld inspected) {
        check.accept(inspected);
        tick = inspected.tick();
    }

    @Override
    protected boolean proceed(InspectedWorld inspected, long deadlineNanos) {
        if (!isCheckedOnly) {
            make.accept(inspected);
        }
        isAccepted = true;
        return true;
    }

    /** Whether the answer was that the change is possible. For the world's thread. */
    boolean isAccepted() {
        return isAccepted;
    }

    /** Makes a change that was checked and answered before, unless it has become impossible: then nothing happens. */
    void makeLater(InspectedWorld inspected) {
        try {
            check.accept(inspected);
            make.accept(inspected);
        } catch (RuntimeException e) {
            return; // its entity was destroyed meanwhile, or the like: the page sees that nothing has changed
        }
    }

    @Override
    public void write(JsonWriter json) {
        json.startObject().name("tick").value(tick).endObject();
    }

    /** The changes that are no commands. They are made between two ticks, and replays do not contain them. */
    public static final class Actions {
        private Actions() {}

        /** Enables or disables a system, or all of a set. */
        public static Change enableSystem(String name, boolean on) {
            return Change.action(inspected -> {
                if (on) {
                    inspected.schedule().enable(name);
                } else {
                    inspected.schedule().disable(name);
                }
            });
        }

        public static Change name(long entity, String name) {
            return Change.action(inspected -> inspected.name(entity, name));
        }

        /** Puts the world back to a state, or forward again. */
        public static Change restore(long tick) {
            return Change.restoration(inspected -> inspected.history().restore(tick));
        }

        /** Closes the holes between entities. */
        public static Change compact() {
            return Change.action(inspected -> inspected.world().rows().compact());
        }
    }
}
