package basalt.internal;

/**
 * Strict mode, {@code -Dbasalt.strict=true}: enables checks that are too expensive for production, such as checking
 * each row access against presence and declared access. Read once, so that the checks cost nothing when it is off.
 */
public final class Strict {
    /** Whether strict mode is on in this process. */
    public static final boolean ON = Boolean.getBoolean("basalt.strict");

    private Strict() {}
}
