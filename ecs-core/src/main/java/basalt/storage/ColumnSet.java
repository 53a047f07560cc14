package basalt.storage;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.ListColumn;
import basalt.component.ReferenceColumn;
import basalt.component.StringListColumn;
import basalt.component.VariableColumn;
import basalt.component.layout.BlockLayout;
import basalt.component.layout.RecordAccess;
import basalt.internal.HiddenCopy;
import basalt.internal.Utf8;
import basalt.storage.RowImage.Lanes;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.util.function.IntUnaryOperator;
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

    /** The lanes without those of lists and strings. */
    private final Lanes valueLanes;

    private final Lanes packed;
    private final int[] referenceSlots;
    private final boolean hasReferences;
    private final VariableColumn[] lists;
    private final boolean isOwning;

    /** Made at the first use. Immutable, so that threads need no lock. */
    private RecordCodec codec;

    private ColumnSet(Component<?> component) {
        this.component = component;
        this.id = component.id();
        this.lanes = new Lanes(component.columns(), ColumnSet::blockLanes);
        this.lists = component.columns().stream()
                .filter(VariableColumn.class::isInstance)
                .toArray(VariableColumn[]::new);
        this.valueLanes = lists.length == 0 ? lanes : new Lanes(component.columns(), ColumnSet::laneCount);
        this.packed = valueLanes.packed();
        this.referenceSlots = component.columns().stream()
                .filter(ReferenceColumn.class::isInstance)
                .mapToInt(column -> ((ReferenceColumn<?>) column).slot())
                .toArray();
        this.hasReferences = referenceSlots.length > 0;
        this.isOwning = hasReferences || lists.length > 0;
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

    /** The lanes of the values that an image has as raw bits: all but those of lists. */
    public Lanes valueLanes() {
        return valueLanes;
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

    /** Zeroes the columns of rows, whose lists own nothing. References are not changed. */
    public void zero(long origin, int word, long rows) {
        lanes.zero(origin, word, rows);
    }

    /** Makes the lists of rows empty that have just got the component, so that they own nothing. */
    public void zeroLists(long base, int word, long rows) {
        for (VariableColumn list : lists) {
            for (long rest = rows; rest != 0; rest &= rest - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                ColumnMemory.putLong(base, row, list.offset(), 0);
            }
        }
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

    /** What an image has for the value of a list's field; throws if that is null or too long. */
    public static Object requireArray(VariableColumn column, Object array) {
        if (column == null) {
            throw new IllegalArgumentException("the column of a list must not be null; is its constant initialised?");
        }
        if (array == null) {
            throw new IllegalArgumentException("list " + column.component().name() + "." + column.field()
                    + " must not be null: an empty one is an array of length 0, or List.of()");
        }
        if (column instanceof StringListColumn strings) {
            return TextList.encode(strings, array);
        }
        if (Array.getLength(array) > VariableColumn.MAX_LENGTH) {
            throw new IllegalArgumentException("list " + column.component().name() + "." + column.field()
                    + " has at most " + VariableColumn.MAX_LENGTH + " elements: use several entities; length="
                    + Array.getLength(array));
        }
        return column instanceof ListColumn.OfEnum<?> list && array instanceof Object[] constants
                ? ordinals(list, constants)
                : array;
    }

    @SuppressWarnings("unchecked") // the column checks the constants
    private static <E extends Enum<E>> Object ordinals(ListColumn.OfEnum<E> list, Object[] constants) {
        return ordinals(list, constants.length, i -> list.ordinal((E) constants[i]));
    }

    /** The array that an image has for constants of an enum. */
    public static Object ordinals(ListColumn column, int length, IntUnaryOperator ordinals) {
        boolean isByte = column.elementKind() == ColumnKind.INT8;
        byte[] bytes = new byte[isByte ? length : 0];
        short[] shorts = new short[isByte ? 0 : length];
        for (int i = 0; i < length; i++) {
            int ordinal = ordinals.applyAsInt(i);
            if (isByte) {
                bytes[i] = (byte) ordinal;
            } else {
                shorts[i] = (short) ordinal;
            }
        }
        return isByte ? bytes : shorts;
    }

    /** The value of a string's field; throws if it is too long. */
    public static String requireString(String value) {
        if (value != null && value.length() > VariableColumn.MAX_LENGTH / Utf8.MOST_BYTES) {
            Text.encode(value);
        }
        return value;
    }

    /** The number of lanes of values; 0 for references, lists and strings, whose values are objects in images. */
    public static int laneCount(Column column) {
        return column instanceof VariableColumn ? 0 : blockLanes(column);
    }

    private static int blockLanes(Column column) {
        return column instanceof ReferenceColumn<?> ? 0 : column.length();
    }

    /** The number of a column's first lane in an image, or of a reference or list among its objects. */
    public static int place(Component<?> component, Column column) {
        int lane = 0;
        int reference = 0;
        int list = of(component).referenceSlots.length;
        for (Column other : component.columns()) {
            if (other.equals(column)) {
                return other instanceof ReferenceColumn<?> ? reference : other instanceof VariableColumn ? list : lane;
            }
            lane += laneCount(other);
            reference += other instanceof ReferenceColumn<?> ? 1 : 0;
            list += other instanceof VariableColumn ? 1 : 0;
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

    /** {@return its lists and strings; must not be modified} */
    public VariableColumn[] lists() {
        return lists;
    }

    /** Whether rows own something outside of their block, so that more is to be done than to set bits and values. */
    boolean isOwning() {
        return isOwning;
    }
}
