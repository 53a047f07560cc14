package basalt.query;

import basalt.component.ComponentInfo;
import basalt.runtime.RowContext;

/** The span of a kernel, which records no writes, as its rows record none: see {@link KernelRow}. */
final class KernelSpan extends Span {
    KernelSpan(RowContext context) {
        super(context);
    }

    @Override
    Span another(RowContext ofRun) {
        ofRun.standOn(RowContext.NO_BLOCK, 0);
        return new KernelSpan(ofRun);
    }

    @Override
    Row newRow(RowContext ofRun, long block, int row) {
        return new KernelRow(ofRun, block, row);
    }

    @Override
    void writtenDeclared(long block, int first, int end) {}

    @Override
    void written(long block, int first, int end, ComponentInfo component) {}
}
