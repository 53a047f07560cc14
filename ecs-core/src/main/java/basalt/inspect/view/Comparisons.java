package basalt.inspect.view;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Column;
import basalt.component.DoubleColumn;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.ShortColumn;
import basalt.query.BooleanComparison;
import basalt.query.Condition;
import basalt.query.EntityComparison;
import basalt.query.FloatComparison;
import basalt.query.IntComparison;

/** Makes conditions of a column, an operator and the text of a value. */
final class Comparisons {
    private Comparisons() {}

    /** Makes a condition. */
    static Condition of(Column column, int lane, Operator operator, String value) {
        if (column instanceof FloatColumn floats) {
            return number(lane(Condition.on(floats), column, lane), operator, parseFloat(column, value));
        } else if (column instanceof DoubleColumn doubles) {
            return number(lane(Condition.on(doubles), column, lane), operator, parseDouble(column, value));
        } else if (column instanceof ByteColumn bytes) {
            return number(lane(Condition.on(bytes), column, lane), operator, parseLong(column, value));
        } else if (column instanceof ShortColumn shorts) {
            return number(lane(Condition.on(shorts), column, lane), operator, parseLong(column, value));
        } else if (column instanceof IntColumn ints) {
            return number(lane(Condition.on(ints), column, lane), operator, parseLong(column, value));
        } else if (column instanceof LongColumn longs) {
            return number(lane(Condition.on(longs), column, lane), operator, parseLong(column, value));
        }
        if (operator.needsOrder()) {
            throw new IllegalArgumentException(
                    column.field() + " has no order; compare it with = or !=, not with " + operator.text());
        }
        boolean isEqual = operator == Operator.EQUAL;
        if (column instanceof BooleanColumn booleans) {
            BooleanComparison<Condition> comparison = Condition.on(booleans);
            BooleanComparison<Condition> one = column.length() > 1 ? comparison.lane(lane) : comparison;
            return parseBoolean(column, value) == isEqual ? one.isTrue() : one.isFalse();
        }
        EntityComparison<Condition> comparison = Condition.on((EntityColumn) column);
        EntityComparison<Condition> one = column.length() > 1 ? comparison.lane(lane) : comparison;
        long entity = parseEntity(column, value);
        return isEqual ? one.equalTo(entity) : one.notEqualTo(entity);
    }

    private static FloatComparison<Condition> lane(FloatComparison<Condition> comparison, Column column, int lane) {
        return column.length() > 1 ? comparison.lane(lane) : comparison;
    }

    private static IntComparison<Condition> lane(IntComparison<Condition> comparison, Column column, int lane) {
        return column.length() > 1 ? comparison.lane(lane) : comparison;
    }

    private static Condition number(FloatComparison<Condition> comparison, Operator operator, double value) {
        return switch (operator) {
            case AT_MOST -> comparison.atMost(value);
            case AT_LEAST -> comparison.atLeast(value);
            case LESS -> comparison.lessThan(value);
            case GREATER -> comparison.greaterThan(value);
            case EQUAL -> comparison.equalTo(value);
            case NOT_EQUAL -> comparison.notEqualTo(value);
        };
    }

    private static Condition number(IntComparison<Condition> comparison, Operator operator, long value) {
        return switch (operator) {
            case AT_MOST -> comparison.atMost(value);
            case AT_LEAST -> comparison.atLeast(value);
            case LESS -> comparison.lessThan(value);
            case GREATER -> comparison.greaterThan(value);
            case EQUAL -> comparison.equalTo(value);
            case NOT_EQUAL -> comparison.notEqualTo(value);
        };
    }

    /** The nearest float, so that {@code = 0.1} finds what the page shows as 0.1. */
    private static double parseFloat(Column column, String value) {
        try {
            return requireNumber(column, value, Float.parseFloat(value));
        } catch (NumberFormatException e) {
            throw wrong(column, value, "a number");
        }
    }

    private static double parseDouble(Column column, String value) {
        try {
            return requireNumber(column, value, Double.parseDouble(value));
        } catch (NumberFormatException e) {
            throw wrong(column, value, "a number");
        }
    }

    private static double requireNumber(Column column, String value, double number) {
        if (Double.isNaN(number)) {
            throw wrong(column, value, "a number; nothing is equal to NaN");
        }
        return number;
    }

    private static long parseLong(Column column, String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw wrong(column, value, "a whole number");
        }
    }

    private static boolean parseBoolean(Column column, String value) {
        if (!value.equals("true") && !value.equals("false")) {
            throw wrong(column, value, "true or false");
        }
        return value.equals("true");
    }

    private static long parseEntity(Column column, String value) {
        if (value.equals("null")) {
            return Entity.NULL;
        }
        try {
            int colon = value.indexOf(':');
            if (colon > 0) {
                return Entity.of(
                        Integer.parseUnsignedInt(value.substring(0, colon)),
                        Integer.parseUnsignedInt(value.substring(colon + 1)));
            }
        } catch (NumberFormatException e) {
            // refused below, as what has no colon is
        }
        throw wrong(column, value, "an entity, as 12:3, or null");
    }

    private static IllegalArgumentException wrong(Column column, String value, String wanted) {
        return new IllegalArgumentException(
                value.isEmpty()
                        ? "the value is missing: " + wanted
                        : column.field() + " needs " + wanted + ": " + value);
    }
}
