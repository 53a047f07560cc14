package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Column;
import basalt.component.DoubleColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.ShortColumn;
import basalt.match.MatchSnapshot;
import basalt.match.SnapshotEntry;
import basalt.runtime.Accumulator;
import basalt.runtime.IterationContext;
import basalt.runtime.QueryPlan;

/**
 * Sums, minima, maxima and counts of a scalar column over the rows that a query matches: {@code
 * query.reduce().sum(Position.X)}.
 *
 * <p>The query must require the column's component by {@code all()}. Floating-point sums are computed in {@code
 * double}, as eight partial sums (row modulo 8) that are added in order, so the result depends only on the rows and
 * their values. The result is NaN if a value is NaN. Integer sums wrap around like {@code long} addition. Makes no
 * garbage. If the frame arena has no memory for the snapshot of the rows, the methods throw {@link
 * basalt.memory.NativeMemoryException}. For the world's thread, and for systems that a schedule runs.
 */
public final class Reduction {
    private final QueryPlan plan;

    Reduction(QueryPlan plan) {
        this.plan = plan;
    }

    /**
     * The number of matching rows in which the column is true.
     *
     * @param column a scalar column that the query requires
     * @return rows
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public int count(BooleanColumn column) {
        return (int) reduce(column, Accumulator.SUM).integer();
    }

    /**
     * The sum of a column.
     *
     * @param column a scalar column that the query requires
     * @return the sum, 0 if no row matches
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public double sum(FloatColumn column) {
        return reduce(column, Accumulator.SUM).floating();
    }

    /**
     * The smallest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty the result if no row matches
     * @return the smallest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public float min(FloatColumn column, float ifEmpty) {
        return (float) reduce(column, Accumulator.MIN).floating(ifEmpty);
    }

    /**
     * The greatest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty the result if no row matches
     * @return the greatest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public float max(FloatColumn column, float ifEmpty) {
        return (float) reduce(column, Accumulator.MAX).floating(ifEmpty);
    }

    /**
     * The sum of a column.
     *
     * @param column a scalar column that the query requires
     * @return the sum, 0 if no row matches
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public double sum(DoubleColumn column) {
        return reduce(column, Accumulator.SUM).floating();
    }

    /**
     * The smallest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty the result if no row matches
     * @return the smallest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public double min(DoubleColumn column, double ifEmpty) {
        return reduce(column, Accumulator.MIN).floating(ifEmpty);
    }

    /**
     * The greatest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty the result if no row matches
     * @return the greatest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public double max(DoubleColumn column, double ifEmpty) {
        return reduce(column, Accumulator.MAX).floating(ifEmpty);
    }

    /**
     * The sum of a column.
     *
     * @param column a scalar column that the query requires
     * @return the sum, 0 if no row matches
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public long sum(ByteColumn column) {
        return reduce(column, Accumulator.SUM).integer();
    }

    /**
     * The smallest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty the result if no row matches
     * @return the smallest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public int min(ByteColumn column, int ifEmpty) {
        return (int) reduce(column, Accumulator.MIN).integer(ifEmpty);
    }

    /**
     * The greatest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty the result if no row matches
     * @return the greatest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public int max(ByteColumn column, int ifEmpty) {
        return (int) reduce(column, Accumulator.MAX).integer(ifEmpty);
    }

    /**
     * The sum of a column.
     *
     * @param column a scalar column that the query requires
     * @return the sum, 0 if no row matches
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public long sum(ShortColumn column) {
        return reduce(column, Accumulator.SUM).integer();
    }

    /**
     * The smallest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty the result if no row matches
     * @return the smallest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public int min(ShortColumn column, int ifEmpty) {
        return (int) reduce(column, Accumulator.MIN).integer(ifEmpty);
    }

    /**
     * The greatest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty the result if no row matches
     * @return the greatest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public int max(ShortColumn column, int ifEmpty) {
        return (int) reduce(column, Accumulator.MAX).integer(ifEmpty);
    }

    /**
     * The sum of a column.
     *
     * @param column a scalar column that the query requires
     * @return the sum, 0 if no row matches
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public long sum(IntColumn column) {
        return reduce(column, Accumulator.SUM).integer();
    }

    /**
     * The smallest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty the result if no row matches
     * @return the smallest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public int min(IntColumn column, int ifEmpty) {
        return (int) reduce(column, Accumulator.MIN).integer(ifEmpty);
    }

    /**
     * The greatest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty the result if no row matches
     * @return the greatest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public int max(IntColumn column, int ifEmpty) {
        return (int) reduce(column, Accumulator.MAX).integer(ifEmpty);
    }

    /**
     * The sum of a column.
     *
     * @param column a scalar column that the query requires
     * @return the sum, 0 if no row matches
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public long sum(LongColumn column) {
        return reduce(column, Accumulator.SUM).integer();
    }

    /**
     * The smallest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty the result if no row matches
     * @return the smallest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public long min(LongColumn column, long ifEmpty) {
        return reduce(column, Accumulator.MIN).integer(ifEmpty);
    }

    /**
     * The greatest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty the result if no row matches
     * @return the greatest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public long max(LongColumn column, long ifEmpty) {
        return reduce(column, Accumulator.MAX).integer(ifEmpty);
    }

    /** Adds all matching rows to the calling thread's accumulator. */
    private Accumulator reduce(Column column, int operation) {
        plan.filter().requireScalar(column, "reductions");
        IterationContext here = plan.context();
        here.checkRead(column);
        MatchSnapshot matches = here.take(plan.filter());
        Accumulator accumulator = here.accumulator();
        accumulator.start(operation, column.kind(), column.offset()); // after take(), which may call reductions
        try {
            for (int i = 0; i < matches.count(); i++) {
                long entry = matches.entry(i);
                long base = SnapshotEntry.base(entry);
                int from = SnapshotEntry.nextMatch(entry, 0);
                while (from < ROWS) {
                    int to = SnapshotEntry.endOfRun(entry, from);
                    accumulator.add(base, from, to);
                    from = SnapshotEntry.nextMatch(entry, to);
                }
            }
        } finally {
            here.close(matches);
        }
        return accumulator;
    }
}
