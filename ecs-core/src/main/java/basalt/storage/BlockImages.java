package basalt.storage;

import static basalt.component.layout.BlockLayout.COLUMNS;
import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.FREE_SUMMARY;
import static basalt.component.layout.BlockLayout.GENERATIONS;
import static basalt.component.layout.BlockLayout.HAS_DISABLED;
import static basalt.component.layout.BlockLayout.PRESENT_SUMMARY;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.storage.BlockPool.BlockSize;
import basalt.storage.Blocks.FreeBlocks;
import basalt.storage.Pools.Presence;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.agrona.UnsafeApi;
import org.agrona.collections.LongArrayList;

/**
 * Copies the entities of blocks and the presence of their components to other memory and back, for snapshots.
 *
 * <pre>
 *   entities  +0     free rows: summary and words        presence  +0    present summary, disabled summary
 *             +2112  generations[16384 ints]                       +128  present words, disabled words
 *             +67648 flags, size and owner [4 ints]
 * </pre>
 *
 * <p>SAFETY: an image of entities has ENTITIES_BYTES, one of presence PRESENCE_BYTES; a block has a header and, where
 * the table of offsets says so, the area of a component.
 */
public final class BlockImages {
    private static final int FREE_BYTES = FREE + WORDS * Long.BYTES - FREE_SUMMARY;
    private static final int GENERATION_BYTES = ROWS * Integer.BYTES;
    private static final int FLAGS = FREE_BYTES + GENERATION_BYTES;

    public static final int ENTITIES_BYTES = FLAGS + 64;

    public static final int PRESENCE_BYTES = COLUMNS - PRESENT_SUMMARY;

    public static final int INDICES_BYTES = Permutation.INDICES_BYTES;

    private final Rows rows;
    private final Blocks blocks;
    private final Permutation permutation;

    /** The number of blocks that stay in a restoration, and the memory and the owners of those after them. */
    private int kept;

    private final LongArrayList newBlocks = new LongArrayList();
    private final List<FreeBlocks> newOwners = new ArrayList<>();

    private int added;

    /** The blocks to restore whose rows may have other entity indices than their own, now or in the state. */
    private final BitSet moved = new BitSet();

    public BlockImages(Rows rows) {
        this.rows = rows;
        this.blocks = rows.blocks();
        this.permutation = rows.entities().permutation();
    }

    /** Copies generations, free rows, and which allocator the block belongs to. */
    public void copyEntities(int block, long image) {
        long base = blocks.base(block);
        UnsafeApi.copyMemory(base + FREE_SUMMARY, image, FREE_BYTES);
        UnsafeApi.copyMemory(base + GENERATIONS, image + FREE_BYTES, GENERATION_BYTES);
        UnsafeApi.putInt(null, image + FLAGS, Blocks.hasDisabled(base) ? 1 : 0);
        UnsafeApi.putInt(null, image + FLAGS + 4, BlockPool.bytesBelow(base));
        UnsafeApi.putInt(null, image + FLAGS + 8, BlockPool.bytesAbove(base));
        UnsafeApi.putInt(null, image + FLAGS + 12, blocks.freeBlocks(block).number);
    }

    public void copyPresence(int block, int id, long image) {
        long base = blocks.base(block);
        UnsafeApi.copyMemory(base + Blocks.area(base, id) + PRESENT_SUMMARY, image, PRESENCE_BYTES);
    }

    /** Copies the entity indices of the rows of a block that {@link Entities#hasMoved(int)}. */
    public void copyIndices(int block, long image) {
        permutation.copy(block, image);
    }

    /** Whether the rows of a block that {@link Entities#hasMoved(int)} have the entity indices of an image. */
    public boolean hasIndices(int block, long image) {
        return image != 0 && permutation.isSame(block, image);
    }

    /** The rows that have the component in an image of presence; none if the image is 0. */
    private static long present(long image, int word) {
        return image == 0 ? 0 : UnsafeApi.getLong(null, image - PRESENT_SUMMARY + ((long) word << 3));
    }

    static BlockSize size(long image) {
        return new BlockSize(bytesBelow(image), bytesAbove(image));
    }

    private static int bytesBelow(long image) {
        return UnsafeApi.getInt(null, image + FLAGS + 4);
    }

    private static int bytesAbove(long image) {
        return UnsafeApi.getInt(null, image + FLAGS + 8);
    }

    /** The number of the list of the allocator that the block belongs to. */
    static int owner(long image) {
        return UnsafeApi.getInt(null, image + FLAGS + 12);
    }

    /** Takes the memory that a restoration needs. */
    public void prepare(BitSet changed, int count, IntToLongFunction entities, IntToLongFunction indices) {
        releaseNew();
        try {
            kept = Math.min(count, blocks.count());
            for (int block = changed.nextSetBit(0); block >= 0 && block < kept; block = changed.nextSetBit(block + 1)) {
                kept = fits(block, entities.applyAsLong(block)) ? kept : block;
            }
            for (int block = kept; block < count; block++) {
                newOwners.add(rows.owner(owner(entities.applyAsLong(block))));
                newBlocks.addLong(blocks.take(size(entities.applyAsLong(block))));
            }
            for (int block = changed.nextSetBit(0); block >= 0; block = changed.nextSetBit(block + 1)) {
                rows.entities().given().cover(block);
            }
            for (int block = kept; block < Math.max(count, blocks.count()); block++) {
                rows.entities().given().cover(block);
            }
            prepareIndices(changed, count, indices);
        } catch (RuntimeException e) {
            releaseNew();
            throw e;
        }
    }

    private void prepareIndices(BitSet changed, int count, IntToLongFunction indices) {
        int pages = 0;
        moved.clear();
        for (int block = 0; block < Math.max(count, blocks.count()); block++) {
            boolean willHaveMoved = block < count && indices.applyAsLong(block) != 0;
            if (willHaveMoved || permutation.hasMoved(block)) {
                moved.set(block, block >= kept || changed.get(block));
                rows.entities().given().cover(block); // rows to restore may have its indices
            }
            pages += willHaveMoved && (block >= kept || !permutation.hasMoved(block)) ? 1 : 0;
        }
        permutation.reserve(pages);
    }

    /** Releases blocks that were taken for a restoration and not used. */
    private void releaseNew() {
        while (added < newBlocks.size()) {
            blocks.release(newBlocks.getLong(added++));
        }
        newBlocks.clear();
        newOwners.clear();
        added = 0;
        permutation.freeReserved();
    }

    /**
     * Removes and adds blocks, so that there are as many as in the state that is restored, and restores the entity
     * indices of rows, after {@link #prepare}.
     */
    public void replaceBlocks(int count, BitSet changed, IntToLongFunction indices) {
        for (int block = moved.nextSetBit(0); block >= 0 && block < kept; block = moved.nextSetBit(block + 1)) {
            rows.entities().given().keep(blocks.base(block)); // before any row has another index
        }
        for (int block = kept; block < blocks.count(); block++) {
            rows.entities().given().keep(blocks.base(block));
        }
        boolean hasReplaced = Math.min(count, blocks.count()) > kept;
        while (blocks.count() > kept) {
            int last = blocks.count() - 1;
            permutation.drop(last);
            blocks.removeLast();
            changed.clear(last);
        }
        while (added < newBlocks.size()) {
            changed.set(blocks.count());
            rows.entities().add(newOwners.get(added), newBlocks.getLong(added++));
        }
        changed.clear(count, Math.max(count, changed.length()));
        restoreIndices(count, hasReplaced ? null : changed, indices);
        releaseNew();
    }

    /**
     * Restores the indices of rows.
     *
     * @param changed the blocks; null for all, because rows of any block may have indices of those that were replaced
     */
    private void restoreIndices(int count, BitSet changed, IntToLongFunction indices) {
        for (int block = 0; block < count; block++) {
            if (indices.applyAsLong(block) != 0) {
                permutation.cover(block);
            } else if (changed == null || changed.get(block)) {
                permutation.drop(block);
            }
        }
        for (int block = 0; block < count; block++) {
            if (indices.applyAsLong(block) != 0 && (changed == null || changed.get(block))) {
                permutation.restore(block, indices.applyAsLong(block));
            }
        }
    }

    /** Whether {@link #replaceBlocks} replaces or removes a block, after {@link #prepare}. */
    public boolean isReplaced(int block) {
        return block >= kept;
    }

    /**
     * Clears the references of the rows that will lose a component, or whose entity will be another one. Called before
     * anything else of the block is restored.
     */
    public void clearReferences(int block, int id, long presence, long entities, long indices) {
        for (int word = 0; word < WORDS; word++) {
            long kept = presentAsNow(presence, entities, indices, block, word);
            for (int slot : rows.pools().referenceSlots(id)) {
                rows.references().clear(slot, block, word, ~kept);
            }
        }
    }

    private long presentAsNow(long presence, long entities, long indices, int block, int word) {
        long base = blocks.base(block);
        long same = present(presence, word);
        for (long rest = same; rest != 0; rest &= rest - 1) {
            int row = word << 6 | Long.numberOfTrailingZeros(rest);
            long offset = (long) row << 2;
            if (Permutation.index(base, row) != Permutation.index(indices, block, row)
                    || UnsafeApi.getInt(null, base + GENERATIONS + offset)
                            != UnsafeApi.getInt(null, entities + FREE_BYTES + offset)) {
                same &= ~(rest & -rest);
            }
        }
        return same;
    }

    private boolean fits(int block, long image) {
        long base = blocks.base(block);
        return blocks.freeBlocks(block).number == owner(image)
                && BlockPool.bytesBelow(base) >= bytesBelow(image)
                && BlockPool.bytesAbove(base) >= bytesAbove(image);
    }

    /** The parts of a block in which rows have a component in an image of presence, and have it not now. */
    public int regained(int block, int id, long image, int partRows) {
        int parts = 0;
        long base = blocks.base(block);
        for (int word = 0; word < WORDS; word++) {
            if ((present(image, word) & ~Presence.word(base, word, id)) != 0) {
                parts |= 1 << (word << 6) / partRows;
            }
        }
        return parts;
    }

    /** Whether rows of a part of a block have a component. */
    public boolean hasRows(long base, int id, int part, int partRows) {
        for (int word = part * partRows >>> 6; word < (part + 1) * partRows >>> 6; word++) {
            if (Presence.word(base, word, id) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Restores generations and free rows. The presence is restored next, by {@link #restorePresence}. */
    public void restoreEntities(int block, long image) {
        long base = blocks.base(block);
        UnsafeApi.copyMemory(image, base + FREE_SUMMARY, FREE_BYTES);
        UnsafeApi.putInt(null, base + HAS_DISABLED, UnsafeApi.getInt(null, image + FLAGS));
        rows.entities().restoreGenerations(block, image + FREE_BYTES, moved.get(block));
        FreeBlocks owner = blocks.freeBlocks(block);
        if (RowBits.isEmpty(base + FREE_SUMMARY)) {
            owner.remove(block);
        } else {
            owner.add(block);
        }
        rows.pools().changed(base);
    }

    public void restorePresence(int block, int id, long image) {
        long base = blocks.base(block);
        if (image == 0) {
            if (Presence.isDefined(base, id)) {
                UnsafeApi.setMemory(base + Blocks.area(base, id) + PRESENT_SUMMARY, PRESENCE_BYTES, (byte) 0);
            }
            if (Blocks.isPopulated(base, id)) {
                blocks.depopulate(base, id);
            }
            return;
        }
        UnsafeApi.copyMemory(image, base + Presence.requireArea(base, id) + PRESENT_SUMMARY, PRESENCE_BYTES);
        if (!Blocks.isPopulated(base, id)) {
            blocks.populate(base, id);
        }
    }
}
