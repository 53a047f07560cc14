package basalt.storage;

import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.FREE_SUMMARY;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.layout.BlockLayout;
import basalt.component.layout.ComponentAreas;
import basalt.internal.Strict;
import basalt.storage.Blocks.FreeBlocks;
import basalt.storage.Entities.GenerationRanges;
import basalt.storage.OwnerState.OwnerKey;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.LongArrayList;

/**
 * The rows of one world: blocks, the components' pools, entities, and reference columns. Changes made here notify
 * nothing.
 */
public final class Rows implements StatePart, AutoCloseable {
    private final BlockPool blockPool;
    private final Blocks blocks;
    private final References references;
    private final Pools pools;
    private final Entities entities;

    /** The blocks of allocators of few entities, see {@link SharedRows}. */
    private final FreeBlocks sharedBlocks = new FreeBlocks(0);

    /** The blocks without entities that belong to no allocator. */
    private final FreeBlocks spareBlocks = new FreeBlocks(FreeBlocks.SPARE);

    private final FreeRows freeRows;
    private final List<RowFollower> followers = new ArrayList<>();
    private int replacements;

    /** Null until rows are moved. */
    private RowMoves moves;

    private final StateParts stateParts = new StateParts();

    /** The allocators that are reachable, in the order of their numbers. */
    private final List<WeakReference<RowAllocator>> allocators = new ArrayList<>();

    /** The allocators while a state is restored; kept, so that this makes no garbage. */
    private final Int2ObjectHashMap<RowAllocator> byNumber = new Int2ObjectHashMap<>();

    private int lastOwner;

    /** The lists of blocks without an allocator, by their numbers; those of arrangements are among them. */
    private final Int2ObjectHashMap<FreeBlocks> unused = new Int2ObjectHashMap<>();

    /** The blocks of arrangements, by their ordinals; null where there is no arrangement. */
    private final List<FreeBlocks> arrangements = new ArrayList<>();

    /** The ordinals of the arrangements that the program has made; others wait in a loaded world. */
    private final BitSet madeArrangements = new BitSet();

    /** The allocators of a loaded world that the program has not made again, by their keys. */
    private final Map<OwnerKey, RowAllocator> waiting = new LinkedHashMap<>();

    private final Map<OwnerKey, Integer> made = new HashMap<>();

    private final boolean hasOwnGenerations;
    private int firstGeneration;

    public Rows(BlockPool blockPool, boolean distinctHandles) {
        this.blockPool = blockPool;
        blocks = new Blocks(blockPool);
        freeRows = new FreeRows(blocks);
        references = new References(new Elements(blockPool.source()));
        pools = new Pools(blocks, references, stateParts);
        hasOwnGenerations = Strict.ON && distinctHandles;
        firstGeneration = hasOwnGenerations ? GenerationRanges.acquire() : 0;
        entities = new Entities(blocks, pools, spareBlocks, firstGeneration);
        stateParts.add(this);
    }

    private void releaseGenerations() {
        if (hasOwnGenerations) {
            GenerationRanges.release(firstGeneration);
        }
    }

    /** The calling thread stops being the owner. */
    public void handOver() {
        releaseGenerations();
    }

    /** Makes the calling thread the owner, after another one was. */
    public void takeOver() {
        if (hasOwnGenerations) {
            GenerationRanges.acquire(firstGeneration);
        }
        blocks.takeOver();
        entities.takeOver();
    }

    public BlockPool blockPool() {
        return blockPool;
    }

    public Blocks blocks() {
        return blocks;
    }

    public Pools pools() {
        return pools;
    }

    public Entities entities() {
        return entities;
    }

    /** The allocator of a loaded world that waits for one with the key of the next of a kind; null if there is none. */
    RowAllocator takeWaiting(OwnerKey first) {
        int ordinal = made.merge(first, 1, Integer::sum) - 1;
        return waiting.isEmpty() ? null : waiting.remove(first.with(ordinal));
    }

    /** Lets a loaded allocator wait until the program makes it again. */
    void addWaiting(RowAllocator allocator) {
        waiting.put(allocator.ownBlocks().key, allocator);
    }

    /**
     * The allocator with a key that the program has made. Returns the allocator; null if there is none, or only one of
     * a loaded world that the program has not made again.
     */
    public RowAllocator tryFindMade(OwnerKey key) {
        return waiting.containsKey(key) ? null : find(key);
    }

    /** The allocator with a key that has been made, or waits; null if there is none. */
    RowAllocator find(OwnerKey key) {
        for (RowAllocator allocator : allocators()) {
            if (key.equals(allocator.ownBlocks().key)) {
                return allocator;
            }
        }
        return null;
    }

    /**
     * The allocator of this world that is of the same kind and has the same components as the owner of a block of
     * another world, and was made in the same order among them. Returns the allocator; null if there is none, or the
     * block is shared.
     */
    public RowAllocator allocatorLike(Rows other, int block) {
        OwnerKey key = other.blocks().freeBlocks(block).key;
        return key == null ? null : find(key);
    }

    /** A list of blocks for a new allocator, which was counted by {@link #takeWaiting}. */
    FreeBlocks newOwner(RowAllocator allocator, OwnerKey first) {
        return newOwnerOf(allocator, first.with(made.get(first) - 1));
    }

    /** A list of blocks without an allocator, which are not given to entities any more. */
    FreeBlocks newUnusedOwner() {
        FreeBlocks list = new FreeBlocks(++lastOwner);
        unused.put(lastOwner, list);
        return list;
    }

    /** A list of blocks for a new arrangement, with the lowest free ordinal; that of a loaded world's, if one waits. */
    FreeBlocks openArrangement() {
        int ordinal = madeArrangements.nextClearBit(0);
        if (ordinal > OwnerState.MAX_ORDINAL) {
            throw new IllegalStateException("too many arrangements are open, the limit is "
                    + (OwnerState.MAX_ORDINAL + 1) + "; close those that are not used any more");
        }
        addArrangement(ordinal);
        madeArrangements.set(ordinal);
        return arrangements.get(ordinal);
    }

    /** Makes sure that there is an arrangement with an ordinal; false if there was one. */
    boolean addArrangement(int ordinal) {
        while (arrangements.size() <= ordinal) {
            arrangements.add(null);
        }
        boolean isNew = arrangements.get(ordinal) == null;
        if (isNew) {
            arrangements.set(ordinal, newUnusedOwner());
        }
        return isNew;
    }

    /** Forgets the list of an arrangement, whose blocks have been given to others. */
    void closeArrangement(FreeBlocks list) {
        int ordinal = arrangements.indexOf(list);
        arrangements.set(ordinal, null);
        madeArrangements.clear(ordinal);
        unused.remove(list.number);
    }

    /** The blocks of arrangements, by their ordinals; null where there is no arrangement. */
    List<FreeBlocks> arrangements() {
        return arrangements;
    }

    FreeBlocks newOwnerOf(RowAllocator allocator, OwnerKey key) {
        if (lastOwner + 1 >>> 5 != lastOwner >>> 5) { // now and then
            allocators.removeIf(reference -> reference.get() == null);
        }
        allocators.add(new WeakReference<>(allocator));
        return new FreeBlocks(++lastOwner, key);
    }

    /** Puts an allocator in the place of one that has waited, whose list of blocks it takes over. */
    void replaceOwner(RowAllocator old, RowAllocator allocator) {
        allocators.replaceAll(reference -> reference.get() == old ? new WeakReference<>(allocator) : reference);
    }

    /** Sets the generation that rows start with. For a world without rows. */
    void firstGeneration(int first) {
        entities.firstGeneration(first);
        if (hasOwnGenerations) {
            GenerationRanges.release(firstGeneration);
            GenerationRanges.acquire(first);
        }
        firstGeneration = first;
    }

    /** The allocators of this world that can be used, in the order in which they were made. */
    List<RowAllocator> allocators() {
        List<RowAllocator> reachable = new ArrayList<>();
        for (WeakReference<RowAllocator> reference : allocators) {
            RowAllocator allocator = reference.get();
            if (allocator != null) {
                reachable.add(allocator);
            }
        }
        return reachable;
    }

    /** Frees the rows that allocators have claimed and not used. */
    void releaseClaimed() {
        for (int i = 0; i < allocators.size(); i++) {
            RowAllocator allocator = allocators.get(i).get();
            if (allocator != null) {
                allocator.releaseClaimed();
            }
        }
    }

    /** The list of blocks of an allocator, by its number; a new one if the allocator cannot be used any more. */
    FreeBlocks owner(int number) {
        if (number == sharedBlocks.number) {
            return sharedBlocks;
        }
        if (number == FreeBlocks.SPARE) {
            return spareBlocks;
        }
        for (int i = 0; i < allocators.size(); i++) {
            RowAllocator allocator = allocators.get(i).get();
            if (allocator != null && allocator.ownBlocks().number == number) {
                return allocator.ownBlocks();
            }
        }
        return unused.computeIfAbsent(number, FreeBlocks::new);
    }

    /** Makes the summaries of the presence bits exact. */
    public void settle() {
        pools.presence().summariseEmptied();
    }

    /** Makes a block a spare one if all its rows are free, after {@link #settle}; returns whether they are. */
    boolean giveBack(int block) {
        if (RowBits.endOfFull(blocks.base(block) + FREE_SUMMARY, 0) != WORDS) {
            return false;
        }
        blocks.give(block, spareBlocks);
        pools.shrink(blocks.base(block));
        pools.changed(blocks.base(block));
        return true;
    }

    /** Called after the contents of blocks were replaced. */
    public void replaced() {
        pools.presence().replaced();
        pools.newVersion();
        replacements++;
    }

    /** How many times the contents of blocks were replaced, by a restored state. */
    public int replacements() {
        return replacements;
    }

    /** {@return a number that grows whenever entities move to other rows} */
    public long moveCount() {
        return moves == null ? 0 : moves.runs();
    }

    @Override
    public void requireKeepable(Set<Class<?>> excluded, boolean isFile) {
        for (int id = 0; id < ComponentAreas.process().count(); id++) {
            if (pools.hasReferences(id)) {
                StateParts.requireCodecs("component ", pools.component(id), excluded, isFile);
            }
        }
    }

    /** Writes what decides the future of the rows, besides the contents of the blocks. */
    @Override
    public void save(StateBuffer to) {
        entities.save(to);
        long at = to.end();
        to.putLong(0);
        int count = 0;
        for (int i = 0; i < allocators.size(); i++) {
            RowAllocator allocator = allocators.get(i).get();
            if (allocator != null) {
                allocator.save(to);
                count++;
            }
        }
        to.setLong(at, count);
        saveProgress(to);
    }

    /** Writes how far arrangements are. */
    private void saveProgress(StateBuffer to) {
        to.putLong(arrangements.size());
        for (int i = 0; i < arrangements.size(); i++) {
            FreeBlocks list = arrangements.get(i);
            to.putLong(list == null ? 0 : list.number);
            to.putLong(list == null ? 0 : list.progress);
        }
    }

    private void restoreProgress(StateBuffer from) {
        for (int i = 0; i < arrangements.size(); i++) {
            if (arrangements.get(i) != null) {
                arrangements.get(i).progress = 0;
            }
        }
        for (long count = from.getLong(); count > 0; count--) {
            FreeBlocks list = unused.get((int) from.getLong());
            long progress = from.getLong();
            if (list != null) {
                list.progress = progress;
            }
        }
    }

    /** Restores what was written by {@link #save}, after the blocks. */
    @Override
    public void restore(StateBuffer from) {
        entities.restore(from);
        byNumber.clear();
        for (int i = 0; i < allocators.size(); i++) {
            RowAllocator allocator = allocators.get(i).get();
            if (allocator != null) {
                byNumber.put(allocator.ownBlocks().number, allocator);
            }
        }
        for (long count = from.getLong(); count > 0; count--) {
            RowAllocator allocator = byNumber.remove((int) from.getLong());
            if (allocator != null) {
                allocator.restore(from);
            } else {
                RowAllocator.skip(from);
            }
        }
        byNumber.values().forEach(RowAllocator::restoreUnused);
        byNumber.clear();
        restoreProgress(from);
    }

    public StateParts stateParts() {
        return stateParts;
    }

    /** The blocks without entities that belong to no allocator. Each allocator takes them before it adds blocks. */
    FreeBlocks spareBlocks() {
        return spareBlocks;
    }

    /** Adds an object that is called when rows move. */
    public void follow(RowFollower follower) {
        followers.add(follower);
    }

    /** The objects that are called when rows move. */
    List<RowFollower> followers() {
        return followers;
    }

    RowMoves moves() {
        if (moves == null) {
            moves = new RowMoves(this);
        }
        return moves;
    }

    /** Closes holes between entities. */
    public Compactor compactor() {
        return new Compactor(this);
    }

    FreeBlocks sharedBlocks() {
        return sharedBlocks;
    }

    public References references() {
        return references;
    }

    public long reservedBytes() {
        return blocks.reservedBytes()
                + entities.reservedBytes()
                + references.elements().pages().reservedBytes()
                + (moves == null ? 0 : moves.reservedBytes());
    }

    /**
     * Bytes of the columns and presence words in use: for each block, the header and the memory of its components.
     */
    public long columnBytes() {
        pools.presence().summariseEmptied();
        long bytes = (long) blocks.count() * BlockLayout.HEADER_BYTES;
        for (ColumnSet set : pools.sets()) {
            if (set != null) {
                long perBlock = (long) BlockLayout.ROWS * set.component().bytesPerRow() + BlockLayout.ROWS / Byte.SIZE;
                for (long word : blocks.blocksWith(set.id())) {
                    bytes += Long.bitCount(word) * perBlock;
                }
            }
        }
        return bytes;
    }

    /** Releases all memory. Must be called only once. */
    @Override
    public void close() {
        releaseGenerations();
        references.clearAll();
        if (moves != null) {
            moves.close();
        }
        entities.close();
        references.elements().close();
        blocks.close();
    }

    /**
     * Adds the blocks that are needed for a number of spawns: spare ones, then new ones. If there is not enough
     * memory, no entity and no row in use has changed.
     */
    void reserve(FreeBlocks freeBlocks, int rows) {
        long missing = rows - freeRows(freeBlocks, rows);
        if (missing > 0) {
            addBlocks(freeBlocks, (int) (missing + ROWS - 1 >>> ROW_BITS), rows);
        }
    }

    private void addBlocks(FreeBlocks freeBlocks, int needed, int rows) {
        int spare = prepareSpare(freeBlocks, needed);
        requireRoom(needed - spare, rows);
        LongArrayList taken = new LongArrayList();
        try {
            while (taken.size() < needed - spare) {
                taken.addLong(blocks.take(freeBlocks.size));
            }
        } catch (RuntimeException e) {
            taken.forEachOrderedLong(blocks::release);
            throw e;
        }
        taken.forEachOrderedLong(base -> entities.add(freeBlocks, base));
        for (int i = 0; i < spare; i++) {
            blocks.give(spareBlocks.lowest(), freeBlocks);
        }
    }

    private void requireRoom(int added, int rows) {
        if (added > Blocks.MAX_BLOCKS - blocks.count()) {
            throw new IllegalStateException("a world holds at most " + ((long) Blocks.MAX_BLOCKS << ROW_BITS)
                    + " rows, which is not enough for more entities: count=" + rows + "; use a second world");
        }
    }

    /** Makes spare blocks as large as those of an allocator; returns how many can be used. */
    private int prepareSpare(FreeBlocks freeBlocks, int most) {
        int ready = 0;
        for (int block = spareBlocks.next(0); block >= 0 && ready < most; block = spareBlocks.next(block + 1)) {
            pools.enlarge(blocks.base(block), freeBlocks.size);
            ready++;
        }
        return ready;
    }

    /** The number of free rows in a list of blocks; counting stops at a limit. */
    long freeRows(FreeBlocks list, int limit) {
        freeRows.begin(list);
        long rows = 0;
        while (rows < limit && freeRows.hasNext()) {
            rows += Long.bitCount(freeRows.rows);
            freeRows.rows = 0;
        }
        return rows;
    }

    /** Goes through the free rows in a list of blocks, in ascending order. */
    static final class FreeRows {
        private final Blocks blocks;
        private FreeBlocks list;
        private int block;
        private int word;

        /** The free rows of the word that are left. */
        private long rows;

        FreeRows(Blocks blocks) {
            this.blocks = blocks;
        }

        void begin(FreeBlocks newList) {
            list = newList;
            block = -1;
            word = WORDS;
            rows = 0;
        }

        boolean hasNext() {
            while (rows == 0) {
                if (word == WORDS) {
                    block = list.next(block + 1);
                    word = -1;
                }
                if (block < 0) {
                    return false;
                }
                long base = blocks.base(block);
                word = RowBits.nextAny(base + FREE_SUMMARY, word + 1);
                rows = word == WORDS ? 0 : RowBits.word(base + FREE_SUMMARY, base + FREE, word);
            }
            return true;
        }

        /** The next row, after {@link #hasNext}. */
        int row() {
            return block << ROW_BITS | word << 6 | Long.numberOfTrailingZeros(rows);
        }

        /** The next row, which is passed over. */
        int take() {
            int row = row();
            rows &= rows - 1;
            return row;
        }
    }

    /** Keeps something for rows, which follows them and their lists when they move. */
    public interface RowFollower {
        /** Called before rows move, to take memory. */
        void prepare(BitSet blocks);

        /** Called after the values of a component have moved. Must not fail. */
        void written(int id, int[] to, long[] has, int count);

        /** Called after rows have moved. Must not fail. */
        void moved(int[] from, int[] to, int alive, int count);

        /** Called after lists of rows in a word have moved, and their elements are the same. Must not fail. */
        void listsMoved(int id, int block, int word);
    }
}
