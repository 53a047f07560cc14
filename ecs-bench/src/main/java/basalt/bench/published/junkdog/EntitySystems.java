package basalt.bench.published.junkdog;

import basalt.bench.engine.Scene;
import basalt.bench.published.Library;
import basalt.bench.published.Published;
import org.openjdk.jmh.annotations.Param;

/** A tick of a case of the entity-system-benchmarks, see {@link Case}. */
public class EntitySystems extends Published {
    /** What is measured. */
    @Param({"PLAIN", "TUNED", "ARTEMIS", "DOMINION", "ASHLEY"})
    public Library library;

    /** The case. */
    @Param
    public Case workload;

    /** Number of entities. */
    @Param({"4096", "16384", "65536", "262144"})
    public int entities;

    /** The cases. */
    public enum Case {
        /** Three systems see the position of each entity; of a hundred ticks one destroys an entity, one makes it. */
        BASELINE,
        /** The same; the systems change the positions. */
        PLAIN,
        /**
         * Every other tick destroys a quarter of the entities, the next one makes as many, of random compositions of 12
         * components; five systems, of three or four components each, see those that match.
         */
        INSERT_REMOVE,
        /** A quarter of the entities get a position, or lose it; three systems see each position. */
        EDIT
    }

    @Override
    protected Scene scene() {
        return scene(library, workload, entities);
    }

    static Ticks scene(Library library, Case workload, int entities) {
        return switch (library) {
            case PLAIN -> new InBasalt(false, workload, entities);
            case TUNED -> new InBasalt(true, workload, entities);
            case ARTEMIS -> new InArtemis(workload, entities);
            case DOMINION -> new InDominion(workload, entities);
            case ASHLEY -> new InAshley(workload, entities);
            default -> throw new IllegalArgumentException(library.name());
        };
    }
}
