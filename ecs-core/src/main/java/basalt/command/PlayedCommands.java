package basalt.command;

import basalt.command.RecordedCommands.RecordedReference;
import basalt.component.Entity;
import basalt.component.ReferenceColumn;
import basalt.storage.ColumnMemory;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.References;
import basalt.storage.StateBuffer;
import basalt.storage.access.Store;
import basalt.storage.file.ReplayTables;
import basalt.storage.file.ReplayType;
import org.agrona.collections.LongArrayList;
import org.agrona.concurrent.UnsafeBuffer;

/** Records again what {@link RecordedCommands} has written. For the world's thread. */
public final class PlayedCommands {
    private final Store store;
    private final ReplayTables tables;

    /** The handles of the spawns and events in the queue. */
    private final LongArrayList handles = new LongArrayList();

    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);

    public PlayedCommands(Store store, ReplayTables tables) {
        this.store = store;
        this.tables = tables;
    }

    /** Records commands again. */
    public void record(StateBuffer from, int count, CommandQueue queue) {
        handles.clear();
        CommandStream stream = queue.stream();
        for (int i = 0; i < count; i++) {
            long entity = handle(from.getLong());
            long code = from.getLong();
            int operation = Op.operation(code);
            if (operation == Op.SPAWN) {
                handles.addLong(queue.spawn(tables.templates().get(Op.argument(code))));
            } else if (operation == Op.DESTROY) {
                queue.destroy(entity);
            } else {
                record(from, stream, entity, code, tables.type(Op.componentId(code)));
            }
        }
    }

    private void record(StateBuffer from, CommandStream stream, long entity, long code, ReplayType type) {
        int operation = Op.operation(code);
        int id = type == null ? 0 : stream.keepComponent(type.component());
        switch (operation) {
            case Op.SET_REFERENCE -> {
                ReferenceColumn<?> column = type.references().get(Op.argument(code));
                Object value = object(from, column);
                stream.add(entity, Op.code(operation, id, stream.keep(column, value)));
            }
            case Op.SET -> {
                int lane = Op.argument(code);
                long bits = from.getLong();
                stream.add(
                        entity,
                        Op.code(Op.SET + type.kind(lane).shift(), id, type.offset(lane)),
                        type.isEntityLane(lane) ? handle(bits) : bits);
            }
            case Op.ATTACH, Op.ATTACH_BEFORE -> stream.add(entity, Op.code(operation, id, 0), handle(from.getLong()));
            case Op.ADD_VALUES -> putValues(from, stream, entity, Op.code(operation, id, longs(type)), type);
            case Op.SEND, Op.SEND_VALUES -> {
                long event = stream.events().reserve(id);
                handles.addLong(event);
                if (operation == Op.SEND) {
                    stream.add(event, Op.code(operation, id, 0));
                } else {
                    putValues(from, stream, event, Op.code(operation, id, longs(type)), type);
                }
            }
            default -> stream.add(entity, Op.code(operation, id, 0));
        }
    }

    /** The longs of the values in a queue, of which the last one is where the objects are. */
    private static int longs(ReplayType type) {
        return type.packedLongs() + (type.references().isEmpty() ? 0 : 1);
    }

    private void putValues(StateBuffer from, CommandStream stream, long entity, long code, ReplayType type) {
        int longs = type.packedLongs();
        long start = from.position();
        from.skip((long) longs * Long.BYTES);
        Object[] objects = objects(from, type); // first, because a codec may throw
        long end = from.position();
        from.position(start);
        long values = stream.addSpace(entity, code);
        for (int i = 0; i < longs; i++) {
            long bits = from.getLong();
            ColumnMemory.putLong(values, i, 0, type.isEntity(i) ? handle(bits) : bits);
        }
        if (objects != null) {
            ColumnMemory.putLong(values, longs, 0, stream.append(objects, objects.length));
        }
        from.position(end);
    }

    private Object[] objects(StateBuffer from, ReplayType type) {
        if (type.references().isEmpty()) {
            return null;
        }
        Object[] objects = new Object[type.references().size()];
        for (int i = 0; i < objects.length; i++) {
            objects[i] = object(from, type.references().get(i));
        }
        return objects;
    }

    private Object object(StateBuffer from, ReferenceColumn<?> column) {
        if (from.getLong() < 0) {
            return null;
        }
        from.position(from.position() - Long.BYTES);
        from.getBuffer(view);
        try {
            return References.decode(column, view);
        } finally {
            view.wrap(0, 0);
        }
    }

    private long handle(long reference) {
        int number = RecordedReference.number(reference);
        return switch (RecordedReference.kind(reference)) {
            case 0 -> Entity.NULL;
            case RecordedReference.NEW ->
                number < handles.size() ? handles.getLong(number) : Entity.NULL; // of itself: not yet
            case RecordedReference.ALIVE -> alive(current(number));
            default -> (reference & RecordedReference.IS_HANDLE) != 0 ? earlier(current(number)) : Entity.of(number, 0);
        };
    }

    /** The handle, or one that is dead if the row has no entity, because this run differs from the recorded one. */
    private static long alive(long current) {
        return (Entity.generation(current) & 1) != 0 ? current : Entity.of(Entity.index(current), 0);
    }

    private long current(int index) {
        long place = store.entities().place(index);
        return place == 0 ? Entity.of(index, 0) : Entities.handle(Place.base(place), Place.row(place));
    }

    /** A handle with an earlier generation, which is dead. */
    private static long earlier(long current) {
        int generation = Entity.generation(current);
        return Entity.of(Entity.index(current), generation - ((generation & 1) != 0 ? 2 : 1));
    }
}
