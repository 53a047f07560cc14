package basalt.storage;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ReferenceColumn;
import basalt.component.layout.BlockLayout;
import basalt.component.layout.RecordAccess;
import basalt.internal.HiddenCopy;
import basalt.storage.RowImage.Lanes;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import org.agrona.UnsafeApi;

/**
 * The columns of a component in the form that its pool needs: id, lanes and reference slots, and the codec of its
 * records. Shared by all worlds. Safe for all threads.
 */
public final class ColumnSet {
    private static final ClassValue<Slot> SLOTS = new ClassValue<>() {
        @Override
        protected Slot computeValue(Class<?> type) {
            return new Slot();
        }
    };

    /** Holds the columns of one class of records. */
    private static final class Slot {
        private volatile ColumnSet set;
    }

    private final Component<?> component;
    private final int id;
    private final Lanes lanes;
    private final Lanes packed;
    private final int[] referenceSlots;
    private final boolean hasReferences;

    /** Made at the first use. Immutable, so that threads need no lock. */
    private RecordCodec codec;

    private ColumnSet(Component<?> component) {
        this.component = component;
        this.id = component.id();
        this.lanes = new Lanes(component.columns());
        this.packed = lanes.packed();
        this.referenceSlots = component.columns().stream()
                .filter(ReferenceColumn.class::isInstance)
                .mapToInt(column -> ((ReferenceColumn<?>) column).slot())
                .toArray();
        this.hasReferences = referenceSlots.length > 0;
    }

    public static ColumnSet of(Component<?> component) {
        Slot slot = SLOTS.get(component.type());
        synchronized (slot) {
            if (slot.set == null || slot.set.component != component) {
                slot.set = new ColumnSet(component);
            }
            return slot.set;
        }
    }

    static ColumnSet of(Record value) {
        if (value == null) {
            throw noValue();
        }
        return ofRecords(value.getClass());
    }

    static ColumnSet ofRecords(Class<?> type) {
        ColumnSet set = SLOTS.get(type).set;
        return set != null && !set.component.isEvent() ? set : of(Component.of(type.asSubclass(Record.class)));
    }

    /** The component of a class of records, if a world has used it; else null. Faster than {@link Component#of}. */
    public static Component<?> tryFind(Class<?> type) {
        ColumnSet set = SLOTS.get(type).set;
        return set == null || set.component.isEvent() || set.component.isLink() ? null : set.component;
    }

    static IllegalArgumentException noValue() {
        return new IllegalArgumentException("a component's value must not be null");
    }

    public Component<?> component() {
        return component;
    }

    int id() {
        return id;
    }

    public Lanes lanes() {
        return lanes;
    }

    Lanes packed() {
        return packed;
    }

    /** The constructor of the component's records, and the accessors of their fields: one for each column. */
    public RecordAccess access() {
        return RecordAccess.of(
                component.type(),
                component.columns().stream().map(Column::field).toList());
    }

    RecordCodec codec() {
        RecordCodec known = codec;
        if (known == null) {
            known = RecordCodec.of(this, HiddenCopy.ENABLED);
            codec = known;
        }
        return known;
    }

    /** Makes the record of a row as {@link #read} does: {@code (long origin, int index, References) -> Record}. */
    public MethodHandle maker() {
        return codec().maker();
    }

    /** Zeroes the columns of rows. References are not changed. */
    public void zero(long origin, int word, long rows) {
        lanes.zero(origin, word, rows);
    }

    /** Makes the record of a row of a block, or of a page of events. */
    public Record read(long origin, int block, int row, References references) {
        return codec().make(origin, block << BlockLayout.ROW_BITS | row, references);
    }

    /** Copies the columns of rows to other rows. References are not copied. */
    public void copyRows(long fromOrigin, int from, long toOrigin, int to, int count) {
        for (int lane = 0; lane < lanes.count(); lane++) {
            int shift = lanes.shift(lane);
            // SAFETY: the rows are in blocks that have the lane.
            UnsafeApi.copyMemory(
                    fromOrigin + lanes.offset(lane) + ((long) from << shift),
                    toOrigin + lanes.offset(lane) + ((long) to << shift),
                    (long) count << shift);
        }
    }

    /** The array of a vector's field; throws unless it has the column's length. */
    public static Object requireLength(Column column, Object array) {
        if (array == null || Array.getLength(array) != column.length()) {
            throw new IllegalArgumentException(
                    "vector " + column.component().name() + "." + column.field() + " must have length "
                            + column.length()
                            + (array == null ? ": it is null" : ": length=" + Array.getLength(array)));
        }
        return array;
    }

    /** The number of lanes of a column; 0 for references, which have no bytes. */
    public static int laneCount(Column column) {
        return column instanceof ReferenceColumn<?> ? 0 : column.length();
    }

    /** The number of a column's first lane, or of a reference column among the references. */
    public static int place(Component<?> component, Column column) {
        int lane = 0;
        int reference = 0;
        for (Column other : component.columns()) {
            if (other.equals(column)) {
                return other instanceof ReferenceColumn<?> ? reference : lane;
            }
            lane += laneCount(other);
            reference += other instanceof ReferenceColumn<?> ? 1 : 0;
        }
        throw new IllegalArgumentException("no column of " + component.name() + ": " + column);
    }

    /** Zeroes the columns of one row. References are not changed. */
    public void zero(long origin, int row) {
        lanes.zero(origin, row);
    }

    /** {@return the slots of its reference columns; must not be modified} */
    public int[] referenceSlots() {
        return referenceSlots;
    }

    boolean hasReferences() {
        return hasReferences;
    }
}
