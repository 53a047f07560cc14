package basalt.query;

import basalt.component.ComponentInfo;
import basalt.runtime.RowContext;

/** The span of a kernel. Like a {@link KernelRow}, it records no writes. */
final class KernelSpan extends Span {
    KernelSpan(RowContext context) {
        super(context);
    }

    @Override
    Span newSpan(RowContext ofRun) {
        ofRun.setCurrentRow(RowContext.NO_BLOCK, 0);
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
