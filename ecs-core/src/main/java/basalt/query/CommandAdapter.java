package basalt.query;

import basalt.runtime.KernelDriver;

/**
 * Adapts a {@link CommandBody} to a {@link RowBody}. A record, because the JIT trusts that the fields of records are
 * final.
 */
record CommandAdapter(CommandBody body) implements RowBody {
    static RowBody of(CommandBody body) {
        return new CommandAdapter(KernelDriver.require(body));
    }

    @Override
    public void accept(Row row) {
        body.accept(row, ((KernelRow) row).commands());
    }
}
