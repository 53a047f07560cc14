package basalt.storage;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.codec.RecordCodec;
import basalt.friend.Friend;
import java.lang.reflect.Array;
import java.util.List;

/**
 * The values of one record: the raw bits of each lane, and the references. Can be written to any number of rows.
 * Immutable.
 */
public final class RowImage {
    private static final Friend<Component<?>, RecordCodec<?>> CODECS = Friend.of(Component.class, RecordCodec.class);

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
     * @param value the record; its class is registered as a component if necessary
     * @return its image
     * @throws IllegalArgumentException if the record is null, that of an event type, or a vector of it is null or has a
     *     wrong length
     */
    public static RowImage of(Record value) {
        if (value == null) {
            throw new IllegalArgumentException("a component's value must not be null");
        }
        return of(Component.of(value.getClass()), value);
    }

    /**
     * The image with all values zero and null.
     *
     * @param component the component
     * @return its image
     */
    public static RowImage zero(Component<?> component) {
        return new RowImage(new ColumnSet(component));
    }

    @SuppressWarnings("unchecked") // the codec of a component is that of its record
    private static <T extends Record> RecordCodec<T> codec(Component<T> component) {
        return (RecordCodec<T>) CODECS.internal(component);
    }

    /**
     * The image of a record with the columns of a component.
     *
     * @param component the component
     * @param value a record of its class
     * @param <T> the class
     * @return its image
     * @throws IllegalArgumentException if a vector of it is null or has a wrong length
     */
    public static <T extends Record> RowImage of(Component<T> component, Record value) {
        RecordCodec<T> codec = codec(component);
        T typed = component.type().cast(value);
        codec.validate(typed);
        RowImage image = zero(component);
        Lanes lanes = image.set.lanes();
        int lane = 0;
        int reference = 0;
        List<Column> columns = component.columns();
        for (int field = 0; field < columns.size(); field++) {
            ColumnKind kind = columns.get(field).kind();
            Object fieldValue = codec.value(field, typed);
            if (kind == ColumnKind.REFERENCE) {
                image.references[reference++] = fieldValue;
            } else if (codec.isVector(field)) {
                for (int i = 0; i < columns.get(field).length(); i++) {
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
     * Writes the values to rows of a block or page.
     *
     * @param origin the address that the columns' offsets are added to: of the block or page
     * @param block number of the block, for the references
     * @param word the word of 64 rows
     * @param rows the rows
     * @param target receives the references
     */
    public void write(long origin, int block, int word, long rows, References target) {
        set.lanes().write(origin, word, rows, values);
        for (int i = 0; i < references.length; i++) {
            for (long rest = rows; rest != 0; rest &= rest - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                target.set(set.referenceSlots()[i], block, row, references[i]);
            }
        }
    }

    /**
     * Makes the record of a row of a block or page.
     *
     * @param origin the address that the columns' offsets are added to: of the block or page
     * @param block number of the block, for the references
     * @param row the row
     * @param component the component
     * @param set its columns
     * @param source the references
     * @param <T> the record
     * @return the values as a record
     */
    public static <T extends Record> T read(
            long origin, int block, int row, Component<T> component, ColumnSet set, References source) {
        long[] bits = new long[set.lanes().count()];
        set.lanes().read(origin, row, bits);
        RecordCodec<T> codec = codec(component);
        List<Column> columns = component.columns();
        Object[] fields = new Object[columns.size()];
        int lane = 0;
        int reference = 0;
        for (int field = 0; field < fields.length; field++) {
            ColumnKind kind = columns.get(field).kind();
            if (kind == ColumnKind.REFERENCE) {
                fields[field] = source.get(set.referenceSlots()[reference++], block, row);
            } else if (codec.isVector(field)) {
                Object vector = RawBits.newArray(kind, columns.get(field).length());
                for (int i = 0; i < columns.get(field).length(); i++) {
                    Array.set(vector, i, RawBits.box(kind, bits[set.lanes().position(lane++)]));
                }
                fields[field] = vector;
            } else {
                fields[field] = RawBits.box(kind, bits[set.lanes().position(lane++)]);
            }
        }
        return codec.construct(fields);
    }
}
