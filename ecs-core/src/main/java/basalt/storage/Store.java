package basalt.storage;

import basalt.check.Strict;
import basalt.component.BlockLayout;
import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.MissingComponentException;
import java.util.List;

/**
 * All rows of one world, confined to one thread. The public packages above it reach memory through here, and here a
 * handle becomes a block's address.
 */
public final class Store implements AutoCloseable {
    private static final WorkerAccess[] NONE = {};

    private final BlockPool blockPool;
    private final Blocks blocks;
    private final SparsePages pages;
    private final References references = new References();
    private final Pools pools;
    private final Changes changes;
    private final RemovalLogs removals;
    private final ObservedChange observedChange = new ObservedChange();
    private final Hooks hooks = new Hooks(observedChange);
    private final Entities entities;
    private final RowAllocator loose;
    private final Thread home = Thread.currentThread();
    private Thread owner = home;
    private final boolean isNumbered;
    private final int firstGeneration;
    private boolean isClosed;
    private WorkerAccess[] workers = NONE;
    private AccessCheck exclusive;
    private final WorkerLookup lookup = new WorkerLookup();
    private final Events events;

    /**
     * Makes an empty store that belongs to the calling thread, with the same handles as any other of the same history.
     *
     * @param blockPool where blocks come from and go back to
     */
    public Store(BlockPool blockPool) {
        this(blockPool, false);
    }

    /**
     * Makes an empty store that belongs to the calling thread.
     *
     * @param blockPool where blocks come from and go back to
     * @param distinctHandles whether strict mode gives it other handles than other open stores of this thread have
     */
    public Store(BlockPool blockPool, boolean distinctHandles) {
        this.blockPool = blockPool;
        blocks = new Blocks(blockPool);
        pages = new SparsePages(blockPool.source());
        pools = new Pools(blocks, pages, references);
        changes = new Changes(blockPool.source(), blocks, pools, hooks);
        removals = new RemovalLogs(blockPool.source(), pools);
        pools.watch(new StructuralChangeNotifier(pools, changes, removals, hooks, observedChange));
        hooks.whenUpdated(changes::update);
        observedChange.whenSettled(changes::update);
        isNumbered = Strict.ON && distinctHandles;
        firstGeneration = isNumbered ? FirstGenerations.take() : 0;
        try {
            entities = new Entities(blocks, pools, firstGeneration);
            loose = new RowAllocator(this, new Prototype(List.of(), this));
            events = new Events(blockPool.source());
        } catch (Throwable e) { // the heap is full
            giveNumber();
            throw e;
        }
    }

    private void giveNumber() {
        if (isNumbered) {
            FirstGenerations.give(firstGeneration);
        }
    }

    /**
     * The blocks.
     *
     * @return the blocks
     */
    public Blocks blocks() {
        return blocks;
    }

    /**
     * The components' pools.
     *
     * @return the pools
     */
    public Pools pools() {
        return pools;
    }

    /**
     * The entity pool.
     *
     * @return the entities
     */
    public Entities entities() {
        return entities;
    }

    /**
     * Which structure this is: which entities are alive, have which components, and has them enabled.
     *
     * @return a number that is greater after each change; calls that turn out to change nothing may count as well
     */
    public long structure() {
        return pools.structure() + entities.deaths();
    }

    /**
     * The population of the entities that belong to no other: without components, unless they are born with other ones.
     *
     * @return their births
     */
    public RowAllocator loose() {
        return loose;
    }

    /**
     * What reads which rows that change.
     *
     * @return the changes
     */
    public Changes changes() {
        return changes;
    }

    /**
     * What reads which entities that lose components.
     *
     * @return the logs
     */
    public RemovalLogs removals() {
        return removals;
    }

    /**
     * What is called for single entities as they change.
     *
     * @return the hooks
     */
    public Hooks hooks() {
        return hooks;
    }

    /**
     * What observers are told of now, for messages.
     *
     * @return the calls that have registered them, such as {@code onAdd(Burning)}
     */
    public List<String> observed() {
        return hooks.observed(id -> pools.sets()[id] == null
                ? "component " + id
                : pools.sets()[id].component().name());
    }

    /**
     * The change that is under way, as far as hooks are told of it.
     *
     * @return always the same object
     */
    public ObservedChange observedChange() {
        return observedChange;
    }

    /**
     * The managed columns.
     *
     * @return the references
     */
    public References references() {
        return references;
    }

    /**
     * The events.
     *
     * @return the events of all types
     */
    public Events events() {
        return events;
    }

    /** Throws unless the calling thread owns this store, and it is open, and not lent. */
    public void checkOwner() {
        checkOwner(
                "what is for the world's own thread",
                "do it before or after the tick, or declare the system exclusive()");
    }

    /**
     * Throws unless the calling thread owns this store, and it is open, and not lent.
     *
     * @param call what is called, for the message that a system gets: "world.query()"
     * @param remedy what the system should do instead
     * @throws IllegalStateException on a wrong thread, after close, or while the store is lent
     */
    public void checkOwner(String call, String remedy) {
        if (Thread.currentThread() != owner) {
            throw wrongThread(call, remedy);
        }
    }

    /** Throws unless the calling thread may work on columns: as the owner, or as a worker while the store is lent. */
    public void checkAccess() {
        if (Thread.currentThread() != owner) {
            worker();
        }
    }

    /**
     * What the calling thread is.
     *
     * @return its place among the workers; -1 for the owner
     * @throws IllegalStateException if it is neither
     */
    public int workerIndex() {
        return Thread.currentThread() == owner ? -1 : worker();
    }

    /**
     * Throws unless the calling thread may read a component.
     *
     * @param component the component
     * @throws IllegalStateException on a wrong thread, after close, or, in strict mode, by a system that has not
     *     declared it
     */
    public void checkRead(ComponentInfo component) {
        int workerIndex = workerIndex();
        if (Strict.ON && workerIndex >= 0) {
            workers[workerIndex].access().checkRead(component, null);
        }
    }

    /**
     * Throws in strict mode if the calling thread runs a kernel that may be split among workers.
     *
     * @param use what has a position that moves on: "a query for changes"
     * @throws IllegalStateException on a wrong thread, after close, or, in strict mode, in such a kernel
     */
    public void checkShared(String use) {
        int workerIndex = workerIndex();
        if (Strict.ON && workerIndex >= 0) {
            workers[workerIndex].checkShared(use);
        }
    }

    /**
     * An exclusive system begins or has ended, which runs as the owner.
     *
     * @param system the system; null if none runs
     */
    public void exclusive(AccessCheck system) {
        exclusive = system;
    }

    /**
     * The exclusive system that runs now. For the owner's thread.
     *
     * @return the system; null if none runs
     */
    public AccessCheck exclusive() {
        return exclusive;
    }

    /**
     * Throws in strict mode if the calling thread runs another system than the one that a reader belongs to.
     *
     * @param reader whose the reader is; null outside of strict mode
     * @throws IllegalStateException on a wrong thread, after close, or if two systems share the reader
     */
    public void checkReader(ReaderSystem reader) {
        int workerIndex = workerIndex();
        AccessCheck system = workerIndex >= 0 ? workers[workerIndex].access() : exclusive;
        if (reader != null && system != null) {
            reader.use(system);
        }
    }

    /**
     * Throws unless the calling thread may use a resource.
     *
     * @param type the resource's type
     * @throws IllegalStateException on a wrong thread, after close, or, in strict mode, by a system that has not
     *     declared it
     */
    public void checkResource(Class<?> type) {
        int workerIndex = workerIndex();
        if (Strict.ON && workerIndex >= 0) {
            workers[workerIndex].access().checkResource(type);
        }
    }

    /**
     * Throws unless the calling thread may read events.
     *
     * @param type the events' type
     * @throws IllegalStateException on a wrong thread, after close, or, in strict mode, by a system that has not
     *     declared it
     */
    public void checkReceive(Component<?> type) {
        int workerIndex = workerIndex();
        if (Strict.ON && workerIndex >= 0) {
            workers[workerIndex].access().checkReceive(type);
        }
    }

    /**
     * Throws unless a system may record the end of an entity, by its components; one that is not alive has none.
     *
     * @param access what the system has declared
     * @param entity a handle
     * @throws IllegalStateException if it has not declared to destroy such entities
     */
    public void checkDeath(AccessCheck access, long entity) {
        long base = entities.tryLocate(entity);
        if (base == 0) {
            return;
        }
        for (ColumnSet set : pools.sets()) {
            if (set != null
                    && Pools.has(
                            base,
                            (int) entity & BlockLayout.ROW_MASK,
                            set.component().id())) {
                access.checkDestroyed(set.component());
            }
        }
    }

    /**
     * Lends the columns to several threads at once. Until {@link #reclaim} no thread, the owner included, can change
     * structure.
     *
     * @param newWorkers those that may come
     */
    public void lend(WorkerAccess[] newWorkers) {
        checkOwner();
        observedChange.requireOutside();
        changes.share(newWorkers.length > 1);
        lookup.lend(newWorkers);
        workers = newWorkers;
        owner = null;
    }

    /**
     * Ends the lending, when all workers have left.
     *
     * @throws IllegalStateException if the store is not lent, or another thread has lent it
     */
    public void reclaim() {
        if (!isLent() || Thread.currentThread() != home) {
            throw new IllegalStateException("thread '" + Thread.currentThread().getName()
                    + "' cannot reclaim the store: only the thread that has lent it can, and only once");
        }
        changes.share(false);
        owner = home;
        workers = NONE;
    }

    private boolean isLent() {
        return owner == null && workers != NONE;
    }

    private int worker() {
        int workerIndex = lookup.find(workers);
        if (workerIndex < 0) {
            throw wrongThread("", "");
        }
        return workerIndex;
    }

    /**
     * Throws unless there is a component that entities can have.
     *
     * @param component what a user gave
     * @throws IllegalArgumentException if it is null, or describes events
     */
    public static void requireComponent(ComponentInfo component) {
        if (component == null) {
            throw new IllegalArgumentException("component must not be null; is its TYPE constant initialised?");
        }
        if (component.isEvent()) {
            throw isEvent(component);
        }
    }

    /**
     * The exception for a living entity without a component.
     *
     * @param entity its handle
     * @param component what it lacks
     * @return {@link MissingComponentException}, or {@link IllegalArgumentException} if no entity can have it, as it
     *     describes events
     */
    public static RuntimeException missing(long entity, ComponentInfo component) {
        return component.isEvent() ? isEvent(component) : new MissingComponentException(entity, component);
    }

    private static IllegalArgumentException isEvent(ComponentInfo component) {
        return new IllegalArgumentException(component.name()
                + " is an event type and no component of entities; its columns are those of events that"
                + " world.events(TYPE) reads, and that it or commands send");
    }

    /**
     * The block of a living entity, for work on its columns: by the owner, or by a worker.
     *
     * @param entity a handle
     * @return the block's address
     * @throws basalt.component.DeadEntityException if the entity is not alive
     * @throws IllegalStateException on a wrong thread, or after close
     */
    public long locate(long entity) {
        checkAccess();
        return entities.require(entity);
    }

    /**
     * The block of a living entity, for the question whether it has a component.
     *
     * @param entity a handle
     * @param component the component
     * @return the block's address
     * @throws basalt.component.DeadEntityException if the entity is not alive
     * @throws IllegalStateException on a wrong thread, after close, or, in strict mode, by a system that has not
     *     declared it
     */
    public long locateVisible(long entity, ComponentInfo component) {
        if (Strict.ON) {
            int workerIndex = workerIndex();
            if (workerIndex >= 0) {
                workers[workerIndex].access().checkSeen(component);
            }
        }
        return locate(entity);
    }

    /**
     * The block of a living entity that has a component, for reading it.
     *
     * @param entity a handle
     * @param component what it must have, enabled or not
     * @param column which column of it; null for all
     * @return the block's address
     * @throws basalt.component.DeadEntityException if the entity is not alive
     * @throws MissingComponentException if it lacks the component
     * @throws IllegalStateException on a wrong thread, after close, or, in strict mode, by a system that has not
     *     declared it
     */
    public long locateReadable(long entity, ComponentInfo component, Column column) {
        if (Strict.ON) {
            int workerIndex = workerIndex();
            if (workerIndex >= 0) {
                requireComponent(component);
                workers[workerIndex].access().checkRead(component, column);
                workers[workerIndex].checkOther(entity, component, column);
            }
        }
        return located(entity, component);
    }

    /**
     * The block of a living entity that has a component, for writing it.
     *
     * @param entity a handle
     * @param component what it must have, enabled or not
     * @param column which column of it; null for all
     * @return the block's address
     * @throws basalt.component.DeadEntityException if the entity is not alive
     * @throws MissingComponentException if it lacks the component
     * @throws IllegalStateException on a wrong thread, after close, or, in strict mode, by a system that has not
     *     declared it
     */
    public long locateWritable(long entity, ComponentInfo component, Column column) {
        if (Strict.ON) {
            int workerIndex = workerIndex();
            if (workerIndex >= 0) {
                requireComponent(component);
                workers[workerIndex].access().checkWrite(component, column);
                workers[workerIndex].checkOther(entity, component, column);
            }
        }
        return located(entity, component);
    }

    private long located(long entity, ComponentInfo component) {
        long base = locate(entity);
        if (!Pools.has(base, (int) entity & BlockLayout.ROW_MASK, component.id())) {
            throw missing(entity, component);
        }
        return base;
    }

    /**
     * The block of a living entity, for a change of its structure.
     *
     * @param entity a handle
     * @return the block's address
     * @throws basalt.component.DeadEntityException if the entity is not alive
     * @throws IllegalStateException on a wrong thread, or after close
     */
    public long require(long entity) {
        checkOwner(
                "what changes entities at once",
                "record it by the system's commands: those of world.commands(), or of the kernel's body; or declare"
                        + " the system exclusive()");
        return entities.require(entity);
    }

    /**
     * The block of a living entity that has a component, for a change of its structure.
     *
     * @param entity a handle
     * @param component what it must have, enabled or not
     * @return the block's address
     * @throws basalt.component.DeadEntityException if the entity is not alive
     * @throws MissingComponentException if it lacks the component
     * @throws IllegalStateException on a wrong thread, or after close
     */
    public long require(long entity, Component<?> component) {
        long base = require(entity);
        if (!Pools.has(base, (int) entity & BlockLayout.ROW_MASK, component.id())) {
            throw missing(entity, component);
        }
        return base;
    }

    /**
     * Bytes reserved from the memory source: blocks, sparse pages, the pages of events, and what changes are kept in
     * for their readers. Most of them are address space only: what no column touches is not resident.
     *
     * @return bytes
     */
    public long reservedBytes() {
        return (long) blocks.count() * BlockLayout.BLOCK_BYTES
                + pages.reservedBytes()
                + events.reservedBytes()
                + changes.reservedBytes()
                + removals.reservedBytes();
    }

    /**
     * Bytes of the columns and presence words in use: for each block, the header and what its components take there.
     *
     * @return bytes
     */
    public long columnBytes() {
        long bytes = (long) blocks.count() * BlockLayout.HEADER_BYTES;
        for (ColumnSet set : pools.sets()) {
            if (set != null) {
                long perBlock = (long) BlockLayout.ROWS * set.component().bytesPerRow() + BlockLayout.ROWS / Byte.SIZE;
                for (long word : blocks.blocksWith(set.component().id())) {
                    bytes += Long.bitCount(word) * perBlock;
                }
            }
        }
        return bytes;
    }

    /**
     * The source that blocks come from.
     *
     * @return the pool
     */
    public BlockPool blockPool() {
        return blockPool;
    }

    /** Gives all memory back; every later use fails. */
    @Override
    public void close() {
        checkOwner();
        owner = null;
        isClosed = true;
        giveNumber();
        references.clearAll();
        try {
            events.close();
        } finally {
            try {
                changes.close();
            } finally {
                try {
                    removals.close();
                } finally {
                    closePages();
                }
            }
        }
    }

    private void closePages() {
        try {
            pages.close(blocks, pools.sets());
        } finally {
            blocks.close();
        }
    }

    /**
     * Whether this store has been closed.
     *
     * @return true after {@link #close()}
     */
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
        return new IllegalStateException("the world belongs to thread '" + home.getName() + "' but was used by thread '"
                + Thread.currentThread().getName() + "'; use it from the thread that created it");
    }

    private IllegalStateException lent(String call, String remedy) {
        for (WorkerAccess worker : workers) {
            if (worker.isHere()) {
                return new IllegalStateException("system '" + worker.access().system() + "' called " + call
                        + ", which is refused while systems run; " + remedy);
            }
        }
        return new IllegalStateException("thread '" + Thread.currentThread().getName()
                + "' used the world while its schedule runs systems; use it from a system, or after the tick");
    }
}
