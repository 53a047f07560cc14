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
import org.agrona.UnsafeApi;

/**
 * One pool for each component: presence and enabled bits, and the columns of the rows that have it.
 *
 * <p>All changes come as a word and a mask of its 64 rows; a single row is a mask of one bit. Adding or removing flips
 * bits and moves no data. Each method returns the rows that really changed. Nothing is told of it here: structural
 * changes of a world go through its structure, which tells iterations, readers and hooks.
 */
public final class Pools {
    private final Blocks blocks;
    private final SparsePages pages;
    private final References references;
    private final ColumnSet[] sets = new ColumnSet[MAX_COMPONENTS];
    private boolean hasReferences;
    private boolean retainsPages;
    private long version;

    Pools(Blocks blocks, SparsePages pages, References references) {
        this.blocks = blocks;
        this.pages = pages;
        this.references = references;
    }

    /**
     * Says whether pages of sparse components that lose their last row stay where they are: while spans of an iteration
     * may refer to them. Those that were emptied meanwhile are released when it ends.
     *
     * @param on whether they stay
     */
    public void retainPages(boolean on) {
        retainsPages = on;
        if (!on) {
            pages.releaseEmptied(sets);
        }
    }

    /**
     * Which structure this is: which entities are alive, have which components, and has them enabled.
     *
     * @return a number that is greater after each change; calls that turn out to change nothing may count as well
     */
    public long version() {
        return version;
    }

    /** Counts the death of entities as a change. */
    void countDeath() {
        version++;
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
        ColumnSet set = columns(component); // first, because the heap may be full
        if (component.isSparse()) {
            long before = version;
            pages.require(base, component);
            requireSame(before);
        }
        long added = insert(base, word, rows, component.id());
        if (added != 0) {
            set.zero(origin(base, component), word, added);
            if (hasReferences) {
                dropReferences(base, word, added, component.id()); // of a row that was written to without having it
            }
        }
        return added;
    }

    /**
     * Writes values to rows that have their component.
     *
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows
     * @param values the values
     */
    public void write(long base, int word, long rows, RowImage values) {
        values.write(origin(base, values.component()), Blocks.index(base), word, rows, references);
    }

    /**
     * Makes the record of a row that has a component.
     *
     * @param base the block's address
     * @param row row in the block
     * @param component the component
     * @param <T> the record
     * @return the values as a record
     */
    public <T extends Record> T read(long base, int row, Component<T> component) {
        ColumnSet set = columns(component);
        return RowImage.read(origin(base, component), Blocks.index(base), row, component, set, references);
    }

    /**
     * Clears presence, with all that hangs on it: the enabled bits, and the references that the rows held.
     *
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows
     * @param id the component
     * @return the rows that had it before
     */
    public long remove(long base, int word, long rows, int id) {
        version++;
        return erase(base, word, rows, id);
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
        long present = rows & RowBits.word(base + presentSummary(id), base + present(id), word);
        if (present == 0) {
            return 0;
        }
        version++;
        Blocks.noteDisabled(base);
        return present & ~RowBits.setAll(base + disabledSummary(id), base + disabled(id), word, present);
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
        version++;
        return rows & RowBits.clearAll(base + disabledSummary(id), base + disabled(id), word, rows);
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

    /**
     * Throws if a memory source has called what changes structure, while it gave memory for such a change.
     *
     * @param versionBefore {@link #version()} before the memory was taken
     * @throws NativeMemoryException if that has happened
     */
    public void requireSame(long versionBefore) {
        if (version != versionBefore) {
            throw changedBySource();
        }
    }

    private static NativeMemoryException changedBySource() {
        return new NativeMemoryException(
                "the memory source has called what changes which entities the world has, or their"
                        + " components, while it gave memory for such a change, which was not made; a source and its "
                        + "listeners may read",
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

    /**
     * A component that rows of this store have or had.
     *
     * @param id its id
     * @return the component; null if it was never used
     */
    public Component<?> component(int id) {
        return sets[id] == null ? null : sets[id].component();
    }

    /** Makes a component's columns known, so that what it holds outside the block is found again. */
    ColumnSet register(ColumnSet set) {
        if (sets[set.id()] == null) {
            sets[set.id()] = set;
            hasReferences |= set.hasReferences();
        }
        return sets[set.id()];
    }

    /**
     * Sets presence bits, and nothing else. A sparse component has its page by {@link #reservePage}.
     *
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows
     * @param id the component
     * @return the rows that did not have it before
     */
    public long insert(long base, int word, long rows, int id) {
        version++;
        long old = RowBits.setAll(base + presentSummary(id), base + present(id), word, rows);
        if (old == 0) {
            populate(base, word, rows, id);
        }
        return rows & ~old;
    }

    /** As {@link #remove}, but does not count as a change: the death does. */
    long erase(long base, int word, long rows, int id) {
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
                pages.emptied(base, set.component(), retainsPages);
            }
        }
    }
}
