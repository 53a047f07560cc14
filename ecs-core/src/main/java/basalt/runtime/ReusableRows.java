package basalt.runtime;

/** The rows and spans that a {@link RowContext} reuses. */
public interface ReusableRows {
    /** Sets the new address of a block that has moved. */
    void blockMoved(long from, long to);
}
