package basalt.world;

/**
 * What a world holds of native memory.
 *
 * @param blocks how many blocks of 16,384 rows
 * @param reservedBytes bytes reserved for blocks, sparse pages, events, removals and changes; mostly address space,
 *     resident only where used
 * @param columnBytes bytes of the block headers, presence words and columns that are in use
 * @param changeQueries how many queries look for changes, and are neither closed nor, as far as is known yet, garbage
 * @param changeBytes bytes reserved for the rows that these have not seen
 * @param frameBytes bytes that the frame arena has reserved
 * @param commandBytes bytes that the recorders of commands of the world's thread and of its observers have reserved
 * @param tickBytes bytes that the world's thread has reserved of the tick's arena
 * @param workerBytes bytes that the workers of the world's schedules have reserved: frame arenas, their parts of the
 *     tick's arena, and commands
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
        long workerBytes) {
    /**
     * All that the world and the workers of its schedules have reserved: blocks and the like, frame and tick arenas,
     * and commands.
     *
     * @return bytes; {@code columnBytes} and {@code changeBytes} are part of {@code reservedBytes} and not counted
     *     again
     */
    public long totalBytes() {
        return reservedBytes + frameBytes + commandBytes + tickBytes + workerBytes;
    }
}
