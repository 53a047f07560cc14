package basalt.component;

import java.util.List;

/**
 * A registered record: a {@link Component} or an {@link EventType}, with the columns of its fields.
 *
 * <p>Each column is found by the name of its field. A field of a primitive type is a scalar; an array of primitives
 * with {@link Length} is a vector, and its length is named too, as in {@code TYPE.float32("corners", 8)}. The methods
 * throw {@link IllegalArgumentException} if the record has no such field, or the field has another type or length. The
 * message quotes the right call.
 */
public interface RecordType<T extends Record> {
    /** The name, unique in the process: the name of the record's class, unless it was given another. */
    String name();

    /** The record's class. */
    Class<T> type();

    /**
     * The columns, references included.
     *
     * @return an unmodifiable list in the order of the record's fields
     */
    List<Column> columns();

    /**
     * {@return the column of a {@code float} field}
     *
     * @param field name of the field
     */
    default FloatColumn float32(String field) {
        return float32(field, 1);
    }

    /**
     * {@return the column of a {@code float[]} field}
     *
     * @param field name of the field
     * @param length number of elements
     */
    default FloatColumn float32(String field, int length) {
        return (FloatColumn) column(ColumnKind.FLOAT32, field, length);
    }

    /**
     * {@return the column of a {@code double} field}
     *
     * @param field name of the field
     */
    default DoubleColumn float64(String field) {
        return float64(field, 1);
    }

    /**
     * {@return the column of a {@code double[]} field}
     *
     * @param field name of the field
     * @param length number of elements
     */
    default DoubleColumn float64(String field, int length) {
        return (DoubleColumn) column(ColumnKind.FLOAT64, field, length);
    }

    /**
     * {@return the column of a {@code byte} field}
     *
     * @param field name of the field
     */
    default ByteColumn int8(String field) {
        return int8(field, 1);
    }

    /**
     * {@return the column of a {@code byte[]} field}
     *
     * @param field name of the field
     * @param length number of elements
     */
    default ByteColumn int8(String field, int length) {
        return (ByteColumn) column(ColumnKind.INT8, field, length);
    }

    /**
     * {@return the column of a {@code short} field}
     *
     * @param field name of the field
     */
    default ShortColumn int16(String field) {
        return int16(field, 1);
    }

    /**
     * {@return the column of a {@code short[]} field}
     *
     * @param field name of the field
     * @param length number of elements
     */
    default ShortColumn int16(String field, int length) {
        return (ShortColumn) column(ColumnKind.INT16, field, length);
    }

    /**
     * {@return the column of an {@code int} field}
     *
     * @param field name of the field
     */
    default IntColumn int32(String field) {
        return int32(field, 1);
    }

    /**
     * {@return the column of an {@code int[]} field}
     *
     * @param field name of the field
     * @param length number of elements
     */
    default IntColumn int32(String field, int length) {
        return (IntColumn) column(ColumnKind.INT32, field, length);
    }

    /**
     * {@return the column of a {@code long} field}
     *
     * @param field name of the field
     */
    default LongColumn int64(String field) {
        return int64(field, 1);
    }

    /**
     * {@return the column of a {@code long[]} field}
     *
     * @param field name of the field
     * @param length number of elements
     */
    default LongColumn int64(String field, int length) {
        return (LongColumn) column(ColumnKind.INT64, field, length);
    }

    /**
     * {@return the column of a {@code boolean} field}
     *
     * @param field name of the field
     */
    default BooleanColumn bool(String field) {
        return bool(field, 1);
    }

    /**
     * {@return the column of a {@code boolean[]} field}
     *
     * @param field name of the field
     * @param length number of elements
     */
    default BooleanColumn bool(String field, int length) {
        return (BooleanColumn) column(ColumnKind.BOOLEAN, field, length);
    }

    /**
     * {@return the column of an {@link EntityHandle} {@code long} field}
     *
     * @param field name of the field
     */
    default EntityColumn entity(String field) {
        return entity(field, 1);
    }

    /**
     * {@return the column of an {@link EntityHandle} {@code long[]} field}
     *
     * @param field name of the field
     * @param length number of elements
     */
    default EntityColumn entity(String field, int length) {
        return (EntityColumn) column(ColumnKind.ENTITY, field, length);
    }

    /**
     * {@return the column of a reference field}
     *
     * @param <R> type of the field
     * @param field name of the field
     * @param type class of the field, exactly as declared, without type arguments
     */
    @SuppressWarnings("unchecked") // findReference compares the column's type with R's class
    default <R> ReferenceColumn<R> reference(String field, Class<R> type) {
        return (ReferenceColumn<R>) ColumnFactory.findReference(type(), columns(), field, type);
    }

    private Column column(ColumnKind kind, String field, int length) {
        return ColumnFactory.find(type(), columns(), field, kind, length);
    }
}
