package basalt.query;

import basalt.command.Commands;

/**
 * What a kernel does to one row, where that may change structure: the changes are recorded, and made when the kernel
 * has run, see {@link RowKernel#run()}.
 */
@FunctionalInterface
public interface CommandBody {
    /**
     * Handles one row.
     *
     * @param row where the kernel stands; dies when this method returns
     * @param commands records changes
     */
    void accept(Row row, Commands commands);
}
