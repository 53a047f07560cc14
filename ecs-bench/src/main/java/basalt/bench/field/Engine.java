package basalt.bench.field;

/**
 * Makes the scenes of a contestant. All contestants make the same scenes, with the same fields, and compute the same
 * values.
 */
public interface Engine {
    /**
     * Makes room for entities with a position, and with a velocity where {@link Start#moves} says so; none is there
     * yet.
     *
     * @param entities how many there will be
     * @param movingPercent how many in a hundred get a velocity
     * @return the scene
     */
    Bodies bodies(int entities, int movingPercent);

    /**
     * The simple_insert of ecs_bench_suite: each run makes a world and fills it with entities that have a matrix, a
     * position, a rotation and a velocity, and discards the world of the run before.
     *
     * @param entities how many
     * @return the scene
     */
    Trial insert(int entities);

    /**
     * The fragmented_iter of ecs_bench_suite: entities of 26 kinds, all with a component in common, whose value a run
     * doubles. If the population changes, there is one entity more, of the first kind: each run first destroys the one
     * that the run before has spawned, and spawns another one.
     *
     * @param entitiesOfEach how many of each kind
     * @param changing whether each run spawns an entity and destroys one
     * @return the scene
     */
    Trial fragments(int entitiesOfEach, boolean changing);

    /**
     * The schedule of ecs_bench_suite: entities AB, ABC, ABCD and ABCE; a run swaps A with B, C with D, and C with E.
     *
     * @param entitiesOfEach how many of each kind
     * @return the scene
     */
    Trial swaps(int entitiesOfEach);

    /**
     * The heavy_compute of ecs_bench_suite: a run inverts the matrix of each entity a hundred times and turns its
     * position by it.
     *
     * @param entities how many
     * @return the scene
     */
    Trial heavy(int entities);

    /**
     * The add_remove of ecs_bench_suite: entities with one component, which get and lose another.
     *
     * @param entities how many
     * @return the scene
     */
    Toggles toggles(int entities);

    /**
     * Particles with a position, a velocity, a lifetime and a health. A run moves all, takes one from the health of
     * all, destroys those that have none left, spawns as many, and counts.
     *
     * @param entities how many
     * @return the scene
     */
    Trial particles(int entities);
}
