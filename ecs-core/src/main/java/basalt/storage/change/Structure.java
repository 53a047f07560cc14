package basalt.storage.change;

import static basalt.component.layout.BlockLayout.DISABLED_ID;

import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.storage.Blocks;
import basalt.storage.Entities;
import basalt.storage.Entities.RowMask;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.Prototype;
import basalt.storage.RecordPrototypes.RecordPrototype;
import basalt.storage.RowAllocator;
import basalt.storage.RowImage;
import basalt.storage.Rows;
import basalt.storage.change.Hooks.HookScope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.CloseHelper;

/**
 * Makes the structural changes of a store: which entities are alive, and which components they have and have enabled.
 * The pools and the entity pool make the change; this class notifies iterations, readers of changes and hooks.
 *
 * <p>All changes are given as a word and a mask of its 64 rows; a single row is a mask with one bit. Each method
 * returns the rows that were changed. Without observers a change only tests a flag. The memory for notifications is
 * reserved before anything is changed. For the store's thread only.
 */
public final class Structure {
    private static final RowImage[] NONE = {};

    private final Blocks blocks;
    private final Pools pools;
    private final Entities entities;
    private final Consumer<OutOfMemoryError> whenBroken;
    private final HookScope scope;
    private final Hooks hooks;
    private final ChangeTracker tracker;
    private final RemovalLogs removals;
    private final DestroyWaves waves;
    private final List<SpawnCheck> spawnChecks = new ArrayList<>();
    private Listener iterations;
    private boolean isIterating;

    /** Whether structural changes notify a reader or a hook. */
    private boolean isObserved;

    /** Whether structural changes notify an iteration, a reader or a hook. */
    private boolean isNotifying;

    /** Whether writes of single entities notify a reader or a hook. Those of kernels are only recorded for readers. */
    private boolean isWriteObserved;

    /** Whether entities can have links, so that destroying one is more than clearing its bits. */
    private boolean isLinked;

    /**
     * Creates a structure without observers.
     *
     * @param whenBroken is called when the Java heap was full in the midst of a change
     */
    public Structure(Rows rows, Consumer<OutOfMemoryError> whenBroken) {
        this.whenBroken = whenBroken;
        scope = new HookScope(this::refresh, whenBroken);
        hooks = new Hooks(scope, this::refresh);
        blocks = rows.blocks();
        pools = rows.pools();
        entities = rows.entities();
        tracker = new ChangeTracker(rows.blockPool().source(), rows.blocks(), rows.stateParts(), this::refresh);
        removals = new RemovalLogs(rows.blockPool().source(), rows.stateParts(), this::refresh);
        waves = new DestroyWaves(this, rows, () -> isLinked = true);
        rows.stateParts().add(removals);
        rows.stateParts().add(tracker);
        rows.follow(tracker);
    }

    public ChangeTracker changeTracker() {
        return tracker;
    }

    public RemovalLogs removals() {
        return removals;
    }

    public Hooks hooks() {
        return hooks;
    }

    public HookScope hookScope() {
        return scope;
    }

    public long reservedBytes() {
        return tracker.reservedBytes() + removals.reservedBytes();
    }

    public void close() {
        CloseHelper.closeAll(tracker::close, removals::close);
    }

    /** Sets the listener that is called during {@linkplain #iterating iterations}. */
    public void listener(Listener listener) {
        iterations = listener;
        pools.whenMoved(listener::blockMoved);
    }

    /**
     * Called when an iteration begins, and when the last one has ended. In between, the memory is retained that blocks
     * move out of.
     */
    public void iterating(boolean on) {
        isIterating = on;
        isNotifying = on || isObserved;
        blocks.retainMoved(on);
    }

    /** Adds a check of new entities. Its owner reads changes, so that each spawn notifies. */
    public void checkSpawns(SpawnCheck check) {
        spawnChecks.add(check);
    }

    /** Throws inside of a hook, and if a check refuses the spawn. */
    private void requireSpawn(Prototype prototype, RecordPrototype values, int count) {
        scope.requireOutside();
        for (int i = 0; i < spawnChecks.size(); i++) {
            spawnChecks.get(i).check(prototype, values, count);
        }
    }

    /** A check of new entities, which throws if it refuses them. */
    @FunctionalInterface
    public interface SpawnCheck {
        /** Values are those that the entities have instead of the prototype's; null if there are none. */
        void check(Prototype prototype, RecordPrototype values, int count);
    }

    /** The Java heap was full in the midst of a change, which may be made in part. */
    private OutOfMemoryError broken(OutOfMemoryError cause) {
        whenBroken.accept(cause);
        return cause;
    }

    /** Called when a reader or a hook is added or removed; refreshes the flags. */
    private void refresh() {
        isObserved = tracker.isTracking() || removals.count() > 0 || hooks.isActive() || scope.isCalling();
        isNotifying = isIterating || isObserved;
        isWriteObserved = tracker.isTracking() || hooks.observesWrites();
    }

    /** Whether writes notify a reader or a hook. Without observers, writes only test this. */
    public boolean isWriteObserved() {
        return isWriteObserved;
    }

    public void written(long entity, long place, ComponentInfo component) {
        if (isWriteObserved) {
            tracker.recordWritten(place, component);
            hooks.written(component.id(), entity);
        }
    }

    /** {@return whether structural changes notify an iteration, a reader or a hook} */
    public boolean isNotifying() {
        return isNotifying;
    }

    /** Adds a component with zero columns to one row. The block may move. */
    public boolean add(long base, int row, Component<?> component) {
        return !isNotifying && pools.tryAdd(base, row, component.id())
                || add(base, row >>> 6, 1L << row, component) != 0;
    }

    /**
     * Adds a component without references to one row, whose columns the caller writes next, if that is simple and
     * notifies nothing. Does nothing otherwise.
     */
    public boolean tryInsert(long base, int row, int id) {
        return !isNotifying && pools.tryInsert(base, row, id);
    }

    /** Adds a component with zero columns. The block may move. */
    public long add(long base, int word, long rows, Component<?> component) {
        return add(base, word, rows, component, null);
    }

    public boolean remove(long base, int row, Component<?> component) {
        return !isNotifying && pools.tryRemove(base, row, component.id())
                || remove(base, row >>> 6, 1L << row, component) != 0;
    }

    public long add(long base, int word, long rows, RowImage values) {
        return add(base, word, rows, values.component(), values);
    }

    private long add(long base, int word, long rows, Component<?> component, RowImage values) {
        try {
            if (isNotifying) {
                return addNotifying(base, word, rows, component, values);
            }
            long here = pools.makeRoom(base, component.id());
            reserve(values, rows);
            return values == null ? pools.add(here, word, rows, component) : pools.add(here, word, rows, values);
        } catch (OutOfMemoryError e) {
            throw broken(e);
        }
    }

    /** Reserves memory for the lists of new entities. */
    private void reserve(Prototype prototype, RecordPrototype values, int rows) {
        if (prototype.hasLists()) {
            boolean hasOwn = values != null && values.images() != prototype.images();
            pools.reserve(prototype.images(), hasOwn ? values.images() : NONE, rows);
        }
    }

    private void reserve(RowImage values, long rows) {
        if (values != null) {
            pools.reserve(values, Long.bitCount(rows));
        }
    }

    private long addNotifying(long before, int word, long rows, Component<?> component, RowImage values) {
        scope.begin();
        long added;
        try {
            long base = pools.makeRoom(before, component.id());
            reserve(values, rows);
            hooks.changing(base, word);
            added = pools.add(base, word, rows, component);
            if (added != 0) {
                tracker.recordGained(component.id(), Blocks.index(base), word, added);
                notifyIterations(base, word, added);
                if (values != null) {
                    pools.writeReserved(base, word, added, values);
                }
                hooks.added(component.id(), base, word, added);
                hooks.changed(base, word, added);
            }
        } catch (Throwable e) {
            scope.endAfter(e);
            throw e;
        }
        scope.end();
        return added;
    }

    public long remove(long base, int word, long rows, Component<?> component) {
        int id = component.id();
        return isNotifying ? removeNotifying(base, word, rows, id) : pools.remove(base, word, rows, id);
    }

    private long removeNotifying(long base, int word, long rows, int id) {
        scope.begin();
        long losing = rows & Pools.presentWord(base, word, id);
        try {
            if (losing != 0) {
                removals.reserve(id, Long.bitCount(losing));
                hooks.changing(base, word);
                hooks.removing(id, base, word, losing);
                pools.remove(base, word, losing, id);
                removals.logRemoved(id, base, word, losing);
                tracker.recordLost(id, base, word, losing);
                notifyIterations(base, word, losing);
                hooks.removed(base, word, losing);
            }
        } catch (Throwable e) {
            scope.endAfter(e);
            throw e;
        }
        scope.end();
        return losing;
    }

    /** Disables a component where it is present. It keeps its values, and queries treat it as absent. */
    public long disable(long base, int word, long rows, int id) {
        changing(base, word);
        return notified(base, word, pools.disable(base, word, rows, id));
    }

    public long enable(long base, int word, long rows, int id) {
        changing(base, word);
        return notified(base, word, pools.enable(base, word, rows, id));
    }

    /** Adds one of the library's own tags. The block may move. */
    public long addTag(long base, int word, long rows, int id) {
        changing(base, word);
        long here = pools.makeRoom(base, id);
        return notified(here, word, pools.insert(here, word, rows, id));
    }

    /** Disables a component of rows, or the entities themselves, of which {@link #notifySpawned} is called next. */
    public void disableSpawned(long base, int word, long rows, int id) {
        long here = pools.makeRoom(base, id);
        long disabled = id == DISABLED_ID ? pools.insert(here, word, rows, id) : pools.disable(here, word, rows, id);
        notifyIterations(here, word, disabled);
    }

    public long removeTag(long base, int word, long rows, int id) {
        changing(base, word);
        return notified(base, word, pools.remove(base, word, rows, id));
    }

    public DestroyWaves waves() {
        return waves;
    }

    /**
     * Destroys entities: clears all their presence bits, invalidates their handles, and frees their rows. Entities that
     * are linked to them may be destroyed too.
     */
    public void destroy(long base, int word, long rows) {
        if (!isLinked || !waves.tryDestroy(base, word, rows)) {
            destroyUnlinked(base, word, rows);
        }
    }

    private void destroyUnlinked(long base, int word, long rows) {
        if (isNotifying) {
            destroyNotifying(base, word, rows);
        } else {
            entities.destroy(base, word, rows);
        }
    }

    public void destroy(long base, int row) {
        if (isNotifying || isLinked || !entities.tryDestroy(base, row)) {
            destroyInGeneral(base, row);
        }
    }

    private void destroyInGeneral(long base, int row) {
        boolean isDone = isLinked && waves.tryDestroy(base, row >>> 6, 1L << row);
        if (!isDone && (isNotifying || !entities.tryDestroy(base, row))) {
            destroyUnlinked(base, row >>> 6, 1L << row);
        }
    }

    /** Destroys entities without links, after the removals of these rows were reserved and hooks were called. */
    public void destroyReserved(long base, int word, long rows, boolean isNotified) {
        removals.logDestroyed(base, word, rows); // now, while handles and components are still valid
        tracker.recordDestroyed(base, word, rows);
        entities.destroy(base, word, rows);
        if (isNotified) {
            notifyIterations(base, word, rows);
        }
    }

    private void destroyNotifying(long base, int word, long rows) {
        scope.begin();
        try {
            removals.reserveDestroyed(base, word, rows);
            hooks.destroying(base, word, rows);
            waves.dying(base, word, rows);
            destroyReserved(base, word, rows, true);
            waves.destroyed();
        } catch (Throwable e) {
            scope.endAfter(e);
            throw e;
        }
        scope.end();
    }

    public long spawn(RowAllocator allocator) {
        return isObserved || !allocator.isPrepared() ? spawnUnprepared(allocator) : allocator.spawn();
    }

    private long spawnUnprepared(RowAllocator allocator) {
        try {
            if (!isObserved) {
                allocator.prepare(allocator.prototype(), 1);
            }
            return isObserved || !allocator.prepareWord() ? spawn(allocator, allocator.prototype()) : allocator.spawn();
        } catch (OutOfMemoryError e) {
            throw broken(e);
        }
    }

    public long spawn(RowAllocator allocator, Prototype prototype) {
        if (isNotifying) {
            requireSpawn(prototype, null, 1);
        }
        try {
            allocator.prepare(prototype, 1);
            reserve(prototype, null, 1);
            return isNotifying ? spawnNotifying(allocator, prototype) : allocator.spawn(prototype);
        } catch (OutOfMemoryError e) {
            throw broken(e);
        }
    }

    /** Spawns an entity in an allocator, with values of its own for some of its components. */
    public long spawn(RowAllocator allocator, RecordPrototype values) {
        if (!isNotifying && allocator.isPrepared()) {
            long entity = allocator.spawn();
            values.write(entities.require(entity));
            return entity;
        }
        Prototype prototype = allocator.prototype();
        if (isNotifying) {
            requireSpawn(prototype, values, 1);
        }
        try {
            allocator.prepare(prototype, 1);
            reserve(prototype, values, 1);
            long entity = !isNotifying && allocator.prepareWord() ? allocator.spawn() : allocator.spawn(prototype);
            values.write(entities.require(entity));
            if (isNotifying) {
                recordGained(prototype, entity);
                notifySpawned(prototype, entity);
            }
            return entity;
        } catch (OutOfMemoryError e) {
            throw broken(e);
        }
    }

    private long spawnNotifying(RowAllocator allocator, Prototype prototype) {
        long entity = allocator.spawn(prototype);
        recordGained(prototype, entity);
        notifySpawned(prototype, entity);
        return entity;
    }

    /** Spawns up to {@code limit} entities in rows that share a word. {@link #notifySpawned} calls their hooks. */
    public void spawnInWord(RowAllocator allocator, Prototype prototype, int limit, RowMask spawned) {
        spawnInWord(allocator, prototype, null, limit, spawned);
    }

    /** Spawns entities that get other values before {@link #notifySpawned}; null for none. */
    public void spawnInWord(
            RowAllocator allocator, Prototype prototype, RecordPrototype values, int limit, RowMask spawned) {
        if (isNotifying) {
            requireSpawn(prototype, values, limit);
        }
        try {
            allocator.prepare(prototype, limit);
            reserve(prototype, values, Math.min(limit, allocator.claimed()));
            allocator.spawnInWord(prototype, limit, spawned);
            if (isNotifying) {
                recordGained(prototype, spawned.base(), spawned.word(), spawned.rows());
            }
        } catch (OutOfMemoryError e) {
            throw broken(e);
        }
    }

    /** Spawns the entity of a reserved handle, with values of its own or null. */
    public void activate(RowAllocator allocator, long entity, RecordPrototype values) {
        Prototype prototype = values == null ? allocator.prototype() : values.in(allocator);
        activateOnly(allocator, entity, prototype, values);
        if (prototype == allocator.prototype() && values != null) {
            values.write(entities.require(entity));
        }
        notifySpawned(prototype, entity);
    }

    private void requireSpawnOrCancel(
            RowAllocator allocator, long entity, Prototype prototype, RecordPrototype values) {
        try {
            if (isNotifying) {
                requireSpawn(prototype, values, 1);
            }
            reserve(prototype, values, 1);
        } catch (RuntimeException e) {
            allocator.cancelReservation(entity);
            throw e;
        }
    }

    /** As {@link #activate}, but {@link #notifySpawned} calls the hooks. */
    public void activateOnly(RowAllocator allocator, long entity, Prototype prototype, RecordPrototype values) {
        requireSpawnOrCancel(allocator, entity, prototype, values);
        try {
            allocator.activate(entity, prototype);
            if (isNotifying) {
                recordGained(prototype, entity);
            }
        } catch (OutOfMemoryError e) {
            throw broken(e);
        }
    }

    private void recordGained(Prototype prototype, long entity) {
        long place = entities.require(entity);
        recordGained(prototype, Place.base(place), Place.word(place), Place.bit(place));
    }

    /** Records the components of new rows. Iterations need no notification, because new rows are in no open match. */
    private void recordGained(Prototype prototype, long base, int word, long rows) {
        tracker.cover();
        int block = Blocks.index(base);
        for (int id : prototype.ids()) {
            tracker.recordGained(id, block, word, rows);
        }
    }

    /** Calls the hooks of new entities, after their components and values were written. */
    public void notifySpawned(Prototype prototype, long base, int word, long rows) {
        if (hooks.isActive()) {
            scope.begin();
            try {
                hooks.spawned(prototype.ids(), base, word, rows);
            } catch (Throwable e) { // the stack has overflowed
                scope.endAfter(e);
                throw e;
            }
            scope.end();
        }
    }

    public void notifySpawned(Prototype prototype, long entity) {
        long place = hooks.isActive() ? entities.tryLocate(entity) : 0;
        if (place != 0) {
            notifySpawned(prototype, Place.base(place), Place.word(place), Place.bit(place));
        }
    }

    /**
     * Undoes spawns of {@link #spawnInWord} that no other code has seen: their rows are free again. Only iterations are
     * notified.
     */
    public void undoSpawn(long base, int word, long rows) {
        tracker.recordDestroyed(base, word, rows);
        entities.destroy(base, word, rows);
        notifyIterations(base, word, rows);
    }

    private void changing(long base, int word) {
        scope.requireOutside();
        hooks.changing(base, word);
    }

    private long notified(long base, int word, long rows) {
        if (rows != 0) {
            notifyIterations(base, word, rows);
        }
        if (rows != 0 && hooks.isActive()) {
            scope.begin();
            try {
                hooks.changed(base, word, rows);
            } catch (Throwable e) { // the stack has overflowed
                scope.endAfter(e);
                throw e;
            }
            scope.end();
        }
        return rows;
    }

    private void notifyIterations(long base, int word, long rows) {
        if (isIterating) {
            iterations.rowsChanged(base, word, rows);
        }
    }

    /**
     * Called during an iteration for rows whose entity or components have changed, and for blocks that have moved.
     *
     * <p>Called on the world's thread, after the change.
     */
    public interface Listener {
        /** Rows of one word were destroyed, or gained, lost, enabled or disabled a component. */
        void rowsChanged(long base, int word, long rows);

        /** A block has moved, because a component is about to be added for which its memory had no room. */
        default void blockMoved(int block, long from, long to) {}
    }
}
