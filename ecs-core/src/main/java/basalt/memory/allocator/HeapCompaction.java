package basalt.memory.allocator;

import java.util.function.LongSupplier;
import org.agrona.BitUtil;
import org.agrona.UnsafeApi;

/**
 * Moves the blocks of a {@link Heap} to lower positions, so that its holes merge. Pinned blocks are not moved.
 *
 * <pre>
 *   before     [ a ]      [ b ]  [PIN]     [ c ]         [ d ]   |         [ e ]          [ f ]
 *   1. slide   [ a ][ b ]        [PIN][ c ][ d ]                 | [ e ][ f ]
 *   2. jump    [ a ][ b ][ f ]   [PIN][ c ][ d ][ e ]            |      given back
 * </pre>
 *
 * <p>1. In ascending order, each block slides into the hole directly in front of it. 2. In descending order, each block
 * jumps into a lower hole, so that the highest regions become empty.
 *
 * <p>No move reduces the size of the largest hole or changes the total, so fragmentation never increases, wherever the
 * budget ends the pass. A block jumps only if the hole that it leaves, merged with its neighbours, is at least as large
 * as the hole that it fills. If alignment leaves a gap in front of the block, it slides only if the hole behind it is
 * at least as large as that gap.
 *
 * <p>Consequence: a region that is fuller than the regions below it is not emptied into them, since that would split
 * their large holes first.
 *
 * <p>A pass that was ended by its budget continues in the next call. If the segment where it stopped no longer exists,
 * the sweep restarts.
 */
final class HeapCompaction {
    private static final int NONE = HeapSegments.NONE;

    private final HeapBlocks.Table table;
    private final HeapSegments segments;
    private final HeapBlocks blocks;
    private final LongSupplier nanoClock;

    private boolean jumping; // the pass is in its second sweep
    private int reached = NONE; // where to continue; NONE is the start of the sweep
    private long budgetNanos;
    private long budgetBytes;
    private long startNanos;
    private long movedBlocks;
    private long movedBytes;

    HeapCompaction(HeapBlocks blocks, LongSupplier nanoClock) {
        this.blocks = blocks;
        this.table = blocks.table();
        this.segments = blocks.segments();
        this.nanoClock = nanoClock;
    }

    Heap.Defragmentation run(long newBudgetNanos, long newBudgetBytes) {
        budgetNanos = newBudgetNanos;
        budgetBytes = newBudgetBytes;
        startNanos = nanoClock.getAsLong();
        movedBlocks = 0;
        movedBytes = 0;
        double before = segments.fragmentation();
        boolean finished = slideAll() && jumpAll();
        double after = segments.fragmentation();
        return new Heap.Defragmentation(movedBlocks, movedBytes, before, after, blocks.trim(), finished);
    }

    /** The first sweep. Returns false if the budget has ended it. */
    private boolean slideAll() {
        if (jumping) {
            return true;
        }
        int segment = segments.exists(reached) ? reached : segments.first();
        while (segment != NONE) {
            if (isBudgetSpent()) {
                reached = segment;
                return false;
            }
            segment = segments.next(isMovable(segment) ? slide(segment) : segment);
        }
        startSweep(true);
        return true;
    }

    /** The second sweep. Returns false if the budget has ended it. */
    private boolean jumpAll() {
        int segment = segments.exists(reached) ? reached : segments.last();
        while (segment != NONE && segments.lowestPosition() < segments.position(segment)) {
            if (isBudgetSpent()) {
                reached = segment;
                return false;
            }
            segment = segments.previous(isMovable(segment) ? jump(segment) : segment);
        }
        startSweep(false);
        return true;
    }

    private void startSweep(boolean toJump) {
        jumping = toJump;
        reached = NONE;
    }

    /** Returns the block, which may have another segment afterwards. */
    private int slide(int block) {
        int front = segments.holeInFront(block);
        if (front == NONE) {
            return block;
        }
        int slot = segments.slot(block);
        int behind = segments.holeBehind(block);
        long behindBytes = behind == NONE ? 0 : segments.bytes(behind);
        long target = BitUtil.align(segments.position(front), table.alignment(slot));
        long gapBytes = target - segments.position(front);
        if (target >= segments.position(block) || gapBytes > behindBytes) {
            return block;
        }
        long bytes = segments.bytes(block);
        int moved = segments.take(segments.release(block), target, bytes, slot);
        move(slot, moved);
        return moved;
    }

    /** Returns the block, or the hole that it has left. */
    private int jump(int block) {
        int slot = segments.slot(block);
        long bytes = segments.bytes(block);
        int hole = segments.find(bytes, table.alignment(slot), segments.position(block));
        int front = segments.holeInFront(block);
        if (hole == NONE || hole == front || segments.bytes(hole) > leftBehind(block, front)) {
            return block;
        }
        long target = BitUtil.align(segments.position(hole), table.alignment(slot));
        int moved = segments.take(hole, target, bytes, slot);
        move(slot, moved);
        return segments.release(block);
    }

    /** The size of the hole that would remain without the block. */
    private long leftBehind(int block, int front) {
        int behind = segments.holeBehind(block);
        return segments.bytes(block)
                + (front == NONE ? 0 : segments.bytes(front))
                + (behind == NONE ? 0 : segments.bytes(behind));
    }

    /** Copies the contents of a block to its new segment; the two places may overlap. */
    private void move(int slot, int segment) {
        long address = blocks.address(segments.position(segment));
        // SAFETY: both places are segments of this heap with the block's size, the old one and the new one. copyMemory
        // allows overlap.
        UnsafeApi.copyMemory(null, table.address(slot), null, address, table.sizeBytes(slot));
        table.move(slot, segment, address);
        movedBlocks++;
        movedBytes += segments.bytes(segment);
    }

    private boolean isMovable(int segment) {
        return segments.isBlock(segment) && table.mayMove(segments.slot(segment));
    }

    private boolean isBudgetSpent() {
        return movedBytes >= budgetBytes || nanoClock.getAsLong() - startNanos >= budgetNanos;
    }
}
