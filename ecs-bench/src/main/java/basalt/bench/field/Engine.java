package basalt.bench.field;

/**
 * Creates the scenes of an engine. All engines create the same scenes, with the same fields, and compute the same
 * values.
 */
public interface Engine {
    /**
     * Creates an empty scene for entities with a position, and with a velocity if {@link Start#moves}.
     *
     * @param entities number of entities to come
     * @param movingPercent percentage of entities that get a velocity
     * @return the scene
     */
    Bodies bodies(int entities, int movingPercent);

    /**
     * The simple_insert of ecs_bench_suite: each run creates a world, fills it with entities that have a matrix, a
     * position, a rotation and a velocity, and discards the world of the last run.
     *
     * @param entities number of entities
     * @return the scene
     */
    Trial insert(int entities);

    /**
     * The fragmented_iter of ecs_bench_suite: entities of 26 kinds with a common component, whose value a run doubles.
     * If the population changes, there is an additional entity of the first kind: each run first destroys the entity
     * that the last run has spawned, and spawns a new one.
     *
     * @param entitiesOfEach number of entities of each kind
     * @param changing whether each run spawns an entity and destroys one
     * @return the scene
     */
    Trial fragments(int entitiesOfEach, boolean changing);

    /**
     * The schedule of ecs_bench_suite: entities AB, ABC, ABCD and ABCE; a run swaps A with B, C with D, and C with E.
     *
     * @param entitiesOfEach number of entities of each kind
     * @return the scene
     */
    Trial swaps(int entitiesOfEach);

    /**
     * The heavy_compute of ecs_bench_suite: a run inverts the matrix of each entity a hundred times, and rotates its
     * position by the matrix.
     *
     * @param entities number of entities
     * @return the scene
     */
    Trial heavy(int entities);

    /**
     * The serialize_binary of ecs_bench_suite: a run writes a world with the entities of {@link #insert} to memory, and
     * creates another world from it, which replaces that of the last run.
     *
     * @param entities number of entities
     * @return the scene
     * @throws UnsupportedOperationException if the engine has no way to serialize a world
     */
    default Trial serialize(int entities) {
        throw new UnsupportedOperationException(getClass().getSimpleName() + " does not serialize worlds");
    }

    /**
     * The add_remove of ecs_bench_suite: entities with one component, which get another one and lose it again.
     *
     * @param entities number of entities
     * @return the scene
     */
    Toggles toggles(int entities);

    /**
     * Particles with a position, a velocity, a lifetime and a health. A run moves all, decrements the health of all,
     * destroys those without health, spawns as many, and counts.
     *
     * @param entities number of entities
     * @return the scene
     */
    Trial particles(int entities);

    /**
     * A hunt, see {@link Hunt}: a run is a tick.
     *
     * @param prey number of prey
     * @return the scene
     * @throws UnsupportedOperationException if the scene is not made for the engine
     */
    default Trial hunt(int prey) {
        throw new UnsupportedOperationException(getClass().getSimpleName() + " does not hunt");
    }
}
