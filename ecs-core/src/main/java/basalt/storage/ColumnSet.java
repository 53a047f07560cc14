package basalt.storage;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ReferenceColumn;
import basalt.component.layout.BlockLayout;
import basalt.component.layout.RecordAccess;
import basalt.internal.HiddenCopy;
import java.util.List;
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

    public Lanes lanes() {
        return lanes;
    }

    Lanes packed() {
        return packed;
    }

    /** Reads the fields of the component's records. */
    RecordEncoder encoder() {
        RecordEncoder known = encoder;
        if (known == null) {
            known = RecordEncoder.of(this, RecordAccess.of(component.type()), HiddenCopy.ENABLED);
            encoder = known;
        }
        return known;
    }

    RecordDecoder decoder() {
        RecordDecoder known = decoder;
        if (known == null) {
            known = RecordDecoder.of(this, RecordAccess.of(component.type()), HiddenCopy.ENABLED);
            decoder = known;
        }
        return known;
    }

    /** Zeroes the columns of rows. References are not changed. */
    public void zero(long origin, int word, long rows) {
        lanes.zero(origin, word, rows);
    }

    /** Makes the record of a row of a block, or of a page of events. */
    public Record read(long origin, int block, int row, References references) {
        return decoder().decode(origin, block << BlockLayout.ROW_BITS | row, references);
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

    /** The number of lanes of a column; 0 for references, which have no bytes. */
    public static int laneCount(Column column) {
        return column instanceof ReferenceColumn<?> ? 0 : column.length();
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

    /**
     * The lanes of several columns, for zeroing, reading and writing whole rows.
     *
     * <p>Lanes are ordered by size, 8 bytes first, so that each size has a loop without branches. A row's values are an
     * array of raw bits in this order; {@link #position} converts from the order of declaration. The common case, up to
     * four lanes of 4 bytes, is written without a loop, because setting up a loop would cost more.
     *
     * <p>SAFETY: the offsets are those of declared columns, and rows are below ROWS, so all accesses stay in the block
     * or page of events.
     */
    public static final class Lanes {
        private final int[] offset;
        private final int[] position;
        private final int end8;
        private final int end4;
        private final int end2;
        private final boolean isFewInts;

        /** The lanes of columns with a common origin. References have no lanes. */
        Lanes(List<Column> columns) {
            int count = columns.stream().mapToInt(ColumnSet::laneCount).sum();
            offset = new int[count];
            position = new int[count];
            int next = 0;
            int[] ends = new int[4];
            for (int shift = 3; shift >= 0; shift--) {
                int declared = 0;
                for (Column column : columns) {
                    for (int lane = 0; lane < laneCount(column); lane++, declared++) {
                        if (column.kind().shift() == shift) {
                            offset[next] = column.laneOffset(lane);
                            position[declared] = next++;
                        }
                    }
                }
                ends[shift] = next;
            }
            end8 = ends[3];
            end4 = ends[2];
            end2 = ends[1];
            isFewInts = end8 == 0 && end4 == count && count <= 4;
        }

        private Lanes(Lanes of, int[] offset) {
            this.offset = offset;
            position = of.position;
            end8 = of.end8;
            end4 = of.end4;
            end2 = of.end2;
            isFewInts = of.isFewInts;
        }

        /** The same lanes side by side, from offset 0: in row 0 they are a packed copy of a row. */
        Lanes packed() {
            int[] packed = new int[offset.length];
            int next = 0;
            for (int i = 0; i < packed.length; i++) {
                packed[i] = next;
                next += 1 << shift(i);
            }
            return new Lanes(this, packed);
        }

        int rowBytes() {
            return 8 * end8 + 4 * (end4 - end8) + 2 * (end2 - end4) + offset.length - end2;
        }

        public int count() {
            return offset.length;
        }

        /** The offset of a lane, in the order of size. */
        public int offset(int lane) {
            return offset[lane];
        }

        /** The index, in a row's values, of the n-th declared lane. */
        int position(int declared) {
            return position[declared];
        }

        void write(long origin, int row, long[] values) {
            if (isFewInts) {
                writeFewInts(origin, row, values);
                return;
            }
            int i = 0;
            for (; i < end8; i++) {
                ColumnMemory.putLong(origin, row, offset[i], values[i]);
            }
            for (; i < end4; i++) {
                ColumnMemory.putInt(origin, row, offset[i], (int) values[i]);
            }
            for (; i < end2; i++) {
                ColumnMemory.putShort(origin, row, offset[i], (short) values[i]);
            }
            for (; i < offset.length; i++) {
                ColumnMemory.putByte(origin, row, offset[i], (byte) values[i]);
            }
        }

        private void writeFewInts(long origin, int row, long[] values) {
            int lanes = offset.length;
            if (lanes > 0) {
                ColumnMemory.putInt(origin, row, offset[0], (int) values[0]);
            }
            if (lanes > 1) {
                ColumnMemory.putInt(origin, row, offset[1], (int) values[1]);
            }
            if (lanes > 2) {
                ColumnMemory.putInt(origin, row, offset[2], (int) values[2]);
            }
            if (lanes > 3) {
                ColumnMemory.putInt(origin, row, offset[3], (int) values[3]);
            }
        }

        private void zeroFewInts(long origin, int row) {
            int lanes = offset.length;
            if (lanes > 0) {
                ColumnMemory.putInt(origin, row, offset[0], 0);
            }
            if (lanes > 1) {
                ColumnMemory.putInt(origin, row, offset[1], 0);
            }
            if (lanes > 2) {
                ColumnMemory.putInt(origin, row, offset[2], 0);
            }
            if (lanes > 3) {
                ColumnMemory.putInt(origin, row, offset[3], 0);
            }
        }

        void read(long origin, int row, long[] values) {
            int i = 0;
            for (; i < end8; i++) {
                values[i] = ColumnMemory.getLong(origin, row, offset[i]);
            }
            for (; i < end4; i++) {
                values[i] = ColumnMemory.getInt(origin, row, offset[i]);
            }
            for (; i < end2; i++) {
                values[i] = ColumnMemory.getShort(origin, row, offset[i]);
            }
            for (; i < offset.length; i++) {
                values[i] = ColumnMemory.getByte(origin, row, offset[i]);
            }
        }

        void write(long origin, int word, long rows, long[] values) {
            if ((rows & rows - 1) == 0) {
                write(origin, (word << 6) + Long.numberOfTrailingZeros(rows), values);
            } else {
                writeSeveral(origin, word, rows, values);
            }
        }

        private void writeSeveral(long origin, int word, long rows, long[] values) {
            if (rows != -1L) {
                for (long rest = rows; rest != 0; rest &= rest - 1) {
                    write(origin, (word << 6) + Long.numberOfTrailingZeros(rest), values);
                }
                return;
            }
            for (int i = 0; i < offset.length; i++) {
                if (values[i] == 0) {
                    zero64(origin, word, i);
                } else {
                    fill64(origin, word << 6, i, values[i]);
                }
            }
        }

        void zero(long origin, int word, long rows) {
            if ((rows & rows - 1) == 0) {
                zero(origin, (word << 6) + Long.numberOfTrailingZeros(rows));
            } else {
                zeroSeveral(origin, word, rows);
            }
        }

        private void zeroSeveral(long origin, int word, long rows) {
            if (rows == -1L) {
                for (int i = 0; i < offset.length; i++) {
                    zero64(origin, word, i);
                }
                return;
            }
            for (long rest = rows; rest != 0; rest &= rest - 1) {
                zero(origin, (word << 6) + Long.numberOfTrailingZeros(rest));
            }
        }

        void zero(long origin, int row) {
            if (isFewInts) {
                zeroFewInts(origin, row);
                return;
            }
            int i = 0;
            for (; i < end8; i++) {
                ColumnMemory.putLong(origin, row, offset[i], 0);
            }
            for (; i < end4; i++) {
                ColumnMemory.putInt(origin, row, offset[i], 0);
            }
            for (; i < end2; i++) {
                ColumnMemory.putShort(origin, row, offset[i], (short) 0);
            }
            for (; i < offset.length; i++) {
                ColumnMemory.putByte(origin, row, offset[i], (byte) 0);
            }
        }

        private void zero64(long origin, int word, int lane) {
            int shift = shift(lane);
            UnsafeApi.setMemory(origin + offset[lane] + ((long) word << 6 << shift), 64L << shift, (byte) 0);
        }

        private void fill64(long origin, int first, int lane, long value) {
            int end = first + 64 & 2 * BlockLayout.ROWS - 1;
            int laneOffset = offset[lane];
            switch (shift(lane)) {
                case 3 -> {
                    for (int row = first; row < end; row++) {
                        ColumnMemory.putLong(origin, row, laneOffset, value);
                    }
                }
                case 2 -> {
                    for (int row = first; row < end; row++) {
                        ColumnMemory.putInt(origin, row, laneOffset, (int) value);
                    }
                }
                case 1 -> {
                    for (int row = first; row < end; row++) {
                        ColumnMemory.putShort(origin, row, laneOffset, (short) value);
                    }
                }
                default -> UnsafeApi.setMemory(origin + laneOffset + first, 64, (byte) value);
            }
        }

        /** log2 of the size of a lane. */
        public int shift(int lane) {
            return lane < end8 ? 3 : lane < end4 ? 2 : lane < end2 ? 1 : 0;
        }
    }
}
