package basalt.internal;

/** The serials of handles and slices, for tests that set them directly. */
public final class Serials {
    private Serials() {}

    /** The array itself, which slices are checked against. */
    public static long[] of(Lifetimes lifetimes) {
        return lifetimes.serials;
    }
}
