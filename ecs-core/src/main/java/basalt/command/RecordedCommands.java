package basalt.command;

import basalt.command.CommandStream.CommandReader;
import basalt.command.RecordedCommands.RecordedReference;
import basalt.component.ChildOf;
import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EnumColumn;
import basalt.component.ListColumn;
import basalt.component.StringListColumn;
import basalt.storage.ColumnMemory;
import basalt.storage.ColumnSet;
import basalt.storage.Elements;
import basalt.storage.Entities;
import basalt.storage.References;
import basalt.storage.RowAllocator;
import basalt.storage.RowImage;
import basalt.storage.RowImage.RowImages;
import basalt.storage.StateBuffer;
import basalt.storage.access.Store;
import basalt.storage.file.ReplayTables;
import basalt.storage.file.ReplayTables.ReplayType;
import java.lang.reflect.Array;
import java.util.Arrays;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongArrayList;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes the commands of a queue so that they can be recorded again in another run or another process, where entities
 * have other generations, and components other ids and offsets. A handle is written as the index of an entity that is
 * alive, or as the number of the spawn, or of the event, that was recorded before. Commands for entities that are dead
 * do nothing, and are not written, and neither is that an entity is attached to a dead one.
 *
 * <pre>
 *   for each command: long reference, see RecordedReference; long code: the operation in bits 0 to 7, the number of
 *   the component or event type in bits 8 to 31, an argument in bits 32 to 63; and what follows
 *
 *   operation                     argument             what follows
 *   1  spawn                      number of template
 *   2  destroy
 *   3  add                                             (zeros and nulls)
 *   4  add with values                                 packed values, objects, see ReplayType
 *   5  remove
 *   6, 7  enable, disable
 *   8, 9  enable, disable entity
 *   10 set a reference            its number           object
 *   11 send                                            (zeros and nulls)
 *   12 send with values                                packed values, objects
 *   13 report a write
 *   14, 15 attach, attach before                       long reference
 *   16 set a lane                 its number           long raw bits
 *   20 detach
 *   21 spawn with values          number of template   for each record: long number of its component, packed values,
 *                                                      objects; the code has the number of records instead of that
 *                                                      of a component
 *   22 set values                                      packed values, objects
 *
 *   object     long bytes, or -1 for null; so many bytes of its codec, and zeros up to a multiple of 8
 * </pre>
 *
 * <p>An entity in a lane is a reference, too. For the world's thread.
 */
public final class RecordedCommands implements CommandReader {
    private final Store store;
    private final ReplayTables tables;

    /** The numbers of spawns and events of the commands that are being written. */
    private final Long2LongHashMap numbers = new Long2LongHashMap(-1);

    private final ExpandableArrayBuffer object = new ExpandableArrayBuffer();
    private final RowImages images = new RowImages();
    private StateBuffer target;
    private int count;

    public RecordedCommands(Store store, ReplayTables tables) {
        this.store = store;
        this.tables = tables;
    }

    public int write(CommandQueue queue, StateBuffer to) {
        numbers.clear();
        target = to;
        count = 0;
        if (queue.count() > 0) {
            queue.stream().walk(0, queue.position(), this);
        }
        return count;
    }

    @Override
    public void accept(CommandStream from, long entity, long code, long value) {
        int operation = Op.operation(code);
        int argument = Op.argument(code);
        if (operation == Op.SPAWN) {
            numbers.put(entity, numbers.size());
            put(0, Op.code(operation, 0, tables.template((RowAllocator) from.object(argument))));
            return;
        }
        if (operation == Op.SPAWN_VALUES) {
            putSpawn(from, code, value);
            numbers.put(entity, numbers.size()); // last: the values name earlier ones
            return;
        }
        Component<?> component = from.component(Op.componentId(code));
        int number = component == null ? 0 : tables.number(component);
        if (operation == Op.SEND || operation == Op.SEND_VALUES) {
            numbers.put(entity, numbers.size());
        }
        long reference = reference(entity);
        if (RecordedReference.kind(reference) <= RecordedReference.DEAD) {
            return;
        }
        ReplayType type = tables.type(number);
        if (operation == Op.ADD_VALUES
                || operation == Op.SEND_VALUES
                || operation == Op.SET_VALUES
                || operation == Op.RELATE_VALUES) {
            put(reference, Op.code(operation, number, 0));
            putValues(from, type, value);
        } else if (operation == Op.SET_OBJECT) {
            Column column = (Column) from.object(argument);
            put(reference, Op.code(operation, number, type.object(column)));
            putObject(column, from.object(argument + 1));
        } else if (operation == Op.LIST) {
            int object = type.object(argument);
            put(reference, Op.code(operation, number, object));
            target.putLong(bits(value, 0));
            boolean isEntity = type.column(object) instanceof ListColumn.OfEntity;
            target.putLong(isEntity ? reference(bits(value, 1)) : bits(value, 1));
        } else if (operation == Op.ATTACH
                || operation == Op.ATTACH_BEFORE
                || operation == Op.RELATE
                || operation == Op.UNRELATE) {
            long other = reference(bits(value, 0));
            if (RecordedReference.kind(other) > RecordedReference.DEAD) {
                put(reference, Op.code(operation, number, 0));
                target.putLong(other);
            }
        } else if (operation >= Op.SET && operation < Op.DETACH) {
            int lane = type.lane(argument);
            put(reference, Op.code(Op.SET, number, lane));
            target.putLong(type.isEntityLane(lane) ? reference(bits(value, 0)) : bits(value, 0));
        } else {
            put(reference, Op.code(operation, number, 0));
        }
    }

    private void putSpawn(CommandStream from, long code, long value) {
        Class<?>[] types = from.types(value);
        put(0, Op.code(Op.SPAWN_VALUES, types.length, tables.template(from.allocator(code, value))));
        long at = value + Long.BYTES;
        for (Class<?> record : types) {
            int number = tables.number(Component.of(record.asSubclass(Record.class)));
            ReplayType type = tables.type(number);
            target.putLong(number);
            at = putValues(from, type, at);
        }
    }

    private void put(long reference, long code) {
        target.putLong(reference);
        target.putLong(code);
        count++;
    }

    private static long bits(long values, int index) {
        return ColumnMemory.getLong(values, index, 0);
    }

    /** Writes the values at an address of a stream, and returns the address after them. */
    private long putValues(CommandStream from, ReplayType type, long values) {
        RowImage image = images.take(type.component());
        long next = from.read(values, image);
        for (int lane = 0; lane < type.lanes(); lane++) {
            if (type.isEntityLane(lane)) {
                image.value(lane, reference(image.value(lane)));
            }
        }
        image.pack(target.putZeros(image.packedBytes()));
        for (int i = 0; i < type.objects(); i++) {
            Object value = type.object(image, i);
            if (type.column(i) instanceof ListColumn list) {
                putList(list, value);
            } else {
                putObject(type.column(i), value);
            }
        }
        image.release();
        return next;
    }

    private void putList(ListColumn column, Object array) {
        Object saved = array;
        if (array != null && column instanceof ListColumn.OfEntity) {
            saved = Arrays.stream((long[]) array).map(this::reference).toArray();
        }
        target.putBuffer(object, Elements.encode(saved, column.elementKind(), object));
    }

    private void putObject(Column column, Object value) {
        if (value == null && !(column instanceof StringListColumn)) {
            target.putLong(-1);
            return;
        }
        if (!References.isSavable(column)) {
            throw new IllegalStateException("a command that waits has an object for a managed column without a codec,"
                    + " which a replay cannot contain: field " + column.field() + " of "
                    + column.component().name() + "; declare a codec at the field, by @WithCodec(...), or set it in"
                    + " the replay's input");
        }
        target.putBuffer(object, References.encode(column, value, object));
    }

    private long reference(long entity) {
        if (entity == Entity.NULL) {
            return 0;
        }
        long number = numbers.get(entity);
        if (number >= 0) {
            return RecordedReference.of(RecordedReference.NEW, number);
        }
        if (store.entities().isAlive(entity)) {
            return RecordedReference.of(RecordedReference.ALIVE, entity & RecordedReference.NUMBER_MASK);
        }
        return RecordedReference.of(
                RecordedReference.DEAD, entity & (RecordedReference.IS_HANDLE | RecordedReference.NUMBER_MASK));
    }

    /**
     * An entity in recorded commands: 0 for none, or the kind in bits 62 and 63, and an index or a number in the lower
     * 32 bits.
     *
     * <pre>
     *   1   not alive: the index, and bit 32 if it can have been a handle
     *   2   alive: the index
     *   3   the number of a spawn or an event among those that were recorded before in the same tick, from 0
     * </pre>
     */
    static final class RecordedReference {
        static final int DEAD = 1;
        static final int ALIVE = 2;
        static final int NEW = 3;
        static final long IS_HANDLE = 1L << Integer.SIZE;
        static final long NUMBER_MASK = 0xFFFF_FFFFL;
        private static final int KIND_SHIFT = 62;
        private static final long REST_MASK = (1L << KIND_SHIFT) - 1;

        private RecordedReference() {}

        static long of(int kind, long rest) {
            return (long) kind << KIND_SHIFT | rest;
        }

        static int kind(long reference) {
            return (int) (reference >>> KIND_SHIFT);
        }

        static int number(long reference) {
            return (int) reference;
        }

        /** Whether it can be one, after a number of spawns and events. */
        static boolean isPossible(long reference, int count) {
            long rest = reference & REST_MASK;
            return switch (kind(reference)) {
                case DEAD -> rest <= (IS_HANDLE | NUMBER_MASK);
                case ALIVE -> rest <= Integer.MAX_VALUE;
                case NEW -> rest < count;
                default -> rest == 0;
            };
        }
    }

    /**
     * Checks commands of a file, and records them again. Refuses those that {@link RecordedCommands} cannot have
     * written. For the world's thread, if there is a world.
     */
    public static final class PlayedCommands {
        /** Instead of the number of an event type: a spawn. */
        private static final int SPAWNED = -1;

        private final Store store;
        private final ReplayTables tables;

        /** The spawns and events that were read: numbers of event types, or {@link #SPAWNED}. */
        private final IntArrayList created = new IntArrayList();

        /** Their handles in the queue. */
        private final LongArrayList handles = new LongArrayList();

        private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
        private final RowImages images = new RowImages();
        private StateBuffer from;

        private CommandQueue queue;

        /** Plays commands of a store; null if it will only check. */
        public PlayedCommands(Store store, ReplayTables tables) {
            this.store = store;
            this.tables = tables;
        }

        /** Checks commands, and records them in a queue, if it is not null. */
        public void play(StateBuffer ticks, int count, CommandQueue to) {
            from = ticks;
            queue = to;
            created.clear();
            handles.clear();
            for (int i = 0; i < count; i++) {
                try {
                    play(ticks.getLong(), ticks.getLong());
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException("command " + i + ": " + e.getMessage(), e.getCause());
                }
            }
        }

        private void play(long reference, long code) {
            int operation = Op.operation(code);
            int number = Op.componentId(code);
            int argument = Op.argument(code);
            switch (operation) {
                case Op.SPAWN, Op.SPAWN_VALUES -> {
                    boolean hasValues = operation == Op.SPAWN_VALUES;
                    require(reference == 0 && (hasValues || number == 0), "a spawn is about nothing");
                    require(argument >= 0 && argument < tables.templates().size(), "a template is unknown");
                    RowAllocator template = tables.templates().get(argument);
                    if (hasValues) {
                        spawn(template, number);
                    } else if (queue != null) {
                        handles.addLong(queue.spawn(template));
                    }
                    created.addInt(SPAWNED);
                }
                case Op.DESTROY, Op.ENABLE_ENTITY, Op.DISABLE_ENTITY -> {
                    requireTarget(reference);
                    require(number == 0 && argument == 0, "it has a component or an argument");
                    if (queue != null && operation == Op.DESTROY) {
                        queue.destroy(handle(reference));
                    } else {
                        add(reference, code, null);
                    }
                }
                case Op.ADD, Op.REMOVE, Op.ENABLE, Op.DISABLE, Op.WROTE -> {
                    requireTarget(reference);
                    ReplayType type = type(number, false);
                    require(argument == 0, "it has an argument");
                    add(reference, code, type);
                }
                case Op.ATTACH, Op.ATTACH_BEFORE -> {
                    ReplayType type = links(reference, number, argument);
                    long other = from.getLong();
                    requireTarget(other);
                    add(reference, operation, type, 0, handle(other));
                }
                case Op.RELATE, Op.UNRELATE -> {
                    requireTarget(reference);
                    require(eventOf(reference) == SPAWNED, "an event has no edges");
                    require(argument == 0, "it has an argument");
                    long other = from.getLong();
                    requireTarget(other);
                    add(reference, operation, type(number, false), 1, handle(other));
                }
                case Op.DETACH -> add(reference, code, links(reference, number, argument));
                case Op.ADD_VALUES, Op.SET_VALUES, Op.RELATE_VALUES -> {
                    requireTarget(reference);
                    require(eventOf(reference) == SPAWNED, "an event has a component");
                    require(argument == 0, "it has an argument");
                    addValues(reference, operation, type(number, false));
                }
                case Op.SEND, Op.SEND_VALUES -> {
                    require(
                            reference == RecordedReference.of(RecordedReference.NEW, created.size()),
                            "an event has a wrong number");
                    ReplayType type = type(number, true);
                    require(argument == 0, "it has an argument");
                    created.addInt(number);
                    if (queue != null) {
                        handles.addLong(queue.stream().events().reserve(id(type)));
                    }
                    if (operation == Op.SEND) {
                        add(reference, code, type);
                    } else {
                        addValues(reference, operation, type);
                    }
                }
                case Op.SET_OBJECT -> {
                    ReplayType type = written(reference, number);
                    require(argument >= 0 && argument < type.objects(), "a reference is unknown");
                    setObject(reference, type, argument);
                }
                case Op.LIST -> {
                    ReplayType type = written(reference, number);
                    require(argument >= 0 && argument < type.objects(), "a list is unknown");
                    require(type.column(argument) instanceof ListColumn, "a list is unknown");
                    ListColumn column = (ListColumn) type.column(argument);
                    long what = from.getLong();
                    require(ListChange.isOne(what), "a change of a list is unknown");
                    long bits = from.getLong();
                    requireValue(column.elementKind(), bits);
                    if (column instanceof ListColumn.OfEnum<?> && ListChange.hasElement(what)) {
                        bits = type.ordinal(argument, (int) bits);
                    }
                    if (queue != null) {
                        long listCode = Op.code(Op.LIST, id(type), column.offset());
                        queue.stream().add(handle(reference), listCode, what, value(column.elementKind(), bits));
                    }
                }
                case Op.SET -> {
                    ReplayType type = written(reference, number);
                    require(argument >= 0 && argument < type.lanes(), "a lane is unknown");
                    ColumnKind kind = type.kind(argument);
                    long bits = from.getLong();
                    requireValue(kind, bits);
                    long value = value(kind, type.value(argument, bits));
                    add(reference, Op.SET + kind.shift(), type, type.offset(argument), value);
                }
                default -> throw new IllegalArgumentException("its operation is unknown: operation=" + operation);
            }
        }

        /** Records a command without an argument; for entities and not components if the type is null. */
        private void add(long reference, long code, ReplayType type) {
            if (queue != null) {
                int id = type == null ? 0 : id(type);
                queue.stream().add(handle(reference), Op.code(Op.operation(code), id, 0));
            }
        }

        private void add(long reference, int operation, ReplayType type, int argument, long value) {
            if (queue != null) {
                queue.stream().add(handle(reference), Op.code(operation, id(type), argument), value);
            }
        }

        private void addValues(long reference, int operation, ReplayType type) {
            RowImage image = readValues(type);
            if (queue != null) {
                queue.stream().add(handle(reference), operation, id(type), image);
            }
            image.release();
        }

        private RowImage readValues(ReplayType type) {
            RowImage image = images.take(type.component());
            long values = from.skip(type.packedBytes());
            require(type.isPadded(values), "a value is none of its kind");
            image.clearValues();
            for (int lane = 0; lane < type.lanes(); lane++) {
                long bits = type.bits(values, lane);
                requireValue(type.kind(lane), bits);
                type.put(image, lane, value(type.kind(lane), type.value(lane, bits)));
            }
            for (int i = 0; i < type.objects(); i++) {
                type.putObject(image, i, object(type, i)); // first, because a codec may throw
            }
            return image;
        }

        private void setObject(long reference, ReplayType type, int number) {
            Object value = object(type, number);
            Column column = type.column(number);
            require(!(column instanceof ListColumn), "a list is set like an object");
            if (column instanceof EnumColumn<?>) {
                int ordinal = ColumnMemory.ordinal(value);
                add(reference, Op.SET + column.kind().shift(), type, column.laneOffset(0), ordinal);
            } else if (queue != null && column != null) {
                CommandStream stream = queue.stream();
                int at = stream.keep(column, value);
                stream.add(handle(reference), Op.code(Op.SET_OBJECT, id(type), at));
            }
        }

        /** Spawns an entity with the values of some records. */
        private void spawn(RowAllocator template, int records) {
            require(records <= tables.types().size(), "the number of records is out of range");
            RowImage[] values = new RowImage[records];
            Class<?>[] types = new Class<?>[records];
            for (int i = 0; i < records; i++) {
                values[i] = readValues(recordOf(template, from.getLong(), types));
                types[i] = values[i].component().type();
            }
            if (queue != null) {
                handles.addLong(queue.spawn(template, types, values));
            }
            for (RowImage image : values) {
                image.release();
            }
        }

        /** The component of a record that an entity is spawned with, once. */
        private ReplayType recordOf(RowAllocator template, long number, Class<?>[] others) {
            require(number == (int) number, "a component is unknown");
            ReplayType type = type((int) number, false);
            Component<?> component = type.component();
            require(!component.isLink(), "a spawn has links of a tree");
            require(!Arrays.asList(others).contains(component.type()), "a component is there twice");
            require(
                    template == null
                            || template.prototype().ids().length == 0
                            || template.components().contains(component),
                    "a component is none of the template");
            return type;
        }

        private int id(ReplayType type) {
            return queue.stream().keepComponent(type.component());
        }

        private ReplayType links(long reference, int number, int argument) {
            requireTarget(reference);
            ReplayType type = type(number, false);
            require(type.component().type() == ChildOf.class, "its component holds no parents of a tree");
            require(argument == 0, "it has an argument");
            return type;
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

        private void requireValue(ColumnKind kind, long bits) {
            require(
                    kind == ColumnKind.ENTITY
                            ? RecordedReference.isPossible(bits, created.size())
                            : kind != ColumnKind.BOOLEAN || bits == 0 || bits == 1,
                    "a value is none of its kind");
        }

        private long value(ColumnKind kind, long bits) {
            return kind == ColumnKind.ENTITY ? handle(bits) : bits;
        }

        private Object object(ReplayType type, int number) {
            long length = from.getLong();
            if (length == -1) {
                return null;
            }
            long most = Math.min(Integer.MAX_VALUE - Long.BYTES, from.end() - from.position());
            require(length >= 0 && length <= most, "the length of an object is out of range");
            Column column = type.column(number);
            if (column instanceof ListColumn list) {
                return list(type, number, list);
            }
            require(
                    column != null && References.isSavable(column),
                    type.objectName(number) + " has no codec in this process: declare one at the field, by"
                            + " @WithCodec(...)");
            from.position(from.position() - Long.BYTES);
            from.getBuffer(view);
            try {
                return References.decode(column, view);
            } finally {
                view.wrap(0, 0);
            }
        }

        private Object list(ReplayType type, int number, ListColumn column) {
            from.position(from.position() - Long.BYTES);
            from.getBuffer(view);
            ColumnKind kind = column.elementKind();
            require(
                    (view.capacity() & kind.sizeBytes() - 1) == 0
                            && view.capacity() >> kind.shift() <= ListColumn.MAX_LENGTH,
                    "the elements of a list are none");
            for (int i = 0; i < view.capacity() && kind == ColumnKind.BOOLEAN; i++) {
                requireValue(kind, view.getByte(i));
            }
            Object array = Elements.decode(view, kind);
            view.wrap(0, 0);
            if (column instanceof ListColumn.OfEnum<?>) {
                return ColumnSet.ordinals(
                        column, Array.getLength(array), i -> type.ordinal(number, Array.getInt(array, i)));
            }
            if (array instanceof long[] handles && kind == ColumnKind.ENTITY) {
                for (int i = 0; i < handles.length; i++) {
                    requireValue(kind, handles[i]);
                    handles[i] = value(kind, handles[i]);
                }
            }
            return array;
        }

        /** The entity of a reference; NULL if commands are only checked. */
        private long handle(long reference) {
            int number = RecordedReference.number(reference);
            return switch (queue == null ? 0 : RecordedReference.kind(reference)) {
                case 0 -> Entity.NULL;
                case RecordedReference.NEW -> handles.getLong(number);
                case RecordedReference.ALIVE -> alive(current(number));
                default ->
                    (reference & RecordedReference.IS_HANDLE) != 0 ? earlier(current(number)) : Entity.of(number, 0);
            };
        }

        /** The handle, or one that is dead if the row has no entity, because this run differs from the recorded one. */
        private static long alive(long current) {
            return (Entity.generation(current) & 1) != 0 ? current : Entity.of(Entity.index(current), 0);
        }

        private long current(int index) {
            long place = store.entities().place(index);
            return place == 0 ? Entity.of(index, 0) : Entities.handle(place);
        }

        /** A handle with an earlier generation, which is dead. */
        private static long earlier(long current) {
            int generation = Entity.generation(current);
            return Entity.of(Entity.index(current), generation - ((generation & 1) != 0 ? 2 : 1));
        }
    }
}
