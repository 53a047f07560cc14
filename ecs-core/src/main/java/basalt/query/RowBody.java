package basalt.query;

/**
 * What a kernel does to one row. Columns that it uses belong in {@code static final} fields, values that change from
 * run to run in one small object that it captures; then the JIT compiles the loop around it as if both had been written
 * by hand.
 */
@FunctionalInterface
public interface RowBody {
    /**
     * Handles one row.
     *
     * @param row where the kernel stands; dies when this method returns
     */
    void accept(Row row);
}
