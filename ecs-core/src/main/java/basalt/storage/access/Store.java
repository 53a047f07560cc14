package basalt.storage.access;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.MissingComponentException;
import basalt.internal.Strict;
import basalt.memory.MemorySource;
import basalt.storage.BlockPool;
import basalt.storage.Blocks;
import basalt.storage.ColumnSet;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.Prototype;
import basalt.storage.RecordPrototypes;
import basalt.storage.References;
import basalt.storage.RowAllocator;
import basalt.storage.RowImage;
import basalt.storage.RowImage.RowImages;
import basalt.storage.Rows;
import basalt.storage.access.AccessCheck.ReaderSystem;
import basalt.storage.change.ChangeTracker;
import basalt.storage.change.Events;
import basalt.storage.change.Hooks;
import basalt.storage.change.Hooks.HookScope;
import basalt.storage.change.RemovalLogs;
import basalt.storage.change.Structure;
import basalt.storage.index.IndexedColumn;
import basalt.storage.relation.Relations;
import basalt.storage.relation.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.agrona.CloseHelper;

/**
 * All rows of one world, confined to one thread, or to the workers that the store is lent to. The packages above access
 * memory through this class, which converts handles to {@linkplain Place places}. A column of null stands for all of
 * its component.
 */
public final class Store implements AutoCloseable {
    /** A thread that cannot use the store. */
    static final int NO_USER = -2;

    private static final int OWNER = -1;
    private static final WorkerAccess[] NONE = {};

    private final Rows rows;
    private final Blocks blocks;
    private final Pools pools;
    private final Entities entities;
    private final References references;
    private final Structure structure;
    private final ChangeTracker changeTracker;
    private final Trees trees;
    private final Relations relations;
    private final List<IndexedColumn> indexes = new ArrayList<>();
    private final Events events;
    private final RowAllocator rowAllocator;
    private final RecordPrototypes recordPrototypes;
    private final RowImages images = new RowImages();
    private Thread ownerThread = Thread.currentThread();

    /** Null while the store is lent, after it was closed or has broken, and while a user's memory source runs. */
    private Thread currentOwner = ownerThread;

    /** Whether no thread owns the store, because it was handed over. */
    private final AtomicBoolean isHandedOver = new AtomicBoolean();

    private boolean isClosed;
    private boolean isInMemorySource;

    /** Why only {@link #close} can be called any more; null while all is well. */
    private OutOfMemoryError broken;

    private WorkerAccess[] workers = NONE;
    private AccessCheck exclusive;

    /** Makes an empty store that belongs to the calling thread. Its handles depend only on its operations. */
    public Store(BlockPool blockPool) {
        this(blockPool, false);
    }

    public Store(BlockPool blockPool, boolean distinctHandles) {
        rows = new Rows(blockPool, distinctHandles);
        blocks = rows.blocks();
        pools = rows.pools();
        entities = rows.entities();
        references = rows.references();
        structure = new Structure(rows, this::breaks);
        relations = new Relations(rows, structure);
        trees = new Trees(rows, structure, relations);
        changeTracker = structure.changeTracker();
        events = new Events(blockPool.source(), rows.stateParts());
        rowAllocator = newAllocator(newPrototype(List.of()));
        recordPrototypes = new RecordPrototypes(rows);
        if (blockPool.source() instanceof UserMemory memory) {
            memory.lock(this);
        }
    }

    /** Called when the Java heap was full in the midst of a change. */
    private void breaks(OutOfMemoryError cause) {
        broken = cause;
        currentOwner = null;
    }

    /** Called before a user's memory source runs on the calling thread, which cannot use this store any more. */
    int suspend() {
        if (Thread.currentThread() == currentOwner) {
            currentOwner = null;
            isInMemorySource = true;
            return OWNER;
        }
        int workerIndex = WorkerAccess.find(workers);
        if (workerIndex < 0) {
            return NO_USER;
        }
        workers[workerIndex].inMemorySource(true);
        return workerIndex;
    }

    /** Called after a memory source has run, with what {@link #suspend} has returned. */
    void resume(int user) {
        if (user == OWNER) {
            currentOwner = ownerThread;
            isInMemorySource = false;
        } else {
            workers[user].inMemorySource(false);
        }
    }

    public Prototype newPrototype(List<RowImage> images) {
        return new Prototype(images, pools);
    }

    public RowAllocator newAllocator(Prototype prototype) {
        return new RowAllocator(rows, prototype, false);
    }

    /** Makes an allocator of rows for entities of one kind, which shares blocks with others while they are few. */
    public RowAllocator newSharingAllocator(Prototype prototype) {
        return new RowAllocator(rows, prototype, true);
    }

    /** {@return the allocator for entities of no template, which start without components} */
    public RowAllocator rowAllocator() {
        return rowAllocator;
    }

    public RecordPrototypes recordPrototypes() {
        return recordPrototypes;
    }

    /** The images that the calling thread fills with records. */
    public RowImages images() {
        int workerIndex = workerIndex();
        return workerIndex < 0 ? images : workers[workerIndex].images();
    }

    public Rows rows() {
        return rows;
    }

    public BlockPool blockPool() {
        return rows.blockPool();
    }

    public Blocks blocks() {
        return blocks;
    }

    /** {@return the components' pools, for reading; structural changes go through {@link #structure()}} */
    public Pools pools() {
        return pools;
    }

    /** {@return the entity pool, for reading; structural changes go through {@link #structure()}} */
    public Entities entities() {
        return entities;
    }

    public References references() {
        return references;
    }

    public Trees trees() {
        return trees;
    }

    public Relations relations() {
        return relations;
    }

    /** The indexes that are open, which close with this store. */
    public List<IndexedColumn> indexes() {
        return indexes;
    }

    /** {@return the structure, through which all structural changes go} */
    public Structure structure() {
        return structure;
    }

    public long structureVersion() {
        return pools.version();
    }

    public ChangeTracker changeTracker() {
        return changeTracker;
    }

    public RemovalLogs removals() {
        return structure.removals();
    }

    public Hooks hooks() {
        return structure.hooks();
    }

    public HookScope hookScope() {
        return structure.hookScope();
    }

    public Events events() {
        return events;
    }

    /** {@return the calls that registered the hooks, such as {@code onAdd(Burning)}, for messages} */
    public List<String> observed() {
        return structure.hooks().observed(id -> {
            Component<?> component = pools.component(id);
            return component == null ? "component " + id : component.name();
        });
    }

    /** Throws unless the calling thread owns this store, and the store is open and not lent. */
    public void checkOwner() {
        checkOwner(
                "an operation of the world's own thread",
                "do it before or after the tick, or declare the system exclusive()");
    }

    /** Throws unless the calling thread owns this store, and the store is open and not lent. */
    public void checkOwner(String call, String remedy) {
        if (Thread.currentThread() != currentOwner) {
            throw wrongThread(call, remedy);
        }
    }

    /** Throws unless the calling thread may access columns: as the owner, or as a worker while the store is lent. */
    public void checkAccess() {
        if (Thread.currentThread() != currentOwner) {
            worker();
        }
    }

    /** Whether {@link #checkAccess} does not throw. */
    public boolean mayAccess() {
        return Thread.currentThread() == currentOwner || WorkerAccess.find(workers) >= 0;
    }

    /** The worker of the calling thread. Returns the index of the worker; -1 for the owner. */
    public int workerIndex() {
        return Thread.currentThread() == currentOwner ? -1 : worker();
    }

    /** Throws unless the calling thread may read a component. */
    public void checkRead(ComponentInfo component) {
        int workerIndex = workerIndex();
        if (Strict.ON && workerIndex >= 0) {
            workers[workerIndex].access().checkRead(component, null);
        }
    }

    /** Throws in strict mode if the calling thread runs a kernel that may be split among workers. */
    public void checkShared(String use) {
        int workerIndex = workerIndex();
        if (Strict.ON && workerIndex >= 0) {
            workers[workerIndex].checkShared(use);
        }
    }

    /**
     * Sets the running exclusive system, which has the rights of the owner.
     *
     * @param system the system; null if none runs
     */
    public void exclusive(AccessCheck system) {
        exclusive = system;
    }

    /** The exclusive system that runs now. For the owner's thread. Returns the system; null if none runs. */
    public AccessCheck exclusive() {
        return exclusive;
    }

    /**
     * Throws in strict mode if the calling thread runs another system than the one that a reader belongs to.
     *
     * @param reader the system of the reader; null outside of strict mode
     */
    public void checkReader(ReaderSystem reader) {
        int workerIndex = workerIndex();
        AccessCheck system = workerIndex >= 0 ? workers[workerIndex].access() : exclusive;
        if (reader != null && system != null) {
            reader.use(system);
        }
    }

    /** Throws unless the calling thread may use a resource. */
    public void checkResource(Object resource) {
        int workerIndex = workerIndex();
        if (Strict.ON && workerIndex >= 0) {
            workers[workerIndex].access().checkResource(resource);
        }
    }

    /** Throws unless the calling thread may read events. */
    public void checkReceive(Component<?> type) {
        int workerIndex = workerIndex();
        if (Strict.ON && workerIndex >= 0) {
            workers[workerIndex].access().checkReceive(type);
        }
    }

    /**
     * Lends the columns to several threads at once. Until {@link #reclaim} no thread can change the structure, not even
     * the owner.
     */
    public void lend(WorkerAccess[] newWorkers) {
        checkOwner();
        structure.hookScope().requireOutside();
        changeTracker.share(newWorkers.length > 1);
        references.elements().pages().share(newWorkers.length > 1);
        WorkerAccess.number(newWorkers);
        blocks.lent(true);
        workers = newWorkers;
        currentOwner = null;
    }

    /** The calling thread gives the store up. No thread can use it until one takes it over. */
    public void handOver() {
        checkOwner();
        rows.handOver();
        currentOwner = null;
        isHandedOver.set(true); // last: what was written before is seen by the thread that takes it over
    }

    /** The calling thread becomes the owner of a store that was handed over. */
    public void takeOver() {
        if (!isHandedOver.compareAndSet(true, false)) {
            throw new IllegalStateException("thread '" + Thread.currentThread().getName() + "' cannot take the world"
                    + " over: it was not handed over, is closed, or another thread has taken it; its own thread calls"
                    + " world.handOver() first, and one thread world.takeOver()");
        }
        ownerThread = Thread.currentThread();
        rows.takeOver();
        currentOwner = ownerThread;
    }

    /** Ends the lending, after all workers have left. */
    public void reclaim() {
        if (!isLent() || Thread.currentThread() != ownerThread) {
            throw new IllegalStateException("thread '" + Thread.currentThread().getName()
                    + "' cannot reclaim the store: only the thread that has lent it can, and only once");
        }
        changeTracker.share(false);
        references.elements().pages().share(false);
        blocks.lent(false);
        currentOwner = ownerThread;
        workers = NONE;
    }

    private boolean isLent() {
        return currentOwner == null && workers != NONE;
    }

    private int worker() {
        int workerIndex = WorkerAccess.find(workers);
        if (workerIndex < 0) {
            throw wrongThread("", "");
        }
        return workerIndex;
    }

    /** The component of a record's class, which is registered if it is not yet. */
    @SuppressWarnings("unchecked") // the component of this very class
    public static <T extends Record> Component<T> component(Class<T> type) {
        Component<?> known = type == null ? null : ColumnSet.tryFind(type);
        return known != null ? (Component<T>) known : Component.of(type);
    }

    /** The components of records' classes; null for null, which is refused later. */
    public static Component<?>[] components(Class<? extends Record>[] types) {
        return types == null
                ? null
                : Stream.of(types).map(type -> Component.of(type)).toArray(Component<?>[]::new);
    }

    /** Throws unless a component is one that entities can have. */
    public static void requireComponent(ComponentInfo component) {
        if (component == null) {
            throw new IllegalArgumentException("component must not be null; is its TYPE constant initialised?");
        }
        if (component.isEvent()) {
            throw isEvent(component);
        }
    }

    /** Throws unless a component is one that programs may add, remove and write. */
    public static void requireChangeable(ComponentInfo component) {
        requireComponent(component);
        Pools.requireNoLink(component);
    }

    /**
     * The exception for an alive entity without a component. Returns {@link MissingComponentException}, or {@link
     * IllegalArgumentException} if the component describes events.
     */
    public static RuntimeException missing(long entity, ComponentInfo component) {
        return component.isEvent() ? isEvent(component) : new MissingComponentException(entity, component);
    }

    private static IllegalArgumentException isEvent(ComponentInfo component) {
        return new IllegalArgumentException(component.name()
                + " is an event type and not a component of entities; its columns belong to events, which"
                + " world.events(TYPE) reads and sends, and commands send");
    }

    /** The place of an alive entity, for access to its columns by the owner or a worker. */
    public long locate(long entity) {
        checkAccess();
        return entities.require(entity);
    }

    /** The place of an alive entity, for checking whether it has a component. */
    public long locateVisible(long entity, ComponentInfo component) {
        if (Strict.ON) {
            int workerIndex = workerIndex();
            if (workerIndex >= 0) {
                workers[workerIndex].access().checkPresence(component);
            }
        }
        return locate(entity);
    }

    /** The place of an alive entity that has a component, for reading it. */
    public long locateReadable(long entity, ComponentInfo component, Column column) {
        if (Strict.ON) {
            int workerIndex = workerIndex();
            if (workerIndex >= 0) {
                requireComponent(component);
                workers[workerIndex].access().checkRead(component, column);
                workers[workerIndex].checkOther(entity, component, column);
            }
        }
        checkAccess();
        return having(entity, component);
    }

    /** The place of an alive entity that has a component, for writing it. */
    public long locateWritable(long entity, ComponentInfo component, Column column) {
        if (component.isLink()) {
            throw Pools.refused(component);
        }
        if (Strict.ON) {
            int workerIndex = workerIndex();
            if (workerIndex >= 0) {
                requireComponent(component);
                workers[workerIndex].access().checkWrite(component, column);
                workers[workerIndex].checkOther(entity, component, column);
            }
        }
        checkAccess();
        return having(entity, component);
    }

    private long having(long entity, ComponentInfo component) {
        long place = entities.requireWith(entity, component.id());
        if (place == 0) {
            throw missing(entity, component);
        }
        return place;
    }

    /** The place of an alive entity, for a structural change. */
    public long require(long entity) {
        checkOwnerForChange();
        return entities.require(entity);
    }

    /** Checks the calling thread before a structural change. */
    public void checkOwnerForChange() {
        checkOwner(
                "a method that changes entities immediately",
                "record it with the system's commands: those of world.commands(), or of the kernel's body; or declare"
                        + " the system exclusive()");
    }

    /** The place of an alive entity that has a component, for a structural change. */
    public long require(long entity, Component<?> component) {
        checkOwnerForChange();
        return having(entity, component);
    }

    /**
     * Bytes reserved from the memory source: blocks, pages of events, recorded changes, relations and indexes. Most of
     * them are address space only: memory that no column uses is not resident.
     */
    public long reservedBytes() {
        long bytes = rows.reservedBytes() + events.reservedBytes() + structure.reservedBytes();
        for (int i = 0; i < indexes.size(); i++) { // without an iterator, which is garbage
            bytes += indexes.get(i).reservedBytes();
        }
        return bytes + relations.reservedBytes();
    }

    /**
     * Bytes of the columns and presence words in use: for each block, the header and the memory of its components.
     */
    public long columnBytes() {
        return rows.columnBytes();
    }

    /** Throws unless the calling thread may close this store, which it may if it is broken. Returns whether it is. */
    public boolean checkClose() {
        if (broken != null && Thread.currentThread() == ownerThread) {
            currentOwner = ownerThread;
        }
        checkOwner("world.close()", "close the world after the tick");
        return broken != null;
    }

    /** Releases all memory; every later use throws. */
    @Override
    public void close() {
        checkClose();
        currentOwner = null;
        isClosed = true;
        CloseHelper.closeAll(
                events::close, relations::close, () -> CloseHelper.closeAll(indexes), structure::close, rows::close);
    }

    public boolean isClosed() {
        return isClosed;
    }

    private IllegalStateException wrongThread(String call, String remedy) {
        if (isLent()) {
            return lent(call, remedy);
        }
        if (isClosed) {
            return new IllegalStateException("the world is closed; create another one");
        }
        if (isInMemorySource && Thread.currentThread() == ownerThread) {
            return inMemorySource();
        }
        if (broken != null) {
            return new IllegalStateException(
                    "the world is broken: the Java heap was full while it was changed; it can only be closed", broken);
        }
        if (isHandedOver.get()) {
            return new IllegalStateException("the world was handed over by thread '" + ownerThread.getName()
                    + "': call world.takeOver() first, on the thread that uses it from now on");
        }
        return new IllegalStateException(
                "the world belongs to thread '" + ownerThread.getName() + "' but was used by thread '"
                        + Thread.currentThread().getName() + "'; use it there, or call world.handOver() there first");
    }

    static IllegalStateException inMemorySource() {
        return new IllegalStateException("the world was used by code that its memory source called, perhaps amid a"
                + " change; a MemorySource and its listeners must not use the world: do it after the call");
    }

    private IllegalStateException lent(String call, String remedy) {
        for (WorkerAccess worker : workers) {
            if (worker.isInMemorySource()) {
                return inMemorySource();
            }
            if (worker.isCurrentThread()) {
                return new IllegalStateException("system '" + worker.access().system() + "' called " + call
                        + ", which is refused while systems run; " + remedy);
            }
        }
        return new IllegalStateException("thread '" + Thread.currentThread().getName() + "' used the world while "
                + (workers.length == 0
                        ? "it is saved; a SaveSink must not use it"
                        : "its schedule runs systems; use it from a system, or after the tick"));
    }

    /**
     * A memory source of the user, which may call listeners. While its code runs, perhaps amid a change, the calling
     * thread cannot use the store, so that nothing re-enters.
     */
    public static final class UserMemory implements MemorySource {
        private final MemorySource source;
        private Store store;

        /** A source for a store that is being made, which {@link #lock} sets. */
        public UserMemory(MemorySource source) {
            this.source = source;
        }

        /** Sets the store that cannot be used while the source runs. */
        public UserMemory lock(Store locked) {
            store = locked;
            return this;
        }

        @Override
        public long allocate(long bytes, int alignment) {
            int user = suspend();
            try {
                return source.allocate(bytes, alignment);
            } finally {
                resume(user);
            }
        }

        @Override
        public void free(long address, long bytes) {
            int user = suspend();
            try {
                source.free(address, bytes);
            } finally {
                resume(user);
            }
        }

        private int suspend() {
            return store == null ? Store.NO_USER : store.suspend();
        }

        private void resume(int user) {
            if (user != Store.NO_USER) {
                store.resume(user);
            }
        }

        @Override
        public long allocatedBytes() {
            return source.allocatedBytes();
        }

        @Override
        public String toString() {
            return source.toString();
        }
    }
}
