package basalt.storage.file;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.EnumColumn;
import basalt.component.ListColumn;
import basalt.component.SaveFormatException;
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
 * @param lists its lists
 * @param newFields the fields of the component of this process that the file does not have, or has with fewer elements
 */
record SavedComponent(
        Component<?> component,
        List<Field> fields,
        List<Column> references,
        List<Field> lists,
        List<Column> newFields,
        int rowBytes) {
    static final int SKIPPED = -1;

    static SavedComponent of(Component<?> component, List<Field> fields, List<Column> references, List<Field> lists) {
        List<Column> newFields = component == null
                ? List.of()
                : component.columns().stream()
                        .filter(column -> !references.contains(column)
                                && lists.stream().noneMatch(list -> column.equals(list.column()))
                                && fields.stream()
                                        .noneMatch(field ->
                                                column.equals(field.column()) && field.length() >= column.length()))
                        .toList();
        int rowBytes = fields.stream()
                .mapToInt(field -> field.length() * field.kind().sizeBytes())
                .sum();
        return new SavedComponent(component, fields, references, lists, newFields, rowBytes);
    }

    /** The id of the component, or {@link #SKIPPED}. */
    int id() {
        return component == null ? SKIPPED : component.id();
    }

    /**
     * A native field, or a list.
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
     * <p>SAFETY: the caller gives the addresses of values of the two types, or an array and where it has one.
     *
     * @param converter makes a value from one of the file; null to widen it
     * @param ordinals for each constant of an enum of the file its ordinal in this process; null if it is no enum, or
     *     there is a converter
     */
    record Conversion(SavedField from, Column column, UnaryOperator<Object> converter, int[] ordinals) {
        static Conversion of(SavedField from, Column column, UnaryOperator<Object> converter) {
            boolean isEnum = column instanceof EnumColumn<?> || column instanceof ListColumn.OfEnum<?>;
            return new Conversion(from, column, converter, converter == null && isEnum ? from.ordinals(column) : null);
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
                int ordinal = from.ordinal(savedOrdinal(null, value), ordinals);
                ColumnMemory.putBits(to, 0, 0, column.kind().shift(), ordinal);
                return;
            }
            Object made = converter == null ? widened(value) : converter.apply(read(null, value));
            write(made, to);
        }

        /** The ordinal for an element of a list in the file; throws as {@link #convert}. */
        int ordinal(byte[] list, long at) {
            return converter == null
                    ? from.ordinal(savedOrdinal(list, at), ordinals)
                    : ColumnMemory.ordinal(
                            constant(column, ((ListColumn.OfEnum<?>) column).type(), converter.apply(read(list, at))));
        }

        /** The kind of the values, or of the elements. */
        private ColumnKind kind() {
            return from.element() == null ? from.kind() : from.element();
        }

        private int savedOrdinal(byte[] array, long at) {
            return kind() == ColumnKind.INT8 ? UnsafeApi.getByte(array, at) : UnsafeApi.getShort(array, at);
        }

        private Object widened(long value) {
            Number number = (Number) read(null, value);
            return switch (column.kind()) {
                case FLOAT32 -> number.floatValue();
                case FLOAT64 -> number.doubleValue();
                case INT16 -> number.shortValue();
                case INT32 -> number.intValue();
                default -> number.longValue();
            };
        }

        private Object read(byte[] array, long at) {
            if (from.constants() != null) {
                return from.constant(savedOrdinal(array, at));
            }
            return switch (kind()) {
                case FLOAT32 -> UnsafeApi.getFloat(array, at);
                case FLOAT64 -> UnsafeApi.getDouble(array, at);
                case INT8 -> UnsafeApi.getByte(array, at);
                case INT16 -> UnsafeApi.getShort(array, at);
                case INT32 -> UnsafeApi.getInt(array, at);
                case BOOLEAN -> UnsafeApi.getByte(array, at) != 0;
                default -> UnsafeApi.getLong(array, at);
            };
        }

        private void write(Object made, long to) {
            ColumnKind kind = column.kind();
            try {
                if (column instanceof EnumColumn<?> constants) {
                    Enum<?> constant = constant(column, constants.type(), made);
                    ColumnMemory.putBits(to, 0, 0, kind.shift(), ColumnMemory.ordinal(constant));
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
        static Enum<?> constant(Column column, Class<?> type, Object made) {
            if (made != null && !type.isInstance(made)) {
                throw noValue(column, made);
            }
            return (Enum<?>) made;
        }

        /** The exception for a value that cannot be converted. */
        SaveFormatException damage(ChunkCursor from, RuntimeException cause) {
            String name = column.component().name() + "." + column.field();
            return from.damage(
                    converter == null
                            ? "field " + name + " cannot be loaded: " + cause.getMessage()
                            : "the converter of " + name + " failed: " + cause,
                    cause);
        }

        private static IllegalArgumentException noValue(Column column, Object made) {
            return new IllegalArgumentException("it made " + made + (made == null ? "" : " of " + made.getClass())
                    + ", which is no value of " + SavedField.of(column));
        }
    }
}
