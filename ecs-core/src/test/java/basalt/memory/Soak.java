package basalt.memory;

/** How often a test repeats what it does with other random numbers: few times by default, more with {@code -Pci}. */
public final class Soak {
    private static final boolean ON = Boolean.getBoolean("basalt.soak");

    private Soak() {}

    /** The first number by default, the second with {@code -Dbasalt.soak=true}. */
    public static int times(int usual, int soak) {
        return ON ? soak : usual;
    }
}
