package basalt.query;

import basalt.runtime.KernelDriver;

/**
 * Makes a kernel's body of one that records commands. A record, because the JIT trusts the fields of records to be
 * final.
 */
record WithCommands(CommandBody body) implements RowBody {
    static RowBody of(CommandBody body) {
        return new WithCommands(KernelDriver.require(body));
    }

    @Override
    public void accept(Row row) {
        body.accept(row, ((KernelRow) row).commands());
    }
}
