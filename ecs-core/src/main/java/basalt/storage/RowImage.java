package basalt.storage;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.RecordSchema;
import java.lang.reflect.Array;
import java.util.List;

/**
 * A component's values for one row, taken out of a record: the raw bits of each lane and the references. Made once, it can be
 * written to any number of rows. Immutable.
 */
public final class RowImage {
    private final ColumnSet set;
    private final long[] lanes;
    private final Object[] references;

    private RowImage(ColumnSet set, long[] lanes, Object[] references) {
        this.set = set;
        this.lanes = lanes;
        this.references = references;
    }

    /**
     * The image of a record.
     *
     * @param value the record; its class is registered as a component if it was not yet
     * @return its image
     * @throws IllegalArgumentException if the record is null or a vector of it is null or has a wrong length
     */
    public static RowImage of(Record value) {
        if (value == null) {
            throw new IllegalArgumentException("a component's value must not be null");
        }
        return encode(Component.of(value.getClass()), value);
    }

    /**
     * The image of a component that has just been added: all zero and null.
     *
     * @param component the component
     * @return its image
     */
    public static RowImage zero(Component<?> component) {
        ColumnSet set = new ColumnSet(component);
        return new RowImage(set, new long[set.lanes()], new Object[set.referenceSlots().length]);
    }

    private static <T extends Record> RowImage encode(Component<T> component, Record value) {
        RecordSchema<T> schema = component.schema();
        T typed = component.type().cast(value);
        schema.validate(typed);
        RowImage image = zero(component);
        int lane = 0;
        int reference = 0;
        List<Column> columns = component.columns();
        for (int field = 0; field < columns.size(); field++) {
            ColumnKind kind = schema.kind(field);
            Object fieldValue = schema.value(field, typed);
            if (kind == ColumnKind.REFERENCE) {
                image.references[reference++] = fieldValue;
            } else if (schema.isVector(field)) {
                for (int i = 0; i < schema.length(field); i++) {
                    image.lanes[lane++] = ColumnSet.bits(kind, Array.get(fieldValue, i));
                }
            } else {
                image.lanes[lane++] = ColumnSet.bits(kind, fieldValue);
            }
        }
        return image;
    }

    /**
     * The component that this is an image of.
     *
     * @return the component
     */
    public Component<?> component() {
        return set.component();
    }

    /**
     * Writes the values to rows that have the component.
     *
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows
     * @param store the store of the block
     */
    public void write(long base, int word, long rows, Store store) {
        set.write(Pools.origin(base, set.component()), word, rows, lanes, 0);
        for (int i = 0; i < references.length; i++) {
            for (long rest = rows; rest != 0; rest &= rest - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                store.references().set(set.referenceSlots()[i], Blocks.index(base), row, references[i]);
            }
        }
    }

    /**
     * Makes the record of a row that has the component.
     *
     * @param base the block's address
     * @param row row in the block
     * @param component the component
     * @param store the store of the block
     * @param <T> the record
     * @return the values as a record
     */
    public static <T extends Record> T read(long base, int row, Component<T> component, Store store) {
        ColumnSet set = store.pools().columns(component);
        long[] lanes = new long[set.lanes()];
        set.read(Pools.origin(base, component), row, lanes, 0);
        RecordSchema<T> schema = component.schema();
        Object[] values = new Object[schema.fieldCount()];
        int lane = 0;
        int reference = 0;
        for (int field = 0; field < values.length; field++) {
            ColumnKind kind = schema.kind(field);
            if (kind == ColumnKind.REFERENCE) {
                values[field] = store.references().get(set.referenceSlots()[reference++], Blocks.index(base), row);
            } else if (schema.isVector(field)) {
                values[field] = vector(kind, lanes, lane, schema.length(field));
                lane += schema.length(field);
            } else {
                values[field] = ColumnSet.box(kind, lanes[lane++]);
            }
        }
        return schema.construct(values);
    }

    private static Object vector(ColumnKind kind, long[] lanes, int from, int length) {
        Object array = Array.newInstance(primitive(kind), length);
        for (int i = 0; i < length; i++) {
            Array.set(array, i, ColumnSet.box(kind, lanes[from + i]));
        }
        return array;
    }

    private static Class<?> primitive(ColumnKind kind) {
        return switch (kind) {
            case FLOAT32 -> float.class;
            case FLOAT64 -> double.class;
            case INT8 -> byte.class;
            case INT16 -> short.class;
            case INT32 -> int.class;
            case INT64, ENTITY -> long.class;
            case BOOLEAN -> boolean.class;
            case REFERENCE -> Object.class;
        };
    }
}
