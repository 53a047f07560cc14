package basalt.storage;

import basalt.component.Component;
import basalt.component.ReferenceColumn;
import basalt.component.layout.BlockLayout;
import basalt.component.layout.RecordAccess;
import basalt.internal.Friend;
import basalt.internal.HiddenCopy;

/**
 * The columns of a component in the form that its pool needs: id, lanes and reference slots, and the codec of its
 * records. Shared by all worlds. Safe for all threads.
 */
public final class ColumnSet {
    private static final Friend<Component<?>, RecordAccess> RECORDS = Friend.of(Component.class, RecordAccess.class);

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
    private RecordEncoder encoder;

    private RecordDecoder decoder;

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

    /** The columns of a record's component. */
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

    static IllegalArgumentException noValue() {
        return new IllegalArgumentException("a component's value must not be null");
    }

    public Component<?> component() {
        return component;
    }

    int id() {
        return id;
    }

    Lanes lanes() {
        return lanes;
    }

    /** The lanes side by side. */
    Lanes packed() {
        return packed;
    }

    /** Reads the fields of the component's records. */
    RecordEncoder encoder() {
        RecordEncoder known = encoder;
        if (known == null) {
            known = RecordEncoder.of(this, RECORDS.internal(component), HiddenCopy.ENABLED);
            encoder = known;
        }
        return known;
    }

    /** Makes the component's records. */
    RecordDecoder decoder() {
        RecordDecoder known = decoder;
        if (known == null) {
            known = RecordDecoder.of(this, RECORDS.internal(component), HiddenCopy.ENABLED);
            decoder = known;
        }
        return known;
    }

    /**
     * Zeroes the columns of rows. References are not changed.
     *
     * @param origin the address that the columns' offsets are added to: of a block, or of a page of events
     * @param rows the rows, at least one
     */
    public void zero(long origin, int word, long rows) {
        lanes.zero(origin, word, rows);
    }

    /**
     * Makes the record of a row of a block, or of a page of events.
     *
     * @param origin the address that the columns' offsets are added to: of the block, or of the page of events
     */
    public Record read(long origin, int block, int row, References references) {
        return decoder().decode(origin, block << BlockLayout.ROW_BITS | row, references);
    }

    /**
     * Zeroes the columns of one row. References are not changed.
     *
     * @param origin the address that the columns' offsets are added to: of a block, or of a page of events
     */
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
