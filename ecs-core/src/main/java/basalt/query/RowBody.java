package basalt.query;

/**
 * The body of a kernel: called for each row. Keep the columns that it uses in {@code static final} fields, and values
 * that change from run to run in one small object that it captures. Then the JIT compiles body and loop like a
 * hand-written loop.
 */
@FunctionalInterface
public interface RowBody {
    /**
     * Handles one row.
     *
     * @param row the row; valid until this method returns
     */
    void accept(Row row);
}
