package basalt.world;

import basalt.runtime.MemoryFigures;

/**
 * The native memory that a world holds.
 *
 * @param blocks the number of blocks of 16,384 rows
 * @param reservedBytes bytes reserved for blocks, tables of rows that have moved, events, removals and changes; mostly
 *     address space, resident only where used
 * @param columnBytes bytes of the block headers, presence words and columns that are in use
 * @param changeQueries the number of change queries that are neither closed nor known to be garbage
 * @param changeBytes bytes reserved for the rows that change queries have not seen
 * @param frameBytes bytes that the frame arena of the world's thread has reserved
 * @param commandBytes bytes reserved for the commands of the world's thread and of its observers
 * @param tickBytes bytes that the world's thread has reserved in the tick arena
 * @param workerBytes bytes that the workers of the world's schedules have reserved: frame arenas, their parts of the
 *     tick arena, and commands
 * @param snapshotBytes bytes reserved for the world's snapshots and its state hash
 * @param saveBytes bytes that a saving in the background has not written yet
 */
public record WorldMemory(
        int blocks,
        long reservedBytes,
        long columnBytes,
        int changeQueries,
        long changeBytes,
        long frameBytes,
        long commandBytes,
        long tickBytes,
        long workerBytes,
        long snapshotBytes,
        long saveBytes) {
    static WorldMemory of(MemoryFigures figures, int changeQueries) {
        return new WorldMemory(
                (int) figures.get(0),
                figures.get(1),
                figures.get(2),
                changeQueries,
                figures.get(3),
                figures.get(4),
                figures.get(5),
                figures.get(6),
                figures.get(7),
                figures.get(8),
                figures.get(9));
    }

    /**
     * The sum of all that the world and the workers of its schedules have reserved: blocks, events, frame and tick
     * arenas, commands, snapshots, and a saving in the background.
     *
     * @return bytes; {@code columnBytes} and {@code changeBytes} are part of {@code reservedBytes} and not counted
     *     again
     */
    public long totalBytes() {
        return reservedBytes + frameBytes + commandBytes + tickBytes + workerBytes + snapshotBytes + saveBytes;
    }
}
