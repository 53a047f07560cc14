package basalt.bench.published.counters;

/** Entities and systems in a library. A component is an int; its kind is an index in {@link Kinds}. */
public interface Counters extends AutoCloseable {
    /** Spawns an entity whose values are {@link #start}: for scenes, not measured. */
    void spawn(int... kinds);

    /** Adds a system, after all entities were spawned. */
    void add(Step step);

    /** Runs all systems. Returns the sum of the values of all entities that they destroyed. */
    long run();

    /** All values of spawned entities: those of the first one, in the order of its kinds, then those of the next. */
    int[] values();

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
