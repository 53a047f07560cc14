package basalt.query;

import static basalt.component.BlockLayout.DISABLED_ID;
import static basalt.component.BlockLayout.WORDS;
import static basalt.component.BlockLayout.present;
import static basalt.component.BlockLayout.presentSummary;

import basalt.component.Component;
import basalt.runtime.WorldRuntime;
import basalt.snapshot.Filter;
import basalt.snapshot.MatchSnapshot;
import basalt.snapshot.SnapshotEntry;
import basalt.storage.RowBits;
import basalt.storage.RowImage;
import basalt.storage.access.Store;
import basalt.storage.change.HookScope;
import basalt.storage.change.RemovalLogs;

/**
 * Structural changes of all rows that a query matches, 64 rows a word: {@code query.bulk().destroy()}.
 *
 * <p>Each method returns how many entities really changed. If memory is lacking, for a sparse component or for the
 * snapshot of the matching rows in the frame arena, it throws {@link basalt.memory.NativeMemoryException}, and nothing
 * has changed. A null component is an {@link IllegalArgumentException}. Iterations that are under way take notice like
 * they do of single changes; so do queries that look for changes, this one included.
 * For the world's thread only.
 */
public final class BulkChange {
    /** Stand in for the id of the component that a change takes away. */
    private static final int NO_COMPONENT = -1;

    private static final int EACH_COMPONENT = -2;

    private final WorldRuntime runtime;
    private final Filter filter;

    BulkChange(WorldRuntime runtime, Filter filter) {
        this.runtime = runtime;
        this.filter = filter;
    }

    /** Changes rows of one word; gives back those that really changed. Captures nothing, so it makes no garbage. */
    @FunctionalInterface
    private interface WordChange {
        long apply(Store store, long base, int word, long rows, Component<?> component, RowImage image);
    }

    /**
     * Destroys all matching entities.
     *
     * @return how many
     */
    public int destroy() {
        return apply(null, null, EACH_COMPONENT, (store, base, word, rows, component, image) -> {
            store.structure().destroy(base, word, rows);
            return rows;
        });
    }

    /**
     * Adds a component, its columns zero, to the matching entities that lack it.
     *
     * @param component what to add
     * @return how many lacked it
     * @throws basalt.memory.NativeMemoryException if the component is sparse and its memory cannot be had
     */
    public int add(Component<?> component) {
        Store.requireComponent(component);
        reservePages(component);
        return apply(
                component,
                null,
                (store, base, word, rows, c, image) -> store.structure().add(base, word, rows, c));
    }

    /**
     * Adds a component with values to the matching entities that lack it; those that have it keep their values.
     *
     * @param value the component's values
     * @return how many lacked it
     * @throws IllegalArgumentException if the value is null or cannot be stored
     * @throws basalt.memory.NativeMemoryException if the component is sparse and its memory cannot be had
     */
    public int add(Record value) {
        RowImage values = RowImage.of(value);
        reservePages(values.component());
        return apply(
                values.component(),
                values,
                (store, base, word, rows, c, image) -> store.structure().add(base, word, rows, image));
    }

    /**
     * Removes a component from the matching entities.
     *
     * @param component what to remove
     * @return how many had it
     */
    public int remove(Component<?> component) {
        Store.requireComponent(component);
        return apply(
                component,
                null,
                component.id(),
                (store, base, word, rows, c, image) -> store.structure().remove(base, word, rows, c));
    }

    /**
     * Enables a component of the matching entities. Rows whose component is disabled are found by a query that names it
     * as optional, not as required.
     *
     * @param component what to enable
     * @return how many had it disabled
     */
    public int enable(Component<?> component) {
        Store.requireComponent(component);
        return apply(
                component,
                null,
                (store, base, word, rows, c, image) -> store.structure().enable(base, word, rows, c.id()));
    }

    /**
     * Disables a component of the matching entities: it keeps its data, and no query finds it.
     *
     * @param component what to disable
     * @return how many had it enabled
     */
    public int disable(Component<?> component) {
        Store.requireComponent(component);
        return apply(
                component,
                null,
                (store, base, word, rows, c, image) -> store.structure().disable(base, word, rows, c.id()));
    }

    /**
     * Enables the matching entities. Only a query with {@link QueryBuilder#includeDisabled()} finds disabled ones.
     *
     * @return how many were disabled
     */
    public int enable() {
        return apply(
                null,
                null,
                (store, base, word, rows, c, image) -> store.structure().removeTag(base, word, rows, DISABLED_ID));
    }

    /**
     * Disables the matching entities: no query finds them unless it includes disabled ones.
     *
     * @return how many were enabled
     */
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

    private int apply(Component<?> component, RowImage image, int losing, WordChange change) {
        checkOwner();
        Store store = store();
        filter.requireOpen();
        HookScope scope = store.hookScope();
        scope.begin();
        int count;
        try {
            boolean logged = losing != NO_COMPONENT
                    && store.removals().count() > 0; // which may take memory, and call its source
            boolean told = logged || store.hooks().isActive(); // then an iteration may run in the midst of this
            MatchSnapshot matches =
                    told ? runtime.owner().open(filter, false) : runtime.owner().openDetached(filter, false);
            Throwable thrown = null;
            try {
                count = apply(matches, component, image, losing, change);
            } catch (Throwable e) {
                thrown = e;
                throw e;
            } finally {
                if (told) {
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

    private int apply(MatchSnapshot matches, Component<?> component, RowImage image, int losing, WordChange change) {
        runtime.owner().checkReader(filter);
        if (losing != NO_COMPONENT) {
            reserveOrNothing(matches, losing);
        }
        filter.seen(runtime.owner());
        int count = 0;
        for (int i = 0; i < matches.count(); i++) {
            long entry = matches.entry(i);
            long base = SnapshotEntry.base(entry);
            for (int word = SnapshotEntry.nextWord(entry, 0);
                    word < WORDS;
                    word = SnapshotEntry.nextWord(entry, word + 1)) {
                long changed = change.apply(store(), base, word, SnapshotEntry.word(entry, word), component, image);
                count += Long.bitCount(changed);
            }
        }
        return count;
    }

    private void reserveOrNothing(MatchSnapshot matches, int losing) {
        try {
            reserveLosses(matches, losing);
        } catch (Throwable e) {
            store().removals().unreserve();
            throw e;
        }
    }

    /** Takes all memory that it needs to log what the rows will lose. */
    private void reserveLosses(MatchSnapshot matches, int losing) {
        RemovalLogs logs = store().removals();
        for (int log = 0; log < logs.count(); log++) {
            int id = logs.id(log);
            if (losing == EACH_COMPONENT || losing == id) {
                long count = 0;
                for (int i = 0; i < matches.count(); i++) {
                    count += countHaving(matches.entry(i), id);
                }
                logs.reserve(id, count);
            }
        }
    }

    private static int countHaving(long entry, int id) {
        long base = SnapshotEntry.base(entry);
        int count = 0;
        for (int word = SnapshotEntry.nextWord(entry, 0);
                word < WORDS;
                word = SnapshotEntry.nextWord(entry, word + 1)) {
            long having = RowBits.word(base + presentSummary(id), base + present(id), word);
            count += Long.bitCount(having & SnapshotEntry.word(entry, word));
        }
        return count;
    }

    private void checkOwner() {
        store().checkOwner(
                        "query.bulk()", "record commands in a kernel of the query, or declare the system exclusive()");
    }

    /** Takes all memory that the change needs before it changes anything. */
    private void reservePages(Component<?> component) {
        checkOwner();
        if (!component.isSparse()) {
            return;
        }
        MatchSnapshot matches = runtime.owner().open(filter, false); // as the memory source may call code that iterates
        try {
            for (int i = 0; i < matches.count(); i++) {
                store().pools().reservePage(SnapshotEntry.base(matches.entry(i)), component);
            }
        } finally {
            runtime.owner().close(matches);
        }
    }
}
