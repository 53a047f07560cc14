package basalt.model;

import basalt.component.EntityHandle;
import basalt.world.ManyToMany;
import basalt.world.World;
import java.util.List;

/** The relations of many to many of the model tests: one of each kind. */
enum Relating {
    ROUTES(Route.class, Route::new),
    OWNERS(Owns.class, Owns::new),
    FRIENDS(Knows.class, Knows::new),
    NEEDS(Needs.class, Needs::new);

    static final List<Relating> ALL = List.of(values());

    private interface Maker {
        Record edge(long from, long to, int weight);
    }

    record Route(@EntityHandle long from, @EntityHandle long to, int weight) {}

    record Owns(@EntityHandle long from, @EntityHandle long to, int weight) {}

    record Knows(@EntityHandle long from, @EntityHandle long to, int weight) {}

    record Needs(@EntityHandle long from, @EntityHandle long to, int weight) {}

    private final Class<? extends Record> type;
    private final Maker maker;

    Relating(Class<? extends Record> type, Maker maker) {
        this.type = type;
        this.maker = maker;
    }

    Class<? extends Record> type() {
        return type;
    }

    Record edge(long from, long to, int weight) {
        return maker.edge(from, to, weight);
    }

    /** The population of edges, after those of templates. */
    int population() {
        return 1 + TemplateSpec.ALL.size() + ordinal();
    }

    /** Makes the relation of a world, with its declarations. */
    ManyToMany<Record> declare(World world) {
        @SuppressWarnings("unchecked") // which of them, the maker knows
        ManyToMany<Record> relation = world.manyToMany((Class<Record>) type);
        return switch (this) {
            case ROUTES -> relation;
            case OWNERS -> relation.exclusive().cascadeToTargets();
            case FRIENDS -> relation.symmetric();
            case NEEDS -> relation.acyclic();
        };
    }
}
