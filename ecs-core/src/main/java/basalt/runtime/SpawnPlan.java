package basalt.runtime;

/**
 * The data of a spawn kernel.
 *
 * @param spawner spawns the entities
 * @param initialiser the body that runs over them, a {@code RowBody}
 * @param specialised whether the body gets a driver class of its own
 */
public record SpawnPlan(BulkSpawner spawner, Object initialiser, boolean specialised) {}
