package basalt.command;

import static basalt.component.layout.BlockLayout.DISABLED_ID;
import static basalt.storage.ColumnMemory.getLong;

import basalt.command.CommandStream.CommandReader;
import basalt.command.CommandStream.ReservedEvents;
import basalt.command.Playback.CommandCounter;
import basalt.component.Component;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.HasChildrenException;
import basalt.component.ListColumn;
import basalt.component.ReferenceColumn;
import basalt.component.VariableColumn;
import basalt.memory.NativeMemoryException;
import basalt.storage.Blocks;
import basalt.storage.ColumnMemory;
import basalt.storage.ColumnSet;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.RecordPrototypes.RecordPrototype;
import basalt.storage.RowAllocator;
import basalt.storage.RowImage;
import basalt.storage.RowImage.RowImages;
import basalt.storage.access.Store;
import basalt.storage.change.DestroyWaves;
import basalt.storage.change.EventPages;
import basalt.storage.change.Structure;
import basalt.storage.relation.EdgeIndex;
import basalt.storage.relation.Tree;
import org.agrona.collections.LongArrayList;

/**
 * One pass over commands. Consecutive commands with the same code for rows of one word are combined into one change.
 */
abstract class CommandPass implements CommandReader {
    final Store store;
    final CommandCounter counter;

    private final boolean destroysRows;
    private CommandStream stream;
    private long code;
    private long base;
    private int word;
    private long rows;
    private int commands;

    CommandPass(Store store, CommandCounter counter, boolean destroysRows) {
        this.store = store;
        this.counter = counter;
        this.destroysRows = destroysRows;
    }

    /** Applies one change to up to 64 rows, all alive. */
    abstract void change(CommandStream from, long sameCode, long block, int sameWord, long sameRows);

    /** Adds a command to the pending change, or starts a new one; drops the command if the entity is not alive. */
    final void collect(CommandStream from, long entity, long newCode) {
        long place = store.entities().tryLocate(entity);
        if (place == 0) {
            counter.dropped(1);
            return;
        }
        int row = Place.row(place);
        boolean sameWord = Place.base(place) == base && row >>> 6 == word;
        if (destroysRows && sameWord && (rows >>> row & 1) != 0) {
            counter.dropped(1); // already pending
            return;
        }
        if (rows == 0 || !sameWord || newCode != code) {
            flush();
            stream = from;
            code = newCode;
            base = Place.base(store.entities().place(Entity.index(entity))); // again: flush() may have moved the block
            word = row >>> 6;
        }
        rows |= 1L << row;
        commands++;
    }

    final void flush() {
        if (rows == 0) {
            return;
        }
        long changed = rows;
        int count = commands;
        rows = 0;
        commands = 0;
        try {
            change(stream, code, base, word, changed);
            counter.applied(count);
        } catch (NativeMemoryException | IllegalStateException e) { // refused, or damaged links
            counter.failed(count, e);
        }
    }

    /** Applies the pending change, and drops the reference to the stream. */
    void end() {
        flush();
        stream = null;
    }

    static final class SpawnDespawnPass extends CommandPass {
        /** The entities whose destruction was refused, in order. */
        private final LongArrayList refused = new LongArrayList();

        private HasChildrenException refusal;

        SpawnDespawnPass(Store store, CommandCounter counter) {
            super(store, counter, true);
        }

        @Override
        public void accept(CommandStream from, long entity, long code, long value) {
            int operation = Op.operation(code);
            if (operation == Op.DESTROY) {
                destroy(from, entity, code);
            } else if (Op.isOfLife(code)) {
                flush(); // spawns and destructions keep the order of recording
                activate(from.allocator(code, value), entity, operation == Op.SPAWN ? null : values(from, value));
            }
        }

        /** An entity with links is destroyed by itself, because that may be refused. */
        private void destroy(CommandStream from, long entity, long code) {
            if (isLinked(entity)) {
                flush();
                if (isRefused(entity)) {
                    refused.addLong(entity);
                }
            } else {
                collect(from, entity, code);
            }
        }

        /** Destroys an entity, unless that is refused because of its children. */
        private boolean isRefused(long entity) {
            long place = store.entities().tryLocate(entity);
            if (place == 0) {
                counter.dropped(1);
                return false;
            }
            try {
                store.structure().destroy(Place.base(place), Place.row(place));
                counter.applied(1);
            } catch (HasChildrenException e) {
                if (store.entities().isAlive(entity)) {
                    refusal = e;
                    return true;
                }
                counter.failed(1, e); // of one that an observer has linked to it
            } catch (NativeMemoryException | IllegalStateException e) {
                counter.failed(1, e);
            }
            return false;
        }

        boolean hasRefused() {
            return !refused.isEmpty();
        }

        /** Makes the pending change, and tries again what was refused, as children may have been destroyed since. */
        void settle() {
            flush();
            int before;
            do {
                before = refused.size();
                for (int i = before - 1; i >= 0; i--) {
                    if (!isRefused(refused.getLong(i))) {
                        refused.removeAt(i);
                    }
                }
            } while (refused.size() < before);
            if (before > 0) {
                counter.failed(before, refusal);
            }
            forgetRefused();
        }

        void forgetRefused() {
            refused.clear();
            refusal = null;
        }

        @Override
        void end() {
            settle();
            super.end();
        }

        private boolean isLinked(long entity) {
            DestroyWaves waves = store.structure().waves();
            try {
                waves.update();
            } catch (NativeMemoryException e) {
                return true; // the destruction tries again, and fails alone
            }
            long place = waves.isLinked() ? store.entities().tryLocate(entity) : 0;
            return place != 0 && waves.linked(Place.base(place), Place.word(place), Place.bit(place)) != 0;
        }

        private RecordPrototype values(CommandStream from, long value) {
            RecordPrototype values = store.recordPrototypes().take(from.types(value));
            long at = value + Long.BYTES;
            for (RowImage image : values.images()) {
                at = from.read(at, image);
            }
            return values;
        }

        private void activate(RowAllocator rowAllocator, long entity, RecordPrototype values) {
            try {
                if (rowAllocator.promised() != null) {
                    rowAllocator.promised().activate(entity, values);
                } else {
                    store.structure().activate(rowAllocator, entity, values);
                }
                counter.applied(1);
            } catch (NativeMemoryException | IllegalStateException e) {
                counter.failed(1, e);
            }
            if (values != null) {
                values.release();
            }
        }

        @Override
        void change(CommandStream from, long code, long base, int word, long rows) {
            store.structure().destroy(base, word, rows);
        }
    }

    static final class ChangePass extends CommandPass {
        private final RowImages images = new RowImages();

        ChangePass(Store store, CommandCounter counter) {
            super(store, counter, false);
        }

        @Override
        public void accept(CommandStream from, long entity, long code, long value) {
            int operation = Op.operation(code);
            if (Op.isOfLife(code)) {
                return;
            }
            if (operation < Op.ADD_VALUES || operation > Op.ADD_VALUES && operation < Op.SET_OBJECT) {
                collect(from, entity, code);
                return;
            }
            flush();
            switch (operation) {
                case Op.WROTE -> notifyWritten(entity, Op.componentId(code));
                case Op.ATTACH, Op.ATTACH_BEFORE, Op.DETACH -> link(from, entity, code, value);
                case Op.RELATE, Op.RELATE_VALUES, Op.UNRELATE -> relate(from, entity, code, value);
                default -> write(from, entity, code, value);
            }
        }

        /** Applies a command that writes values of an entity or of an event, or sends an event. */
        private void write(CommandStream from, long entity, long code, long value) {
            int operation = Op.operation(code);
            if (operation != Op.ADD_VALUES && ReservedEvents.isEvent(entity)) {
                event(from, entity, code, value);
                return;
            }
            long place = store.entities().tryLocate(entity);
            if (place == 0) {
                counter.dropped(1);
            } else if (operation == Op.ADD_VALUES) {
                addValues(place, entity, read(from, code, value));
            } else if (!Pools.has(Place.base(place), Place.row(place), Op.componentId(code))) {
                counter.dropped(1);
            } else {
                setOrFail(from, entity, place, code, value);
            }
        }

        private void setOrFail(CommandStream from, long entity, long place, long code, long value) {
            boolean isSet;
            try {
                isSet = set(from, place, code, value);
            } catch (NativeMemoryException | IllegalArgumentException | IllegalStateException e) { // of a list
                counter.failed(1, e);
                return;
            }
            if (isSet) {
                store.structure().written(entity, place, from.component(Op.componentId(code)));
                counter.applied(1);
            } else {
                counter.dropped(1);
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
                    store.structure().written(entity, place, image.component());
                }
                counter.applied(1);
            } catch (NativeMemoryException | IllegalStateException e) {
                counter.failed(1, e);
            } finally {
                image.release();
            }
        }

        /**
         * Returns false if a list has no such element any more.
         *
         * <p>SAFETY: the row has the component, and the offset comes from a column of it.
         */
        private boolean set(CommandStream from, long place, long code, long value) {
            long base = Place.base(place);
            int argument = Op.argument(code);
            switch (Op.operation(code)) {
                case Op.SET_OBJECT -> {
                    int row = Place.row(place);
                    Object object = from.object(argument + 1);
                    if (from.object(argument) instanceof VariableColumn column) {
                        store.references().elements().assign(base + column.offset() + ((long) row << 3), object, 0);
                    } else {
                        ReferenceColumn<?> column = (ReferenceColumn<?>) from.object(argument);
                        store.references().set(column.slot(), Blocks.index(base), row, object);
                    }
                }
                case Op.SET_VALUES -> {
                    RowImage image = read(from, code, value);
                    try {
                        store.pools().write(base, Place.word(place), Place.bit(place), image);
                    } finally {
                        image.release();
                    }
                }
                case Op.LIST -> {
                    ListColumn list = list(from.component(Op.componentId(code)), argument);
                    long at = base + argument + ((long) Place.row(place) << 3);
                    long bits = ColumnMemory.getLong(value, 1, 0);
                    int shift = list.elementKind().shift();
                    long what = ColumnMemory.getLong(value, 0, 0);
                    return ListChange.apply(store.references().elements(), at, shift, what, bits);
                }
                default -> write(base, Place.row(place), code, value);
            }
            return true;
        }

        private static ListColumn list(Component<?> component, int offset) {
            for (VariableColumn column : ColumnSet.of(component).lists()) {
                if (column.offset() == offset) {
                    return (ListColumn) column;
                }
            }
            throw new AssertionError("no list of " + component);
        }

        private RowImage read(CommandStream from, long code, long value) {
            RowImage image = images.take(from.component(Op.componentId(code)));
            from.read(value, image);
            return image;
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

        /** Applies a command of trees. One that the tree refuses is dropped, and is a failure. */
        private void link(CommandStream from, long child, long code, long value) {
            int operation = Op.operation(code);
            long other = operation == Op.DETACH ? child : getLong(value, 0, 0);
            if (!store.entities().isAlive(child) || !store.entities().isAlive(other)) {
                counter.dropped(1);
                return;
            }
            try {
                Tree tree = store.trees().ofChildOf(from.component(Op.componentId(code)));
                switch (operation) {
                    case Op.ATTACH -> tree.attach(child, other, Entity.NULL);
                    case Op.ATTACH_BEFORE -> tree.attachBefore(child, other);
                    default -> tree.detach(child);
                }
                counter.applied(1);
            } catch (NativeMemoryException | IllegalArgumentException | IllegalStateException e) {
                counter.failed(1, e);
            }
        }

        /** Applies a command of a relation of many to many. One that it refuses is dropped, and is a failure. */
        private void relate(CommandStream from, long source, long code, long value) {
            Component<?> component = from.component(Op.componentId(code));
            EdgeIndex edges = store.relations().edges(component);
            try {
                if (edges == null) {
                    throw new IllegalStateException("this world has no relation of many to many whose edges are "
                            + component.name() + "; call world.manyToMany(...) before");
                }
                switch (Op.operation(code)) {
                    case Op.RELATE -> edges.relate(source, getLong(value, 0, 0));
                    case Op.UNRELATE -> edges.unrelate(source, getLong(value, 0, 0));
                    default -> {
                        RecordPrototype values = edges.values();
                        try {
                            from.read(value, values.images()[0]);
                            edges.relate(values);
                        } finally {
                            values.release();
                        }
                    }
                }
                counter.applied(1);
            } catch (DeadEntityException e) {
                counter.dropped(1);
            } catch (NativeMemoryException | IllegalArgumentException | IllegalStateException e) {
                counter.failed(1, e);
            }
        }

        private void event(CommandStream from, long event, long code, long value) {
            Component<?> type = from.component(Op.componentId(code));
            EventPages pages;
            try {
                pages = store.events().of(type);
            } catch (NativeMemoryException | IllegalStateException e) { // the events of a file
                counter.failed(1, e);
                return;
            }
            switch (Op.operation(code)) {
                case Op.SEND -> send(from, event, pages, null);
                case Op.SEND_VALUES -> {
                    RowImage image = read(from, code, value);
                    send(from, event, pages, image);
                    image.release();
                }
                default -> set(from, event, pages, code, value);
            }
        }

        private void send(CommandStream from, long event, EventPages pages, RowImage image) {
            try {
                from.events().sent(event, image == null ? pages.append() : pages.append(image));
                counter.applied(1);
            } catch (NativeMemoryException e) {
                counter.failed(1, e);
            }
        }

        /**
         * SAFETY: {@link CommandQueue} has checked that the column belongs to the event's type; events that were not
         * sent are skipped.
         */
        private void set(CommandStream from, long event, EventPages pages, long code, long value) {
            long number = from.events().number(event);
            if (number < pages.firstLive()) {
                counter.dropped(1); // the event could not be sent
                return;
            }
            if (Op.operation(code) == Op.SET_OBJECT) {
                ReferenceColumn<?> column = (ReferenceColumn<?>) from.object(Op.argument(code));
                pages.setReference(number, column.slot(), from.object(Op.argument(code) + 1));
            } else {
                write(pages.origin(number), pages.row(number), code, value);
            }
            counter.applied(1);
        }

        /** SAFETY: the origin has the column of the code, and the row; the value belongs to a SET. */
        private static void write(long origin, int row, long code, long value) {
            long bits = getLong(value, 0, 0);
            int offset = Op.argument(code);
            switch (Op.operation(code) - Op.SET) {
                case 0 -> ColumnMemory.putByte(origin, row, offset, (byte) bits);
                case 1 -> ColumnMemory.putShort(origin, row, offset, (short) bits);
                case 2 -> ColumnMemory.putInt(origin, row, offset, (int) bits);
                case 3 -> ColumnMemory.putLong(origin, row, offset, bits);
                default -> throw new IllegalStateException("no command sets with the operation " + Op.operation(code));
            }
        }
    }
}
