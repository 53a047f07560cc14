package basalt.query;

import basalt.component.Component;
import basalt.runtime.RowContext;

/**
 * The row of a kernel, which marks nothing: what a kernel writes is marked for its whole snapshot. A class of its own, so that
 * the JIT knows that in a kernel's loop, whatever other code has done with rows before.
 */
final class KernelRow extends Row {
    KernelRow(RowContext context, long base, int row) {
        super(context, base, row);
    }

    @Override
    Row another(long block, int next) {
        context.standOn(block, next);
        return new KernelRow(context, block, next);
    }

    @Override
    void written(long block, int writtenRow, Component<?> component) {}
}
