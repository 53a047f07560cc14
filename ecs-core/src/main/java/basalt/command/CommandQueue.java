package basalt.command;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.DISABLED_ID;

import basalt.command.CommandStream.CommandReader;
import basalt.command.CommandStream.ReservedEvents;
import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.Entity;
import basalt.component.EventType;
import basalt.component.ListColumn;
import basalt.component.TreeType;
import basalt.internal.Strict;
import basalt.memory.MemorySource;
import basalt.storage.Blocks;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.RecordPrototypes;
import basalt.storage.RecordPrototypes.RecordPrototype;
import basalt.storage.RowAllocator;
import basalt.storage.RowImage;
import basalt.storage.RowImage.RowImages;
import basalt.storage.access.AccessCheck.CommandAccess;
import basalt.storage.access.Store;
import basalt.storage.access.WorkerAccess;
import basalt.storage.change.EventPages.EventColumns;
import basalt.storage.relation.EdgeIndex;
import basalt.storage.relation.RelationIndex;
import basalt.storage.relation.Trees;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.agrona.collections.LongArrayList;
import org.agrona.collections.LongHashSet;

/**
 * Records commands, which {@link Playback} applies later. {@code basalt.query.Commands} is its public face and
 * documents each command. For the store's thread, or that of the worker.
 */
public final class CommandQueue {
    /**
     * Records again those of the discarded commands that report a direct write, because the write has happened.
     *
     * <p>SAFETY: each command moves towards the start of the stream, so it is read before it is overwritten.
     */
    private static final CommandReader RETAIN_WRITES = (stream, entity, code, value) -> {
        if (Op.operation(code) == Op.WROTE) {
            stream.add(entity, code);
        }
    };

    private Object exported;
    private final Store store;
    private final WorkerAccess worker;
    private final CommandStream stream;
    private final RowImages images = new RowImages();
    private final RecordPrototypes records;

    /** The commands that may be recorded: all for the world's own thread, the declared ones for a system. */
    private CommandAccess allowed = CommandAccess.ALL;

    /** The allocator that was last checked and allowed; null if there is none yet. */
    private RowAllocator allowedSpawns;

    private long runs;
    private int spawned;
    private int destroyed;
    private int attached;

    public CommandQueue(Store store, MemorySource source, WorkerAccess worker) {
        this.store = store;
        this.worker = worker;
        this.stream = new CommandStream(source);
        this.records = new RecordPrototypes(store.rows());
    }

    public long spawn(RowAllocator rowAllocator) {
        checkSpawn(rowAllocator);
        stream.makeRoom(); // first: a reservation must be recorded
        long entity = rowAllocator.reserve();
        stream.add(entity, Op.code(Op.SPAWN, 0, stream.keep(rowAllocator)));
        spawned++;
        return entity;
    }

    private void checkSpawn(RowAllocator rowAllocator) {
        if (!rowAllocator.belongsTo(store.entities())) {
            throw new IllegalArgumentException("the template or prefab belongs to another world than these commands");
        }
        checkRecorder();
        if (rowAllocator != allowedSpawns) {
            if (!allowed.allows(rowAllocator)) {
                worker.access().undeclaredSpawn(rowAllocator.kinds());
            }
            allowedSpawns = rowAllocator;
        }
    }

    public long spawn() {
        return spawn(store.rowAllocator());
    }

    /** What makes values of one entity, on the recorder's thread. */
    public RecordPrototypes records() {
        checkRecorder();
        return records;
    }

    /** Records the spawn of an entity that has the components of records, and no others. */
    public long spawn(RecordPrototype values) {
        checkRecorder(); // again: an accessor may have closed the world
        if (!allowed.allowsKind(values.ids())) {
            worker.access().undeclaredSpawn(List.of(values.components()));
        }
        return spawnWith(store.rowAllocator(), values);
    }

    /** Records a spawn with values of its own. */
    public long spawn(RowAllocator rowAllocator, RecordPrototype values) {
        checkSpawn(rowAllocator);
        values.requireIn(rowAllocator);
        return spawnWith(rowAllocator, values);
    }

    private long spawnWith(RowAllocator rowAllocator, RecordPrototype values) {
        long entity = spawn(rowAllocator, values.types(), values.images());
        values.release();
        return entity;
    }

    /** Records a spawn with the values of images, whose records' classes are given. */
    long spawn(RowAllocator rowAllocator, Class<?>[] types, RowImage[] values) {
        int longs = 0;
        for (RowImage image : values) {
            stream.keepComponent(image.component());
            longs += CommandStream.longs(image);
        }
        stream.makeRoom(Op.bytes(Op.code(Op.SPAWN_VALUES, 0, 1 + longs))); // first: a reservation must be recorded
        long entity = rowAllocator.reserve();
        spawned++;
        long at = stream.addSpawn(entity, rowAllocator, types, longs);
        for (RowImage image : values) {
            at = stream.write(at, image);
        }
        return entity;
    }

    public void destroy(long entity) {
        require(CommandAccess.DESTROY, ALIVE_ID, null);
        if (Strict.ON && worker != null) {
            checkDestroyed(entity);
        }
        record(entity, Op.code(Op.DESTROY, 0, 0));
        destroyed++;
    }

    public void add(long entity, Component<?> component) {
        record(entity, Op.code(Op.ADD, id(component), 0));
    }

    /** Records the addition of a component with values, or the write of the values if the entity has it already. */
    public void add(long entity, Record value) {
        RowImage image = read(entity, value);
        int id = id(image.component());
        checkHandle(entity);
        stream.add(entity, Op.ADD_VALUES, id, image);
        image.release();
    }

    /** Records the write of a component's values. */
    public void set(long entity, Record value) {
        RowImage image = read(entity, value);
        int id = written(entity, image.component());
        checkHandle(entity);
        stream.add(entity, Op.SET_VALUES, id, image);
        image.release();
    }

    private RowImage read(long entity, Record value) {
        checkRecorder();
        RowImage image = images.take(value);
        image.read(value); // the record's accessors run here, and may close the world
        if (ReservedEvents.isEvent(entity)) {
            throw new IllegalArgumentException("component " + image.component().name()
                    + " is given for an event, which has none; set its values with send(record), or one by "
                    + "one with set");
        }
        return image;
    }

    public void remove(long entity, Component<?> component) {
        record(entity, Op.code(Op.REMOVE, id(component), 0));
    }

    public void enable(long entity, Component<?> component) {
        record(entity, Op.code(Op.ENABLE, id(component), 0));
    }

    public void disable(long entity, Component<?> component) {
        record(entity, Op.code(Op.DISABLE, id(component), 0));
    }

    public void enable(long entity) {
        require(CommandAccess.RESTRUCTURE, DISABLED_ID, null);
        record(entity, Op.code(Op.ENABLE_ENTITY, 0, 0));
    }

    public void disable(long entity) {
        require(CommandAccess.RESTRUCTURE, DISABLED_ID, null);
        record(entity, Op.code(Op.DISABLE_ENTITY, 0, 0));
    }

    public void attach(TreeType type, long child, long parent) {
        attach(Op.ATTACH, type, child, parent);
    }

    public void attachBefore(TreeType type, long child, long sibling) {
        attach(Op.ATTACH_BEFORE, type, child, sibling);
    }

    private void attach(int operation, TreeType type, long child, long other) {
        long code = Op.code(operation, links(type), 0);
        checkHandle(child);
        checkHandle(other);
        stream.add(child, code, other);
        attached++;
    }

    public void detach(TreeType type, long child) {
        record(child, Op.code(Op.DETACH, links(type), 0));
    }

    public void relate(EdgeIndex edges, long source, long target) {
        relate(Op.RELATE, edges, source, target);
    }

    public void unrelate(EdgeIndex edges, long source, long target) {
        relate(Op.UNRELATE, edges, source, target);
    }

    private void relate(int operation, EdgeIndex edges, long source, long target) {
        int id = id(requireOwn(edges));
        checkHandle(source);
        checkHandle(target);
        stream.add(source, Op.code(operation, id, 1), target);
    }

    /** Records that the ends of an edge are related by it. */
    public void relate(EdgeIndex edges, Record value) {
        RowImage image = read(Entity.NULL, value);
        try {
            if (image.component() != edges.component()) {
                throw new IllegalArgumentException(
                        "the relation's edges have " + edges.component().name() + ", and not "
                                + image.component().name());
            }
            int id = id(requireOwn(edges));
            long source = image.value(edges.sourceLane());
            checkHandle(source);
            checkHandle(image.value(edges.targetLane()));
            stream.add(source, Op.RELATE_VALUES, id, image);
        } finally {
            image.release();
        }
    }

    private Component<?> requireOwn(EdgeIndex edges) {
        if (store.relations().edges(edges.component()) != edges) {
            throw new IllegalArgumentException("the relation belongs to another world than these commands");
        }
        return edges.component();
    }

    /**
     * Records an event with zero columns and null references. {@code set} with the returned number writes its values.
     */
    public long send(EventType<?> type) {
        int id = event(EventColumns.of(type));
        long event = stream.events().reserve(id);
        stream.add(event, Op.code(Op.SEND, id, 0));
        return event;
    }

    public long send(Record event) {
        checkRecorder();
        RowImage image = images.take(EventColumns.of(event));
        image.read(event); // the record's accessors run here, and may close the world
        int id = event(image.component());
        long reserved = stream.events().reserve(id);
        stream.add(reserved, Op.SEND_VALUES, id, image);
        image.release();
        return reserved;
    }

    /** Records that a system has written a component directly. Observers are called when the commands are applied. */
    public void wrote(long entity, ComponentInfo component) {
        checkRecorder();
        stream.add(entity, Op.code(Op.WROTE, stream.keepComponent(component), 0));
    }

    public int count() {
        return stream.count();
    }

    /** Native memory held for commands. Returns bytes, used or reserved for later commands. */
    public long reservedBytes() {
        return stream.reservedBytes();
    }

    public long position() {
        return stream.position();
    }

    public void close() {
        stream.close();
    }

    public void put(long entity, ComponentInfo component, int offset, int shift, long bits) {
        long code = Op.code(Op.SET + shift, written(entity, component), offset);
        checkHandle(entity);
        stream.add(entity, code, bits);
    }

    /** Records a change of a list; the index and the raw bits of an element are 0 where there is none. */
    public void change(long entity, ListColumn column, ListChange change, int index, long bits) {
        Objects.checkIndex(index, ListColumn.MAX_LENGTH);
        long code = Op.code(Op.LIST, written(entity, column.component()), column.offset());
        checkHandle(entity);
        stream.add(entity, code, change.at(index), bits);
    }

    /** Records an object for a reference, or a string. */
    public void putObject(long entity, Column column, Object value) {
        int id = written(entity, column.component());
        record(entity, Op.code(Op.SET_OBJECT, id, stream.keep(column, value)));
    }

    CommandStream stream() {
        return stream;
    }

    boolean spawnsOrDestroys() {
        return spawned + destroyed > 0;
    }

    boolean destroys() {
        return destroyed > 0;
    }

    public boolean attaches() {
        return attached > 0;
    }

    /**
     * Discards the last commands, because the code that recorded them has failed. Reports of direct writes are kept.
     */
    public void forget(long from) {
        long to = position();
        int commands = cancelReservations(from, to);
        stream.cutBack(from, commands);
        if (commands > 0) {
            stream.walk(from, to, RETAIN_WRITES);
        }
    }

    /**
     * Cancels the reservations of a range of commands that will not be applied. The commands stay in the stream until
     * the queue is cleared.
     */
    public int cancelReservations(long from, long to) {
        if (from == to) {
            return 0;
        }
        int[] commands = {0};
        stream.walk(from, to, (queued, entity, code, value) -> {
            commands[0]++;
            switch (Op.operation(code)) {
                case Op.SPAWN, Op.SPAWN_VALUES -> queued.allocator(code, value).cancelReservation(entity);
                case Op.SEND, Op.SEND_VALUES -> queued.events().cancel(entity);
                default -> {}
            }
        });
        return commands[0];
    }

    /** Removes all commands. Does not cancel reservations. */
    public void clear() {
        stream.clear();
        spawned = 0;
        destroyed = 0;
        attached = 0;
    }

    /** Begins recording on the calling thread: the world's, or one that begins to run a system. */
    public void begin() {
        allowed = worker == null ? CommandAccess.ALL : worker.access().commands();
        allowedSpawns = null;
        runs++;
        stream.events().begin();
    }

    /** The exported object for this queue, which its class keeps here; null before it is made. */
    public Object exported() {
        return exported;
    }

    public void exported(Object made) {
        exported = made;
    }

    public long run() {
        return worker == null ? 0 : runs;
    }

    /** Throws if a recorder belongs to another run than the current one. */
    public void checkRun(long run) {
        if (run != run()) {
            throw new IllegalStateException(
                    "commands were used after the end of their system, or by another part of it;"
                            + " use those that the body gets, or call world.commands() in each run");
        }
    }

    /** Checks a command that changes a component's presence, and returns the component's id. */
    private int id(Component<?> component) {
        Store.requireChangeable(component);
        require(CommandAccess.RESTRUCTURE, component.id(), component);
        return stream.keepComponent(component);
    }

    /** Checks a command that changes the links of trees, and returns the id of the component of children. */
    private int links(TreeType type) {
        Trees.requireType(type);
        require(CommandAccess.RESTRUCTURE, type.childOf().id(), type.childOf());
        require(CommandAccess.RESTRUCTURE, type.node().id(), type.node());
        return stream.keepComponent(type.childOf());
    }

    private int event(Component<?> type) {
        require(CommandAccess.SEND, type.id(), type);
        return stream.keepComponent(type);
    }

    /** Checks a command that writes a component of an entity or of an event, and returns the component's id. */
    private int written(long entity, ComponentInfo component) {
        checkRecorder();
        if (ReservedEvents.isEvent(entity)) {
            if (!stream.events().takes(entity, component.id())) {
                throw new IllegalArgumentException("a column of " + component.name()
                        + " was set for an event that does not wait to be sent by these commands, or is of another"
                        + " type; set the values of an event in the system that sends it, before the commands are"
                        + " applied");
            }
            return component.id();
        }
        Store.requireChangeable(component);
        if (!allowed.allows(CommandAccess.SET, component.id()) && !maySetNew(entity, component)) {
            boolean isNew = !store.entities().isAlive(entity);
            worker.access().undeclared(isNew ? CommandAccess.SET_NEW : CommandAccess.SET, component);
        }
        return stream.keepComponent(component);
    }

    private boolean maySetNew(long entity, ComponentInfo component) {
        return allowed.allows(CommandAccess.SET_NEW, component.id())
                && !store.entities().isAlive(entity);
    }

    /** Throws on a wrong thread, at a wrong time, or if a command for a component is not allowed. */
    private void require(int command, int id, Component<?> component) {
        checkRecorder();
        if (!allowed.allows(command, id)) {
            worker.access().undeclared(command, component);
        }
    }

    /** Throws on a wrong thread, or at a wrong time. */
    private void checkRecorder() {
        if (worker == null) {
            store.checkOwner( // throws while systems run
                    "commands that belong to the world's own thread",
                    "use the system's commands: call world.commands() in its body, or use those that the kernel's"
                            + " body gets");
        } else {
            worker.check();
        }
    }

    /** Strict mode: throws if the handle belongs to another world. */
    private void checkHandle(long entity) {
        if (Strict.ON && !ReservedEvents.isEvent(entity)) {
            store.entities().checkNotForeign(entity);
        }
    }

    private void record(long entity, long code) {
        checkHandle(entity);
        stream.add(entity, code);
    }

    /**
     * Strict mode: throws unless the system may record the destruction of an entity, and of those that are destroyed
     * with it, with their components. Accepts entities that are not alive.
     */
    private void checkDestroyed(long entity) {
        if (!store.entities().isAlive(entity)) {
            return;
        }
        LongArrayList all = new LongArrayList();
        LongHashSet known = new LongHashSet();
        LongConsumer add = one -> {
            if (known.add(one)) {
                all.addLong(one);
            }
        };
        add.accept(entity);
        for (int i = 0; i < all.size(); i++) {
            long place = store.entities().require(all.getLong(i));
            checkDestroyed(Place.base(place), Place.row(place));
            checkSources(all.getLong(i));
            store.structure().waves().forEachDependent(place, add);
        }
    }

    private void checkSources(long target) {
        for (RelationIndex relation : store.relations().followers()) {
            relation.forEachLinked(target, source -> worker.access().checkChanged(relation.component()));
        }
    }

    private void checkDestroyed(long base, int row) {
        for (int ids = 0; ids < store.blocks().populatedWords(); ids++) {
            for (long rest = Blocks.populated(base, ids); rest != 0; rest &= rest - 1) {
                int id = (ids << 6) + Long.numberOfTrailingZeros(rest);
                if (store.pools().component(id) != null && Pools.has(base, row, id)) {
                    worker.access().checkDestroyed(store.pools().component(id));
                }
            }
        }
    }
}
