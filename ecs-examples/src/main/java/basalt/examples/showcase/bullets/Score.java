package basalt.examples.showcase.bullets;

/**
 * The score of the emitters. A resource: there is one per world, and systems declare access to it as to a component.
 */
final class Score {
    private long hits;
    private long ships;

    void hit() {
        hits++;
    }

    void ship() {
        ships++;
    }

    /** Bullets that have hit. */
    long hits() {
        return hits;
    }

    /** Ships that were lost. */
    long ships() {
        return ships;
    }

    void clear() {
        hits = 0;
        ships = 0;
    }
}
