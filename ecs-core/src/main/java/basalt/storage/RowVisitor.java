package basalt.storage;

/** Is called with rows. */
@FunctionalInterface
public interface RowVisitor {
    /** Called with a row. */
    void accept(long base, int row, int index);
}
