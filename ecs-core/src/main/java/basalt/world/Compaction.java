package basalt.world;

/**
 * What a compaction has done, by {@link WorldRows#compact()}, {@link Template#compact()} or their forms with a budget,
 * and what it has left.
 *
 * @param entitiesMoved the entities that have moved to other rows; their handles and values are the same
 * @param blocksFreed the blocks of 16,384 rows that became empty; their columns' memory went back to the world's memory
 *     source, and their rows to all templates
 * @param entitiesLeft the entities that still have to move, if nothing else changes; 0 if all holes are closed
 * @param isComplete whether there is nothing left to do: no entity has to move, and no block is empty; after {@link
 *     WorldRows#compact(long)} no list has to move either
 */
public record Compaction(long entitiesMoved, int blocksFreed, long entitiesLeft, boolean isComplete) {
    /** Nothing was moved or left. */
    static final Compaction NOTHING = new Compaction(0, 0, 0, true);
}
