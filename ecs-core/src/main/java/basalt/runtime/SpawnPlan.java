package basalt.runtime;

/**
 * What a kernel of births is made of.
 *
 * @param population whose entities are born
 * @param initialiser the body that runs over them, of the query package's type
 * @param specialised whether the body gets a loop of its own
 */
public record SpawnPlan(Population population, Object initialiser, boolean specialised) {}
