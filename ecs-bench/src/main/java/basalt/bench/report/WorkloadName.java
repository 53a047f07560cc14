package basalt.bench.report;

import basalt.bench.field.Start;
import java.util.List;

/** The names of the benchmarks in the report, and the meaning of each. */
enum WorkloadName {
    SIMPLE_INSERT(
            "SimpleInsert.run", "simple_insert", "a new world of entities with matrix, position, rotation, velocity"),
    SIMPLE_ITER("SimpleIter.run", "simple_iter", "each velocity is added to its position"),
    FRAGMENTED_ITER("FragmentedIter.run", "fragmented_iter", "26 kinds of 20 entities; the common value is doubled"),
    FRAGMENTED_TICK(
            "FragmentedTick.run",
            "fragmented_iter with one spawn a tick",
            "one entity is destroyed and another one spawned; then as fragmented_iter"),
    SCHEDULE("ScheduledSwaps.run", "schedule", "three systems swap components of four kinds of entities"),
    HEAVY_COMPUTE(
            "HeavyCompute.run", "heavy_compute", "inverts a matrix a hundred times, and rotates a position by it"),
    ADD_REMOVE("AddRemove.run", "add_remove", "each entity gets a component, then loses it"),
    SERIALIZE("Serialize.run", "serialize", "the entities of simple_insert are written to memory, and read from there"),
    PARTICLES("Particles.run", "particles", "move, decrement health, destroy the dead, spawn as many, count"),
    PREDATOR_PREY(
            "PredatorPrey.run",
            "predator_prey",
            "move; predators, one for four prey, choose a prey, turn towards it, and catch it if it is near; it is"
                    + " replaced, and its predators released"),
    CREATE("CreateMillion.create", "create", "entities with position and velocity, and all their values"),
    ADD("AddMillion.add", "add", "each entity gets a velocity with values"),
    REMOVE("RemoveMillion.remove", "remove", "each entity loses its velocity"),
    DESTROY("DestroyMillion.destroy", "destroy", "entities with position and velocity"),
    OCCUPANCY("Occupancy.run", "occupancy", "simple_iter in which a random percentage has a velocity"),
    SCALING("Scaling.run", "scaling", "simple_iter with various numbers of entities");

    private final String benchmark;
    private final String label;
    private final String meaning;

    WorkloadName(String benchmark, String label, String meaning) {
        this.benchmark = benchmark;
        this.label = label;
        this.meaning = meaning;
    }

    /** The name of a benchmark in the report; its own name if it is unknown. */
    static String of(String benchmark) {
        return List.of(values()).stream()
                .filter(name -> name.benchmark.equals(benchmark))
                .map(WorkloadName::label)
                .findFirst()
                .orElse(benchmark);
    }

    /** The number of kinds of entities in a benchmark. */
    static int kinds(String benchmark) {
        if (benchmark.equals(FRAGMENTED_ITER.benchmark) || benchmark.equals(FRAGMENTED_TICK.benchmark)) {
            return Start.FRAGMENT_KINDS;
        }
        return benchmark.equals(SCHEDULE.benchmark) ? Start.SWAPPED_KINDS : 1;
    }

    /** The position of a benchmark in the report; the end if it is unknown. */
    static int place(String benchmark) {
        for (WorkloadName name : values()) {
            if (name.benchmark.equals(benchmark)) {
                return name.ordinal();
            }
        }
        return values().length;
    }

    String label() {
        return label;
    }

    /** The meaning of an operation. */
    String meaning() {
        return meaning;
    }
}
