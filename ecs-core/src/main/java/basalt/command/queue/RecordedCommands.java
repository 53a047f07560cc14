package basalt.command.queue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.ReferenceColumn;
import basalt.storage.ColumnMemory;
import basalt.storage.ObjectCode;
import basalt.storage.RowAllocator;
import basalt.storage.StateBuffer;
import basalt.storage.access.Store;
import basalt.storage.file.ReplayTables;
import basalt.storage.file.ReplayType;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.collections.Long2LongHashMap;

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
    private StateBuffer target;
    private int count;

    /** Commands of one world. */
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
        if (operation == Op.ADD_VALUES || operation == Op.SEND_VALUES) {
            put(reference, Op.code(operation, number, 0));
            putValues(from, type, value);
        } else if (operation == Op.SET_REFERENCE) {
            ReferenceColumn<?> column = (ReferenceColumn<?>) from.object(argument);
            put(reference, Op.code(operation, number, type.references().indexOf(column)));
            putObject(column, from.object(argument + 1));
        } else if (operation == Op.ATTACH || operation == Op.ATTACH_BEFORE) {
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

    private void put(long reference, long code) {
        target.putLong(reference);
        target.putLong(code);
        count++;
    }

    private static long bits(long values, int index) {
        return ColumnMemory.getLong(values, index, 0);
    }

    private void putValues(CommandStream from, ReplayType type, long values) {
        int longs = type.packedLongs();
        for (int i = 0; i < longs; i++) {
            long bits = bits(values, i);
            target.putLong(type.isEntity(i) ? reference(bits) : bits & type.usedBits(i));
        }
        int references = type.references().size();
        int first = references == 0 ? 0 : (int) bits(values, longs);
        for (int i = 0; i < references; i++) {
            putObject(type.references().get(i), from.object(first + i));
        }
    }

    private void putObject(ReferenceColumn<?> column, Object value) {
        if (value == null) {
            target.putLong(-1);
            return;
        }
        if (!column.hasCodec()) {
            throw new IllegalStateException("a command that waits has an object for a managed column without a codec,"
                    + " which a replay cannot contain: field " + column.field() + " of "
                    + column.component().name() + "; declare a codec at the field, by @WithCodec(...), or set it in"
                    + " the replay's input");
        }
        target.putBuffer(object, ObjectCode.write(column, value, object));
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
}
