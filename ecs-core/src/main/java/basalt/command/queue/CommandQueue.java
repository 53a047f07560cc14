package basalt.command.queue;

import static basalt.component.BlockLayout.ALIVE_ID;
import static basalt.component.BlockLayout.DISABLED_ID;

import basalt.check.Strict;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.EventType;
import basalt.component.ReferenceColumn;
import basalt.memory.MemorySource;
import basalt.storage.RowAllocator;
import basalt.storage.RowImage;
import basalt.storage.access.CommandAccess;
import basalt.storage.access.Store;
import basalt.storage.access.WorkerAccess;
import basalt.storage.event.EventColumns;

/**
 * Records commands for {@link Playback} to carry out later, in the order of recording. Stands behind the recorder
 * that users have, whose documentation says what each command does. For one thread at a time, from {@link #begin} to
 * {@link #end}.
 */
public final class CommandQueue {
    /**
     * Records again what was just cut off: commands that say what was written directly are facts.
     *
     * <p>SAFETY: each moves towards the start of the stream, so none is overwritten before it is read.
     */
    private static final CommandReader RETAIN_WRITES = (stream, entity, code, value) -> {
        if (Op.operation(code) == Op.WROTE) {
            stream.add(entity, code);
        }
    };

    private final Store store;
    private final WorkerAccess worker;
    private final CommandStream stream;

    /**
     * The thread that may record now; null if there is none. A thread finds itself here only if it has written that
     * itself.
     */
    private Thread recorder;

    /** What the recorder may record: for the world's own thread all, for a system what it has declared. */
    private CommandAccess allowed = CommandAccess.ALL;

    /** The allocator whose entities the recorder is known to be allowed to make; null if that was not asked yet. */
    private RowAllocator allowedSpawns;

    private long runs;
    private int spawned;
    private int destroyed;

    /**
     * An empty queue.
     *
     * @param store the world's rows
     * @param source where the memory for commands comes from
     * @param worker whose commands they are; null for the thread that owns the store
     */
    public CommandQueue(Store store, MemorySource source, WorkerAccess worker) {
        this.store = store;
        this.worker = worker;
        this.stream = new CommandStream(source);
        this.recorder = worker == null ? Thread.currentThread() : null;
    }

    /**
     * Will make an entity of a template.
     *
     * @param rowAllocator where its entities get their rows
     * @return the handle
     * @throws IllegalArgumentException if the template is of another world
     * @throws IllegalStateException on a wrong thread, in a system that has not declared to make such entities, after
     *     the world was closed, or when it has two billion rows
     */
    public long spawn(RowAllocator rowAllocator) {
        if (!rowAllocator.isIn(store.entities())) {
            throw new IllegalArgumentException("the template belongs to another world than these commands");
        }
        checkRecorder();
        if (rowAllocator != allowedSpawns) {
            if (!allowed.allows(rowAllocator)) {
                throw worker.access().undeclaredSpawn(rowAllocator.components());
            }
            allowedSpawns = rowAllocator;
        }
        stream.makeRoom(); // first, so that nothing is reserved that cannot be recorded
        long entity = rowAllocator.reserve();
        try {
            stream.add(entity, Op.code(Op.SPAWN, 0, stream.keep(rowAllocator)));
        } catch (Throwable e) { // only if a memory source has recorded meanwhile, and taken the room
            rowAllocator.cancelReservation(entity);
            throw e;
        }
        spawned++;
        return entity;
    }

    /**
     * Will make an entity without components.
     *
     * @return its handle
     */
    public long spawn() {
        return spawn(store.rowAllocator());
    }

    /**
     * Will destroy an entity.
     *
     * @param entity its handle
     * @throws IllegalStateException on a wrong thread, outside of its system, in one that has not declared to destroy,
     *     or after the world was closed
     */
    public void destroy(long entity) {
        require(CommandAccess.DESTROY, ALIVE_ID, null);
        if (Strict.ON && worker != null) {
            store.checkDeath(worker.access(), entity);
        }
        record(entity, Op.code(Op.DESTROY, 0, 0));
        destroyed++;
    }

    /**
     * Will add a component, its columns zero, where it is lacking.
     *
     * @param entity a handle
     * @param component what to add
     */
    public void add(long entity, Component<?> component) {
        record(entity, Op.code(Op.ADD, id(component), 0));
    }

    /**
     * Will add a component with values, or give it these values where it is there already. For cold code: records make
     * garbage.
     *
     * @param entity a handle
     * @param value the component's values
     * @throws IllegalArgumentException if the value is null or cannot be stored, or the handle is that of an event
     */
    public void add(long entity, Record value) {
        RowImage image = RowImage.of(value);
        if (ReservedEvents.isEvent(entity)) {
            throw new IllegalArgumentException("component " + image.component().name()
                    + " was to be added to an event; an event has its values from send(record), or one by "
                    + "one from set");
        }
        int id = id(image.component());
        record(entity, Op.code(Op.ADD_VALUES, id, stream.keep(image)));
    }

    /**
     * Will remove a component.
     *
     * @param entity a handle
     * @param component what to remove
     */
    public void remove(long entity, Component<?> component) {
        record(entity, Op.code(Op.REMOVE, id(component), 0));
    }

    /**
     * Will enable a component again.
     *
     * @param entity a handle
     * @param component the component
     */
    public void enable(long entity, Component<?> component) {
        record(entity, Op.code(Op.ENABLE, id(component), 0));
    }

    /**
     * Will disable a component: it keeps its values, and queries take it as absent.
     *
     * @param entity a handle
     * @param component the component
     */
    public void disable(long entity, Component<?> component) {
        record(entity, Op.code(Op.DISABLE, id(component), 0));
    }

    /**
     * Will enable an entity again.
     *
     * @param entity a handle
     */
    public void enable(long entity) {
        require(CommandAccess.RESTRUCTURE, DISABLED_ID, null);
        record(entity, Op.code(Op.ENABLE_ENTITY, 0, 0));
    }

    /**
     * Will disable an entity: it keeps everything, and no query finds it unless it includes disabled ones.
     *
     * @param entity a handle
     */
    public void disable(long entity) {
        require(CommandAccess.RESTRUCTURE, DISABLED_ID, null);
        record(entity, Op.code(Op.DISABLE_ENTITY, 0, 0));
    }

    /**
     * Will send an event, its columns zero and its references null. Values come by {@code set} with what this answers.
     *
     * @param type the events' type
     * @return what {@code set} takes for this event, until the commands are applied or forgotten
     * @throws IllegalArgumentException if the type is null
     */
    public long send(EventType<?> type) {
        int id = event(EventColumns.of(type));
        long event = stream.events().reserve(id);
        stream.add(event, Op.code(Op.SEND, id, 0));
        return event;
    }

    /**
     * Will send an event. For cold code: records make garbage.
     *
     * @param event the event; its class is registered as an event type if it was not yet
     * @return what {@code set} takes for this event, until the commands are applied or forgotten
     * @throws IllegalArgumentException if the event is null, cannot be stored, or its record is that of a component
     */
    public long send(Record event) {
        RowImage image = EventColumns.image(event);
        int id = event(image.component());
        long reserved = stream.events().reserve(id);
        stream.add(reserved, Op.code(Op.SEND_VALUES, id, stream.keep(image)));
        return reserved;
    }

    /**
     * A system has written a component of an entity directly; its observers are called when the commands are applied.
     *
     * @param entity a living entity
     * @param component what was written
     */
    public void wrote(long entity, ComponentInfo component) {
        checkRecorder();
        stream.add(entity, Op.code(Op.WROTE, stream.keepComponent(component), 0));
    }

    /**
     * How many commands wait to be applied.
     *
     * @return commands
     */
    public int count() {
        return stream.count();
    }

    /**
     * Native memory held for commands.
     *
     * @return bytes, used or kept
     */
    public long reservedBytes() {
        return stream.reservedBytes();
    }

    /**
     * Where the next command will lie.
     *
     * @return a position for {@link Playback}
     */
    public long position() {
        return stream.position();
    }

    /** Gives all memory back. Nothing can be recorded any more. */
    public void close() {
        recorder = null;
        stream.close();
    }

    /**
     * Will write an element of a column.
     *
     * @param entity a handle, or an event that these commands send
     * @param component the column's component
     * @param offset the element's offset
     * @param shift log2 of the element's bytes
     * @param bits its raw bits
     */
    public void put(long entity, ComponentInfo component, int offset, int shift, long bits) {
        long code = Op.code(Op.SET + shift, written(entity, component), offset);
        checkHandle(entity);
        stream.add(entity, code, bits);
    }

    /**
     * Will write a reference.
     *
     * @param entity a handle, or an event that these commands send
     * @param column a column of references
     * @param value the reference, or null
     */
    public void putReference(long entity, ReferenceColumn<?> column, Object value) {
        int id = written(entity, column.component());
        record(entity, Op.code(Op.SET_REFERENCE, id, stream.keep(column, value)));
    }

    CommandStream stream() {
        return stream;
    }

    boolean spawnsOrDestroys() {
        return spawned + destroyed > 0;
    }

    /**
     * Forgets what was recorded last, as its recorder has failed; but not what that has written directly.
     *
     * @param from {@link #position()} before it
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
     * Gives back what a stretch of commands has reserved, as they will not be carried out. They stay where they are
     * until the recorder is cleared.
     *
     * @param from {@link #position()} before the first
     * @param to {@link #position()} after the last
     * @return how many commands
     */
    public int cancelReservations(long from, long to) {
        if (from == to) {
            return 0;
        }
        CancelPass pass = new CancelPass();
        stream.walk(from, to, pass);
        return pass.commands();
    }

    /** Forgets all commands, without a look at what they have reserved. */
    public void clear() {
        stream.clear();
        spawned = 0;
        destroyed = 0;
    }

    /** No thread may record any more until {@link #begin}. */
    public void end() {
        recorder = null;
    }

    /** The calling thread may record from now on: the world's, or one that begins to run a system. */
    public void begin() {
        recorder = Thread.currentThread();
        allowed = worker == null ? CommandAccess.ALL : worker.access().commands();
        allowedSpawns = null;
        runs++;
        stream.events().begin();
    }

    /**
     * Which run of a system records now.
     *
     * @return its number; always 0 for the world's own thread
     */
    public long run() {
        return worker == null ? 0 : runs;
    }

    /**
     * Throws if a recorder was handed to another run than the one that records now.
     *
     * @param run the number of the one that it was handed to
     * @throws IllegalStateException if it was kept
     */
    public void checkRun(long run) {
        if (run != run()) {
            throw new IllegalStateException(
                    "commands were recorded after the system had ended that was given them, or by another part of it;"
                            + " use those that the body is given, or world.commands(), asked for in each run");
        }
    }

    /** The id of a component whose presence a command changes. */
    private int id(Component<?> component) {
        Store.requireComponent(component);
        require(CommandAccess.RESTRUCTURE, component.id(), component);
        return stream.keepComponent(component);
    }

    /** The id of an event type. */
    private int event(Component<?> type) {
        require(CommandAccess.SEND, type.id(), type);
        return stream.keepComponent(type);
    }

    /** The id of a component that a command writes, of an entity or of an event that waits to be sent. */
    private int written(long entity, ComponentInfo component) {
        checkRecorder();
        if (ReservedEvents.isEvent(entity)) {
            if (!stream.events().takes(entity, component.id())) {
                throw noSuchEvent(component);
            }
            return component.id();
        }
        Store.requireComponent(component);
        if (!allowed.allows(CommandAccess.SET, component.id()) && !makesNew(entity, component)) {
            throw worker.access().undeclared(CommandAccess.SET, component);
        }
        return stream.keepComponent(component);
    }

    /** Whether an entity does not live yet, and the recorder may make such that have a component. */
    private boolean makesNew(long entity, ComponentInfo component) {
        return allowed.allows(CommandAccess.SET_NEW, component.id())
                && !store.entities().isAlive(entity);
    }

    private static IllegalArgumentException noSuchEvent(ComponentInfo component) {
        return new IllegalArgumentException(
                "a column of " + component.name() + " was given for an event that does not wait to be"
                        + " sent by these commands, or is of another type; set the values of an event in the system "
                        + "that sends it, before"
                        + " the commands are applied");
    }

    /** Throws on a wrong thread, at a wrong time, or if the recorder may not record a command about a component. */
    private void require(int command, int id, Component<?> component) {
        checkRecorder();
        if (!allowed.allows(command, id)) {
            throw worker.access().undeclared(command, component);
        }
    }

    /** Throws on a wrong thread, or at a wrong time. */
    private void checkRecorder() {
        if (Thread.currentThread() != recorder) {
            throw refusal();
        }
        if (worker == null) {
            checkOwner(); // which it does not while systems run, whichever of the world's queues this is
        }
    }

    private void checkOwner() {
        store.checkOwner(
                "commands that belong to the world's own thread",
                "use the system's commands: ask for world.commands() in its body, or use those that the kernel's"
                        + " body is given");
    }

    private IllegalStateException refusal() {
        if (worker == null) {
            checkOwner();
        } else {
            worker.check();
        }
        return CommandStream.closed();
    }

    /** Strict mode: a handle of another world is found where it is recorded. */
    private void checkHandle(long entity) {
        if (Strict.ON && !ReservedEvents.isEvent(entity)) {
            store.entities().checkNotForeign(entity);
        }
    }

    private void record(long entity, long code) {
        checkHandle(entity);
        stream.add(entity, code);
    }
}
