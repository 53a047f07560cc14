package basalt.bench.loop;

/** Which of the rows a measured kernel visits; the others are chosen at random. */
public enum Presence {
    /** All rows. */
    FULL(0, 0),
    /** All entities, but a twentieth of the rows is dead. */
    DEAD(5, 0),
    /** All entities but a hundredth, which have no velocity. */
    LACKED_BY_1_PERCENT(0, 1),
    /** All entities but a twentieth, which have no velocity. */
    LACKED_BY_5_PERCENT(0, 5),
    /** Half of the entities; the others have no velocity. */
    HALF(0, 50),
    /** A sixteenth of the entities; the others have no velocity. */
    SIXTEENTH(0, 93.75);

    final double percentDead;
    final double percentStill;

    Presence(double percentDead, double percentStill) {
        this.percentDead = percentDead;
        this.percentStill = percentStill;
    }
}
