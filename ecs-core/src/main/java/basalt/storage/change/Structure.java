package basalt.storage.change;

import static basalt.component.BlockLayout.ROW_MASK;
import static basalt.component.BlockLayout.present;
import static basalt.component.BlockLayout.presentSummary;

import basalt.component.Component;
import basalt.memory.NativeMemoryException;
import basalt.storage.Blocks;
import basalt.storage.Entities;
import basalt.storage.Pools;
import basalt.storage.Prototype;
import basalt.storage.RowAllocator;
import basalt.storage.RowBits;
import basalt.storage.RowImage;
import basalt.storage.RowMask;
import basalt.storage.Rows;

/**
 * The structural changes of a store: which entities live, which components they have, and what is enabled. The pools
 * and the entity pool below make the change; iterations, readers of changes and hooks are told of it here.
 *
 * <p>All changes come as a word and a mask of its 64 rows; a single row is a mask of one bit. Each method returns the
 * rows that really changed. Where nothing listens, a change pays one test of a flag. The memory to tell of a change is
 * taken before anything has changed. For the store's thread only.
 */
public final class Structure {
    private final Pools pools;
    private final Entities entities;
    private final HookScope scope = new HookScope(this::refresh);
    private final Hooks hooks = new Hooks(scope, this::refresh);
    private final ChangeTracker tracker;
    private final RemovalLogs removals;
    private final WriteNotifier writes;
    private StructuralChangeListener iterations;
    private boolean isIterating;

    /** Whether readers or hooks are told of structural changes. */
    private boolean isObserved;

    /** Whether anything is told of structural changes, iterations included. */
    private boolean isWatched;

    /**
     * Nothing is told of changes yet.
     *
     * @param rows the rows to change
     */
    public Structure(Rows rows) {
        pools = rows.pools();
        entities = rows.entities();
        tracker = new ChangeTracker(rows.blockPool().source(), rows.blocks(), this::refresh);
        removals = new RemovalLogs(rows.blockPool().source(), this::refresh);
        writes = new WriteNotifier(tracker, hooks);
    }

    /** {@return the readers of rows that change, and what they have not seen yet} */
    public ChangeTracker changes() {
        return tracker;
    }

    /** {@return the readers of entities that lose components, and what they have not seen yet} */
    public RemovalLogs removals() {
        return removals;
    }

    /** {@return what is called for single entities as they change} */
    public Hooks hooks() {
        return hooks;
    }

    /** {@return what stands around changes that hooks are told of} */
    public HookScope hookScope() {
        return scope;
    }

    /** {@return what is told of writes to single entities} */
    public WriteNotifier writes() {
        return writes;
    }

    /** {@return bytes that are reserved for what readers have not seen} */
    public long reservedBytes() {
        return tracker.reservedBytes() + removals.reservedBytes();
    }

    /** Ends all readers, and gives their memory back. */
    public void close() {
        try {
            tracker.close();
        } finally {
            removals.close();
        }
    }

    /**
     * Sets what is told of changes while it is {@linkplain #iterating iterating}.
     *
     * @param listener the iterations
     */
    public void listener(StructuralChangeListener listener) {
        iterations = listener;
    }

    /**
     * An iteration begins, or the last one has ended. Pages of sparse components that lose their last row meanwhile
     * stay where they are until then.
     *
     * @param on whether an iteration runs now
     */
    public void iterating(boolean on) {
        isIterating = on;
        isWatched = on || isObserved;
        pools.retainPages(on);
    }

    /** Called when a reader or a hook is added or removed; refreshes the flags. */
    private void refresh() {
        isObserved = tracker.isTracking() || removals.count() > 0 || hooks.isActive() || scope.isCalling();
        isWatched = isIterating || isObserved;
        writes.refresh();
    }

    /** Whether anything is told of structural changes. */
    boolean isWatched() {
        return isWatched;
    }

    /**
     * Adds a component; its columns are zero afterwards.
     *
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows, all alive
     * @param component the component
     * @return the rows that did not have it before
     * @throws NativeMemoryException if the component is sparse and its memory cannot be had; nothing has changed then
     */
    public long add(long base, int word, long rows, Component<?> component) {
        return isWatched ? addWatched(base, word, rows, component, null) : pools.add(base, word, rows, component);
    }

    /**
     * Adds a component with values.
     *
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows, all alive
     * @param values the values
     * @return the rows that did not have it before, and have these values now
     * @throws NativeMemoryException if the component is sparse and its memory cannot be had; nothing has changed then
     */
    public long add(long base, int word, long rows, RowImage values) {
        if (isWatched) {
            return addWatched(base, word, rows, values.component(), values);
        }
        long added = pools.add(base, word, rows, values.component());
        if (added != 0) {
            pools.write(base, word, added, values);
        }
        return added;
    }

    private long addWatched(long base, int word, long rows, Component<?> component, RowImage values) {
        scope.begin();
        long added;
        try {
            added = pools.add(base, word, rows, component);
            if (added != 0) {
                tracker.recordGained(component.id(), Blocks.index(base), word, added);
                tellIterations(base, word, added);
                if (values != null) {
                    pools.write(base, word, added, values); // after that is recorded, because the heap may be full
                }
                hooks.added(component.id(), base, word, added);
            }
        } catch (Throwable e) {
            scope.endAfter(e);
            throw e;
        }
        scope.end();
        return added;
    }

    /**
     * Removes a component, and drops the references it held.
     *
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows
     * @param component the component
     * @return the rows that had it before
     * @throws NativeMemoryException if removals are logged and there is no memory for that; nothing has changed then
     */
    public long remove(long base, int word, long rows, Component<?> component) {
        int id = component.id();
        return isWatched ? removeWatched(base, word, rows, id) : pools.remove(base, word, rows, id);
    }

    private long removeWatched(long base, int word, long rows, int id) {
        scope.begin();
        long losing = rows & RowBits.word(base + presentSummary(id), base + present(id), word);
        try {
            if (losing != 0) {
                long version = pools.version();
                removals.reserve(id, Long.bitCount(losing));
                requireSame(version);
                hooks.removing(id, base, word, losing);
                pools.remove(base, word, losing, id);
                removals.lost(id, base, word, losing);
                tellIterations(base, word, losing);
            }
        } catch (Throwable e) {
            scope.endAfter(e);
            throw e;
        }
        scope.end();
        return losing;
    }

    /**
     * Disables a component where it is present: it keeps its data, and no query finds it.
     *
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows
     * @param id the component
     * @return the rows where it was present and enabled before
     */
    public long disable(long base, int word, long rows, int id) {
        scope.requireOutside();
        return told(base, word, pools.disable(base, word, rows, id));
    }

    /**
     * Enables a component again.
     *
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows
     * @param id the component
     * @return the rows where it was present and disabled before
     */
    public long enable(long base, int word, long rows, int id) {
        scope.requireOutside();
        return told(base, word, pools.enable(base, word, rows, id));
    }

    /**
     * Adds one of the library's own tags.
     *
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows
     * @param id the tag
     * @return the rows that did not have it before
     */
    public long addTag(long base, int word, long rows, int id) {
        scope.requireOutside();
        return told(base, word, pools.insert(base, word, rows, id));
    }

    /**
     * Removes one of the library's own tags.
     *
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows
     * @param id the tag
     * @return the rows that had it before
     */
    public long removeTag(long base, int word, long rows, int id) {
        scope.requireOutside();
        return told(base, word, pools.remove(base, word, rows, id));
    }

    /**
     * Destroys entities: clears all their presence, ends their handles, and frees their rows.
     *
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows, all alive
     * @throws NativeMemoryException if removals are logged and there is no memory for that; nothing has changed then
     */
    public void destroy(long base, int word, long rows) {
        if (isWatched) {
            destroyWatched(base, word, rows);
        } else {
            entities.destroy(base, word, rows);
        }
    }

    private void destroyWatched(long base, int word, long rows) {
        scope.begin();
        try {
            long version = pools.version();
            removals.reserveDeaths(base, word, rows);
            requireSame(version);
            hooks.destroying(base, word, rows);
            removals.died(base, word, rows); // now, while the handles and the components are there
            entities.destroy(base, word, rows);
            tellIterations(base, word, rows);
        } catch (Throwable e) {
            scope.endAfter(e);
            throw e;
        }
        scope.end();
    }

    /** Throws if a memory source has called what changes structure, while memory was taken for a loss. */
    private void requireSame(long versionBefore) {
        try {
            pools.requireSame(versionBefore);
        } catch (NativeMemoryException e) {
            removals.unreserve();
            throw e;
        }
    }

    /**
     * Spawns one entity.
     *
     * @param allocator where it gets its row; its prototype says what it starts with
     * @return its handle
     * @throws NativeMemoryException if memory is needed and cannot be had; nothing has changed then
     */
    public long spawn(RowAllocator allocator) {
        return spawn(allocator, allocator.prototype());
    }

    /**
     * Spawns one entity that starts with other components than those of its allocator.
     *
     * @param allocator where it gets its row
     * @param prototype what it starts with
     * @return its handle
     * @throws NativeMemoryException if memory is needed and cannot be had; nothing has changed then
     */
    public long spawn(RowAllocator allocator, Prototype prototype) {
        if (isWatched) {
            scope.requireOutside();
        }
        allocator.prepare(prototype);
        return isWatched ? spawnWatched(allocator, prototype) : allocator.spawn(prototype);
    }

    private long spawnWatched(RowAllocator allocator, Prototype prototype) {
        tracker.cover(); // first, because the heap may be full
        long entity = allocator.spawn(prototype);
        recordSpawned(prototype, entity);
        return entity;
    }

    /**
     * Spawns up to {@code limit} entities in rows that share a word. Their hooks are called by {@link #notifySpawned}.
     *
     * @param allocator where they get their rows
     * @param prototype what they start with
     * @param limit how many at most, at least 1
     * @param spawned set to the new rows: 1 to 64 of them
     * @throws NativeMemoryException if memory is needed and cannot be had; nothing has changed then
     */
    public void spawnInWord(RowAllocator allocator, Prototype prototype, int limit, RowMask spawned) {
        if (isWatched) {
            scope.requireOutside();
        }
        allocator.prepare(prototype);
        if (isWatched) {
            tracker.cover(); // first, because the heap may be full
        }
        allocator.spawnInWord(prototype, limit, spawned);
        if (isWatched) {
            gained(prototype, spawned.base(), spawned.word(), spawned.rows());
        }
    }

    /**
     * Spawns the entity of a reserved handle.
     *
     * @param allocator where the handle was reserved
     * @param entity from {@link RowAllocator#reserve}
     * @throws NativeMemoryException if memory is needed and cannot be had; the reservation is cancelled then
     */
    public void activate(RowAllocator allocator, long entity) {
        if (isWatched) {
            coverOrCancel(allocator, entity);
        }
        allocator.activate(entity);
        if (isWatched) {
            recordSpawned(allocator.prototype(), entity);
        }
    }

    private void coverOrCancel(RowAllocator allocator, long entity) {
        try {
            tracker.cover();
        } catch (Throwable e) { // the heap is full
            allocator.cancelReservation(entity);
            throw e;
        }
    }

    private void recordSpawned(Prototype prototype, long entity) {
        long base = entities.require(entity);
        int word = ((int) entity & ROW_MASK) >>> 6;
        gained(prototype, base, word, 1L << entity);
        notifySpawned(prototype, base, word, 1L << entity);
    }

    /** New rows have their components and values. No iteration goes over them yet. */
    private void gained(Prototype prototype, long base, int word, long rows) {
        int block = Blocks.index(base);
        for (int id : prototype.ids()) {
            tracker.recordGained(id, block, word, rows);
        }
    }

    /**
     * Calls the hooks of new entities, which are complete.
     *
     * @param prototype what they started with
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows, all alive
     */
    public void notifySpawned(Prototype prototype, long base, int word, long rows) {
        if (hooks.isActive()) {
            scope.begin();
            try {
                hooks.spawned(prototype.ids(), base, word, rows);
            } catch (Throwable e) { // the stack has overflowed in the midst of it
                scope.endAfter(e);
                throw e;
            }
            scope.end();
        }
    }

    /**
     * Takes spawns back that {@link #spawnInWord} has made and no code has seen: their rows are free again. Iterations
     * alone are told.
     *
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows, all alive
     */
    public void undoSpawn(long base, int word, long rows) {
        entities.destroy(base, word, rows);
        tellIterations(base, word, rows);
    }

    private long told(long base, int word, long rows) {
        if (rows != 0) {
            tellIterations(base, word, rows);
        }
        return rows;
    }

    private void tellIterations(long base, int word, long rows) {
        if (isIterating) {
            iterations.rowsChanged(base, word, rows);
        }
    }
}
