package basalt.world;

/**
 * What a world holds of native memory.
 *
 * @param blocks how many blocks of 16,384 rows
 * @param reservedBytes bytes reserved for blocks, sparse pages and events; mostly address space, resident only where
 *     used
 * @param columnBytes bytes of the block headers, presence words and columns that are in use
 * @param frameBytes bytes that the frame arena has reserved
 * @param commandBytes bytes that the recorders of commands of the world's thread and of its observers have reserved
 * @param snapshotBytes bytes that the queries of the world's thread have reserved to keep snapshots from one use to the
 *     next
 * @param tickBytes bytes that the world's thread has reserved of the tick's arena
 * @param workerBytes bytes that the workers of the world's schedules have reserved: frame arenas, their parts of the
 *     tick's arena, commands and snapshots
 */
public record WorldMemory(
        int blocks,
        long reservedBytes,
        long columnBytes,
        long frameBytes,
        long commandBytes,
        long snapshotBytes,
        long tickBytes,
        long workerBytes) {
    /**
     * All that the world and the workers of its schedules have reserved: blocks and the like, frame and tick arenas,
     * commands, and snapshots.
     *
     * @return bytes; {@code columnBytes} are part of {@code reservedBytes} and not counted again
     */
    public long totalBytes() {
        return reservedBytes + frameBytes + commandBytes + snapshotBytes + tickBytes + workerBytes;
    }
}
