package basalt.query;

import static basalt.component.layout.BlockLayout.DISABLED_ID;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Component;
import basalt.match.Filter;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.runtime.WorldRuntime;
import basalt.storage.Blocks;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.RowImage;
import basalt.storage.access.Store;
import basalt.storage.change.DestroyWaves;
import basalt.storage.change.DestroyWaves.DestroyWave;
import basalt.storage.change.Hooks.HookScope;
import basalt.storage.change.RemovalLogs;

/**
 * Structural changes of all rows that a query matches, 64 rows a word: {@code query.bulk().destroy()}.
 *
 * <p>Each method returns the number of entities that were changed. If there is no memory for the change, or for the
 * list of the matching rows in the frame arena, it throws {@link basalt.memory.NativeMemoryException}, and nothing
 * has changed. A null component is an {@link IllegalArgumentException}. Open iterations and queries for changes, this
 * query included, see these changes like single ones. For the world's thread only.
 */
public final class BulkChange {
    /** Used instead of the id of the removed component. */
    private static final int NO_COMPONENT = -1;

    private static final int EACH_COMPONENT = -2;

    private final WorldRuntime runtime;
    private final Filter filter;

    BulkChange(WorldRuntime runtime, Filter filter) {
        this.runtime = runtime;
        this.filter = filter;
    }

    /** Changes rows of one word and returns the rows that changed. Captures nothing, so it makes no garbage. */
    @FunctionalInterface
    private interface WordChange {
        long apply(Store store, long base, int word, long rows, Component<?> component, RowImage image);
    }

    /**
     * Destroys all matching entities, and those that are destroyed with them, such as their children in a hierarchy.
     *
     * @return number of entities
     * @throws basalt.component.HasChildrenException if an entity has children in a tree whose type refuses that, and
     *     not all of them match; nothing has changed then
     */
    public int destroy() {
        return apply(null, null, EACH_COMPONENT, (store, base, word, rows, component, image) -> {
            store.structure().destroy(base, word, rows);
            return rows;
        });
    }

    /** Adds a component, its columns zero, to the matching entities that lack it. */
    public int add(Component<?> component) {
        Store.requireChangeable(component);
        makeRoom(component);
        return apply(
                component,
                null,
                (store, base, word, rows, c, image) -> store.structure().add(base, word, rows, c));
    }

    /** As {@link #add(Component)}, by the record's class. */
    public int add(Class<? extends Record> type) {
        return add(Component.of(type));
    }

    /**
     * Adds a component with values to the matching entities, or gives it these values where it is there already.
     * Observers are called for 64 rows at a time, first for those that lacked it.
     *
     * @return number of entities that lacked it
     * @throws IllegalArgumentException if the value is null or cannot be stored
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; nothing has changed then, unless
     *     observers have written lists or strings
     */
    public int add(Record value) {
        checkOwner();
        RowImage values = store().images().take(value);
        Pools.requireNoLink(values.component());
        values.read(value); // the record's accessors run here, and may close the world
        makeRoom(values.component());
        try {
            return apply(
                    values.component(),
                    values,
                    (store, base, word, rows, c, image) -> put(store, base, word, rows, image));
        } finally {
            values.release();
        }
    }

    private static long put(Store store, long base, int word, long rows, RowImage image) {
        int block = Blocks.index(base);
        long added = store.structure().add(base, word, rows, image);
        long had = rows & ~added;
        if (had != 0) {
            long here = store.blocks().base(block); // again: the addition may have moved the block
            store.pools().write(here, word, had, image); // reserved again: observers may have written lists
            for (long rest = store.structure().isWriteObserved() ? had : 0; rest != 0; rest &= rest - 1) {
                long place = Place.of(store.blocks().base(block), (word << 6) + Long.numberOfTrailingZeros(rest));
                long entity = Entities.handle(place);
                store.structure().written(entity, place, image.component());
            }
        }
        return added;
    }

    /** Removes a component from the matching entities. */
    public int remove(Component<?> component) {
        Store.requireChangeable(component);
        return apply(
                component,
                null,
                component.id(),
                (store, base, word, rows, c, image) -> store.structure().remove(base, word, rows, c));
    }

    /** As {@link #remove(Component)}, by the record's class. */
    public int remove(Class<? extends Record> type) {
        return remove(Component.of(type));
    }

    /**
     * Enables a component of the matching entities. A query that requires the component does not find entities in which
     * it is disabled; name it as optional instead.
     *
     * @return number of entities that had it disabled
     */
    public int enable(Component<?> component) {
        Store.requireChangeable(component);
        return apply(
                component,
                null,
                (store, base, word, rows, c, image) -> store.structure().enable(base, word, rows, c.id()));
    }

    /** As {@link #enable(Component)}, by the record's class. */
    public int enable(Class<? extends Record> type) {
        return enable(Component.of(type));
    }

    /** Disables a component of the matching entities. It keeps its values, and queries treat it as absent. */
    public int disable(Component<?> component) {
        Store.requireChangeable(component);
        return apply(
                component,
                null,
                (store, base, word, rows, c, image) -> store.structure().disable(base, word, rows, c.id()));
    }

    /** As {@link #disable(Component)}, by the record's class. */
    public int disable(Class<? extends Record> type) {
        return disable(Component.of(type));
    }

    /**
     * Enables the matching entities. Only a query with {@link QueryBuilder#includeDisabled()} finds disabled entities.
     *
     * @return number of entities that were disabled
     */
    public int enable() {
        return apply(
                null,
                null,
                (store, base, word, rows, c, image) -> store.structure().removeTag(base, word, rows, DISABLED_ID));
    }

    /** Disables the matching entities: no query finds them unless it includes disabled ones. */
    public int disable() {
        return apply(
                null,
                null,
                (store, base, word, rows, c, image) -> store.structure().addTag(base, word, rows, DISABLED_ID));
    }

    private Store store() {
        return runtime.store();
    }

    /** Applies a change to all matching rows. */
    private int apply(Component<?> component, RowImage image, WordChange change) {
        return apply(component, image, NO_COMPONENT, change);
    }

    private int apply(Component<?> component, RowImage image, int removedId, WordChange change) {
        checkOwner();
        Store store = store();
        filter.requireOpen();
        HookScope scope = store.hookScope();
        scope.begin();
        int count;
        try {
            boolean notifies = store.hooks().isActive(); // then a hook may iterate meanwhile
            MatchedRows matches =
                    notifies ? runtime.owner().open(filter) : runtime.owner().openDetached(filter);
            Throwable thrown = null;
            try {
                count = apply(matches, component, image, removedId, change);
            } catch (Throwable e) {
                thrown = e;
                throw e;
            } finally {
                if (notifies) {
                    runtime.owner().end(matches, thrown);
                } else {
                    runtime.owner().closeDetached(matches);
                }
            }
        } catch (Throwable e) {
            scope.endAfter(e);
            throw e;
        }
        scope.end();
        return count;
    }

    private int apply(MatchedRows matches, Component<?> component, RowImage image, int removedId, WordChange change) {
        runtime.owner().checkReader(filter);
        if (image != null && image.hasLists()) {
            reserveLists(matches, image);
        }
        boolean isWave = removedId == EACH_COMPONENT && hasLinked(matches);
        boolean isReserved = removedId != NO_COMPONENT && !isWave && reserveRemovalsOrUndo(matches, removedId);
        filter.clearChanges(runtime.owner());
        if (isWave) {
            return destroyWave(matches);
        }
        if (isReserved && removedId == EACH_COMPONENT && !store().hooks().isActive()) {
            return destroyReserved(matches);
        }
        int count = 0;
        for (int i = 0; i < matches.count(); i++) {
            long entry = matches.entry(i);
            int block = Blocks.index(MatchedBlock.base(entry));
            for (int word = MatchedBlock.nextWord(entry, 0);
                    word < WORDS;
                    word = MatchedBlock.nextWord(entry, word + 1)) {
                long base = store().blocks().base(block); // again: the change may have moved the block
                long changed = change.apply(store(), base, word, MatchedBlock.word(entry, word), component, image);
                count += Long.bitCount(changed);
            }
        }
        return count;
    }

    /** Reserves the memory for the lists of all matching rows, before any of them changes. */
    private void reserveLists(MatchedRows matches, RowImage values) {
        int rows = 0;
        for (int at = matches.nextWord(0); at >= 0; at = matches.nextWord(at + 1)) {
            rows += Long.bitCount(MatchedBlock.word(matches.entryAt(at), at % WORDS));
        }
        store().pools().reserve(values, rows);
    }

    /** Destroys the entities of matching rows, whose removals were reserved; no other code runs meanwhile. */
    private int destroyReserved(MatchedRows matches) {
        boolean isNested = runtime.owner().isRunning();
        int count = 0;
        for (int at = matches.nextWord(0); at >= 0; at = matches.nextWord(at + 1)) {
            long entry = matches.entryAt(at);
            long base = MatchedBlock.base(entry);
            int word = at % WORDS;
            long rows = MatchedBlock.word(entry, word);
            store().structure().destroyReserved(base, word, rows, isNested);
            count += Long.bitCount(rows);
        }
        return count;
    }

    /** Whether entities of matching rows have links, so that others may be destroyed with them. */
    private boolean hasLinked(MatchedRows matches) {
        DestroyWaves waves = store().structure().waves();
        waves.update();
        if (!waves.isLinked()) {
            return false;
        }
        for (int at = matches.nextWord(0); at >= 0; at = matches.nextWord(at + 1)) {
            long entry = matches.entryAt(at);
            long base = MatchedBlock.base(entry);
            int word = at % WORDS;
            if (waves.linked(base, word, MatchedBlock.word(entry, word)) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Destroys the entities of matching rows, and those that are destroyed with them; returns how many these are. */
    private int destroyWave(MatchedRows matches) {
        DestroyWaves waves = store().structure().waves();
        DestroyWave wave = waves.begin();
        for (int at = matches.nextWord(0); at >= 0; at = matches.nextWord(at + 1)) {
            long entry = matches.entryAt(at);
            int word = at % WORDS;
            wave.add(MatchedBlock.base(entry), word, MatchedBlock.word(entry, word));
        }
        return waves.run();
    }

    /** Reserves log entries; false if there is no log. */
    private boolean reserveRemovalsOrUndo(MatchedRows matches, int removedId) {
        try {
            reserveRemovals(matches, removedId);
        } catch (RuntimeException e) {
            store().removals().unreserve();
            throw e;
        }
        return store().removals().count() > 0;
    }

    /** Reserves the memory for the log entries of the components that the rows will lose. */
    private void reserveRemovals(MatchedRows matches, int removedId) {
        RemovalLogs logs = store().removals();
        for (int log = 0; log < logs.count(); log++) {
            int id = logs.id(log);
            if (removedId == EACH_COMPONENT || removedId == id) {
                logs.reserve(id, filter.requires(id) ? matches.countRows() : countHaving(matches, id));
            }
        }
    }

    private static long countHaving(MatchedRows matches, int id) {
        long count = 0;
        for (int at = matches.nextWord(0); at >= 0; at = matches.nextWord(at + 1)) {
            long entry = matches.entryAt(at);
            int word = at % WORDS;
            long having = Pools.presentWord(MatchedBlock.base(entry), word, id);
            count += Long.bitCount(having & MatchedBlock.word(entry, word));
        }
        return count;
    }

    private void checkOwner() {
        store().checkOwner(
                        "query.bulk()", "record commands in a kernel of the query, or declare the system exclusive()");
    }

    /** Makes room in all blocks with matching rows, which may move, before anything is changed. */
    private void makeRoom(Component<?> component) {
        checkOwner();
        store().hookScope().requireOutside();
        filter.requireOpen();
        Blocks blocks = store().blocks();
        int id = component.id();
        int block = filter.nextWithoutRoom(blocks, 0, id);
        while (block >= 0) {
            store().pools().makeRoom(blocks.base(block), id);
            block = filter.nextWithoutRoom(blocks, block + 1, id);
        }
    }
}
