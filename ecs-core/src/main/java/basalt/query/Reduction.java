package basalt.query;

import static basalt.component.BlockLayout.ROWS;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Column;
import basalt.component.DoubleColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.ShortColumn;
import basalt.storage.Pools;

/**
 * Sums, extremes and counts of a scalar column over the rows that a query matches: {@code query.reduce().sum(Position.X)}.
 *
 * <p>The query must require the column's component by {@code all()}. Floating-point sums are formed in double, in eight
 * partial sums (row modulo 8) that are added up in order, so the result depends on the rows and their values alone. NaN makes
 * sums and extremes NaN. Integer sums wrap around like {@code long} addition. Makes no garbage. If the frame arena has no
 * memory for the snapshot of the rows, it throws {@link basalt.memory.NativeMemoryException}. For the world's thread only.
 */
public final class Reduction {
    private final Iterations iterations;
    private final Filter filter;
    private final Accumulator accumulator = new Accumulator();

    Reduction(Iterations iterations, Filter filter) {
        this.iterations = iterations;
        this.filter = filter;
    }

    /**
     * How many matching rows have the column set.
     *
     * @param column a scalar column that the query requires
     * @return rows in which it is true
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public int count(BooleanColumn column) {
        reduce(column, Accumulator.SUM);
        return (int) accumulator.integer();
    }

    /**
     * The sum of a column.
     *
     * @param column a scalar column that the query requires
     * @return the sum, 0 if no row matches
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public double sum(FloatColumn column) {
        reduce(column, Accumulator.SUM);
        return accumulator.floating();
    }

    /**
     * The smallest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty what to answer if no row matches
     * @return the smallest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public float min(FloatColumn column, float ifEmpty) {
        return reduce(column, Accumulator.MIN) ? (float) accumulator.floating() : ifEmpty;
    }

    /**
     * The greatest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty what to answer if no row matches
     * @return the greatest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public float max(FloatColumn column, float ifEmpty) {
        return reduce(column, Accumulator.MAX) ? (float) accumulator.floating() : ifEmpty;
    }

    /**
     * The sum of a column.
     *
     * @param column a scalar column that the query requires
     * @return the sum, 0 if no row matches
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public double sum(DoubleColumn column) {
        reduce(column, Accumulator.SUM);
        return accumulator.floating();
    }

    /**
     * The smallest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty what to answer if no row matches
     * @return the smallest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public double min(DoubleColumn column, double ifEmpty) {
        return reduce(column, Accumulator.MIN) ? accumulator.floating() : ifEmpty;
    }

    /**
     * The greatest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty what to answer if no row matches
     * @return the greatest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public double max(DoubleColumn column, double ifEmpty) {
        return reduce(column, Accumulator.MAX) ? accumulator.floating() : ifEmpty;
    }

    /**
     * The sum of a column.
     *
     * @param column a scalar column that the query requires
     * @return the sum, 0 if no row matches
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public long sum(ByteColumn column) {
        reduce(column, Accumulator.SUM);
        return accumulator.integer();
    }

    /**
     * The smallest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty what to answer if no row matches
     * @return the smallest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public int min(ByteColumn column, int ifEmpty) {
        return reduce(column, Accumulator.MIN) ? (int) accumulator.integer() : ifEmpty;
    }

    /**
     * The greatest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty what to answer if no row matches
     * @return the greatest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public int max(ByteColumn column, int ifEmpty) {
        return reduce(column, Accumulator.MAX) ? (int) accumulator.integer() : ifEmpty;
    }

    /**
     * The sum of a column.
     *
     * @param column a scalar column that the query requires
     * @return the sum, 0 if no row matches
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public long sum(ShortColumn column) {
        reduce(column, Accumulator.SUM);
        return accumulator.integer();
    }

    /**
     * The smallest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty what to answer if no row matches
     * @return the smallest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public int min(ShortColumn column, int ifEmpty) {
        return reduce(column, Accumulator.MIN) ? (int) accumulator.integer() : ifEmpty;
    }

    /**
     * The greatest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty what to answer if no row matches
     * @return the greatest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public int max(ShortColumn column, int ifEmpty) {
        return reduce(column, Accumulator.MAX) ? (int) accumulator.integer() : ifEmpty;
    }

    /**
     * The sum of a column.
     *
     * @param column a scalar column that the query requires
     * @return the sum, 0 if no row matches
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public long sum(IntColumn column) {
        reduce(column, Accumulator.SUM);
        return accumulator.integer();
    }

    /**
     * The smallest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty what to answer if no row matches
     * @return the smallest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public int min(IntColumn column, int ifEmpty) {
        return reduce(column, Accumulator.MIN) ? (int) accumulator.integer() : ifEmpty;
    }

    /**
     * The greatest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty what to answer if no row matches
     * @return the greatest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public int max(IntColumn column, int ifEmpty) {
        return reduce(column, Accumulator.MAX) ? (int) accumulator.integer() : ifEmpty;
    }

    /**
     * The sum of a column.
     *
     * @param column a scalar column that the query requires
     * @return the sum, 0 if no row matches
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public long sum(LongColumn column) {
        reduce(column, Accumulator.SUM);
        return accumulator.integer();
    }

    /**
     * The smallest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty what to answer if no row matches
     * @return the smallest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public long min(LongColumn column, long ifEmpty) {
        return reduce(column, Accumulator.MIN) ? accumulator.integer() : ifEmpty;
    }

    /**
     * The greatest value of a column.
     *
     * @param column a scalar column that the query requires
     * @param ifEmpty what to answer if no row matches
     * @return the greatest value
     * @throws IllegalArgumentException if the query does not require it, or it is a vector
     */
    public long max(LongColumn column, long ifEmpty) {
        return reduce(column, Accumulator.MAX) ? accumulator.integer() : ifEmpty;
    }

    /** Brings all matching rows into the accumulator; false if there are none. */
    private boolean reduce(Column column, int operation) {
        if (!filter.requires(column.component().id())) {
            throw new IllegalArgumentException("the query does not require component "
                    + column.component().name() + ", so a row may lack column " + column.field() + "; add it to all()");
        }
        if (column.length() != 1) {
            throw new IllegalArgumentException("column " + column.field() + " is a vector of length " + column.length()
                    + "; reductions take scalars");
        }
        iterations.store().checkOwner();
        accumulator.start(operation, column.kind(), column.offset());
        Matches matches = iterations.open(filter, false);
        try {
            for (int i = 0; i < matches.count(); i++) {
                long entry = matches.entry(i);
                long origin = Pools.origin(Matches.base(entry), column.component());
                int from = Matches.nextMatch(entry, 0);
                while (from < ROWS) {
                    int to = Matches.endOfRun(entry, from);
                    accumulator.add(origin, from, to);
                    from = Matches.nextMatch(entry, to);
                }
            }
        } finally {
            iterations.close(matches);
        }
        return !accumulator.isEmpty();
    }
}
