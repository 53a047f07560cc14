package basalt.world;

import basalt.command.CommandStats;
import basalt.command.Commands;
import basalt.command.queue.CommandQueue;
import basalt.command.queue.Playback;
import basalt.component.Component;
import basalt.component.EventType;
import basalt.friend.Friend;
import basalt.memory.frame.FrameArena;
import basalt.query.Query;
import basalt.query.QueryBuilder;
import basalt.runtime.Iterations;
import basalt.storage.BlockPool;
import basalt.storage.Store;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.agrona.LangUtil;

/**
 * Entities and their components.
 *
 * <pre>{@code
 * try (World world = World.create()) {
 *     long e = world.spawn(new Position(0, 0), new Velocity(1, 2));
 *     world.set(e, Position.X, 3f);
 * }
 * }</pre>
 *
 * <p>An entity is a {@code long}, see {@link basalt.component.Entity}. Whole records are for cold code; columns make no
 * garbage; loops belong into a {@link Query} and its kernels.
 *
 * <p>A world belongs to the thread that created it, and every use from another one, or after {@link #close()}, throws
 * {@link IllegalStateException}; so does a spawn into a world that has two thousand million rows. Systems that a
 * schedule runs may read and write components, on whatever thread, and record {@link #commands()}. A handle belongs to
 * its world. Methods that take an entity throw {@link basalt.component.DeadEntityException} if it is not alive, unless
 * they say otherwise; those that take a component throw {@link IllegalArgumentException} if it is null.
 */
public final class World extends EntityAccess implements AutoCloseable {
    private static final Friend<QueryBuilder, Iterations> QUERIES = Friend.of(QueryBuilder.class, Iterations.class);

    static {
        Friend.install(World.class, Iterations.class, new Friend<>() {
            @Override
            public Iterations inside(World world) {
                world.store.checkOwner();
                return world.iterations;
            }
        });
    }

    private final Store store;
    private final WorldMemorySource source;
    private final FrameArena frame;
    private final Iterations iterations;
    private final TickArena tickArena;
    /** Those that are open, in the order in which they were made. */
    private final Set<WorkerLocal<?>> workerLocals = new LinkedHashSet<>();

    private final Time time;
    private final Resources resources;
    private final EventChannels channels;
    private final Observers observers;

    static World of(BlockPool blocks, WorldMemorySource memory, long frameCapBytes, boolean distinctHandles) {
        Store store = new Store(blocks, distinctHandles);
        try {
            return new World(store, memory, frameCapBytes);
        } catch (Throwable e) { // the heap is full: the store gives back what it has taken
            store.close();
            throw e;
        }
    }

    private World(Store store, WorldMemorySource memory, long frameCapBytes) {
        this(store, memory, new FrameArena(memory, frameCapBytes), new FrameArena(memory, frameCapBytes));
    }

    private World(Store store, WorldMemorySource memory, FrameArena frame, FrameArena tick) {
        this(store, memory, frame, new Iterations(store, frame, tick));
    }

    private World(Store store, WorldMemorySource memory, FrameArena frame, Iterations iterations) {
        super(store, iterations);
        source = memory;
        this.store = store;
        this.frame = frame;
        this.iterations = iterations;
        tickArena = new TickArena(iterations);
        time = new Time(store);
        resources = new Resources(store);
        channels = new EventChannels(store);
        observers =
                new Observers(store, new CommandQueue(store, store.blockPool().source(), null), iterations.playback());
    }

    /**
     * Makes an empty world that belongs to the calling thread.
     *
     * @return the world; close it
     * @throws IllegalStateException if the JVM lacks the flag that native access needs; the message quotes it
     */
    public static World create() {
        return builder().build();
    }

    /**
     * Starts a world with choices.
     *
     * @return a builder
     */
    public static WorldBuilder builder() {
        return new WorldBuilder();
    }

    /**
     * Gives the memory that closed worlds have left for the next one back to the system. Any thread may call it.
     *
     * @throws IllegalStateException if the JVM lacks the flag that native access needs; the message quotes it
     */
    public static void trimRetainedMemory() {
        BlockPool.shared().trim();
    }

    /**
     * Starts a query.
     *
     * @return a builder
     */
    public QueryBuilder query() {
        store.checkOwner("world.query()", "build the query before the tick");
        return QUERIES.outside(iterations);
    }

    /**
     * Starts a template.
     *
     * @return a builder
     */
    public TemplateBuilder template() {
        store.checkOwner("world.template()", "build the template before the tick");
        return new TemplateBuilder(iterations);
    }

    /**
     * The world's time.
     *
     * @return the same object always; keep it, in a local variable that kernels capture
     */
    public Time time() {
        store.checkAccess();
        return time;
    }

    /**
     * What the world has one of.
     *
     * @return the resources, the same object always
     */
    public Resources resources() {
        store.checkAccess();
        return resources;
    }

    /**
     * Makes a reader of the entities that lose a component from now on.
     *
     * @param component what they lose
     * @return the reader; keep it, and close it when it is not read any more
     */
    public RemovedComponents removed(Component<?> component) {
        Store.requireComponent(component);
        store.checkOwner("world.removed(...)", "make the reader before the tick");
        store.observedChange().requireOutside();
        return new RemovedComponents(store, component);
    }

    /**
     * What is told at once of single entities that change.
     *
     * @return the observers
     */
    public Observers observers() {
        store.checkOwner("world.observers()", "register observers before the tick");
        return observers;
    }

    /**
     * The events of a type.
     *
     * @param type the type
     * @param <E> the record
     * @return its channel, the same object always
     * @throws IllegalArgumentException if the type is null
     */
    public <E extends Record> EventChannel<E> events(EventType<E> type) {
        store.checkOwner("world.events(...)", "ask for the channel and make its readers before the tick");
        return channels.of(type);
    }

    /**
     * Ends the tick of all event channels, as {@link EventChannel#swap()} does for one. A schedule does so at the end
     * of its tick.
     */
    public void swapEvents() {
        store.checkOwner("world.swapEvents()", "leave that to the schedule, which does so when the tick ends");
        store.events().swap();
    }

    /**
     * The recorder of changes to be made later. In a system that a schedule runs it is the worker's, and applied when
     * the systems that run side by side have ended: those of its stage that are told the same time step. Otherwise all
     * its commands are applied by {@link #applyCommands()}, and when the outermost
     * kernel or {@code forEach} has recorded some and ended; what one that throws has recorded is forgotten.
     *
     * @return the recorder of the calling thread
     */
    public Commands commands() {
        return iterations.currentCommands();
    }

    /**
     * Makes the changes that {@link #commands()} has recorded.
     *
     * @throws basalt.memory.NativeMemoryException if a change could not have its memory; all others were made
     */
    public void applyCommands() {
        store.checkOwner(
                "world.applyCommands()",
                "leave that to the schedule, which does so when the systems beside have ended");
        iterations.applyCommands();
    }

    /**
     * What has become of the commands that were applied so far, by whatever means.
     *
     * @return the figures of this moment
     */
    public CommandStats commandStats() {
        store.checkOwner("world.commandStats()", "call it after the tick, or declare the system exclusive()");
        Playback playback = iterations.playback();
        return new CommandStats(playback.applied(), playback.dropped());
    }

    /**
     * The frame arena of the calling thread, for temporary results. For the world's own thread, call {@link
     * FrameArena#reset()} at the end of a frame. In a system that a schedule runs it is the worker's, that of the first
     * worker in an exclusive one: what the system allocates there is given back when it has ended, or when the tick
     * ends if it has promoted some of it. Iterations have their snapshots there, unless a query keeps its own, and give
     * them back when they end, and all that was allocated meanwhile: what is allocated inside a body, or with a cursor
     * open, dies with that iteration.
     *
     * @return the arena; only the world closes it
     */
    public FrameArena frame() {
        return iterations.currentArena();
    }

    /**
     * The memory for what systems leave for others of the same tick.
     *
     * @return the same object always
     */
    public TickArena tickArena() {
        store.checkAccess();
        return tickArena;
    }

    /**
     * Makes an object of its own for each worker that asks for one: scratch for kernels.
     *
     * @param maker makes one, on the thread that asks; never called by two threads at once
     * @param <T> what each worker has
     * @return the objects; keep it. Those that are {@link AutoCloseable} are closed with the world
     * @throws IllegalArgumentException if the supplier is null
     */
    public <T> WorkerLocal<T> workerLocal(Supplier<? extends T> maker) {
        store.checkOwner("world.workerLocal(...)", "make it before the tick");
        if (maker == null) {
            throw new IllegalArgumentException("maker must not be null; give a constructor, such as Scratch::new");
        }
        WorkerLocal<T> made = new WorkerLocal<>(store, maker, workerLocals);
        workerLocals.add(made);
        return made;
    }

    /**
     * What the world holds of native memory.
     *
     * @return the figures of this moment
     */
    public WorldMemory memory() {
        store.checkOwner("world.memory()", "call it after the tick, or declare the system exclusive()");
        return new WorldMemory(
                store.blocks().count(),
                store.reservedBytes(),
                store.columnBytes(),
                store.changes().ownerCount(),
                store.changes().reservedBytes(),
                frame.reservedBytes(),
                iterations.currentCommands().reservedBytes() + observers.commandBytes(),
                iterations.snapshotBytes(),
                iterations.tickArena().reservedBytes(),
                iterations.allWorkers().reservedBytes());
    }

    /**
     * Ends the world: closes the resources that it owns, and gives all its memory back. Further calls do nothing. What
     * a resource throws goes on to the caller, after all has been given back.
     *
     * @throws IllegalStateException on a wrong thread, or from inside a kernel or a memory source, or with a cursor
     *     open; nothing has happened then
     */
    @Override
    public void close() {
        if (store.isClosed()) {
            return;
        }
        store.checkOwner("world.close()", "close the world after the tick");
        store.observedChange().requireOutside();
        if (iterations.isRunning()) {
            throw new IllegalStateException(
                    "the world cannot close while it is iterated over; close its cursors first");
        }
        source.requireIdle();
        Throwable failure = closed(resources::close, null);
        List<WorkerLocal<?>> locals = new ArrayList<>(workerLocals);
        for (int i = locals.size() - 1; i >= 0; i--) {
            failure = closed(locals.get(i)::closeAll, failure);
        }
        failure = closed(this::closeMemory, failure);
        if (failure != null) {
            LangUtil.rethrowUnchecked(failure);
        }
    }

    /**
     * Closes one thing after another, whatever they throw; answers the first failure, to which the others are added.
     */
    private static Throwable closed(Runnable close, Throwable failure) {
        try {
            close.run();
        } catch (Throwable e) { // all others are closed nevertheless
            if (failure == null) {
                return e;
            }
            if (failure != e) {
                failure.addSuppressed(e);
            }
        }
        return failure;
    }

    private void closeMemory() {
        if (store.isClosed()) {
            return; // by a resource
        }
        try {
            iterations.close();
        } finally {
            try {
                observers.close();
            } finally {
                try {
                    store.close();
                } finally {
                    iterations.arena().close();
                }
            }
        }
    }
}
