package basalt.bench.engine;

/** Creates the scenes of an engine. */
@FunctionalInterface
interface Scenes {
    /** What a scene does in a run. */
    enum Workload {
        /**
         * {@link Bodies}, of which a percentage has a velocity that is added to the position; all with 10,000 entities:
         * the simple_iter of ecs_bench_suite. The scene is empty at first.
         */
        MOVE,
        /**
         * The fragmented_iter of ecs_bench_suite: entities of 26 kinds, so many of each, with a common component whose
         * value a run doubles. With the option 1 there is one entity more, which each run first destroys and spawns.
         */
        FRAGMENTED,
        /**
         * The schedule of ecs_bench_suite: so many entities of each of AB, ABC, ABCD and ABCE; swaps the values of A
         * and B, C and D, C and E.
         */
        SWAPS,
        /** A thousand steps of arithmetic for each entity. */
        HEAVY,
        /** Writes a world of moving entities to memory, and replaces it by another one that is read from there. */
        SERIALIZE,
        /** The add_remove of ecs_bench_suite: entities with a component get another one, which is 0, and lose it. */
        ADD_REMOVE,
        /** Particles, of which a run moves all, takes health from all, destroys those without, and spawns as many. */
        PARTICLES,
        /** A tick of so many prey and their hunters, see {@link Chase}. */
        HUNT
    }

    /**
     * Creates a scene.
     *
     * @param workload what it does
     * @param entities number of entities
     * @param option of MOVE the percentage of entities that move, of FRAGMENTED whether each run spawns: 1 or 0
     * @throws UnsupportedOperationException if the engine has no such scene
     */
    Scene scene(Workload workload, int entities, int option);

    /** An empty scene for entities that all move. */
    default Bodies bodies(int entities) {
        return (Bodies) scene(Workload.MOVE, entities, 100);
    }
}
