package basalt.bench.published.counters;

import basalt.bench.published.Library;

/** Entities and systems in a library. A component is an int; its kind is an index in {@link Kinds}. */
public interface Counters extends AutoCloseable {
    /** An empty world with room for so many entities. */
    static Counters open(Library library, int entities) {
        return switch (library) {
            case PLAIN -> new Plain(entities);
            case TUNED -> new Tuned(entities);
            case ARTEMIS -> new InArtemis(entities);
            case DOMINION -> new InDominion();
            case ASHLEY -> new InAshley();
            case FLEKS -> new InFleks(entities);
            case ARRAYS -> new InArrays();
        };
    }

    /** Spawns an entity whose values are {@link #start}: for scenes, not measured. */
    void spawn(int... kinds);

    /** Adds a system, after all entities were spawned. */
    void add(Step step);

    /** Runs all systems. Returns the sum of all that they destroyed, or the number of components they removed. */
    long run();

    /** All values of spawned entities: those of the first one, in the order of its kinds, then those of the next. */
    int[] values();

    /** Sets all {@link #values}. */
    void set(int[] values);

    /** Creates entities whose components are the first kinds, one to three, and 0: the measured operation. */
    void create(int components, int entities);

    /** Counts the entities that have the first kinds, one to three. */
    int count(int components);

    /** The first value of a component, of which so many were spawned before. */
    static int start(int number) {
        return number % 1000 + 1;
    }

    @Override
    default void close() {
        // Left to the garbage collector.
    }
}
