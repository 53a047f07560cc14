package basalt.examples.showcase.bullets;

/** What the emitters have won. A resource: one a world, which systems declare like a component. */
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
