package basalt.bench.heavy;

/** How an entity is turned; nobody looks at it, as in ecs_bench_suite. */
record Rotation(float x, float y, float z) {}
