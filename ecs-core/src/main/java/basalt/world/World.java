package basalt.world;

import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.command.CommandQueue;
import basalt.component.Column;
import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EventType;
import basalt.component.OnTargetDestroy;
import basalt.component.SaveFormatException;
import basalt.component.TreeType;
import basalt.component.layout.RecordAccess;
import basalt.internal.Friend;
import basalt.memory.frame.FrameArena;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.QueryBuilder;
import basalt.query.RecordQuery;
import basalt.runtime.RowQuery;
import basalt.runtime.WorldFiles;
import basalt.runtime.WorldRuntime;
import basalt.storage.BlockPool;
import basalt.storage.Place;
import basalt.storage.RecordPrototypes.RecordPrototype;
import basalt.storage.access.Store;
import basalt.storage.file.Loading;
import basalt.storage.file.WorldEncoder;
import basalt.storage.relation.RelationIndex;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * A world: entities and their components, and what systems share.
 *
 * <pre>{@code
 * try (World world = World.create()) {
 *     long e = world.spawn(new Position(0, 0), new Velocity(1, 2));
 *     world.set(e, Position.X, 3f);
 * }
 * }</pre>
 *
 * <p>An entity is a {@code long}, see {@link basalt.component.Entity}; a handle belongs to its world. Access by columns
 * makes no garbage, and access by whole records none but the records. Loops over many entities belong into a {@link
 * Query} and its kernels.
 *
 * <p>A world belongs to the thread that created it. Every use on another thread, or after {@link #close()}, throws
 * {@link IllegalStateException}; so does a spawn when the world has two billion rows. A system that a schedule runs may
 * read and write components on any thread, and records structural changes in {@link #commands()}.
 *
 * <p>Close a world that is not used any more. If a world with direct memory becomes unreachable before, a cleaner gives
 * the memory back some time later and logs a warning to the {@link System.Logger} {@code basalt.world}, with the stack
 * trace of its creation; slices of its memory do not keep it reachable. A world with another memory source keeps its
 * memory.
 *
 * <p>Methods that take an entity throw {@link basalt.component.DeadEntityException} if it is not alive, unless they say
 * otherwise, and {@link basalt.component.MissingComponentException} if it lacks a component that is read, written,
 * enabled or disabled. A value that is null or cannot be stored is an {@link IllegalArgumentException}. Methods that
 * spawn, add or make something throw {@link basalt.memory.NativeMemoryException} if the memory source cannot give
 * memory; nothing has changed then.
 */
public final class World extends EntityAccess implements AutoCloseable {
    private static final Friend<Commands, CommandQueue> COMMANDS = Friend.of(Commands.class, CommandQueue.class);

    @SuppressWarnings("unchecked") // QueryBuilder installs such a friend
    private static final RowQuery.Maker<QueryBuilder, RecordQuery<?>> QUERIES =
            (RowQuery.Maker<QueryBuilder, RecordQuery<?>>)
                    Friend.<QueryBuilder, WorldRuntime>of(QueryBuilder.class, WorldRuntime.class);

    static {
        Friend.install(World.class, WorldRuntime.class, new Friend<>() {
            @Override
            public WorldRuntime internal(World world) {
                world.store.checkOwner();
                return world.runtime;
            }
        });
    }

    private final TickArena tickArena;
    /** The open ones, in the order in which they were made. */
    private final Set<WorkerLocal<?>> workerLocals = new LinkedHashSet<>();

    private final Map<TreeType, Hierarchy> hierarchies = new HashMap<>();
    private final Map<EntityColumn, Relation> relations = new HashMap<>();
    private final Map<Component<?>, ManyToMany<?>> manyToMany = new HashMap<>();
    private final Map<Column, ValueIndex> indexes = new HashMap<>();
    private final WorldRows rows;
    private final WorldStatistics statistics;
    private final Time time;
    private final Resources resources;
    private final Map<EventType<?>, EventChannel<?>> channels = new HashMap<>();
    private final Observers observers;

    /** A world without entities. */
    World(WorldRuntime runtime) {
        super(runtime);
        tickArena = new TickArena(runtime);
        rows = new WorldRows(this, runtime);
        statistics = new WorldStatistics(runtime);
        time = new Time(runtime);
        resources = new Resources(store);
        observers = new Observers(runtime);
    }

    /** Creates an empty world, see {@link WorldBuilder#build()}. */
    public static World create() {
        return builder().build();
    }

    /** Starts a world with options. */
    public static WorldBuilder builder() {
        return new WorldBuilder();
    }

    /**
     * Makes a world from a file. It has the same entities with the same handles as the world that was saved, and goes
     * on as that one would. The records of its components are found by the names of their classes, in the context class
     * loader of the thread, unless they are known to the process. {@code basalt.save.Saves} has more: limits, allowed
     * packages, other components and merges.
     *
     * @throws SaveFormatException if the file is damaged, is larger than the limits, or does not fit
     * @throws java.io.UncheckedIOException if it cannot be read
     */
    public static World load(Path file) {
        WorldFiles.require(file, "the file");
        World world = create();
        try {
            world.runtime.files().load(file, new Loading());
            return world;
        } catch (Throwable e) {
            world.close();
            throw e;
        }
    }

    /** Gives the memory back to the system that closed worlds have kept for the next world. For any thread. */
    public static void trimRetainedMemory() {
        BlockPool.shared().trim();
    }

    /** Makes an entity without components. */
    public long spawn() {
        checkSpawn();
        return store.structure().spawn(store.rowAllocator());
    }

    /** Makes an entity with components, each of another kind. For many alike, see {@link #template()}. */
    public long spawn(Record first) {
        checkSpawn();
        return spawn(store.recordPrototypes().fill(first));
    }

    /** As {@link #spawn(Record)}. */
    public long spawn(Record first, Record second) {
        checkSpawn();
        return spawn(store.recordPrototypes().fill(first, second));
    }

    /** As {@link #spawn(Record)}. */
    public long spawn(Record first, Record second, Record third) {
        checkSpawn();
        return spawn(store.recordPrototypes().fill(first, second, third));
    }

    /** As {@link #spawn(Record)}. */
    public long spawn(Record first, Record second, Record third, Record fourth) {
        checkSpawn();
        return spawn(store.recordPrototypes().fill(first, second, third, fourth));
    }

    /** As {@link #spawn(Record)}, with any number; the array is garbage. */
    public long spawn(Record... values) {
        checkSpawn();
        return spawn(store.recordPrototypes().fill(values));
    }

    private long spawn(RecordPrototype filled) {
        checkSpawn(); // again: an accessor may have closed the world
        long entity = store.structure().spawn(store.rowAllocator(), filled.prototype());
        filled.release();
        return entity;
    }

    /**
     * Makes another entity with the same components, values and disabled bits. Handles of the entity itself become
     * those of the copy; objects are shared. The copy is in no tree, {@link Hierarchy#copy} copies what is below an
     * entity, too. Its edges to others are copied, as {@link Hierarchy#copy} says. Makes some garbage: many alike are
     * spawned by a template or prefab.
     *
     * @return the copy
     */
    public long copy(long entity) {
        store.checkOwner("world.copy(...)", "declare the system exclusive(), or spawn a prefab by commands");
        return store.trees().spawnCopy(null, entity);
    }

    private void checkSpawn() {
        store.checkOwner(
                "world.spawn(...)",
                "record it by world.commands().spawn(), or template.spawn(commands), or declare the system"
                        + " exclusive()");
    }

    /** Destroys an entity with all its components. */
    public void destroy(long entity) {
        store.checkOwnerForChange();
        long base = store.entities().tryUnmoved(entity);
        if (base != 0) {
            store.structure().destroy(base, (int) entity & ROW_MASK);
        } else {
            destroyMoved(entity);
        }
    }

    private void destroyMoved(long entity) {
        long place = store.require(entity);
        store.structure().destroy(Place.base(place), Place.row(place));
    }

    /** Destroys an entity if it is alive. */
    public boolean tryDestroy(long entity) {
        store.checkOwner(
                "world.tryDestroy(...)",
                "record it by world.commands().destroy(...), or declare the system exclusive()");
        boolean alive = store.entities().isAlive(entity);
        if (alive) {
            destroy(entity);
        }
        return alive;
    }

    /** Whether an entity is alive; any handle of this world, and {@link basalt.component.Entity#NULL}, may be asked. */
    public boolean isAlive(long entity) {
        store.checkAccess();
        return store.entities().isAlive(entity);
    }

    /** How many entities are alive, disabled ones included. */
    public int entityCount() {
        store.checkAccess();
        return store.entities().count();
    }

    /** Starts a query. */
    public QueryBuilder query() {
        store.checkOwner("world.query()", "build the query before the tick");
        return QUERIES.exported(runtime);
    }

    /**
     * Starts a query of records, see {@link RecordQuery}.
     *
     * @param first a component, or a bundle of several
     */
    @SuppressWarnings("unchecked") // made of these classes
    public <A extends Record> RecordQuery.Of1<A> query(Class<A> first) {
        return (RecordQuery.Of1<A>) recordQuery(first);
    }

    /** As {@link #query(Class)}. */
    @SuppressWarnings("unchecked") // made of these classes
    public <A extends Record, B extends Record> RecordQuery.Of2<A, B> query(Class<A> first, Class<B> second) {
        return (RecordQuery.Of2<A, B>) recordQuery(first, second);
    }

    /** As {@link #query(Class)}. */
    @SuppressWarnings("unchecked") // made of these classes
    public <A extends Record, B extends Record, C extends Record> RecordQuery.Of3<A, B, C> query(
            Class<A> first, Class<B> second, Class<C> third) {
        return (RecordQuery.Of3<A, B, C>) recordQuery(first, second, third);
    }

    /** As {@link #query(Class)}. */
    @SuppressWarnings("unchecked") // made of these classes
    public <A extends Record, B extends Record, C extends Record, D extends Record> RecordQuery.Of4<A, B, C, D> query(
            Class<A> first, Class<B> second, Class<C> third, Class<D> fourth) {
        return (RecordQuery.Of4<A, B, C, D>) recordQuery(first, second, third, fourth);
    }

    /** As {@link #query(Class)}. */
    @SuppressWarnings("unchecked") // made of these classes
    public <A extends Record, B extends Record, C extends Record, D extends Record, E extends Record>
            RecordQuery.Of5<A, B, C, D, E> query(
                    Class<A> first, Class<B> second, Class<C> third, Class<D> fourth, Class<E> fifth) {
        return (RecordQuery.Of5<A, B, C, D, E>) recordQuery(first, second, third, fourth, fifth);
    }

    /** As {@link #query(Class)}. */
    @SuppressWarnings("unchecked") // made of these classes
    public <A extends Record, B extends Record, C extends Record, D extends Record, E extends Record, F extends Record>
            RecordQuery.Of6<A, B, C, D, E, F> query(
                    Class<A> first, Class<B> second, Class<C> third, Class<D> fourth, Class<E> fifth, Class<F> sixth) {
        return (RecordQuery.Of6<A, B, C, D, E, F>) recordQuery(first, second, third, fourth, fifth, sixth);
    }

    @SafeVarargs
    private RecordQuery<?> recordQuery(Class<? extends Record>... types) {
        store.checkOwner("world.query(...)", "build the query before the tick");
        return QUERIES.ofRecords(runtime, Arrays.asList(types));
    }

    /** Starts a template. */
    public TemplateBuilder template() {
        store.checkOwner("world.template()", "build the template before the tick");
        return new TemplateBuilder(runtime);
    }

    /** The world's time; keep it, in a local variable that kernels capture. */
    public Time time() {
        store.checkAccess();
        return time;
    }

    /** The world's random numbers, for each tick; keep it, in a local variable that kernels capture. */
    public Randoms random() {
        store.checkAccess();
        return time.random();
    }

    /** The world's resources: one object for each class. */
    public Resources resources() {
        store.checkAccess();
        return resources;
    }

    /**
     * Makes a reader of the entities that lose a component from now on; keep it, and close it in the end. In a world
     * that was loaded, it may begin with what a saved reader had not read.
     */
    public RemovedComponents removed(Component<?> component) {
        Store.requireComponent(component);
        store.checkOwner("world.removed(...)", "make the reader before the tick");
        store.hookScope().requireOutside();
        return new RemovedComponents(store, component);
    }

    /** As {@link #removed(Component)}, by the record's class. */
    public RemovedComponents removed(Class<? extends Record> type) {
        return removed(Component.of(type));
    }

    /** The observers: callbacks that run at once when an entity gains, loses or writes a component. */
    public Observers observers() {
        store.checkOwner("world.observers()", "register observers before the tick");
        return observers;
    }

    /**
     * The channel of a type's events, always the same object.
     *
     * @throws IllegalStateException if the world was loaded, and events of the type have other fields in the file; on a
     *     wrong thread, or after close
     */
    @SuppressWarnings("unchecked") // a type's channel was made for this very type
    public <E extends Record> EventChannel<E> events(EventType<E> type) {
        store.checkOwner("world.events(...)", "get the channel and make its readers before the tick");
        EventChannel<?> channel = channels.get(type);
        if (channel == null) { // not by a lambda, which is garbage in each call
            channel = new EventChannel<>(store, type);
            channels.put(type, channel);
        }
        return (EventChannel<E>) channel;
    }

    /** As {@link #events(EventType)}, by the record's class, which is registered as an event type if it was not yet. */
    public <E extends Record> EventChannel<E> events(Class<E> type) {
        return events(EventType.of(type));
    }

    /** Ends the tick of all event channels, as {@link EventChannel#swap()} does for one; a schedule calls this. */
    public void swapEvents() {
        store.checkOwner("world.swapEvents()", "leave that to the schedule, which swaps when the tick ends");
        store.events().swap();
    }

    /**
     * The commands of the calling thread: changes to be made later. In a system they are the worker's, and are applied
     * when all systems that run side by side have ended: those of the stage that have the same time step. Outside of
     * systems they are applied by {@link #applyCommands()}, and at the end of the outermost kernel or {@code forEach}
     * that has recorded some. Commands of a kernel that throws are discarded.
     */
    public Commands commands() {
        return COMMANDS.exported(runtime.currentQueue());
    }

    /**
     * Makes the changes that {@link #commands()} has recorded, except those that cannot be made, for which it throws.
     *
     * @throws basalt.memory.NativeMemoryException if the memory source could not give memory for a change
     * @throws IllegalArgumentException if an entity is attached to itself or one that is below it, or before itself or
     *     an entity without a parent
     * @throws basalt.component.HasChildrenException if an entity is destroyed that may not be
     * @throws IllegalStateException if links of a tree are damaged; on a wrong thread, while systems run, and if
     *     observers record further commands without end
     */
    public void applyCommands() {
        store.checkOwner(
                "world.applyCommands()",
                "leave that to the schedule, which applies them when the systems beside have ended");
        runtime.applyCommands();
    }

    /**
     * The frame arena of the calling thread, for temporary results. On the world's own thread, call {@link
     * FrameArena#reset()} at the end of a frame. In a system the arena is the worker's, the first worker's in an
     * exclusive one; what the system allocates is freed when it ends, or at the end of the tick if it has promoted
     * some of it. Iterations allocate their matching rows here: memory that a body allocates, or that is allocated with
     * a cursor open, is freed at the end of that iteration.
     */
    public FrameArena frame() {
        return runtime.currentArena();
    }

    /** The memory for results that systems pass to later systems of the same tick. */
    public TickArena tickArena() {
        store.checkAccess();
        return tickArena;
    }

    /**
     * Makes one object for each worker, for example scratch memory for kernels. {@link AutoCloseable} ones are closed
     * with the world.
     *
     * @param maker makes an object, on the thread of its worker, at the worker's first {@link WorkerLocal#get()}; never
     *     called by two threads at once
     */
    public <T> WorkerLocal<T> workerLocal(Supplier<? extends T> maker) {
        store.checkOwner("world.workerLocal(...)", "make it before the tick");
        return WorkerLocal.make(store, maker, workerLocals);
    }

    /** The rows of the entities: closes the holes between them, and arranges them. */
    public WorldRows rows() {
        store.checkAccess();
        return rows;
    }

    /** What the world has: its memory, how the rows of its queries lie, how many commands were applied. */
    public WorldStatistics statistics() {
        store.checkAccess();
        return statistics;
    }

    /** The trees of {@link TreeType#DEFAULT}: entities that are destroyed take their children with them. */
    public Hierarchy hierarchy() {
        return hierarchy(TreeType.DEFAULT);
    }

    /**
     * The trees of a type. A loaded world has those that were saved if the program had made the type before it loaded.
     */
    public Hierarchy hierarchy(TreeType type) {
        store.checkOwner("world.hierarchy()", "get it before the tick, and keep it");
        return hierarchies.computeIfAbsent(type, made -> new Hierarchy(runtime, made));
    }

    /**
     * The relation over a scalar column: which entities point at an entity. From the first call on, the policy applies
     * whenever an entity is destroyed. It is part of the program and in no file or snapshot, so a program asks for its
     * relations again after it has loaded a world.
     *
     * @throws IllegalArgumentException if an argument is null; if the column is a vector, or of an event or a tree's
     *     link; if the relation exists with another policy
     * @throws IllegalStateException on a wrong thread, in an observer, or after close
     */
    public Relation relation(EntityColumn column, OnTargetDestroy onTargetDestroy) {
        store.checkOwner("world.relation(...)", "get it before the tick, and keep it");
        store.hookScope().requireOutside();
        RelationIndex index = store.relations().of(column, onTargetDestroy);
        return relations.computeIfAbsent(column, made -> {
            runtime.owner().recordOpenWrites();
            return new Relation(runtime, index);
        });
    }

    /** As {@link #relation(EntityColumn, OnTargetDestroy)}, of {@link EntityColumn#of the record's only handle}. */
    public Relation relation(Class<? extends Record> type, OnTargetDestroy onTargetDestroy) {
        return relation(EntityColumn.of(type), onTargetDestroy);
    }

    /**
     * The relation of many entities to many whose edges have a component: its first two handles are the source and the
     * target. Always the same object. Ask for it again after a world was loaded.
     *
     * @throws IllegalArgumentException if the record has not two fields with {@code @EntityHandle}; if there is a
     *     {@link #relation} over one of them with another policy than {@link OnTargetDestroy#DESTROY}
     * @throws IllegalStateException on a wrong thread, in an observer, or after close
     */
    @SuppressWarnings("unchecked") // made of this component
    public <E extends Record> ManyToMany<E> manyToMany(Class<E> type) {
        store.checkOwner("world.manyToMany(...)", "get it before the tick, and keep it");
        return (ManyToMany<E>) manyToMany.computeIfAbsent(Component.of(type), this::makeManyToMany);
    }

    private ManyToMany<?> makeManyToMany(Component<?> component) {
        List<EntityColumn> ends = component.columns().stream()
                .filter(column -> column instanceof EntityColumn && column.length() == 1)
                .map(EntityColumn.class::cast)
                .toList();
        if (ends.size() < 2) {
            throw new IllegalArgumentException(
                    "record " + component.name() + " must have two fields with @EntityHandle,"
                            + " for the source and the target of an edge, and has " + ends.size());
        }
        store.relations().known(ends.get(1), OnTargetDestroy.DESTROY); // first, so that none is made if this throws
        Relation bySource = relation(ends.get(0), OnTargetDestroy.DESTROY);
        Relation byTarget = relation(ends.get(1), OnTargetDestroy.DESTROY);
        return new ManyToMany<>(
                runtime, store.relations().makeEdges(bySource.index(), byTarget.index()), bySource, byTarget);
    }

    /**
     * The index over a column of scalars or strings: which entities have a value in it. Always the same object, until
     * it is closed. It is part of the program and in no file or snapshot, so a program asks for its indexes again after
     * it has loaded a world.
     *
     * @throws IllegalArgumentException if the column is null, a vector, a list, of references, of an event or a tree's
     *     link
     * @throws IllegalStateException on a wrong thread, in an observer, or after close
     */
    public ValueIndex index(Column column) {
        checkIndex();
        ValueIndex.require(column);
        ValueIndex known = indexes.get(column);
        if (known != null && !known.isClosed()) {
            return known;
        }
        ValueIndex made = new ValueIndex(runtime, column);
        runtime.owner().recordOpenWrites();
        indexes.put(column, made);
        return made;
    }

    /**
     * As {@link #index(Column)}, of the column that an accessor reads, such as {@code Account::id}. A lambda must name
     * the type of its record: {@code (Account account) -> account.owner().id()}.
     *
     * @param accessor is called with several records, to find which field it reads
     * @throws IllegalArgumentException also if the column is not found, for example because the record's constructor
     *     rejects values
     */
    @SuppressWarnings("overloads") // the type of an accessor, or of a typed lambda, decides
    public <T extends Record> ValueIndex index(Class<T> type, ToLongFunction<T> accessor) {
        return index(type, accessor, accessor == null ? null : accessor::applyAsLong);
    }

    /** As {@link #index(Class, ToLongFunction)}, of a {@code float} or {@code double}. */
    @SuppressWarnings("overloads") // the type of an accessor, or of a typed lambda, decides
    public <T extends Record> ValueIndex index(Class<T> type, ToDoubleFunction<T> accessor) {
        return index(type, accessor, accessor == null ? null : accessor::applyAsDouble);
    }

    /** As {@link #index(Class, ToLongFunction)}, of a {@code boolean}. */
    @SuppressWarnings("overloads") // the type of an accessor, or of a typed lambda, decides
    public <T extends Record> ValueIndex index(Class<T> type, Predicate<T> accessor) {
        return index(type, accessor, accessor == null ? null : accessor::test);
    }

    /** As {@link #index(Class, ToLongFunction)}, of an enum or a string. */
    @SuppressWarnings("overloads") // the type of an accessor, or of a typed lambda, decides
    public <T extends Record> ValueIndex index(Class<T> type, Function<T, ?> accessor) {
        return index(type, accessor, accessor);
    }

    @SuppressWarnings("unchecked") // a function of other records throws, and reads no field
    private <T extends Record> ValueIndex index(Class<T> type, Object accessor, Function<T, ?> reads) {
        checkIndex();
        Component<?> component = Store.component(type);
        List<String> fields = component.columns().stream().map(Column::field).toList();
        int field =
                reads == null ? -1 : RecordAccess.of(type, fields).find((Function<Record, ?>) (Function<?, ?>) reads);
        if (field < 0) {
            String name = component.shortName();
            throw new IllegalArgumentException(
                    "an index needs the accessor of a number, boolean, enum, handle or string of "
                            + name + ", such as " + name + "::" + (fields.isEmpty() ? "field" : fields.get(0))
                            + ", or its column: accessor=" + accessor);
        }
        return index(component.columns().get(field));
    }

    private void checkIndex() {
        store.checkOwner("world.index(...)", "get it before the tick, and keep it");
        store.hookScope().requireOutside();
    }

    /**
     * Saves the world to a file. What was there is replaced when all is on disk, and stays if this throws. {@code
     * basalt.save.Saves} has more: options, saving in the background and to memory.
     *
     * @throws java.io.UncheckedIOException if it cannot be written
     * @throws IllegalStateException during a tick, an iteration or an observer; if there are commands that have not
     *     been applied; if there is something that a file cannot contain; if the same file is being saved in the
     *     background; on the wrong thread; after close
     */
    public void save(Path file) {
        store.checkOwner();
        runtime.files().save(file, WorldEncoder.Options.DEFAULT);
    }

    /**
     * Gives the world up, so that another thread can take it over, such as the game's thread a level that a loading
     * thread has made:
     *
     * <pre>{@code
     * world.handOver();                 // on the loading thread
     * loaded.put(world);
     * ...
     * World level = loaded.take();      // on the game's thread
     * level.takeOver();
     * }</pre>
     *
     * <p>Until {@link #takeOver()}, no thread may use the world and what belongs to it; then, only the new one. Other
     * uses throw {@link IllegalStateException}, except where no thread is checked: getters of {@link #time()}, random
     * numbers that were taken, and, outside of strict mode, rows that were kept. Queries, kernels, readers, templates
     * and snapshots go with the world. A schedule belongs to its thread: close it before, and make it on the new one.
     * The world's memory source must allow the new thread; one that is bound to a thread throws there. In strict mode,
     * worlds that were made on other threads may have the same handles.
     *
     * @throws IllegalStateException if the world has an open schedule, or a scope or mark of {@link #frame()} is open;
     *     during an iteration or an observer; on the wrong thread; after close
     */
    public void handOver() {
        runtime.handOver();
    }

    /**
     * Makes the calling thread the world's own, after {@link #handOver()}. If several threads call this, one gets it.
     *
     * @throws IllegalStateException if the world was not handed over, or another thread has taken it over
     */
    public void takeOver() {
        runtime.takeOver();
    }

    /**
     * Closes the resources that the world owns, and gives all its memory back; then an exception of a resource is
     * thrown. Further calls do nothing. If the Java heap was full in the midst of a change, the world is broken, and
     * this is all that can be called.
     *
     * @throws IllegalStateException on the wrong thread, inside a kernel, a memory source or a capture of snapshots, or
     *     with a cursor open; the world stays open then
     */
    @Override
    public void close() {
        runtime.close(resources::close, () -> WorkerLocal.closeAll(workerLocals));
    }
}
