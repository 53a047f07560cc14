package basalt.inspect;

import basalt.command.CommandQueue;
import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.TreeType;
import basalt.inspect.Change.Kind;
import basalt.internal.Friend;
import basalt.internal.JsonWriter;
import basalt.query.Commands;
import basalt.storage.ColumnText;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.access.Store;
import basalt.storage.relation.RelationIndex;
import basalt.storage.relation.Tree;
import basalt.world.Name;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.agrona.collections.LongArrayList;
import org.agrona.collections.LongHashSet;

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
        ACTION;

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
                if (next.isAccepted && next.isCheckedOnly) {
                    answered.addLast(next);
                }
            }
        }

        /** Drops the commands that were answered: the world was put to another state. */
        void forget() {
            answered.clear();
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

    /**
     * The changes of entities, which are all commands. Their arguments are checked at once, the world before the tick.
     */
    static final class EntityChanges {
        private static final Friend<Commands, CommandQueue> QUEUES = Friend.of(Commands.class, CommandQueue.class);
        private static final int LONGEST_NAME = 100;

        private final Inspection inspected;

        EntityChanges(Inspection inspected) {
            this.inspected = inspected;
        }

        private Change command(Runnable check, Consumer<Commands> make) {
            return change(Kind.COMMAND, check, make);
        }

        private Change change(Kind kind, Runnable check, Consumer<Commands> make) {
            return new Change(inspected, kind, check, () -> make.accept(inspected.world.commands()));
        }

        private Change ofAlive(long entity, Consumer<Commands> make) {
            return command(() -> inspected.store().require(entity), make);
        }

        Change set(long entity, Column column, int lane, String text) {
            if (lane < 0 || lane >= column.length()) {
                throw new IllegalArgumentException(
                        "field " + column.field() + " has the lanes 0 to " + (column.length() - 1) + ": lane=" + lane);
            }
            Pools.requireNoLink(column.component());
            if (column.component() == Name.TYPE) {
                new Name(text); // throws if it is none
            }
            Runnable check = () -> inspected.store().require(entity, (Component<?>) column.component());
            if (Values.isText(column)) {
                return command(check, commands -> QUEUES.internal(commands).putObject(entity, column, text));
            }
            if (column.kind() == ColumnKind.REFERENCE) {
                throw new IllegalArgumentException("field " + column.field()
                        + " is a reference to an object, which a page cannot set, except for strings");
            }
            if (column.kind() == ColumnKind.LIST || column.kind() == ColumnKind.STRING_LIST) {
                throw new IllegalArgumentException("field " + column.field() + " is a list, which a page cannot set");
            }
            long bits = parse(column, ColumnText.isChar(column) ? text : text.trim());
            Consumer<Commands> make = commands -> QUEUES.internal(commands)
                    .put(
                            entity,
                            column.component(),
                            column.laneOffset(lane),
                            column.kind().shift(),
                            bits);
            if (column.kind() != ColumnKind.ENTITY) {
                return command(check, make);
            }
            return change(
                    Kind.LINK,
                    () -> {
                        check.run();
                        requireOnly(entity, column, bits);
                    },
                    make);
        }

        private static long parse(Column column, String text) {
            try {
                return Values.parse(column, text);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "\"" + ColumnText.cut(text, LONGEST_NAME) + "\" is no value of field "
                                + column.field()
                                + ", which is of kind " + Values.kind(column) + ": it takes " + Values.wanted(column));
            }
        }

        /** Throws if an exclusive relation would get a second source, with which each look-up would fail. */
        private void requireOnly(long entity, Column column, long target) {
            for (RelationIndex relation : inspected.store().relations().all()) {
                if (relation.column() == column && inspected.store().entities().isAlive(target)) {
                    relation.requireOnly(entity, target);
                }
            }
        }

        Change add(long entity, Component<?> component) {
            Pools.requireNoLink(component);
            return command(() -> makeRoom(entity, component.id()), commands -> commands.add(entity, component));
        }

        /** Takes the memory for components of an entity, which must be alive. Throws if there is none. */
        private void makeRoom(long entity, int... ids) {
            Store store = inspected.store();
            store.pools().makeRoom(Place.base(store.require(entity)), ids);
        }

        Change remove(long entity, Component<?> component) {
            Pools.requireNoLink(component);
            return ofAlive(entity, commands -> commands.remove(entity, component));
        }

        /**
         * Enables or disables an entity, or one of its components.
         *
         * @param component the component; null for the entity
         */
        Change enable(long entity, Component<?> component, boolean on) {
            if (component == null) {
                return ofAlive(entity, on ? commands -> commands.enable(entity) : commands -> commands.disable(entity));
            }
            return command(
                    () -> inspected.store().require(entity, component),
                    on
                            ? commands -> commands.enable(entity, component)
                            : commands -> commands.disable(entity, component));
        }

        Change destroy(long entity) {
            return change(
                    refusing().isEmpty() ? Kind.COMMAND : Kind.ATTACHMENT,
                    () -> requireDestroyable(entity),
                    commands -> commands.destroy(entity));
        }

        private static List<TreeType> refusing() {
            return TreeType.all().stream()
                    .filter(type -> type.onParentDestroy() == TreeType.OnParentDestroy.REFUSE)
                    .toList();
        }

        /**
         * Throws if the entity, or one that would be destroyed with it, has children that keep it from being destroyed.
         */
        private void requireDestroyable(long entity) {
            Store store = inspected.store();
            store.require(entity);
            List<TreeType> refusing = refusing();
            if (refusing.isEmpty()) {
                return;
            }
            LongHashSet found = new LongHashSet();
            LongArrayList left = new LongArrayList();
            left.addLong(entity);
            store.structure().waves().update();
            while (!left.isEmpty()) {
                long next = left.removeAt(left.size() - 1);
                long place = store.require(next);
                for (TreeType type : refusing) {
                    if (store.trees().of(type).childCount(next) > 0) {
                        throw new IllegalStateException(
                                "entity " + Values.handle(next) + " has children in trees of type " + type.name()
                                        + ", so it cannot be destroyed; destroy or detach them first");
                    }
                }
                store.structure().waves().forEachDependent(place, dependent -> {
                    if (found.add(dependent)) {
                        left.addLong(dependent);
                    }
                });
            }
        }

        Change attach(long entity, long parent) {
            return parent == Entity.NULL
                    ? ofAlive(entity, commands -> commands.detach(entity))
                    : change(
                            Kind.ATTACHMENT,
                            () -> requireAttachable(entity, parent),
                            commands -> commands.attach(entity, parent));
        }

        private void requireAttachable(long entity, long parent) {
            inspected.store().require(entity);
            inspected.store().require(parent);
            TreeType type = TreeType.DEFAULT;
            Tree tree = inspected.store().trees().of(type);
            if (entity == parent || tree.isAncestor(entity, parent)) {
                throw new IllegalStateException("entity " + Values.handle(parent) + " is " + Values.handle(entity)
                        + " or below it, so it cannot be its parent");
            }
            makeRoom(entity, type.childOf().id(), type.node().id());
            makeRoom(parent, type.node().id());
        }

        Change spawn(Consumer<Commands> spawn) {
            return command(() -> {}, spawn);
        }
    }
}
