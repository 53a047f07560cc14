package basalt.bench.iteration;

import java.util.random.RandomGenerator;

/** Which rows a measured kernel visits. */
public enum Presence {
    /** All rows. */
    FULL,
    /** All entities, but a random twentieth of the rows is dead. */
    DEAD,
    /** All entities but a random hundredth, which have no velocity. */
    LACKED_BY_1_PERCENT,
    /** All entities but a random twentieth, which have no velocity. */
    LACKED_BY_5_PERCENT,
    /** A random half of the entities; the others have no velocity. */
    HALF,
    /** A random sixteenth of the entities; the others have no velocity. */
    SIXTEENTH;

    private static final int DEAD_ONE_IN = 20;

    boolean drawDead(RandomGenerator random) {
        return this == DEAD && random.nextInt(DEAD_ONE_IN) == 0;
    }

    /** Whether all entities move, so a single template spawns them. */
    boolean isOfAll() {
        return this == FULL || this == DEAD;
    }

    boolean drawMoving(RandomGenerator random) {
        return switch (this) {
            case FULL, DEAD -> true;
            case LACKED_BY_1_PERCENT -> random.nextInt(100) != 0;
            case LACKED_BY_5_PERCENT -> random.nextInt(20) != 0;
            case HALF -> random.nextInt(2) == 0;
            case SIXTEENTH -> random.nextInt(16) == 0;
        };
    }
}
