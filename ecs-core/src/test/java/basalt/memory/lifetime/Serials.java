package basalt.memory.lifetime;

/** The serials behind handles and slices, for tests that cannot wait until one is used up. */
public final class Serials {
    private Serials() {}

    /** The array itself: what is written there is what slices are checked against. */
    public static long[] of(Lifetimes lifetimes) {
        return lifetimes.serials;
    }
}
