package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.DoubleColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.ShortColumn;
import basalt.match.Accumulator;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.match.RecordScan;
import basalt.runtime.IterationContext;
import basalt.runtime.RowQuery;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sums, minima, maxima and counts of a scalar column over the rows that a query matches: {@code
 * query.reduce().sum(Position.X)}.
 *
 * <p>The query must require the column's component by {@code all()}, and the column must not be a vector; otherwise an
 * {@link IllegalArgumentException} is thrown. Floating-point sums are computed in {@code
 * double}, as eight partial sums (row modulo 8) that are added in order, so the result depends only on the rows and
 * their values. The result is NaN if a value is NaN. Integer sums wrap around like {@code long} addition. Makes no
 * garbage. If the frame arena has no memory for the matching rows, the methods throw {@link
 * basalt.memory.NativeMemoryException}. For the world's thread, and for systems that a schedule runs.
 */
public final class Reduction {
    private final RowQuery rowQuery;

    /** The loops of columns, one for each operation. */
    private final Map<Column, RecordScan.Loop[]> loops = new ConcurrentHashMap<>();

    Reduction(RowQuery rowQuery) {
        this.rowQuery = rowQuery;
    }

    /**
     * {@return the number of matching rows in which the column is true}
     *
     * @param column a scalar column
     */
    public int count(BooleanColumn column) {
        return (int) reduce(column, Accumulator.SUM).integer();
    }

    /**
     * {@return the sum, 0 if no row matches}
     *
     * @param column a scalar column
     */
    public double sum(Column.Floating column) {
        return reduce(column, Accumulator.SUM).floating();
    }

    /**
     * {@return the sum, 0 if no row matches}
     *
     * @param column a scalar column
     */
    public long sum(Column.Whole column) {
        return reduce(column, Accumulator.SUM).integer();
    }

    /**
     * {@return the smallest value}
     *
     * @param column a scalar column
     * @param ifEmpty the result if no row matches
     */
    public float min(FloatColumn column, float ifEmpty) {
        return (float) reduce(column, Accumulator.MIN).floating(ifEmpty);
    }

    /**
     * {@return the greatest value}
     *
     * @param column a scalar column
     * @param ifEmpty the result if no row matches
     */
    public float max(FloatColumn column, float ifEmpty) {
        return (float) reduce(column, Accumulator.MAX).floating(ifEmpty);
    }

    /** As {@link #min(FloatColumn, float)}. */
    public double min(DoubleColumn column, double ifEmpty) {
        return reduce(column, Accumulator.MIN).floating(ifEmpty);
    }

    /** As {@link #max(FloatColumn, float)}. */
    public double max(DoubleColumn column, double ifEmpty) {
        return reduce(column, Accumulator.MAX).floating(ifEmpty);
    }

    /** As {@link #min(FloatColumn, float)}. */
    public int min(ByteColumn column, int ifEmpty) {
        return (int) reduce(column, Accumulator.MIN).integer(ifEmpty);
    }

    /** As {@link #max(FloatColumn, float)}. */
    public int max(ByteColumn column, int ifEmpty) {
        return (int) reduce(column, Accumulator.MAX).integer(ifEmpty);
    }

    /** As {@link #min(FloatColumn, float)}. */
    public int min(ShortColumn column, int ifEmpty) {
        return (int) reduce(column, Accumulator.MIN).integer(ifEmpty);
    }

    /** As {@link #max(FloatColumn, float)}. */
    public int max(ShortColumn column, int ifEmpty) {
        return (int) reduce(column, Accumulator.MAX).integer(ifEmpty);
    }

    /** As {@link #min(FloatColumn, float)}. */
    public int min(IntColumn column, int ifEmpty) {
        return (int) reduce(column, Accumulator.MIN).integer(ifEmpty);
    }

    /** As {@link #max(FloatColumn, float)}. */
    public int max(IntColumn column, int ifEmpty) {
        return (int) reduce(column, Accumulator.MAX).integer(ifEmpty);
    }

    /** As {@link #min(FloatColumn, float)}. */
    public long min(LongColumn column, long ifEmpty) {
        return reduce(column, Accumulator.MIN).integer(ifEmpty);
    }

    /** As {@link #max(FloatColumn, float)}. */
    public long max(LongColumn column, long ifEmpty) {
        return reduce(column, Accumulator.MAX).integer(ifEmpty);
    }

    /** The results of a function over records. */
    Accumulator scan(RecordShape records, Object function, int operation, ColumnKind kind) {
        requireFunction(function);
        for (int i = 0; i < records.components().size(); i++) {
            require(records.components().get(i));
        }
        for (int i = 0; i < records.columns().size(); i++) {
            rowQuery.context().checkRead(records.columns().get(i));
        }
        RecordScan scan = RecordScan.of(function, records);
        return run(scan.shared(operation), scan, function, operation, kind, 0);
    }

    private static void requireFunction(Object function) {
        if (function == null) {
            throw new IllegalArgumentException("function must not be null: pass one of the records, as Health::points");
        }
    }

    private void require(Component<?> component) {
        if (!rowQuery.filter().requires(component.id())) {
            throw new IllegalArgumentException("the query does not require component " + component.name()
                    + ", so a row may lack it; name it in the query");
        }
    }

    private Accumulator reduce(Column column, int operation) {
        rowQuery.filter().requireScalar(column, "reductions");
        rowQuery.context().checkRead(column);
        return run(loop(column, operation), null, null, operation, column.kind(), column.offset());
    }

    RecordScan.Loop loop(Column column, int operation) {
        return loops.computeIfAbsent(column, FunctionDriver::loops)[operation];
    }

    /** Runs a loop; if there is none, it adds the results of a function. */
    private Accumulator run(
            RecordScan.Loop loop, RecordScan scan, Object function, int operation, ColumnKind kind, int offset) {
        IterationContext here = rowQuery.context();
        MatchedRows matches = here.take(rowQuery.filter());
        Accumulator results = matches.accumulator(operation, kind, offset);
        boolean isPredicate = scan != null && kind == ColumnKind.BOOLEAN;
        Throwable thrown = null;
        try {
            for (int i = 0; i < matches.count(); i++) {
                long entry = matches.entry(i);
                results.begin();
                if (loop == null) {
                    FunctionDriver.add(function, scan, rowQuery.store(), matches, entry, 0, ROWS);
                } else {
                    loop.run(here.context(null, rowQuery.filter()), matches, entry);
                    if (isPredicate) {
                        results.add(MatchedBlock.countRows(entry));
                    }
                }
            }
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            here.end(matches, thrown);
        }
        return results;
    }
}
