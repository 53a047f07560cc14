package basalt.storage;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.CHANGED_AT;
import static basalt.component.layout.BlockLayout.DISABLED;
import static basalt.component.layout.BlockLayout.DISABLED_SUMMARY;
import static basalt.component.layout.BlockLayout.MAX_COMPONENTS;
import static basalt.component.layout.BlockLayout.NO_ROWS;
import static basalt.component.layout.BlockLayout.PRESENT_SUMMARY;

import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.VariableColumn;
import basalt.memory.NativeMemoryException;
import basalt.storage.BlockPool.BlockSize;
import java.util.List;
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
    private final StateParts stateParts;
    private final ColumnSet[] sets = new ColumnSet[MAX_COMPONENTS];
    private final Presence presence;

    /** The components whose rows own something outside of their block: references or lists. */
    private final long[] owning = new long[MAX_COMPONENTS / Long.SIZE];

    /** Called after a block has moved. */
    private BlockListener whenMoved = (block, from, to) -> {};

    private long version;
    private int componentCount;

    Pools(Blocks blocks, References references, StateParts stateParts) {
        this.blocks = blocks;
        this.references = references;
        this.stateParts = stateParts;
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

    long makeRoom(long base, BlockSize size, int[] ids) {
        return blocks.hasRoom(base, size, ids) ? base : move(base, size, ids);
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

    /** Throws if a component holds the links of a tree, which would then not fit together. */
    public static void requireNoLink(ComponentInfo component) {
        if (component.isLink()) {
            throw refused(component);
        }
    }

    public static IllegalArgumentException refused(ComponentInfo component) {
        return new IllegalArgumentException("component " + component.name() + " holds the links of a tree, which only"
                + " its hierarchy changes: call attach(child, parent) or detach(child) of world.hierarchy(...), or of"
                + " commands");
    }

    public long version() {
        return version;
    }

    /** Not by {@link #presentWord}, because the JIT inlines at most 15 nested calls. SAFETY: as there. */
    public static boolean has(long base, int row, int id) {
        return (UnsafeApi.getLong(null, base + Blocks.area(base, id) + (row >>> 6 << 3)) >>> row & 1) != 0;
    }

    /** Appends the components of a row to a list, by ascending ids. */
    public void components(long place, List<Component<?>> to) {
        for (int word = 0; word < blocks.populatedWords(); word++) {
            for (long rest = Blocks.populated(Place.base(place), word); rest != 0; rest &= rest - 1) {
                int id = (word << 6) + Long.numberOfTrailingZeros(rest);
                Component<?> component = component(id);
                if (component != null && has(Place.base(place), Place.row(place), id)) {
                    to.add(component);
                }
            }
        }
    }

    public static long presentWord(long base, int word, int id) {
        return Presence.word(base, word, id);
    }

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

    public static long disabledWord(long base, int word, int id) {
        long area = base + Blocks.area(base, id);
        return RowBits.word(area + DISABLED_SUMMARY, area + DISABLED, word);
    }

    /**
     * Adds a component with zero columns to one row, if that is simple: the component has no references or lists, and
     * the row is neither the first nor the last of its word. Does nothing otherwise.
     */
    public boolean tryAdd(long base, int row, int id) {
        ColumnSet set = sets[id];
        if (set == null || set.isOwning() || !presence.tryInsert(base, row, id)) {
            return false;
        }
        changed(base);
        set.zero(base, row);
        return true;
    }

    /** As {@link #tryAdd}, but the caller writes the columns, which have no references or lists. */
    public boolean tryInsert(long base, int row, int id) {
        if (sets[id] == null || !presence.tryInsert(base, row, id)) {
            return false;
        }
        changed(base);
        return true;
    }

    /**
     * Removes a component from one row, if that is simple, as in {@link #tryAdd}, and no component of the block may be
     * disabled. Does nothing otherwise.
     */
    public boolean tryRemove(long base, int row, int id) {
        ColumnSet set = sets[id];
        if (set == null || set.isOwning() || Blocks.hasDisabled(base) || !presence.tryRemove(base, row, id)) {
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

    /** Adds a component with the values of an image, after {@link #makeRoom} and {@link #reserve}. */
    public long add(long base, int word, long rows, RowImage values) {
        register(values.columns());
        long added = insert(base, word, rows, values.component().id());
        if (added != 0) {
            values.columns().zeroLists(base, word, added);
            values.write(base, Blocks.index(base), word, added, references);
        }
        return added;
    }

    /**
     * Takes care that there is memory for the lists of rows that are about to get these values. Without memory it
     * throws, and nothing has changed.
     */
    public void reserve(RowImage values, int rows) {
        if (values.hasLists()) {
            values.need(references.elements(), rows);
            references.elements().reserve();
        }
    }

    /** As {@link #reserve(RowImage, int)}, for new rows of several components, and values that then replace some. */
    public void reserve(RowImage[] components, RowImage[] values, int rows) {
        for (RowImage image : components) {
            image.need(references.elements(), rows);
        }
        for (RowImage image : values) {
            image.need(references.elements(), rows);
        }
        references.elements().reserve();
    }

    /**
     * Writes values to rows that have the component, on any thread that may write them. Without memory for lists it
     * throws, and nothing has changed.
     */
    public void write(long base, int word, long rows, RowImage values) {
        if (!values.hasLists()) {
            writeReserved(base, word, rows, values);
            return;
        }
        synchronized (references.elements().pages()) { // no other thread takes what is reserved
            reserve(values, Long.bitCount(rows));
            writeReserved(base, word, rows, values);
        }
    }

    /** As {@link #write}, after {@link #reserve}. */
    public void writeReserved(long base, int word, long rows, RowImage values) {
        values.write(base, Blocks.index(base), word, rows, references);
    }

    @SuppressWarnings("unchecked") // the columns of a component are read as its record
    public <T extends Record> T read(long base, int row, Component<T> component) {
        return (T) columns(component).read(base, Blocks.index(base), row, references);
    }

    /** Removes a component: clears the presence and disabled bits, and the references of the rows. */
    public long remove(long base, int word, long rows, int id) {
        changed(base);
        ColumnSet set = sets[id];
        return Blocks.hasDisabled(base) || set != null && set.isOwning()
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

    /** {@return how many components the world has had} */
    public int componentCount() {
        return componentCount;
    }

    public boolean hasReferences(int id) {
        return sets[id] != null && sets[id].hasReferences();
    }

    public int[] referenceSlots(int id) {
        return sets[id].referenceSlots();
    }

    ColumnSet register(ColumnSet set) {
        if (sets[set.id()] == null) {
            stateParts.requireNoOther(set.component());
            sets[set.id()] = set;
            componentCount++;
            owning[set.id() >>> 6] |= set.isOwning() ? 1L << set.id() : 0;
        }
        return sets[set.id()];
    }

    /** Sets presence bits only, after {@link #makeRoom}. */
    public long insert(long base, int word, long rows, int id) {
        changed(base);
        return presence.insert(base, word, rows, id);
    }

    void changed(long base) {
        version++;
        notePlaceOfChange(base);
    }

    /** Notes that the free or claimed rows of a block change, or its entities, with the version that there is now. */
    void notePlaceOfChange(long base) {
        UnsafeApi.putLong(null, base + CHANGED_AT, version); // SAFETY: in the block's header
    }

    public static boolean hasChanged(long base, long since) {
        return UnsafeApi.getLong(null, base + CHANGED_AT) >= since;
    }

    /** Begins a version: changes from now on are in this one or a later one. */
    public long newVersion() {
        return ++version;
    }

    Presence presence() {
        return presence;
    }

    /** Removes all components of one row, if that is simple, as in {@link #tryRemove}. Does nothing otherwise. */
    boolean tryRemoveAll(long base, int row) {
        long populated = Blocks.populated(base, 0);
        if ((populated & owning[0]) != 0 || Blocks.hasDisabled(base) || !presence.tryRemoveAll(base, row, populated)) {
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
        long special = Blocks.hasDisabled(base) ? populated : populated & owning[ids];
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

    /** Removes a component that has references or lists, or may be disabled. */
    private long removeSpecial(long base, int word, long rows, int id) {
        long removed = presence.remove(base, word, rows, id);
        ColumnSet set = sets[id];
        if (removed != 0) {
            clearDisabled(base, word, removed, id);
        }
        if (removed != 0 && set != null) {
            dropReferences(base, word, removed, set);
            for (VariableColumn list : set.lists()) {
                references.elements().clear(base + list.offset(), word, removed);
            }
        }
        return removed;
    }

    private static void clearDisabled(long base, int word, long rows, int id) {
        long area = base + Blocks.area(base, id);
        RowBits.clearAll(area + DISABLED_SUMMARY, area + DISABLED, word, rows);
    }

    private void dropReferences(long base, int word, long rows, ColumnSet set) {
        for (int slot : set.referenceSlots()) {
            references.clear(slot, Blocks.index(base), word, rows);
        }
    }

    /**
     * The presence bits of one world: which rows have which components. Notifies nothing, and knows no columns.
     *
     * <p>The summaries and words of a component in a block are zeroed when a row gets it for the first time. Until then
     * the block's table refers to {@code NO_ROWS} instead, so that a word can be read without a test.
     *
     * <p>The first and the last row of a word need more work than the others, because the summaries change. That work
     * is in separate methods, which are called last, so that the JIT keeps the values of the common path in registers.
     *
     * <p>SAFETY: a base comes from {@link Blocks}, an id is below MAX_COMPONENTS, a word below WORDS; an offset is
     * NO_ROWS or that of the component's words.
     */
    static final class Presence {
        private final Blocks blocks;

        /** The last word that became empty; its "any" bit is still set. The base is 0 if there is none. */
        private long emptiedBase;

        private int emptiedWord;
        private int emptiedId;

        private int clearedWords;

        private int moves;

        Presence(Blocks blocks) {
            this.blocks = blocks;
        }

        static long word(long base, int word, int id) {
            return UnsafeApi.getLong(null, address(base, word, id));
        }

        /** Whether a block has words of a component, not only {@code NO_ROWS}. */
        static boolean isDefined(long base, int id) {
            return Blocks.area(base, id) != NO_ROWS;
        }

        /** The address of a word, which is only read if no row of the block has had the component. */
        private static long address(long base, int word, int id) {
            return base + Blocks.area(base, id) + ((long) word << 3);
        }

        /** The address of the summary of a component; that of NO_ROWS must not be changed. */
        private static long summary(long base, int id) {
            return base + Blocks.area(base, id) + PRESENT_SUMMARY;
        }

        /** Adds rows to a word; returns those that were not in it. */
        long insert(long base, int word, long rows, int id) {
            long address = address(base, word, id);
            long old = UnsafeApi.getLong(null, address);
            if (old == 0 || (old | rows) == -1L) {
                insertFirstOrLast(base, word, rows, id);
            } else {
                UnsafeApi.putLong(null, address, old | rows);
            }
            return rows & ~old;
        }

        /** Adds a row to a word whose summaries stay the same. Does nothing otherwise, or if the row is in the word. */
        boolean tryInsert(long base, int row, int id) {
            long address = address(base, row >>> 6, id);
            long old = UnsafeApi.getLong(null, address);
            long now = old | 1L << row;
            if (now == old || now == -1L || old == 0 && !isEmptied(base, row >>> 6, id)) {
                return false;
            }
            UnsafeApi.putLong(null, address, now);
            return true;
        }

        /**
         * Removes a row from a word whose summaries stay the same. Does nothing otherwise, or if the row is not in the
         * word.
         */
        boolean tryRemove(long base, int row, int id) {
            long address = address(base, row >>> 6, id);
            long old = UnsafeApi.getLong(null, address);
            long now = old & ~(1L << row);
            if (now == old || old == -1L || now == 0 && !isEmptied(base, row >>> 6, id)) {
                return false;
            }
            UnsafeApi.putLong(null, address, now);
            return true;
        }

        private boolean isEmptied(long base, int word, int id) {
            return base == emptiedBase && word == emptiedWord && id == emptiedId;
        }

        private void insertFirstOrLast(long base, int word, long rows, int id) {
            long address = define(base, word, id);
            UnsafeApi.putLong(null, address, UnsafeApi.getLong(null, address) | rows);
            settle(base, word, id);
        }

        /**
         * Prepares a word, so that bits can be set at its address, without looking at summaries, as long as {@link
         * #clearedWords} stays the same.
         */
        long define(long base, int word, int id) {
            int area = requireArea(base, id);
            long summary = base + area + PRESENT_SUMMARY;
            if (!RowBits.isAny(summary, word)) {
                if (!Blocks.isPopulated(base, id)) {
                    blocks.populate(base, id);
                }
                RowBits.setAny(summary, word);
            }
            return base + area + ((long) word << 3);
        }

        /** Defines the area of a component unless it is defined; returns the offset of its words. */
        static int requireArea(long base, int id) {
            int area = Blocks.area(base, id);
            return area != NO_ROWS ? area : Blocks.define(base, id);
        }

        /** Called after a block has moved. Addresses of {@link #define} are not valid any more. */
        void moved(long from, long to) {
            clearedWords++;
            moves++;
            if (emptiedBase == from) {
                emptiedBase = to;
            }
        }

        /** Sets the "full" bit of a word if all its bits are set. */
        static void settle(long base, int word, int id) {
            if (word(base, word, id) == -1L) {
                RowBits.setFull(summary(base, id), word);
            }
        }

        long remove(long base, int word, long rows, int id) {
            long address = address(base, word, id);
            long old = UnsafeApi.getLong(null, address);
            long removed = old & rows;
            if (removed != 0) { // so the word is not one of NO_ROWS
                UnsafeApi.putLong(null, address, old ^ removed);
                if (old == removed || old == -1L) {
                    removedFirstOrLast(base, word, id);
                }
            }
            return removed;
        }

        void removeAll(long base, int word, long rows, int ids, long components) {
            long firstOrLast = 0;
            for (long rest = components; rest != 0; rest &= rest - 1) {
                long address = address(base, word, (ids << 6) + Long.numberOfTrailingZeros(rest));
                long old = UnsafeApi.getLong(null, address);
                long now = old & ~rows;
                UnsafeApi.putLong(null, address, now);
                if (old == -1L || old != now && now == 0) {
                    firstOrLast |= rest & -rest;
                }
            }
            if (firstOrLast != 0) {
                removedFirstOrLast(base, word, ids, firstOrLast);
            }
        }

        /**
         * Removes an alive row from the words of several components, all populated, if "alive" is among them and its
         * summaries stay the same. Does nothing otherwise.
         */
        boolean tryRemoveAll(long base, int row, long components) {
            int word = row >>> 6;
            long kept = ~(1L << row);
            long alive = word(base, word, ALIVE_ID);
            if (alive == -1L || (alive & kept) == 0) {
                return false; // otherwise no component's word is full
            }
            long last = 0;
            for (long rest = components; rest != 0; rest &= rest - 1) {
                long address = address(base, word, Long.numberOfTrailingZeros(rest));
                long old = UnsafeApi.getLong(null, address);
                UnsafeApi.putLong(null, address, old & kept);
                if (old != 0 && (old & kept) == 0) {
                    last |= rest & -rest;
                }
            }
            if (last != 0) {
                removedFirstOrLast(base, word, 0, last);
            }
            return true;
        }

        private void removedFirstOrLast(long base, int word, int ids, long components) {
            for (long rest = components; rest != 0; rest &= rest - 1) {
                removedFirstOrLast(base, word, (ids << 6) + Long.numberOfTrailingZeros(rest));
            }
        }

        /**
         * Called when a word is no longer full, or empty. The "any" bit of an empty word is cleared when the next word
         * becomes empty, so that this costs little for a component that is added and removed again and again.
         */
        private void removedFirstOrLast(long base, int word, int id) {
            RowBits.clearFull(summary(base, id), word);
            if (isEmptied(base, word, id) || word(base, word, id) != 0 || !RowBits.isAny(summary(base, id), word)) {
                return;
            }
            summariseEmptied();
            emptiedBase = base;
            emptiedWord = word;
            emptiedId = id;
        }

        /** Sets and clears presence bits, with exact summaries, after {@link #summariseEmptied}. */
        void replace(long base, int word, int id, long set, long clear) {
            long address = address(base, word, id);
            long old = UnsafeApi.getLong(null, address);
            long now = old & ~clear | set;
            if (now == old) {
                return;
            }
            if (old != 0 && old != -1L && now != 0 && now != -1L) {
                UnsafeApi.putLong(null, address, now); // the summaries stay as they are
                return;
            }
            UnsafeApi.putLong(null, define(base, word, id), now);
            if (now == -1L) {
                RowBits.setFull(summary(base, id), word);
            } else {
                RowBits.clearFull(summary(base, id), word);
            }
            if (now == 0) {
                RowBits.clearAny(summary(base, id), word);
                if (RowBits.isEmpty(summary(base, id))) {
                    blocks.depopulate(base, id);
                }
            }
        }

        /** Makes the summaries exact: clears the "any" bit of the last word that became empty, if it is still empty. */
        void summariseEmptied() {
            long base = emptiedBase;
            emptiedBase = 0;
            if (base != 0 && word(base, emptiedWord, emptiedId) == 0) {
                clearedWords++;
                RowBits.clearAny(summary(base, emptiedId), emptiedWord);
                if (RowBits.isEmpty(summary(base, emptiedId))) {
                    blocks.depopulate(base, emptiedId);
                }
            }
        }

        /** Called after words and summaries were replaced. Addresses of {@link #define} are not valid any more. */
        void replaced() {
            emptiedBase = 0;
            clearedWords++;
            moves++;
        }

        /** How often an "any" bit was cleared or a block has moved. */
        int clearedWords() {
            return clearedWords;
        }

        int moves() {
            return moves;
        }
    }
}
