package basalt.command.queue;

import static basalt.component.layout.BlockLayout.DISABLED_ID;

import basalt.component.Component;
import basalt.component.ReferenceColumn;
import basalt.memory.NativeMemoryException;
import basalt.storage.Blocks;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.RowImage;
import basalt.storage.RowImages;
import basalt.storage.access.Store;
import basalt.storage.change.Structure;

/** The pass that changes the components of alive entities. */
final class ChangePass extends Pass {
    private final RowImages images = new RowImages();
    private final EventCommands events;
    private final TreeCommands trees;

    ChangePass(Store store, CommandCounter counter) {
        super(store, counter, false);
        events = new EventCommands(store, counter, images);
        trees = new TreeCommands(store, counter);
    }

    @Override
    public void accept(CommandStream from, long entity, long code, long value) {
        int operation = Op.operation(code);
        if (operation == Op.SPAWN || operation == Op.DESTROY) {
            return;
        }
        if (operation < Op.ADD_VALUES || operation > Op.ADD_VALUES && operation < Op.SET_REFERENCE) {
            collect(from, entity, code);
            return;
        }
        flush();
        switch (operation) {
            case Op.WROTE -> notifyWritten(entity, Op.componentId(code));
            case Op.ATTACH, Op.ATTACH_BEFORE, Op.DETACH -> trees.accept(from, entity, code, value);
            default -> write(from, entity, code, value);
        }
    }

    /** Applies a command that writes values of an entity or of an event, or sends an event. */
    private void write(CommandStream from, long entity, long code, long value) {
        int operation = Op.operation(code);
        if (operation != Op.ADD_VALUES && ReservedEvents.isEvent(entity)) {
            events.accept(from, entity, code, value);
            return;
        }
        long place = store.entities().tryLocate(entity);
        if (place == 0) {
            counter.dropped(1);
        } else if (operation == Op.ADD_VALUES) {
            RowImage image = images.take(from.component(Op.componentId(code)));
            from.read(code, value, image);
            addValues(place, entity, image);
            image.release();
        } else if (!Pools.has(Place.base(place), Place.row(place), Op.componentId(code))) {
            counter.dropped(1);
        } else {
            set(from, Place.base(place), Place.row(place), code, value);
            store.writes().written(entity, place, from.component(Op.componentId(code)));
            counter.applied(1);
        }
    }

    private void notifyWritten(long entity, int id) {
        long place = store.entities().tryLocate(entity);
        if (place != 0 && Pools.has(Place.base(place), Place.row(place), id)) {
            store.hooks().written(id, entity);
        }
    }

    private void addValues(long place, long entity, RowImage image) {
        long base = Place.base(place);
        int word = Place.word(place);
        try {
            if (store.structure().add(base, word, Place.bit(place), image) == 0) {
                store.pools().write(base, word, Place.bit(place), image);
                store.writes().written(entity, place, image.component());
            }
            counter.applied(1);
        } catch (NativeMemoryException | OutOfMemoryError e) {
            counter.failed(1, e);
        }
    }

    /** SAFETY: the row has the component, and the offset comes from a column of it. */
    private void set(CommandStream from, long base, int row, long code, long value) {
        int argument = Op.argument(code);
        if (Op.operation(code) == Op.SET_REFERENCE) {
            ReferenceColumn<?> column = (ReferenceColumn<?>) from.object(argument);
            store.references().set(column.slot(), Blocks.index(base), row, from.object(argument + 1));
            return;
        }
        SetCommand.write(base, row, code, value);
    }

    @Override
    void change(CommandStream from, long code, long base, int word, long rows) {
        Structure structure = store.structure();
        int id = Op.componentId(code);
        Component<?> component = from.component(id);
        switch (Op.operation(code)) {
            case Op.ADD -> structure.add(base, word, rows, component);
            case Op.REMOVE -> structure.remove(base, word, rows, component);
            case Op.ENABLE -> structure.enable(base, word, rows, id);
            case Op.DISABLE -> structure.disable(base, word, rows, id);
            case Op.ENABLE_ENTITY -> structure.removeTag(base, word, rows, DISABLED_ID);
            case Op.DISABLE_ENTITY -> structure.addTag(base, word, rows, DISABLED_ID);
            default -> throw new IllegalStateException("no command has the operation " + Op.operation(code));
        }
    }
}
