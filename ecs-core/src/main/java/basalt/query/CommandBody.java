package basalt.query;

import basalt.command.Commands;

/**
 * The body of a kernel that records commands: called for each row. The commands are applied after the kernel has run,
 * see {@link RowKernel#run()}.
 */
@FunctionalInterface
public interface CommandBody {
    /**
     * Handles one row.
     *
     * @param row the row; valid until this method returns
     * @param commands records the changes
     */
    void accept(Row row, Commands commands);
}
