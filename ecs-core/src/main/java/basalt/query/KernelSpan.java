package basalt.query;

import basalt.component.Component;

/** The span of a kernel, which marks nothing and whose rows mark nothing: see {@link KernelRow}. */
final class KernelSpan extends Span {
    KernelSpan(RowContext context, long base, int from, int to) {
        super(context, base, from, to);
    }

    @Override
    Row row(RowContext rowContext, long block, int row) {
        return new KernelRow(rowContext, block, row);
    }

    @Override
    void writtenDeclared(long block, int first, int end) {}

    @Override
    void written(long block, int first, int end, Component<?> component) {}
}
