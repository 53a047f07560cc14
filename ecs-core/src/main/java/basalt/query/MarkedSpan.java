package basalt.query;

import basalt.component.Component;

/** A span of cold code, which marks what is written for whoever looks for changes. */
final class MarkedSpan extends Span {
    private final RowMarks marks;

    MarkedSpan(RowContext context, long base, int from, int to, RowMarks marks) {
        super(context, base, from, to);
        this.marks = marks;
    }

    @Override
    Row row(RowContext rowContext, long block, int row) {
        return new MarkedRow(rowContext, block, row, marks);
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
