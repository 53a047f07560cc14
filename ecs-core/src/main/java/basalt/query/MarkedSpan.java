package basalt.query;

import basalt.component.Component;
import basalt.runtime.RowContext;
import basalt.runtime.RowMarks;

/** A span of cold code, which marks what is written for queries that look for changes. */
final class MarkedSpan extends Span {
    private final RowMarks marks;

    MarkedSpan(RowContext context, RowMarks marks) {
        super(context);
        this.marks = marks;
    }

    @Override
    Span another(RowContext ofRun) {
        return new MarkedSpan(ofRun, marks);
    }

    @Override
    Row newRow(RowContext ofRun, long block, int row) {
        return new CheckedRow(marks, RowContext.entity(ofRun, block, row));
    }

    @Override
    void writtenDeclared(long block, int first, int end) {
        marks.writtenDeclared(block, first, end);
    }

    @Override
    void written(long block, int first, int end, Component<?> component) {
        marks.written(block, first, end, component);
    }
}
