package basalt.bench.field.dominion;

import dev.dominion.ecs.api.Dominion;

/** Creates dominions of two sizes. */
final class Dominions {
    private static final String LASTING = "lasting-field";
    private static final String BRIEF = "brief-field";

    static {
        System.setProperty("dominion.show-banner", "false");
        System.setProperty("dominion." + LASTING + ".size", "HUGE");
        System.setProperty("dominion." + BRIEF + ".size", "MEDIUM");
    }

    private Dominions() {}

    /**
     * Creates a dominion that is used often. HUGE chunks make adding, removing and some iterations faster than smaller
     * ones, and nothing slower.
     */
    static Dominion lasting() {
        return Dominion.create(LASTING);
    }

    /** Creates a dominion that is discarded soon: MEDIUM, as creating a HUGE one takes longer. */
    static Dominion brief() {
        return Dominion.create(BRIEF);
    }
}
