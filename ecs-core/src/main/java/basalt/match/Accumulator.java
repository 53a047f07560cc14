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

    public static final int OPERATIONS = 3;

    private static final int PARTIALS = 8;

    /** The results of the rows by their numbers modulo 8, over floats and doubles. */
    private final double[] numbers = new double[PARTIALS];

    /** The same over integers, which may also be added anywhere. */
    private final long[] integers = new long[PARTIALS];

    private int operation;
    private ColumnKind kind;
    private int offset;
    private boolean empty;

    Accumulator() {}

    /** Begins a reduction. */
    public void start(int newOperation, ColumnKind newKind, int newOffset) {
        operation = newOperation;
        kind = newKind;
        offset = newOffset;
        empty = true;
        boolean isMin = newOperation == MIN;
        Arrays.fill(numbers, newOperation == SUM ? 0 : isMin ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY);
        Arrays.fill(integers, newOperation == SUM ? 0 : isMin ? Long.MAX_VALUE : Long.MIN_VALUE);
    }

    /** Becomes equal to another one. */
    void assign(Accumulator other) {
        start(other.operation, other.kind, other.offset);
        empty = other.empty;
        System.arraycopy(other.numbers, 0, numbers, 0, PARTIALS);
        System.arraycopy(other.integers, 0, integers, 0, PARTIALS);
    }

    /** The results of the rows by their numbers modulo 8, for loops that compute them themselves. */
    public double[] numbers() {
        return numbers;
    }

    /** As {@link #numbers()}, over integers. */
    public long[] integers() {
        return integers;
    }

    /** The result as a Double or Long. */
    public Object result() {
        boolean isFloating = kind == ColumnKind.FLOAT32 || kind == ColumnKind.FLOAT64;
        return isFloating ? (Object) floating() : (Object) integer();
    }

    /** The result over a column of integers, unless there was no row. */
    public long integer(long ifEmpty) {
        return empty ? ifEmpty : integer();
    }

    /** The result over a column of floats or doubles, unless there was no row. */
    public double floating(double ifEmpty) {
        return empty ? ifEmpty : floating();
    }

    public long integer() {
        long total = integers[0];
        for (int i = 1; i < PARTIALS; i++) {
            total = combined(total, integers[i]);
        }
        return total;
    }

    /** The result over a column of floats or doubles. */
    public double floating() {
        double total = numbers[0];
        for (int i = 1; i < PARTIALS; i++) {
            total = combined(total, numbers[i]);
        }
        return total;
    }

    private double combined(double a, double b) {
        return switch (operation) {
            case SUM -> a + b;
            case MIN -> Math.min(a, b);
            default -> Math.max(a, b);
        };
    }

    private long combined(long a, long b) {
        return switch (operation) {
            case SUM -> a + b;
            case MIN -> Math.min(a, b);
            default -> Math.max(a, b);
        };
    }

    /** Adds the values of the column in the rows from {@code from} to {@code to} - 1. */
    public void add(long origin, int from, int to) {
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
                    numbers[row & PARTIALS - 1] += ColumnMemory.getFloat(origin, row, offset);
                }
            }
            case MIN -> numbers[0] = Math.min(numbers[0], minOfFloats(origin, offset, from, to));
            default -> numbers[0] = Math.max(numbers[0], maxOfFloats(origin, offset, from, to));
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
        int i = row & PARTIALS - 1;
        numbers[i] = combined(numbers[i], value);
    }

    /** Begins to add the values of rows, of which there is one at least. */
    public void begin() {
        empty = false;
    }

    ColumnKind kind() {
        return kind;
    }

    /** Adds a sum, or a count. */
    public void add(long sum) {
        integers[0] += sum;
    }

    private void addIntegers(long origin, int from, int to) {
        long result = integers[0];
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
            result = combined(result, value);
        }
        integers[0] = result;
    }
}
