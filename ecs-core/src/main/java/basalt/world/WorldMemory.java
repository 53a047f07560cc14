package basalt.world;

/**
 * What a world holds of native memory.
 *
 * @param blocks how many blocks of 16,384 rows
 * @param reservedBytes bytes reserved for blocks, sparse pages and events; mostly address space, resident only where used
 * @param columnBytes bytes of the block headers, presence words and columns that are in use
 * @param frameBytes bytes that the frame arena has reserved
 * @param commandBytes bytes that the recorders of commands of the world's thread and of its observers have reserved
 */
public record WorldMemory(int blocks, long reservedBytes, long columnBytes, long frameBytes, long commandBytes) {}
