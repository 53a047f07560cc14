package basalt.component;

import java.util.List;

/**
 * A registered record: a {@link Component} or an {@link EventType}, with the columns of its fields.
 *
 * <p>Each column is found by the name of its field, and those of a nested record by all names on the way, as in {@code
 * "position.x"}. A field of a primitive type is a scalar; an array of primitives with {@link Length} is a vector, and
 * without it a list. The methods throw {@link IllegalArgumentException} if the record has no such field, or the field
 * has another type. The message quotes the right call.
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

    /** {@return the column of a field of type {@code float} or {@code float[]}} */
    default FloatColumn float32(String field) {
        return (FloatColumn) column(ColumnKind.FLOAT32, field);
    }

    /** {@return the column of a field of type {@code double} or {@code double[]}} */
    default DoubleColumn float64(String field) {
        return (DoubleColumn) column(ColumnKind.FLOAT64, field);
    }

    /** {@return the column of a field of type {@code byte} or {@code byte[]}} */
    default ByteColumn int8(String field) {
        return (ByteColumn) column(ColumnKind.INT8, field);
    }

    /** {@return the column of a field of type {@code short}, {@code short[]}, {@code char} or {@code char[]}} */
    default ShortColumn int16(String field) {
        return (ShortColumn) column(ColumnKind.INT16, field);
    }

    /** {@return the column of a field of type {@code int} or {@code int[]}} */
    default IntColumn int32(String field) {
        return (IntColumn) column(ColumnKind.INT32, field);
    }

    /** {@return the column of a field of type {@code long} or {@code long[]}} */
    default LongColumn int64(String field) {
        return (LongColumn) column(ColumnKind.INT64, field);
    }

    /** {@return the column of a field of type {@code boolean} or {@code boolean[]}} */
    default BooleanColumn bool(String field) {
        return (BooleanColumn) column(ColumnKind.BOOLEAN, field);
    }

    /** {@return the column of a field with {@link EntityHandle}} */
    default EntityColumn entity(String field) {
        return (EntityColumn) column(ColumnKind.ENTITY, field);
    }

    /** {@return the list of a field of type {@code float[]}, without {@link Length}} */
    default ListColumn.OfFloat float32List(String field) {
        return (ListColumn.OfFloat) list(ColumnKind.FLOAT32, field);
    }

    /** {@return the list of a field of type {@code double[]}, without {@link Length}} */
    default ListColumn.OfDouble float64List(String field) {
        return (ListColumn.OfDouble) list(ColumnKind.FLOAT64, field);
    }

    /** {@return the list of a field of type {@code byte[]}, without {@link Length}} */
    default ListColumn.OfByte int8List(String field) {
        return (ListColumn.OfByte) list(ColumnKind.INT8, field);
    }

    /** {@return the list of a field of type {@code short[]} or {@code char[]}, without {@link Length}} */
    default ListColumn.OfShort int16List(String field) {
        return (ListColumn.OfShort) list(ColumnKind.INT16, field);
    }

    /** {@return the list of a field of type {@code int[]}, without {@link Length}} */
    default ListColumn.OfInt int32List(String field) {
        return (ListColumn.OfInt) list(ColumnKind.INT32, field);
    }

    /** {@return the list of a field of type {@code long[]}, without {@link Length}} */
    default ListColumn.OfLong int64List(String field) {
        return (ListColumn.OfLong) list(ColumnKind.INT64, field);
    }

    /** {@return the list of a field of type {@code boolean[]}, without {@link Length}} */
    default ListColumn.OfBoolean boolList(String field) {
        return (ListColumn.OfBoolean) list(ColumnKind.BOOLEAN, field);
    }

    /** {@return the list of a field of type {@code long[]} with {@link EntityHandle}, without {@link Length}} */
    default ListColumn.OfEntity entityList(String field) {
        return (ListColumn.OfEntity) list(ColumnKind.ENTITY, field);
    }

    /**
     * {@return the list of a field of an enum, of the records in an array}
     *
     * @param type class of the enum
     */
    @SuppressWarnings("unchecked") // findEnumList compares the list's type with E's class
    default <E extends Enum<E>> ListColumn.OfEnum<E> enumerationList(String field, Class<E> type) {
        return (ListColumn.OfEnum<E>) ColumnFactory.findEnumList(type(), columns(), field, type);
    }

    /** {@return the column of a component's field of type {@link String}, without {@link WithCodec}} */
    default StringColumn string(String field) {
        return (StringColumn) column(ColumnKind.STRING, field);
    }

    /**
     * {@return the column of a component's field of type {@code List<String>} or {@code String[]}, without {@link
     * WithCodec}, or of a string of the records in an array}
     */
    default StringListColumn stringList(String field) {
        return (StringListColumn) column(ColumnKind.STRING_LIST, field);
    }

    /**
     * {@return the column of a reference field}
     *
     * @param type class of the field, exactly as declared, without type arguments
     */
    @SuppressWarnings("unchecked") // findReference compares the column's type with R's class
    default <R> ReferenceColumn<R> reference(String field, Class<R> type) {
        return (ReferenceColumn<R>) ColumnFactory.findReference(type(), columns(), field, type);
    }

    /**
     * {@return the column of a field of an enum}
     *
     * @param type class of the field
     */
    @SuppressWarnings("unchecked") // findEnum compares the column's type with E's class
    default <E extends Enum<E>> EnumColumn<E> enumeration(String field, Class<E> type) {
        return (EnumColumn<E>) ColumnFactory.findEnum(type(), columns(), field, type);
    }

    private ListColumn list(ColumnKind element, String field) {
        return ColumnFactory.findList(type(), columns(), field, element);
    }

    private Column column(ColumnKind kind, String field) {
        return ColumnFactory.find(type(), columns(), field, kind);
    }
}
