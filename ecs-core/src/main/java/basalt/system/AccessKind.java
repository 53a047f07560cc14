package basalt.system;

/** The kinds of access, as messages list them. */
enum AccessKind {
    READS("reads"),
    WRITES("writes"),
    RESTRUCTURES("restructures"),
    SPAWNS("spawns"),
    DESTROYS("destroys"),
    READS_RESOURCE("readsResource"),
    WRITES_RESOURCE("writesResource"),
    SENDS("sends"),
    RECEIVES("receives"),
    TOUCHES_OTHERS("touchesOthers"),
    WORLD_THREAD("worldThread"),
    EXCLUSIVE("exclusive");

    private final String label;

    AccessKind(String label) {
        this.label = label;
    }

    /** The name of the factory in {@link Access}. */
    String label() {
        return label;
    }
}
