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
    private final long[] values;
    private final Object[] references;

    private RowImage(ColumnSet set) {
        this.set = set;
        this.values = new long[set.lanes().count()];
        this.references = new Object[set.referenceSlots().length];
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
        return new RowImage(new ColumnSet(component));
    }

    private static <T extends Record> RowImage encode(Component<T> component, Record value) {
        RecordSchema<T> schema = component.schema();
        T typed = component.type().cast(value);
        schema.validate(typed);
        RowImage image = zero(component);
        Lanes lanes = image.set.lanes();
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
                    image.values[lanes.position(lane++)] = RawBits.of(kind, Array.get(fieldValue, i));
                }
            } else {
                image.values[lanes.position(lane++)] = RawBits.of(kind, fieldValue);
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

    ColumnSet columns() {
        return set;
    }

    long value(int declaredLane) {
        return values[set.lanes().position(declaredLane)];
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
        set.lanes().write(Pools.origin(base, set.component()), word, rows, values);
        int block = Blocks.index(base);
        for (int i = 0; i < references.length; i++) {
            for (long rest = rows; rest != 0; rest &= rest - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                store.references().set(set.referenceSlots()[i], block, row, references[i]);
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
        long[] bits = new long[set.lanes().count()];
        set.lanes().read(Pools.origin(base, component), row, bits);
        RecordSchema<T> schema = component.schema();
        Object[] fields = new Object[schema.fieldCount()];
        int lane = 0;
        int reference = 0;
        for (int field = 0; field < fields.length; field++) {
            ColumnKind kind = schema.kind(field);
            if (kind == ColumnKind.REFERENCE) {
                fields[field] = store.references().get(set.referenceSlots()[reference++], Blocks.index(base), row);
            } else if (schema.isVector(field)) {
                Object vector = RawBits.newArray(kind, schema.length(field));
                for (int i = 0; i < schema.length(field); i++) {
                    Array.set(vector, i, RawBits.box(kind, bits[set.lanes().position(lane++)]));
                }
                fields[field] = vector;
            } else {
                fields[field] = RawBits.box(kind, bits[set.lanes().position(lane++)]);
            }
        }
        return schema.construct(fields);
    }
}
