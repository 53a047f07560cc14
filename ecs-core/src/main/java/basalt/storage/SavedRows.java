package basalt.storage;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.DISABLED;
import static basalt.component.layout.BlockLayout.DISABLED_SUMMARY;
import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.FREE_SUMMARY;
import static basalt.component.layout.BlockLayout.GENERATIONS;
import static basalt.component.layout.BlockLayout.PRESENT_SUMMARY;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;
import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Component;
import basalt.storage.BlockPool.AlignedMemory;
import basalt.storage.BlockPool.BlockSize;
import basalt.storage.Blocks.FreeBlocks;
import basalt.storage.OwnerState.OwnerKey;
import basalt.storage.Pools.Presence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of a world, besides the columns, as files contain them: reads what is saved, and puts what was loaded into a
 * world without rows. What was loaded must have been checked. For the world's thread.
 *
 * <p>SAFETY: a base comes from {@link Blocks}; words are WORDS longs on the heap, and each goes to one of the WORDS
 * words of a bitset of the block.
 */
public final class SavedRows {
    private final Rows rows;
    private final Blocks blocks;

    /** The lists of blocks of the owners that were added, in order; the shared one first. */
    private final List<FreeBlocks> owners = new ArrayList<>();

    /** The numbers of the owners. */
    private final Map<FreeBlocks, Integer> numbers = new IdentityHashMap<>();

    /** The allocators that the world has made, and those of the owners, by their keys. */
    private final Map<OwnerKey, RowAllocator> made = new HashMap<>();

    /** Zeros of the components of owners, which all owners share. */
    private final Map<Integer, RowImage> zeros = new HashMap<>();

    /** The allocators of the owners; null where there is none. */
    private final List<RowAllocator> allocators = new ArrayList<>();

    /** Stands for the list of spare blocks among the numbers of owners. */
    public static final int SPARE = -1;

    public SavedRows(Rows rows) {
        this.rows = rows;
        this.blocks = rows.blocks();
        add(rows.sharedBlocks(), null);
        numbers.put(rows.spareBlocks(), SPARE);
    }

    private void add(FreeBlocks owner, RowAllocator allocator) {
        numbers.put(owner, owners.size());
        owners.add(owner);
        allocators.add(allocator);
    }

    /**
     * Finds the owners of blocks and of claims, before a world is saved. The first one is number 1; number 0 is the
     * list of shared blocks.
     */
    public List<OwnerState> findOwners() {
        rows.settle();
        Map<FreeBlocks, OwnerState> found = new IdentityHashMap<>();
        for (int block = 0; block < blocks.count(); block++) {
            FreeBlocks list = blocks.freeBlocks(block);
            found.putIfAbsent(list, OwnerState.unused(list.key));
        }
        for (RowAllocator allocator : rows.allocators()) {
            OwnerState state = allocator.state();
            if (state.isUsed() || found.containsKey(allocator.ownBlocks())) {
                found.put(allocator.ownBlocks(), state);
            }
        }
        for (int i = 0; i < rows.arrangements().size(); i++) {
            FreeBlocks list = rows.arrangements().get(i);
            if (list != null && (list.progress != 0 || found.containsKey(list))) {
                found.put(list, OwnerState.arrangement(i, list.progress));
            }
        }
        found.remove(owners.get(0));
        found.remove(rows.spareBlocks());
        List<OwnerState> states = new ArrayList<>();
        found.keySet().stream()
                .sorted(Comparator.comparingInt(list -> list.number))
                .forEach(list -> {
                    add(list, null);
                    states.add(found.get(list));
                });
        return states;
    }

    /**
     * The owner of a block, after {@link #findOwners}. Returns number of the owner; 0 if it is shared, {@link #SPARE}
     * if it is spare.
     */
    public int owner(int block) {
        return numbers.get(blocks.freeBlocks(block));
    }

    /** {@return the generation of rows that were never used} */
    public int firstGeneration() {
        return rows.entities().firstGeneration();
    }

    /** {@return the end of the numbers of blocks that may have generations that are not given out again} */
    public int endOfGiven() {
        return rows.entities().hasGiven() ? rows.entities().given().endOfBlocks() : 0;
    }

    /** Reads the generations that the entity indices of a block had before the world went back to a snapshot. */
    public boolean given(int block, int[] generations) {
        if (!rows.entities().hasGiven() || !rows.entities().given().has(block)) {
            return false;
        }
        boolean isAny = false;
        for (int row = 0; row < generations.length; row++) {
            int given = rows.entities().given().given(block, row);
            long place = rows.entities().place(block << ROW_BITS | row);
            int now = place == 0 ? 0 : ColumnMemory.getInt(Place.base(place), Place.row(place), GENERATIONS);
            generations[row] = Integer.compareUnsigned(given, now) > 0 ? given : 0;
            isAny |= generations[row] != 0;
        }
        return isAny;
    }

    /** {@return whether blocks are spare or arranged, or rows or claims are where they can only be after rows moved} */
    public boolean hasMoved() {
        int[] indices = new int[ROWS];
        for (int block = 0; block < blocks.count(); block++) {
            FreeBlocks list = blocks.freeBlocks(block);
            if (list == rows.spareBlocks() || rows.arrangements().contains(list) || indices(block, indices)) {
                return true;
            }
        }
        for (FreeBlocks list : rows.arrangements()) {
            if (list != null && list.progress != 0) {
                return true;
            }
        }
        for (RowAllocator allocator : rows.allocators()) {
            int[] claims = allocator.state().claims();
            for (int i = 0; claims != null && i < claims.length; i++) {
                if (!isShared(claims[i] & ~OwnerState.IN_USE)) {
                    return true;
                }
            }
        }
        return false;
    }

    public boolean indices(int block, int[] indices) {
        return rows.entities().permutation().indices(block, indices);
    }

    /** Bytes of memory that {@link #setIndices} takes for a block. */
    public static final long INDICES_BYTES = Permutation.PAGE_BYTES;

    /**
     * Sets the entity indices of the rows of a block, after all blocks were added. {@link #endIndices} is called next.
     */
    public void setIndices(int block, int[] indices) {
        rows.entities().permutation().cover(block);
        rows.entities().permutation().load(block, indices);
    }

    /** Called when {@link #setIndices} was called for all blocks whose indices are in rows of such a block. */
    public void endIndices() {
        rows.entities().permutation().loaded();
    }

    public int index(int row) {
        return rows.entities().index(row >>> ROW_BITS, row & ROW_MASK);
    }

    public boolean isShared(int index) {
        long base = Place.base(rows.entities().place(index));
        return blocks.freeBlocks(Blocks.index(base)) == owners.get(0);
    }

    /** Bytes of memory that {@link #setGiven} takes for a block. */
    public static final long GIVEN_BYTES = GivenGenerations.PAGE_BYTES;

    /**
     * Sets the generations that the entity indices of a block had before the world went back to a snapshot, after all
     * blocks were added.
     */
    public void setGiven(int block, int[] generations) {
        rows.entities().given().cover(block);
        for (int row = 0; row < generations.length; row++) {
            if (generations[row] != 0) {
                rows.entities().given().given(block, row, generations[row]);
            }
        }
    }

    /** Begins to load into a world without rows. */
    public void begin(int firstGeneration) {
        rows.firstGeneration(firstGeneration);
        rows.allocators().forEach(allocator -> made.put(allocator.ownBlocks().key, allocator));
    }

    /**
     * Adds an owner without claims; the first one gets number 1. Returns false if there is an owner with this key, or
     * this ordinal, already that was added before.
     *
     * @param key its key; null if it is an arrangement, or cannot be used any more
     */
    public boolean addOwner(OwnerState state, OwnerKey key) {
        if (state.isArrangement()) {
            boolean isNew = rows.addArrangement(state.arrangement());
            add(rows.arrangements().get(state.arrangement()), null);
            owners.get(owners.size() - 1).progress = state.progress();
            return isNew;
        }
        if (key == null) {
            add(rows.newUnusedOwner(), null);
            return true;
        }
        RowAllocator allocator = made.get(key);
        if (allocator == null) {
            allocator = new RowAllocator(rows, prototype(key), key, false);
            rows.addWaiting(allocator);
            made.put(key, allocator);
        } else if (numbers.containsKey(allocator.ownBlocks())) {
            return false;
        }
        add(allocator.ownBlocks(), allocator);
        return true;
    }

    private Prototype prototype(OwnerKey key) {
        RowImage[] images = key.components().stream()
                .map(id -> zeros.computeIfAbsent(
                        id, any -> RowImage.zero(rows.pools().component(any))))
                .toArray(RowImage[]::new);
        return Prototype.refilled(images, rows.pools());
    }

    /**
     * Sets the claims of an owner, after the entities of all blocks were set. Rows that are claimed by an owner that
     * cannot be used any more become free.
     */
    public void claims(int owner, OwnerState state) {
        if (allocators.get(owner) != null) {
            allocators.get(owner).state(state);
        } else if (state.claimedRows() != 0) {
            rows.entities().free(blocks.base(state.claimedBlock()), state.claimedWord(), state.claimedRows());
        }
    }

    /** Makes a component known to the world. */
    public void use(Component<?> component) {
        rows.pools().columns(component);
    }

    /** The bytes of a block. */
    public static long blockBytes(int[] ids) {
        return AlignedMemory.reserved(BlockSize.of(ids).total());
    }

    /** Adds a block, whose rows are free. */
    public void addBlock(int owner, int[] ids) {
        BlockSize size = BlockSize.of(ids);
        FreeBlocks list = owner == SPARE ? rows.spareBlocks() : owners.get(owner);
        list.require(size);
        long base = blocks.take(size);
        rows.entities().add(list, base);
    }

    /** Sets which rows of a block have entities, after their generations were written. */
    public void settleEntities(int block, long[] alive, long[] held) {
        long base = blocks.base(block);
        long[] free = new long[WORDS];
        for (int word = 0; word < WORDS; word++) {
            free[word] = ~(alive[word] | held[word]);
        }
        putWords(base + FREE_SUMMARY, base + FREE, free);
        if (RowBits.isEmpty(base + FREE_SUMMARY)) {
            blocks.freeBlocks(block).remove(block);
        }
        rows.entities().loaded(present(block, ALIVE_ID, alive), 0);
    }

    /** Sets the rows that have a component. */
    public int present(int block, int id, long[] words) {
        long base = blocks.base(block);
        int area = Presence.requireArea(base, id);
        int count = putWords(base + area + PRESENT_SUMMARY, base + area, words);
        if (count > 0 && !Blocks.isPopulated(base, id)) {
            blocks.populate(base, id);
        }
        rows.pools().changed(base);
        return count;
    }

    /** Sets the rows in which a component is disabled, after {@link #present}. */
    public void disabled(int block, int id, long[] words) {
        long base = blocks.base(block);
        int area = Blocks.area(base, id);
        if (putWords(base + area + DISABLED_SUMMARY, base + area + DISABLED, words) > 0) {
            Blocks.setHasDisabled(base);
        }
    }

    /**
     * Gives all fields of a component values, after {@link #present}.
     *
     * @param values the values; null for zeros
     */
    public void initialise(int block, Component<?> component, long[] words, RowImage values) {
        long base = blocks.base(block);
        for (int word = 0; word < WORDS; word++) {
            if (words[word] != 0 && values != null) {
                rows.pools().write(base, word, words[word], values);
            } else if (words[word] != 0) {
                rows.pools().columns(component).zero(base, word, words[word]);
            }
        }
    }

    /** Makes the lists of new rows empty. */
    public void emptyLists(int block, Component<?> component, long[] words) {
        ColumnSet set = rows.pools().columns(component);
        for (int word = 0; word < WORDS && set.lists().length > 0; word++) {
            set.zeroLists(blocks.base(block), word, words[word]);
        }
    }

    /** Writes the words of a bitset and its summaries; returns the number of set bits. */
    private static int putWords(long summary, long words, long[] bits) {
        int count = 0;
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            long any = 0;
            long full = 0;
            for (int i = 0; i < Long.SIZE; i++) {
                int word = (group << 6) + i;
                RowBits.put(words, word, bits[word]);
                any |= bits[word] != 0 ? 1L << i : 0;
                full |= bits[word] == -1L ? 1L << i : 0;
                count += Long.bitCount(bits[word]);
            }
            RowBits.putSummary(summary, group, any, full);
        }
        return count;
    }

    public void end(int retired) {
        rows.entities().loaded(0, retired);
        rows.replaced();
    }

    public static long free(long base, int word) {
        return RowBits.word(base + FREE_SUMMARY, base + FREE, word);
    }

    /**
     * Whether a row is neither free nor has an entity. Returns true if it was claimed, or has run out of generations.
     */
    public boolean isHeld(int row) {
        long base = blocks.base(row >>> ROW_BITS);
        int word = (row & ROW_MASK) >>> 6;
        return ((free(base, word) | Pools.presentWord(base, word, ALIVE_ID)) >>> row & 1) == 0;
    }
}
