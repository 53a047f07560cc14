package basalt.storage.file;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.EnumColumn;
import basalt.component.ShortColumn;
import basalt.storage.ColumnMemory;
import basalt.storage.SavedField;
import java.util.List;
import java.util.function.UnaryOperator;
import org.agrona.UnsafeApi;

/**
 * A component of a file: its fields there, and where they go in this process.
 *
 * @param component the component of this process; null if it is skipped
 * @param references its reference fields: the columns of this process, which may be of enums; null for those that are
 *     skipped
 * @param newFields the fields of the component of this process that the file does not have, or has with fewer elements
 */
record SavedComponent(
        Component<?> component, List<Field> fields, List<Column> references, List<Column> newFields, int rowBytes) {
    static final int SKIPPED = -1;

    static SavedComponent of(Component<?> component, List<Field> fields, List<Column> references) {
        List<Column> newFields = component == null
                ? List.of()
                : component.columns().stream()
                        .filter(column -> !references.contains(column)
                                && fields.stream()
                                        .noneMatch(field ->
                                                column.equals(field.column()) && field.length() >= column.length()))
                        .toList();
        int rowBytes = fields.stream()
                .mapToInt(field -> field.length() * field.kind().sizeBytes())
                .sum();
        return new SavedComponent(component, fields, references, newFields, rowBytes);
    }

    /** The id of the component, or {@link #SKIPPED}. */
    int id() {
        return component == null ? SKIPPED : component.id();
    }

    /**
     * A native field.
     *
     * @param column the column of this process, which may have fewer or more elements; null if the field is skipped
     * @param conversion makes its values; null if they are copied
     */
    record Field(ColumnKind kind, int length, Column column, Conversion conversion) {}

    /**
     * Makes the values of a column from those of another type.
     *
     * <p>Numbers are widened where no value changes: integers to longer ones, and to floats and doubles that have all
     * of them; floats to doubles. Constants of enums are found by their names. Anything else needs a converter.
     *
     * <p>SAFETY: the caller gives the addresses of values of the two types.
     *
     * @param converter makes a value from one of the file; null to widen it
     * @param ordinals for each constant of an enum of the file its ordinal in this process; null if it is no enum, or
     *     there is a converter
     */
    record Conversion(SavedField from, Column column, UnaryOperator<Object> converter, int[] ordinals) {
        static Conversion of(SavedField from, Column column, UnaryOperator<Object> converter) {
            boolean isEnum = converter == null && column instanceof EnumColumn<?>;
            return new Conversion(from, column, converter, isEnum ? from.ordinals((EnumColumn<?>) column) : null);
        }

        /** Whether the values of a type are widened to those of another. */
        static boolean isWidening(ColumnKind from, ColumnKind to) {
            return switch (from) {
                case INT8, INT16 -> isInteger(to) && to.shift() > from.shift() || isFloat(to);
                case INT32 -> to == ColumnKind.INT64 || to == ColumnKind.FLOAT64;
                case FLOAT32 -> to == ColumnKind.FLOAT64;
                default -> false;
            };
        }

        private static boolean isInteger(ColumnKind kind) {
            return kind == ColumnKind.INT16 || kind == ColumnKind.INT32 || kind == ColumnKind.INT64;
        }

        private static boolean isFloat(ColumnKind kind) {
            return kind == ColumnKind.FLOAT32 || kind == ColumnKind.FLOAT64;
        }

        /** Converts a value; throws IllegalArgumentException if the converter makes one of a wrong type. */
        void convert(long value, long to) {
            if (ordinals != null) {
                int ordinal = from.ordinal(
                        (int) ColumnMemory.getBits(value, 0, 0, from.kind().shift()), ordinals);
                ColumnMemory.putBits(to, 0, 0, column.kind().shift(), ordinal);
                return;
            }
            Object made = converter == null ? widened(value) : converter.apply(read(value));
            write(made, to);
        }

        private Object widened(long value) {
            Number number = (Number) read(value);
            return switch (column.kind()) {
                case FLOAT32 -> number.floatValue();
                case FLOAT64 -> number.doubleValue();
                case INT16 -> number.shortValue();
                case INT32 -> number.intValue();
                default -> number.longValue();
            };
        }

        private Object read(long value) {
            if (from.constants() != null) {
                return from.constant(
                        (int) ColumnMemory.getBits(value, 0, 0, from.kind().shift()));
            }
            return switch (from.kind()) {
                case FLOAT32 -> UnsafeApi.getFloat(null, value);
                case FLOAT64 -> UnsafeApi.getDouble(null, value);
                case INT8 -> UnsafeApi.getByte(null, value);
                case INT16 -> UnsafeApi.getShort(null, value);
                case INT32 -> UnsafeApi.getInt(null, value);
                case BOOLEAN -> UnsafeApi.getByte(null, value) != 0;
                default -> UnsafeApi.getLong(null, value);
            };
        }

        private void write(Object made, long to) {
            ColumnKind kind = column.kind();
            try {
                if (column instanceof EnumColumn<?> constants) {
                    ColumnMemory.putBits(to, 0, 0, kind.shift(), ColumnMemory.ordinal(constant(constants, made)));
                    return;
                }
                switch (kind) {
                    case FLOAT32 -> UnsafeApi.putFloat(null, to, (Float) made);
                    case FLOAT64 -> UnsafeApi.putDouble(null, to, (Double) made);
                    case INT8 -> UnsafeApi.putByte(null, to, (Byte) made);
                    case INT16 -> UnsafeApi.putShort(null, to, shortOf(made));
                    case INT32 -> UnsafeApi.putInt(null, to, (Integer) made);
                    case BOOLEAN -> UnsafeApi.putByte(null, to, (byte) ((Boolean) made ? 1 : 0));
                    default -> UnsafeApi.putLong(null, to, (Long) made);
                }
            } catch (ClassCastException | NullPointerException e) {
                throw noValue(column, made);
            }
        }

        /** The bits of a short, or of a char for a field of chars. */
        private short shortOf(Object made) {
            boolean isChar = made instanceof Character && ((ShortColumn) column).isChar();
            return isChar ? (short) (char) (Character) made : (Short) made;
        }

        /** The constant, or null, that a converter has made; throws if it is none of the column. */
        static Enum<?> constant(EnumColumn<?> column, Object made) {
            if (made != null && !column.type().isInstance(made)) {
                throw noValue(column, made);
            }
            return (Enum<?>) made;
        }

        private static IllegalArgumentException noValue(Column column, Object made) {
            return new IllegalArgumentException("it made " + made + (made == null ? "" : " of " + made.getClass())
                    + ", which is no value of " + SavedField.of(column));
        }
    }
}
