package basalt.bench.published.counters;

import java.util.stream.IntStream;

/**
 * A system over the entities that have some kinds of components.
 *
 * @param what what it does
 * @param kinds the kinds
 */
public record Step(What what, int... kinds) {
    /** What a system does. */
    public enum What {
        /** Adds 1 to the only component. */
        INCREMENT,
        /** Adds the others to the first one. */
        ADD,
        /** Doubles the only component. */
        TWICE,
        /** Spawns an entity of the second kind for each of the first one, with the same value. */
        SPAWN,
        /** Destroys all. */
        DESTROY,
        /** Exchanges the values of two components. */
        SWAP,
        /** Adds the second component, which is 0, to all that have the first one. */
        ATTACH,
        /** Removes the only component from all. */
        DETACH
    }

    /** The kinds that an entity must have. */
    int[] required() {
        return what == What.SPAWN || what == What.ATTACH ? new int[] {kinds[0]} : kinds;
    }

    /** The first kinds. */
    static int[] first(int components) {
        return IntStream.range(0, components).toArray();
    }
}
