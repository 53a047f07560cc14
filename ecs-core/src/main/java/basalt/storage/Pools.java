package basalt.storage;

import static basalt.component.layout.BlockLayout.CHANGED_AT;
import static basalt.component.layout.BlockLayout.DISABLED;
import static basalt.component.layout.BlockLayout.DISABLED_SUMMARY;
import static basalt.component.layout.BlockLayout.MAX_COMPONENTS;

import basalt.component.Component;
import basalt.memory.NativeMemoryException;
import org.agrona.UnsafeApi;

/**
 * One pool for each component: presence and enabled bits, and the columns of the rows that have it.
 *
 * <p>All changes are given as a word and a mask of its 64 rows; a single row is a mask with one bit. Adding or removing
 * a component sets or clears bits and moves no data. Each method returns the rows that were changed. This class
 * notifies nothing: structural changes of a world go through {@code storage.change.Structure}, which notifies
 * iterations, readers and hooks.
 */
public final class Pools {
    private final Blocks blocks;
    private final References references;
    private final ColumnSet[] sets = new ColumnSet[MAX_COMPONENTS];
    private final Presence presence;

    private final long[] withReferences = new long[MAX_COMPONENTS / Long.SIZE];

    /** Called after a block has moved. */
    private BlockListener whenMoved = (block, from, to) -> {};

    private long version;

    Pools(Blocks blocks, References references) {
        this.blocks = blocks;
        this.references = references;
        this.presence = new Presence(blocks);
    }

    /** A listener for blocks that move. */
    public interface BlockListener {
        /** Called after a block has moved. Both addresses can still be read. */
        void moved(int block, long from, long to);
    }

    /** Sets the listener that is called after a block has moved. */
    public void whenMoved(BlockListener listener) {
        whenMoved = listener;
    }

    /**
     * Makes sure that a component can be added to rows of a block without taking memory. The block moves if its memory
     * has no room for the component. All changes that add components call this first.
     */
    public long makeRoom(long base, int id) {
        return blocks.hasRoom(base, id) ? base : move(base, BlockSize.of(id), id);
    }

    /**
     * Makes sure that several components can be added to rows of a block, as {@link #makeRoom(long, int)} does for one.
     */
    public long makeRoom(long base, int[] ids) {
        boolean hasRoom = true;
        for (int id : ids) {
            hasRoom &= blocks.hasRoom(base, id);
        }
        return hasRoom ? base : move(base, BlockSize.of(ids), ids);
    }

    /** Makes room for the components of new entities. */
    long makeRoom(long base, Prototype prototype) {
        BlockSize size = prototype.blockSize();
        return blocks.hasRoom(base, size, prototype.ids()) ? base : move(base, size, prototype.ids());
    }

    /** Makes the memory of a spare block large enough for another size. */
    void enlarge(long base, BlockSize size) {
        if (!BlockPool.size(base).with(size).equals(BlockPool.size(base))) {
            move(base, size);
        }
    }

    private long move(long base, BlockSize size, int... ids) {
        long memory = blocks.takeFor(base, BlockPool.size(base), size);
        move(base, memory, ids);
        return memory;
    }

    /** Moves a block to other memory, in which it gets the areas of components. */
    private void move(long base, long memory, int... ids) {
        version++; // so that callers see that addresses have changed
        int block = Blocks.index(base);
        BlockContents.copy(base, memory, sets);
        for (int id : ids) {
            Presence.requireArea(memory, id);
        }
        blocks.move(base, memory);
        presence.moved(base, memory);
        whenMoved.moved(block, base, memory);
        blocks.releaseMoved();
    }

    /** Makes the memory of a block without entities as small as possible, if there is memory for that. */
    void shrink(long base) {
        if (BlockPool.size(base).equals(BlockSize.EMPTY)) {
            return;
        }
        try {
            move(base, blocks.takeFor(base, BlockSize.EMPTY, BlockSize.EMPTY));
        } catch (NativeMemoryException e) {
            // it stays as large as it is
        }
    }

    /** The version of the structure: which entities are alive, and which components they have and have enabled. */
    public long version() {
        return version;
    }

    /** Whether a row has a component, enabled or not. */
    public static boolean has(long base, int row, int id) {
        return (presentWord(base, row >>> 6, id) >>> row & 1) != 0;
    }

    /** The rows of a word that have a component, enabled or not. */
    public static long presentWord(long base, int word, int id) {
        return Presence.word(base, word, id);
    }

    /** Whether a block has columns of a component: some row has or had it. */
    public static boolean hasHad(long base, int id) {
        return Presence.isDefined(base, id);
    }

    public static boolean isEnabled(long base, int row, int id) {
        return has(base, row, id) && (disabledWord(base, row >>> 6, id) >>> row & 1) == 0;
    }

    /** The present words of a component in a block. Read them, do not write them. */
    public static long presentWords(long base, int id) {
        return base + Blocks.area(base, id);
    }

    /** The rows of a word in which a component is disabled. */
    public static long disabledWord(long base, int word, int id) {
        long area = base + Blocks.area(base, id);
        return RowBits.word(area + DISABLED_SUMMARY, area + DISABLED, word);
    }

    /**
     * Adds a component with zero columns to one row, if that is simple: the component has no references, and the row is
     * neither the first nor the last of its word. Does nothing otherwise.
     */
    public boolean tryAdd(long base, int row, int id) {
        ColumnSet set = sets[id];
        if (set == null || set.hasReferences() || !presence.tryInsert(base, row, id)) {
            return false;
        }
        changed(base);
        set.zero(base, row);
        return true;
    }

    /**
     * Removes a component from one row, if that is simple, as in {@link #tryAdd}, and no component of the block may be
     * disabled. Does nothing otherwise.
     */
    public boolean tryRemove(long base, int row, int id) {
        ColumnSet set = sets[id];
        if (set == null || set.hasReferences() || Blocks.hasDisabled(base) || !presence.tryRemove(base, row, id)) {
            return false;
        }
        changed(base);
        return true;
    }

    /** Adds a component with zero columns, after {@link #makeRoom}. */
    public long add(long base, int word, long rows, Component<?> component) {
        ColumnSet set = columns(component);
        long added = insert(base, word, rows, component.id());
        if (added != 0) {
            set.zero(base, word, added);
            dropReferences(base, word, added, set); // written without the component
        }
        return added;
    }

    public void write(long base, int word, long rows, RowImage values) {
        values.write(base, Blocks.index(base), word, rows, references);
    }

    /** Makes the record of a row that has a component. */
    @SuppressWarnings("unchecked") // the columns of a component are read as its record
    public <T extends Record> T read(long base, int row, Component<T> component) {
        return (T) columns(component).read(base, Blocks.index(base), row, references);
    }

    /** Removes a component: clears the presence and disabled bits, and the references of the rows. */
    public long remove(long base, int word, long rows, int id) {
        changed(base);
        ColumnSet set = sets[id];
        return Blocks.hasDisabled(base) || set != null && set.hasReferences()
                ? removeSpecial(base, word, rows, id)
                : presence.remove(base, word, rows, id);
    }

    /** Disables a component where it is present. It keeps its values, and queries treat it as absent. */
    public long disable(long base, int word, long rows, int id) {
        long present = rows & presentWord(base, word, id);
        if (present == 0) {
            return 0;
        }
        changed(base);
        Blocks.setHasDisabled(base);
        long area = base + Blocks.area(base, id); // defined, because it is present
        return present & ~RowBits.setAll(area + DISABLED_SUMMARY, area + DISABLED, word, present);
    }

    /** Enables a component again. */
    public long enable(long base, int word, long rows, int id) {
        changed(base);
        long disabled = rows & disabledWord(base, word, id);
        if (disabled != 0) {
            clearDisabled(base, word, disabled, id);
        }
        return disabled;
    }

    ColumnSet columns(Component<?> component) {
        ColumnSet set = sets[component.id()];
        return set != null ? set : firstUse(component);
    }

    /** A separate method, so that the JIT does not inline the constructor into each add. */
    private ColumnSet firstUse(Component<?> component) {
        return register(ColumnSet.of(component));
    }

    ColumnSet[] sets() {
        return sets;
    }

    /** A component that was used in this store. Returns the component; null if it was never used. */
    public Component<?> component(int id) {
        return sets[id] == null ? null : sets[id].component();
    }

    /** Whether a component has managed columns. */
    public boolean hasReferences(int id) {
        return (withReferences[id >>> 6] >>> id & 1) != 0;
    }

    /** The slots of the managed columns of a component. */
    public int[] referenceSlots(int id) {
        return sets[id].referenceSlots();
    }

    /** Registers a component's columns, so that its references are found. */
    ColumnSet register(ColumnSet set) {
        if (sets[set.id()] == null) {
            sets[set.id()] = set;
            withReferences[set.id() >>> 6] |= set.hasReferences() ? 1L << set.id() : 0;
        }
        return sets[set.id()];
    }

    /** Sets presence bits only, after {@link #makeRoom}. */
    public long insert(long base, int word, long rows, int id) {
        changed(base);
        return presence.insert(base, word, rows, id);
    }

    /** Counts a change of the entities of a block, or of their components. */
    void changed(long base) {
        version++;
        notePlaceOfChange(base);
    }

    /** Notes that the free or claimed rows of a block change, or its entities, with the version that there is now. */
    void notePlaceOfChange(long base) {
        UnsafeApi.putLong(null, base + CHANGED_AT, version); // SAFETY: in the block's header
    }

    /** Whether the entities of a block, its free rows, or the components of its rows have changed. */
    static boolean hasChanged(long base, long since) {
        return UnsafeApi.getLong(null, base + CHANGED_AT) >= since;
    }

    /** Begins a version: changes from now on are in this one or a later one. */
    long newVersion() {
        return ++version;
    }

    /** The presence bits. */
    Presence presence() {
        return presence;
    }

    /** Removes all components of one row, if that is simple, as in {@link #tryRemove}. Does nothing otherwise. */
    boolean tryRemoveAll(long base, int row) {
        long populated = Blocks.populated(base, 0);
        if ((populated & withReferences[0]) != 0
                || Blocks.hasDisabled(base)
                || !presence.tryRemoveAll(base, row, populated)) {
            return false;
        }
        changed(base);
        if (blocks.populatedWords() > 1) {
            removeOthers(base, row >>> 6, 1L << row);
        }
        return true;
    }

    void removeAll(long base, int word, long rows) {
        changed(base);
        removeAll(base, word, rows, 0);
        if (blocks.populatedWords() > 1) {
            removeOthers(base, word, rows);
        }
    }

    private void removeOthers(long base, int word, long rows) {
        for (int ids = 1; ids < blocks.populatedWords(); ids++) {
            removeAll(base, word, rows, ids);
        }
    }

    private void removeAll(long base, int word, long rows, int ids) {
        long populated = Blocks.populated(base, ids);
        long special = Blocks.hasDisabled(base) ? populated : populated & withReferences[ids];
        presence.removeAll(base, word, rows, ids, populated & ~special);
        if (special != 0) {
            removeSpecial(base, word, rows, ids, special);
        }
    }

    private void removeSpecial(long base, int word, long rows, int ids, long components) {
        for (long rest = components; rest != 0; rest &= rest - 1) {
            removeSpecial(base, word, rows, (ids << 6) + Long.numberOfTrailingZeros(rest));
        }
    }

    /** Removes a component that has references or may be disabled. */
    private long removeSpecial(long base, int word, long rows, int id) {
        long removed = presence.remove(base, word, rows, id);
        ColumnSet set = sets[id];
        if (removed != 0) {
            clearDisabled(base, word, removed, id);
        }
        if (removed != 0 && set != null) {
            dropReferences(base, word, removed, set);
        }
        return removed;
    }

    /** Clears bits of the disabled words of a component that has a defined area. */
    private static void clearDisabled(long base, int word, long rows, int id) {
        long area = base + Blocks.area(base, id);
        RowBits.clearAll(area + DISABLED_SUMMARY, area + DISABLED, word, rows);
    }

    private void dropReferences(long base, int word, long rows, ColumnSet set) {
        for (int slot : set.referenceSlots()) {
            references.clear(slot, Blocks.index(base), word, rows);
        }
    }
}
