package basalt.bench.create;

/** The kind of world in which entities are created. */
public enum WorldUse {
    /** A new world each time. */
    FRESH,
    /** A world in which as many entities were created and destroyed before. */
    REUSED
}
