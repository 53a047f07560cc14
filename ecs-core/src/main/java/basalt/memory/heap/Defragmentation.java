package basalt.memory.heap;

/**
 * What one call of {@link Heap#defragment(long)} has done.
 *
 * @param movedBlocks how many times a block was moved
 * @param movedBytes the bytes of those blocks
 * @param fragmentationBefore {@link Heap#fragmentation()} when the call began
 * @param fragmentationAfter the same after the last move and before regions were given back: never more than before.
 *     What the heap answers afterwards is higher where the largest hole was a whole region, which is gone now
 * @param returnedBytes the regions without a block that were given back to the source, in bytes
 * @param finished whether the pass over all blocks came to its end; if not, the next call goes on where this one
 *     stopped
 */
public record Defragmentation(
        long movedBlocks,
        long movedBytes,
        double fragmentationBefore,
        double fragmentationAfter,
        long returnedBytes,
        boolean finished) {}
