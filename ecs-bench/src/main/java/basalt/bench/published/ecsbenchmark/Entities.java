package basalt.bench.published.ecsbenchmark;

import basalt.bench.published.Library;

/** Entities with a position (1, 2), a velocity (3, 4) and data, whose number is 5, in a library. */
interface Entities extends AutoCloseable {
    /** Seconds of a tick. */
    float SECONDS = 1 / 60f;

    /** An empty world with room for so many entities. */
    static Entities open(Library library, int entities) {
        return switch (library) {
            case PLAIN -> new Plain(entities);
            case TUNED -> new Tuned(entities);
            case ARTEMIS -> new InArtemis(entities);
            case DOMINION -> new InDominion(entities);
            case ASHLEY -> new InAshley(entities);
            default -> throw new IllegalArgumentException(library.name());
        };
    }

    /** Creates entities with position and velocity in an empty world. */
    void create();

    /** Creates entities with what a mix says, and prepares the systems. */
    void create(Mix mix);

    /** Adds the first field of one, two or three components of each entity, asked one by one. */
    long sum(int components);

    /** Runs two systems: moves, and changes data. */
    void update();

    /** Removes the position of each entity, and adds it again. */
    void change();

    /** Destroys each entity. */
    void destroy();

    /** Counts entities with position and velocity. */
    int count();

    /** A number made of all values of an entity. */
    double value(int number);

    @Override
    default void close() {
        // Left to the garbage collector.
    }
}
