package basalt.storage;

import static basalt.component.BlockLayout.MAX_COMPONENTS;
import static basalt.component.BlockLayout.disabled;
import static basalt.component.BlockLayout.disabledSummary;
import static basalt.component.BlockLayout.page;
import static basalt.component.BlockLayout.present;
import static basalt.component.BlockLayout.presentSummary;

import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.memory.NativeMemoryException;
import java.util.function.LongSupplier;
import org.agrona.UnsafeApi;

/**
 * One pool for each component: presence and enabled bits, and the columns of the rows that have it.
 *
 * <p>All changes come as a word and a mask of its 64 rows; a single row is a mask of one bit. Adding or removing flips
 * bits and moves no data. Each method returns the rows that really changed, and tells the listener of those.
 */
public final class Pools {
    private final Blocks blocks;
    private final SparsePages pages;
    private final References references;
    private final ColumnSet[] sets = new ColumnSet[MAX_COMPONENTS];
    private StructuralChangeListener listener;
    private StructuralChangeNotifier watch;
    private boolean listening;

    /** Whether structural changes are watched: the one test that unwatched ones pay. */
    private boolean watched;

    private boolean hasReferences;
    private long structure;
    private LongSupplier deaths = () -> 0;

    Pools(Blocks blocks, SparsePages pages, References references) {
        this.blocks = blocks;
        this.pages = pages;
        this.references = references;
    }

    /**
     * Sets what is told of changes, while it is {@link #listening}.
     *
     * @param newListener the iterations
     */
    public void listener(StructuralChangeListener newListener) {
        listener = newListener;
    }

    /**
     * Turns the reports to the listener on or off. Pages of sparse components that lose their last row meanwhile stay
     * where they are until listening ends.
     *
     * @param on whether an iteration runs now
     */
    public void listening(boolean on) {
        listening = on;
        updateWatched();
        if (!on) {
            pages.releaseEmptied(sets);
        }
    }

    /** How many calls may have changed components; deaths are counted by {@link Entities}. */
    long structure() {
        return structure;
    }

    /**
     * Whether a row has a component, enabled or not.
     *
     * @param base the block's address
     * @param row row in the block
     * @param id the component
     * @return true if it is present
     */
    public static boolean has(long base, int row, int id) {
        return RowBits.get(base + presentSummary(id), base + present(id), row);
    }

    /**
     * Whether a row has a component, and it is enabled.
     *
     * @param base the block's address
     * @param row row in the block
     * @param id the component
     * @return true if it is present and enabled
     */
    public static boolean isEnabled(long base, int row, int id) {
        return has(base, row, id) && !RowBits.get(base + disabledSummary(id), base + disabled(id), row);
    }

    /**
     * Adds a component; its columns are zero afterwards.
     *
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows, all alive
     * @param component the component
     * @return the rows that did not have it before
     */
    public long add(long base, int word, long rows, Component<?> component) {
        return watched ? watch.add(base, word, rows, component) : addUnwatched(base, word, rows, component);
    }

    /**
     * Adds a component with values.
     *
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows, all alive
     * @param values the values
     * @param store the store of the block
     * @return the rows that did not have it before, and have these values now
     */
    public long add(long base, int word, long rows, RowImage values, Store store) {
        if (watched) {
            return watch.add(base, word, rows, values, store);
        }
        long added = addUnwatched(base, word, rows, values.component());
        if (added != 0) {
            values.write(base, word, added, store);
        }
        return added;
    }

    long addUnwatched(long base, int word, long rows, Component<?> component) {
        ColumnSet set = columns(component); // first, because the heap may be full
        if (component.isSparse()) {
            long before = structureWithDeaths();
            pages.require(base, component);
            requireSame(before);
        }
        long added = insert(base, word, rows, component.id());
        if (added != 0) {
            set.lanes().zero(origin(base, component), word, added);
            if (hasReferences) {
                dropReferences(base, word, added, component.id()); // of a row that was written to without having it
            }
        }
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
     * @throws basalt.memory.NativeMemoryException if removals are logged and there is no memory for that; nothing has
     *     changed then
     */
    public long remove(long base, int word, long rows, Component<?> component) {
        int id = component.id();
        return watched ? watch.remove(base, word, rows, id) : erase(base, word, rows, id);
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
        requireOutside();
        long present = rows & RowBits.word(base + presentSummary(id), base + present(id), word);
        if (present == 0) {
            return 0;
        }
        structure++;
        Blocks.noteDisabled(base);
        long changed = present & ~RowBits.setAll(base + disabledSummary(id), base + disabled(id), word, present);
        if (changed != 0) {
            changed(base, word, changed);
        }
        return changed;
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
        requireOutside();
        structure++;
        long changed = rows & RowBits.clearAll(base + disabledSummary(id), base + disabled(id), word, rows);
        if (changed != 0) {
            changed(base, word, changed);
        }
        return changed;
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
        requireOutside();
        long added = insert(base, word, rows, id);
        if (added != 0) {
            changed(base, word, added);
        }
        return added;
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
        requireOutside();
        long removed = erase(base, word, rows, id);
        if (removed != 0) {
            changed(base, word, removed);
        }
        return removed;
    }

    /**
     * Makes sure that a sparse component can be added to rows of a block without taking memory.
     *
     * @param base the block's address
     * @param component a sparse component
     */
    public void reservePage(long base, Component<?> component) {
        columns(component);
        pages.require(base, component);
    }

    /**
     * Where a component's offsets count from.
     *
     * @param base the block's address
     * @param component a component that some row of the block has
     * @return the block's address, or the page's if the component is sparse
     */
    public static long origin(long base, ComponentInfo component) {
        // SAFETY: the id is below MAX_COMPONENTS, so its page slot lies in the block's PAGES.
        return component.isSparse() ? UnsafeApi.getLong(null, base + page(component.id())) : base;
    }

    ColumnSet columns(Component<?> component) {
        ColumnSet set = sets[component.id()];
        return set != null ? set : firstUse(component);
    }

    /** Another number after each change of structure, the death of an entity included. */
    long structureWithDeaths() {
        return structure + deaths.getAsLong();
    }

    void deaths(LongSupplier newDeaths) {
        deaths = newDeaths;
    }

    /** Throws if a memory source has called what changes structure, while it gave memory for such a change. */
    void requireSame(long structureBefore) {
        if (structureWithDeaths() != structureBefore) {
            throw changedBySource();
        }
    }

    private static NativeMemoryException changedBySource() {
        return new NativeMemoryException(
                "the memory source has called what changes which entities the world has, or their"
                        + " components, while it gave memory for such a change, which was not made; a source and its listeners may read",
                0,
                0);
    }

    /** Apart, because the JIT inlines constructors wherever they are called, into each add. */
    private ColumnSet firstUse(Component<?> component) {
        return register(new ColumnSet(component));
    }

    ColumnSet[] sets() {
        return sets;
    }

    /** Whether structural changes are watched; they go to {@link #watch} then. */
    boolean isWatched() {
        return watched;
    }

    StructuralChangeNotifier watch() {
        return watch;
    }

    /** Sets what is told of all changes while they are watched. */
    void watch(StructuralChangeNotifier newWatch) {
        watch = newWatch;
    }

    private void requireOutside() {
        if (watched) {
            watch.requireOutside();
        }
    }

    void updateWatched() {
        watched = listening || watch.isNeeded();
    }

    /** Tells the iterations. */
    void changed(long base, int word, long rows) {
        if (listening) {
            listener.rowsChanged(base, word, rows);
        }
    }

    /** Makes a component's columns known, so that what it holds outside the block is found again. */
    ColumnSet register(ColumnSet set) {
        if (sets[set.id()] == null) {
            sets[set.id()] = set;
            hasReferences |= set.hasReferences();
        }
        return sets[set.id()];
    }

    /** Sets presence bits; the result has those that were clear. The caller has made sure of the sparse page. */
    long insert(long base, int word, long rows, int id) {
        structure++;
        long old = RowBits.setAll(base + presentSummary(id), base + present(id), word, rows);
        if (old == 0) {
            populate(base, word, rows, id);
        }
        return rows & ~old;
    }

    /** Clears presence, with all that hangs on it; the result has those bits that were set. */
    long erase(long base, int word, long rows, int id) {
        structure++;
        return eraseAtDeath(base, word, rows, id);
    }

    /** As {@link #erase}, but does not count as a change: the death does. */
    long eraseAtDeath(long base, int word, long rows, int id) {
        long summary = base + presentSummary(id);
        long old = RowBits.clearAll(summary, base + present(id), word, rows);
        long removed = old & rows;
        if (removed == 0) {
            return 0;
        }
        if (Blocks.hasDisabled(base)) {
            RowBits.clearAll(base + disabledSummary(id), base + disabled(id), word, removed);
        }
        if (hasReferences) {
            dropReferences(base, word, removed, id);
        }
        if (old == removed) {
            emptiedWord(base, id);
        }
        return removed;
    }

    private void populate(long base, int word, long rows, int id) {
        if (Blocks.isPopulated(base, id)) {
            return;
        }
        try {
            blocks.populate(base, id);
        } catch (Throwable e) { // the heap is full
            RowBits.clearAll(base + presentSummary(id), base + present(id), word, rows);
            throw e;
        }
    }

    private void dropReferences(long base, int word, long rows, int id) {
        ColumnSet set = sets[id];
        if (set != null) {
            for (int slot : set.referenceSlots()) {
                references.clear(slot, Blocks.index(base), word, rows);
            }
        }
    }

    /** No row of some word has the component any more, and perhaps none of the block. */
    private void emptiedWord(long base, int id) {
        if (RowBits.isEmpty(base + presentSummary(id))) {
            blocks.depopulate(base, id);
            ColumnSet set = sets[id];
            if (set != null && set.isSparse()) {
                pages.emptied(base, set.component(), listening);
            }
        }
    }
}
