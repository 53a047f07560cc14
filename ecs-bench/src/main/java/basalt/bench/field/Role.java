package basalt.bench.field;

/** The role of an engine in the comparison. */
public enum Role {
    /** Basalt, in any of its ways. */
    OWN,
    /** Another entity-component-system of the JVM. */
    RIVAL,
    /** No entity-component-system: the speed of the JVM or the machine without one. */
    REFERENCE;

    /**
     * Returns the role of an engine.
     *
     * @param engine the engine's name, or {@link NativeRun#ENGINE}
     * @return its role
     * @throws IllegalArgumentException if there is none of this name
     */
    public static Role of(String engine) {
        if (engine.equals(NativeRun.ENGINE)) {
            return REFERENCE;
        }
        return switch (Contestant.of(engine)) {
            case BASALT, BASALT_BULK, BASALT_RECORDS, BASALT_TEMPLATES -> OWN;
            case FLOAT_ARRAY, OBJECTS -> REFERENCE;
            default -> RIVAL;
        };
    }
}
