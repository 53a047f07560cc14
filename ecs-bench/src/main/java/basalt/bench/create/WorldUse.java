package basalt.bench.create;

/** In which world a million entities are created. */
public enum WorldUse {
    /** In a new one each time. */
    FRESH,
    /** In one where as many entities have lived and been destroyed before. */
    REUSED
}
