package basalt.query;

import basalt.component.Component;
import basalt.runtime.RowContext;

/** A row of cold code, which marks what is written for whoever looks for changes. */
final class MarkedRow extends Row {
    private RowMarks marks;

    MarkedRow(RowContext context, long base, int row, RowMarks marks) {
        super(context, base, row);
        this.marks = marks;
    }

    /** Is of another run from now on. */
    void begin(RowMarks marksOfRun) {
        marks = marksOfRun;
    }

    @Override
    Row another(long block, int next) {
        return new MarkedRow(context, block, next, marks);
    }

    @Override
    void written(long block, int writtenRow, Component<?> component) {
        marks.written(block, writtenRow, component);
    }
}
