package basalt.bench.field.dominion;

import dev.dominion.ecs.api.Dominion;

/** Makes dominions. */
final class Dominions {
    private static final int HUGE_FROM = 100_000;
    private static final String HUGE = "huge-field";
    private static final String MEDIUM = "field";

    static {
        System.setProperty("dominion.show-banner", "false");
        System.setProperty("dominion." + HUGE + ".size", "HUGE");
        System.setProperty("dominion." + MEDIUM + ".size", "MEDIUM");
    }

    private Dominions() {}

    /** Returns a dominion of the size that its authors advise for so many entities. */
    static Dominion of(int entities) {
        return Dominion.create(entities >= HUGE_FROM ? HUGE : MEDIUM);
    }
}
