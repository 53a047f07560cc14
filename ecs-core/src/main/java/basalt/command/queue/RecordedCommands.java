package basalt.command.queue;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.layout.ById;
import basalt.storage.ColumnMemory;
import basalt.storage.Entities;
import basalt.storage.RowAllocator;
import basalt.storage.StateBuffer;
import basalt.storage.access.Store;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongArrayList;

/**
 * Writes the commands of a queue so that they can be recorded again in another run, in which entities have other
 * generations: a handle is written as the index of an entity that is alive, or as the number of the spawn, or of the
 * event, that was recorded before. Commands for entities that are dead do nothing, and are not written.
 *
 * <pre>
 *   count; for each command: reference, code, values as in Op
 *
 *   reference  0, or the kind in bits 62 and 63, and the index or number below; of an entity that is not alive
 *              also bit 32: whether it can have been a handle
 * </pre>
 *
 * <p>For the world's thread.
 */
public final class RecordedCommands implements CommandReader {
    private static final int KIND_SHIFT = 62;
    private static final long DEAD = 1;
    private static final long ALIVE = 2;
    private static final long NEW = 3;
    private static final long IS_HANDLE = 1L << Integer.SIZE;
    private static final long NUMBER_MASK = 0xFFFF_FFFFL;
    private static final int LOWEST_KIND = 1;

    private final Store store;
    private final List<RowAllocator> allocators = new ArrayList<>();
    private final ById<Component<?>> components = new ById<>(null);

    /** The numbers of spawns and events of the commands that are being written. */
    private final Long2LongHashMap numbers = new Long2LongHashMap(-1);

    /** Their handles in the queue into which commands are being recorded again. */
    private final LongArrayList handles = new LongArrayList();

    private StateBuffer target;
    private long count;

    /**
     * Commands of one world.
     *
     * @param store its rows
     */
    public RecordedCommands(Store store) {
        this.store = store;
    }

    /**
     * Writes the commands of a queue.
     *
     * @param queue the queue
     * @param to where they are written
     * @throws IllegalStateException if a command has a reference
     * @throws basalt.memory.NativeMemoryException if there is not enough memory
     */
    public void write(CommandQueue queue, StateBuffer to) {
        numbers.clear();
        target = to;
        count = 0;
        long start = to.end();
        to.putLong(0);
        if (queue.count() > 0) {
            queue.stream().walk(0, queue.position(), this);
        }
        to.setLong(start, count);
    }

    @Override
    public void accept(CommandStream from, long entity, long code, long value) {
        int operation = Op.operation(code);
        int id = Op.componentId(code);
        if (operation == Op.SPAWN) {
            numbers.put(entity, numbers.size());
            put(0, Op.code(operation, 0, number((RowAllocator) from.object(Op.argument(code)))));
            return;
        }
        if (from.component(id) != null) {
            components.set(id, from.component(id));
        }
        if (operation == Op.SEND || operation == Op.SEND_VALUES) {
            numbers.put(entity, numbers.size());
        } else if (reference(entity) >>> KIND_SHIFT <= LOWEST_KIND) {
            return;
        }
        put(reference(entity), code);
        if (operation == Op.ADD_VALUES || operation == Op.SEND_VALUES) {
            requireNoReferences(components.get(id).hasReferences(), id);
            for (int i = 0; i < Op.argument(code); i++) {
                long bits = ColumnMemory.getLong(value, i, 0);
                target.putLong(isEntity(id, i) ? reference(bits) : bits);
            }
        } else if (operation >= Op.SET) {
            long bits = ColumnMemory.getLong(value, 0, 0);
            target.putLong(isEntityAt(id, Op.argument(code)) ? reference(bits) : bits);
        } else {
            requireNoReferences(operation == Op.SET_REFERENCE, id);
        }
    }

    private void put(long reference, long code) {
        target.putLong(reference);
        target.putLong(code);
        count++;
    }

    private void requireNoReferences(boolean hasReferences, int id) {
        if (hasReferences) {
            throw new IllegalStateException("a command that waits has objects for the managed columns of "
                    + components.get(id).name() + ", which a replay cannot contain; write them in the replay's input");
        }
    }

    private int number(RowAllocator allocator) {
        for (int i = 0; i < allocators.size(); i++) {
            if (allocators.get(i) == allocator) {
                return i;
            }
        }
        allocators.add(allocator);
        return allocators.size() - 1;
    }

    private long reference(long entity) {
        if (entity == Entity.NULL) {
            return 0;
        }
        long number = numbers.get(entity);
        if (number >= 0) {
            return NEW << KIND_SHIFT | number;
        }
        if (store.entities().isAlive(entity)) {
            return ALIVE << KIND_SHIFT | entity & NUMBER_MASK;
        }
        return DEAD << KIND_SHIFT | entity & (IS_HANDLE | NUMBER_MASK);
    }

    /** Whether a long of the packed values of a record is an entity: those of 8 bytes come first, as declared. */
    private boolean isEntity(int id, int place) {
        int first = 0;
        for (Column column : components.get(id).columns()) {
            if (column.kind().sizeBytes() == Long.BYTES) {
                if (place >= first && place < first + column.length()) {
                    return column.kind() == ColumnKind.ENTITY;
                }
                first += column.length();
            }
        }
        return false;
    }

    private boolean isEntityAt(int id, int offset) {
        for (Column column : components.get(id).columns()) {
            for (int lane = 0; column.kind() == ColumnKind.ENTITY && lane < column.length(); lane++) {
                if (column.laneOffset(lane) == offset) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Records commands again.
     *
     * @param from what {@link #write} of this object has written
     * @param queue the queue of the world's thread
     * @throws basalt.memory.NativeMemoryException if there is not enough memory
     */
    public void record(StateBuffer from, CommandQueue queue) {
        handles.clear();
        CommandStream stream = queue.stream();
        for (long rest = from.getLong(); rest > 0; rest--) {
            long entity = handle(from.getLong());
            long code = from.getLong();
            int operation = Op.operation(code);
            int id = Op.componentId(code);
            if (operation == Op.SPAWN) {
                handles.addLong(queue.spawn(allocators.get(Op.argument(code))));
            } else if (operation == Op.DESTROY) {
                queue.destroy(entity);
            } else {
                if (operation == Op.SEND || operation == Op.SEND_VALUES) {
                    entity = stream.events().reserve(id);
                    handles.addLong(entity);
                }
                if (components.get(id) != null) {
                    stream.keepComponent(components.get(id));
                }
                record(from, stream, entity, code);
            }
        }
    }

    private void record(StateBuffer from, CommandStream stream, long entity, long code) {
        int operation = Op.operation(code);
        int id = Op.componentId(code);
        long values = stream.addSpace(entity, code);
        if (operation == Op.ADD_VALUES || operation == Op.SEND_VALUES) {
            for (int i = 0; i < Op.argument(code); i++) {
                long bits = from.getLong();
                ColumnMemory.putLong(values, i, 0, isEntity(id, i) ? handle(bits) : bits);
            }
        } else if (operation >= Op.SET) {
            long bits = from.getLong();
            ColumnMemory.putLong(values, 0, 0, isEntityAt(id, Op.argument(code)) ? handle(bits) : bits);
        }
    }

    private long handle(long reference) {
        int number = (int) reference;
        return switch ((int) (reference >>> KIND_SHIFT)) {
            case 0 -> Entity.NULL;
            case (int) NEW -> number < handles.size() ? handles.getLong(number) : Entity.NULL; // of itself: not yet
            case (int) ALIVE -> current(number);
            default -> (reference & IS_HANDLE) != 0 ? earlier(current(number)) : Entity.of(number, 0);
        };
    }

    /** The handle with the generation that a row has. */
    private long current(int index) {
        int block = index >>> ROW_BITS;
        return block < store.blocks().count()
                ? Entities.handle(store.blocks().base(block), index & ROW_MASK)
                : Entity.of(index, 0);
    }

    /** A handle with an earlier generation, which is dead. */
    private static long earlier(long current) {
        int generation = Entity.generation(current);
        return Entity.of(Entity.index(current), generation - ((generation & 1) != 0 ? 2 : 1));
    }
}
