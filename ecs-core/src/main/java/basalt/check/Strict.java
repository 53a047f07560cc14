package basalt.check;

/**
 * Strict mode: {@code -Dbasalt.strict=true} checks what costs too much otherwise, such as each row access against
 * presence and declared access, and the thread of each mark. Read once, so that the checks cost nothing when it is off.
 */
public final class Strict {
    /** Whether strict mode is on in this process. */
    public static final boolean ON = Boolean.getBoolean("basalt.strict");

    private Strict() {}
}
