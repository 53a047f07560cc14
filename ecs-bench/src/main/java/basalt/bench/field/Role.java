package basalt.bench.field;

/** The role of an engine in the comparison. */
public enum Role {
    /** Basalt, in any variant. */
    OWN,
    /** Another entity-component-system of the JVM. */
    RIVAL,
    /** A reference without an entity-component-system: plain Java or C. */
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
        return switch (EngineKind.of(engine)) {
            case BASALT, BASALT_BULK, BASALT_RECORDS, BASALT_TEMPLATES -> OWN;
            case FLOAT_ARRAY, OBJECTS -> REFERENCE;
            default -> RIVAL;
        };
    }
}
