package basalt.match;

import basalt.component.ColumnKind;
import basalt.storage.ColumnMemory;
import java.util.Arrays;

/**
 * The state of one reduction: the sum, minimum or maximum of the spans of a column of any numeric kind, or of the
 * results of a function over records.
 */
public final class Accumulator {
    /** The operation that computes the sum. */
    public static final int SUM = 0;
    /** The operation that computes the minimum. */
    public static final int MIN = 1;
    /** The operation that computes the maximum. */
    public static final int MAX = 2;

    private static final int PARTIALS = 8;

    private final double[] partials = new double[PARTIALS];
    private int operation;
    private ColumnKind kind;
    private int offset;
    private boolean empty;
    private double floating;
    private long integer;

    Accumulator() {}

    /** Begins a reduction. */
    public void start(int newOperation, ColumnKind newKind, int newOffset) {
        operation = newOperation;
        kind = newKind;
        offset = newOffset;
        empty = true;
        Arrays.fill(partials, 0);
        floating = newOperation == MIN ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        integer = newOperation == SUM ? 0 : newOperation == MIN ? Long.MAX_VALUE : Long.MIN_VALUE;
    }

    /** The result over a column of integers, unless there was no row. */
    public long integer(long ifEmpty) {
        return empty ? ifEmpty : integer;
    }

    /** The result over a column of floats or doubles, unless there was no row. */
    public double floating(double ifEmpty) {
        return empty ? ifEmpty : floating();
    }

    public long integer() {
        return integer;
    }

    /** The result over a column of floats or doubles. */
    public double floating() {
        if (operation != SUM) {
            return floating;
        }
        double total = 0;
        for (double partial : partials) {
            total += partial;
        }
        return total;
    }

    /** Adds the rows from {@code from} to {@code to} - 1. */
    public void add(long origin, int from, int to) {
        empty = false;
        switch (kind) {
            case FLOAT32 -> addFloats(origin, from, to);
            case FLOAT64 -> addDoubles(origin, from, to);
            default -> addIntegers(origin, from, to);
        }
    }

    private void addFloats(long origin, int from, int to) {
        switch (operation) {
            case SUM -> {
                for (int row = from; row < to; row++) {
                    partials[row & PARTIALS - 1] += ColumnMemory.getFloat(origin, row, offset);
                }
            }
            case MIN -> floating = Math.min(floating, minOfFloats(origin, offset, from, to));
            default -> floating = Math.max(floating, maxOfFloats(origin, offset, from, to));
        }
    }

    private static float minOfFloats(long origin, int offset, int from, int to) {
        float min = Float.POSITIVE_INFINITY;
        for (int row = from; row < to; row++) {
            min = Math.min(min, ColumnMemory.getFloat(origin, row, offset));
        }
        return min;
    }

    private static float maxOfFloats(long origin, int offset, int from, int to) {
        float max = Float.NEGATIVE_INFINITY;
        for (int row = from; row < to; row++) {
            max = Math.max(max, ColumnMemory.getFloat(origin, row, offset));
        }
        return max;
    }

    private void addDoubles(long origin, int from, int to) {
        for (int row = from; row < to; row++) {
            add(row, ColumnMemory.getDouble(origin, row, offset));
        }
    }

    /** Adds the value of a row. */
    void add(int row, double value) {
        switch (operation) {
            case SUM -> partials[row & PARTIALS - 1] += value;
            case MIN -> floating = Math.min(floating, value);
            default -> floating = Math.max(floating, value);
        }
    }

    /** Begins to add the values of rows, of which there is one at least. Returns their kind. */
    ColumnKind begin() {
        empty = false;
        return kind;
    }

    /** Adds a sum, or a count. */
    public void add(long sum) {
        integer += sum;
    }

    private void addIntegers(long origin, int from, int to) {
        long result = integer;
        for (int row = from; row < to; row++) {
            long value = switch (kind.shift()) {
                case 2 -> ColumnMemory.getInt(origin, row, offset);
                case 3 -> ColumnMemory.getLong(origin, row, offset);
                case 1 -> ColumnMemory.getShort(origin, row, offset);
                default -> ColumnMemory.getByte(origin, row, offset);
            };
            if (kind == ColumnKind.BOOLEAN) {
                value = value != 0 ? 1 : 0;
            }
            result = switch (operation) {
                case SUM -> result + value;
                case MIN -> Math.min(result, value);
                default -> Math.max(result, value);
            };
        }
        integer = result;
    }
}
