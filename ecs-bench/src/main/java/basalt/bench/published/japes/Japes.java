package basalt.bench.published.japes;

import basalt.bench.engine.Scene;
import basalt.bench.published.Library;
import basalt.bench.published.Published;
import org.openjdk.jmh.annotations.Param;

/** A tick of a case of the benchmarks of japes, see {@link Case}. */
public class Japes extends Published {
    /** What is measured. */
    @Param({"PLAIN", "TUNED", "ARTEMIS", "DOMINION", "ASHLEY", "ARRAYS"})
    public Library library;

    /** The case. */
    @Param
    public Case workload;

    /** Number of entities; of the hunt, of prey. */
    @Param("10000")
    public int entities;

    /** The cases. */
    public enum Case {
        /** Consumes each field of each position, three floats. */
        READ_ONE,
        /** Consumes those of the velocity, too. */
        READ_TWO,
        /** Adds the velocity to the position. */
        WRITE,
        /** Adds the velocity times a thousandth to the position; entities have a mass, too. */
        NBODY,
        /** Changes the health of a hundred entities, the next ones each time; an observer sums up what has changed. */
        SPARSE_DELTA,
        /** The same with position, health and mana, a hundred entities and an observer each. */
        REALISTIC_TICK,
        /** Particles that move, lose health, die and are replaced; all are counted. */
        PARTICLES,
        /**
         * Of entities with state, health and mana, three systems change those that meet a condition; one in a hundred
         * is destroyed and another one spawned, two lose their mana, and get it back in the next tick. Three observers
         * see what has entered, changed and left.
         */
        UNIFIED_DELTA,
        /**
         * A predator for four prey. All move; predators that hunt nothing choose a prey; each turns to its prey; each
         * prey that is hunted counts its hunters; those that are within half a unit are caught: destroyed and replaced.
         */
        PREDATOR_PREY
    }

    @Override
    protected Scene scene() {
        return scene(library, workload, entities);
    }

    static Scene scene(Library library, Case workload, int entities) {
        boolean isTuned = library == Library.TUNED;
        return switch (library) {
            case PLAIN, TUNED ->
                switch (workload) {
                    case SPARSE_DELTA, REALISTIC_TICK -> new InBasalt.Observed(isTuned, workload, entities);
                    case PARTICLES -> new InBasalt.Particles(isTuned, entities);
                    case UNIFIED_DELTA -> new Delta.OfBasalt(isTuned, entities);
                    case PREDATOR_PREY -> new Hunt.OfBasalt(isTuned, entities);
                    default -> new InBasalt.Moving(isTuned, workload, entities);
                };
            case ARTEMIS -> InArtemis.scene(workload, entities);
            case DOMINION -> InDominion.scene(workload, entities);
            case ASHLEY -> InAshley.scene(workload, entities);
            case ARRAYS ->
                switch (workload) {
                    case UNIFIED_DELTA -> new Delta.OfArrays(entities);
                    case PREDATOR_PREY -> new Hunt.OfArrays(entities);
                    case SPARSE_DELTA, REALISTIC_TICK, PARTICLES -> throw lacks(workload);
                    default -> new InArrays(workload, entities);
                };
            default -> throw new IllegalArgumentException(library.name());
        };
    }

    /** That a library lacks a case. */
    static UnsupportedOperationException lacks(Case workload) {
        return new UnsupportedOperationException(workload.name());
    }
}
