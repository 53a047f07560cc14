package basalt.command.queue;

import basalt.component.ChildOf;
import basalt.component.ColumnKind;
import basalt.component.ReferenceColumn;
import basalt.storage.ObjectCode;
import basalt.storage.StateBuffer;
import basalt.storage.file.ReplayTables;
import basalt.storage.file.ReplayType;
import org.agrona.collections.IntArrayList;
import org.agrona.concurrent.UnsafeBuffer;

/** Checks commands of a file before they are played: those that {@link RecordedCommands} cannot have written. */
public final class CheckedCommands {
    /** Instead of the number of an event type: a spawn. */
    private static final int SPAWNED = -1;

    private final ReplayTables tables;

    /** The spawns and events that were read: numbers of event types, or {@link #SPAWNED}. */
    private final IntArrayList created = new IntArrayList();

    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private StateBuffer from;

    public CheckedCommands(ReplayTables tables) {
        this.tables = tables;
    }

    public void check(StateBuffer ticks, int count) {
        from = ticks;
        created.clear();
        for (int i = 0; i < count; i++) {
            try {
                check(ticks.getLong(), ticks.getLong());
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("command " + i + ": " + e.getMessage(), e.getCause());
            }
        }
    }

    private void check(long reference, long code) {
        int operation = Op.operation(code);
        int number = Op.componentId(code);
        int argument = Op.argument(code);
        switch (operation) {
            case Op.SPAWN -> {
                require(reference == 0 && number == 0, "a spawn is about nothing");
                require(argument >= 0 && argument < tables.templates().size(), "a template is unknown");
                created.addInt(SPAWNED);
            }
            case Op.DESTROY, Op.ENABLE_ENTITY, Op.DISABLE_ENTITY -> {
                requireTarget(reference);
                require(number == 0 && argument == 0, "it has a component or an argument");
            }
            case Op.ADD, Op.REMOVE, Op.ENABLE, Op.DISABLE, Op.WROTE -> {
                requireTarget(reference);
                type(number, false);
                require(argument == 0, "it has an argument");
            }
            case Op.ATTACH, Op.ATTACH_BEFORE -> {
                checkLinks(reference, number, argument);
                requireTarget(from.getLong());
            }
            case Op.DETACH -> checkLinks(reference, number, argument);
            case Op.ADD_VALUES -> {
                requireTarget(reference);
                require(eventOf(reference) == SPAWNED, "a component is added to an event");
                require(argument == 0, "it has an argument");
                checkValues(type(number, false));
            }
            case Op.SEND, Op.SEND_VALUES -> {
                require(
                        reference == RecordedReference.of(RecordedReference.NEW, created.size()),
                        "an event has a wrong number");
                ReplayType type = type(number, true);
                require(argument == 0, "it has an argument");
                created.addInt(number);
                if (operation == Op.SEND_VALUES) {
                    checkValues(type);
                }
            }
            case Op.SET_REFERENCE -> {
                ReplayType type = written(reference, number);
                require(argument >= 0 && argument < type.references().size(), "a reference is unknown");
                checkObject(type.references().get(argument));
            }
            case Op.SET -> {
                ReplayType type = written(reference, number);
                require(argument >= 0 && argument < type.lanes(), "a lane is unknown");
                checkValue(type.kind(argument), from.getLong());
            }
            default -> throw new IllegalArgumentException("its operation is unknown: operation=" + operation);
        }
    }

    private void checkLinks(long reference, int number, int argument) {
        requireTarget(reference);
        require(type(number, false).component().type() == ChildOf.class, "its component holds no parents of a tree");
        require(argument == 0, "it has an argument");
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            throw new IllegalArgumentException(what);
        }
    }

    private void requireTarget(long reference) {
        require(
                RecordedReference.kind(reference) > RecordedReference.DEAD
                        && RecordedReference.isPossible(reference, created.size()),
                "its entity is unknown");
    }

    /** The number of the event type of a target; {@link #SPAWNED} if it is an entity. */
    private int eventOf(long reference) {
        return RecordedReference.kind(reference) == RecordedReference.NEW
                ? created.getInt(RecordedReference.number(reference))
                : SPAWNED;
    }

    private ReplayType type(int number, boolean isEvent) {
        ReplayType type = tables.type(number);
        require(
                type != null && type.component().isEvent() == isEvent,
                (isEvent ? "an event type" : "a component") + " is unknown");
        return type;
    }

    private ReplayType written(long reference, int number) {
        requireTarget(reference);
        int event = eventOf(reference);
        require(event == SPAWNED || event == number, "an event is of another type");
        return type(number, event != SPAWNED);
    }

    private void checkValues(ReplayType type) {
        for (int i = 0; i < type.packedLongs(); i++) {
            long bits = from.getLong();
            if (type.isEntity(i)) {
                checkValue(ColumnKind.ENTITY, bits);
            } else {
                require(type.isPossible(i, bits), "a value is none of its kind");
            }
        }
        type.references().forEach(this::checkObject);
    }

    private void checkValue(ColumnKind kind, long bits) {
        require(
                kind == ColumnKind.ENTITY
                        ? RecordedReference.isPossible(bits, created.size())
                        : kind != ColumnKind.BOOLEAN || bits == 0 || bits == 1,
                "a value is none of its kind");
    }

    private void checkObject(ReferenceColumn<?> column) {
        long length = from.getLong();
        if (length == -1) {
            return;
        }
        long most = Math.min(Integer.MAX_VALUE - Long.BYTES, from.end() - from.position());
        require(length >= 0 && length <= most, "the length of an object is out of range");
        require(
                column.hasCodec(),
                "field " + column.field() + " of "
                        + column.component().name() + " has no codec in this process: declare one at the field, by"
                        + " @WithCodec(...)");
        from.position(from.position() - Long.BYTES);
        from.getBuffer(view);
        try {
            ObjectCode.read(column, view);
        } finally {
            view.wrap(0, 0);
        }
    }
}
