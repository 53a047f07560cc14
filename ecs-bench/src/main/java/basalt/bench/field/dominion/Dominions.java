package basalt.bench.field.dominion;

import dev.dominion.ecs.api.Dominion;

/** Makes dominions of two sizes. */
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
     * Returns a dominion that is made once and used often. HUGE chunks make adding, removing and some walks faster than
     * smaller ones, and the rest no slower.
     */
    static Dominion lasting() {
        return Dominion.create(LASTING);
    }

    /** Returns a dominion that is thrown away soon: MEDIUM, since making a HUGE one takes longer. */
    static Dominion brief() {
        return Dominion.create(BRIEF);
    }
}
