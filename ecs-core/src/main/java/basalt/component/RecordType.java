package basalt.component;

import java.util.List;

/**
 * What a record was registered as: a {@link Component}, or an {@link EventType}. Here are its columns.
 *
 * @param <T> the record
 */
public sealed interface RecordType<T extends Record> permits Component, EventType {
    /**
     * The name, unique in the process: the name of the record's class, unless it was given another.
     *
     * @return the name
     */
    String name();

    /**
     * The record's class.
     *
     * @return the class
     */
    Class<T> type();

    /**
     * The columns, references included.
     *
     * @return an unmodifiable list in the order of the record's fields
     */
    List<Column> columns();

    /**
     * The column of a {@code float} field.
     *
     * @param field name of the field
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or a length
     */
    default FloatColumn float32(String field) {
        return float32(field, 1);
    }

    /**
     * The column of a {@code float[]} field with {@link Length}.
     *
     * @param field name of the field
     * @param length number of elements
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or length
     */
    default FloatColumn float32(String field, int length) {
        return (FloatColumn) DeclaredColumns.find(DeclaredColumns.owner(this), field, ColumnKind.FLOAT32, length);
    }

    /**
     * The column of a {@code double} field.
     *
     * @param field name of the field
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or a length
     */
    default DoubleColumn float64(String field) {
        return float64(field, 1);
    }

    /**
     * The column of a {@code double[]} field with {@link Length}.
     *
     * @param field name of the field
     * @param length number of elements
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or length
     */
    default DoubleColumn float64(String field, int length) {
        return (DoubleColumn) DeclaredColumns.find(DeclaredColumns.owner(this), field, ColumnKind.FLOAT64, length);
    }

    /**
     * The column of a {@code byte} field.
     *
     * @param field name of the field
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or a length
     */
    default ByteColumn int8(String field) {
        return int8(field, 1);
    }

    /**
     * The column of a {@code byte[]} field with {@link Length}.
     *
     * @param field name of the field
     * @param length number of elements
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or length
     */
    default ByteColumn int8(String field, int length) {
        return (ByteColumn) DeclaredColumns.find(DeclaredColumns.owner(this), field, ColumnKind.INT8, length);
    }

    /**
     * The column of a {@code short} field.
     *
     * @param field name of the field
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or a length
     */
    default ShortColumn int16(String field) {
        return int16(field, 1);
    }

    /**
     * The column of a {@code short[]} field with {@link Length}.
     *
     * @param field name of the field
     * @param length number of elements
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or length
     */
    default ShortColumn int16(String field, int length) {
        return (ShortColumn) DeclaredColumns.find(DeclaredColumns.owner(this), field, ColumnKind.INT16, length);
    }

    /**
     * The column of an {@code int} field.
     *
     * @param field name of the field
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or a length
     */
    default IntColumn int32(String field) {
        return int32(field, 1);
    }

    /**
     * The column of an {@code int[]} field with {@link Length}.
     *
     * @param field name of the field
     * @param length number of elements
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or length
     */
    default IntColumn int32(String field, int length) {
        return (IntColumn) DeclaredColumns.find(DeclaredColumns.owner(this), field, ColumnKind.INT32, length);
    }

    /**
     * The column of a {@code long} field.
     *
     * @param field name of the field
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or a length
     */
    default LongColumn int64(String field) {
        return int64(field, 1);
    }

    /**
     * The column of a {@code long[]} field with {@link Length}.
     *
     * @param field name of the field
     * @param length number of elements
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or length
     */
    default LongColumn int64(String field, int length) {
        return (LongColumn) DeclaredColumns.find(DeclaredColumns.owner(this), field, ColumnKind.INT64, length);
    }

    /**
     * The column of a {@code boolean} field.
     *
     * @param field name of the field
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or a length
     */
    default BooleanColumn bool(String field) {
        return bool(field, 1);
    }

    /**
     * The column of a {@code boolean[]} field with {@link Length}.
     *
     * @param field name of the field
     * @param length number of elements
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or length
     */
    default BooleanColumn bool(String field, int length) {
        return (BooleanColumn) DeclaredColumns.find(DeclaredColumns.owner(this), field, ColumnKind.BOOLEAN, length);
    }

    /**
     * The column of an {@link EntityHandle} field.
     *
     * @param field name of the field
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or a length
     */
    default EntityColumn entity(String field) {
        return entity(field, 1);
    }

    /**
     * The column of an {@link EntityHandle} {@code long[]} field with {@link Length}.
     *
     * @param field name of the field
     * @param length number of elements
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or length
     */
    default EntityColumn entity(String field, int length) {
        return (EntityColumn) DeclaredColumns.find(DeclaredColumns.owner(this), field, ColumnKind.ENTITY, length);
    }

    /**
     * The column of a reference field.
     *
     * @param <R> type of the field
     * @param field name of the field
     * @param type class of the field, exactly as declared, without type arguments
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type
     */
    @SuppressWarnings("unchecked") // findReference compares the column's type with R's class
    default <R> ReferenceColumn<R> reference(String field, Class<R> type) {
        return (ReferenceColumn<R>) DeclaredColumns.findReference(DeclaredColumns.owner(this), field, type);
    }
}
