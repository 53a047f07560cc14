package basalt.world;

/** The keys that rows are sorted by. */
@FunctionalInterface
interface RowKeys {
    /** The key of a row. */
    long key(long base, int row);

    /** Called when a run begins, before rows move. */
    default void begin() {}
}
