package basalt.memory.allocator;

/**
 * The result of a call of {@link Heap#defragment(long)}.
 *
 * @param movedBlocks the number of moves
 * @param movedBytes the bytes moved
 * @param fragmentationBefore {@link Heap#fragmentation()} when the call began
 * @param fragmentationAfter the same after the last move and before regions were given back; never more than before.
 *     {@link Heap#fragmentation()} is higher afterwards if the largest hole was a region that was given back
 * @param returnedBytes the bytes of empty regions that were given back to the source
 * @param finished whether the pass over all blocks is complete; if not, the next call continues where this one stopped
 */
public record Defragmentation(
        long movedBlocks,
        long movedBytes,
        double fragmentationBefore,
        double fragmentationAfter,
        long returnedBytes,
        boolean finished) {}
