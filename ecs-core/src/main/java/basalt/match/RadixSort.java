package basalt.match;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.ComponentInfo;
import basalt.storage.ColumnMemory;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.access.Store;
import java.util.Arrays;

/**
 * Sorts indices by 64-bit keys, unsigned, least significant digit first; equal keys keep their order.
 *
 * <pre>
 *   keys   [capacity longs]    spareKeys   [capacity longs]
 *   order  [capacity ints]     spareOrder  [capacity ints]
 * </pre>
 *
 * <p>Each pass sorts keys and indices by one digit of eight bits, from one pair of arrays to the other. There are as
 * many passes as digits in which keys differ, and each is linear in the number of keys. Up to {@value #FEW} keys are
 * sorted by insertion, which is faster than two loops over the 256 counters of a pass.
 *
 * <p>SAFETY: the arrays are parts of one allocation, and indices into them are below the count, which is at most the
 * capacity.
 */
public final class RadixSort {
    static final int FEW = 32;

    private static final int DIGIT_BITS = 8;
    private static final int DIGIT_MASK = (1 << DIGIT_BITS) - 1;

    private final int[] offsets = new int[1 << DIGIT_BITS];
    private long keys;
    private long spareKeys;
    private long order;
    private long spareOrder;
    private int count;
    private long varying;

    public RadixSort() {}

    /** The memory that a sort needs. Returns bytes. */
    public static long bytes(int capacity) {
        return 3L * Math.max(capacity, 1) * Long.BYTES;
    }

    /**
     * Starts a new sort.
     *
     * @param memory {@link #bytes} of memory, aligned to 8, which the caller frees
     */
    public void begin(long memory, int capacity) {
        long longs = (long) Math.max(capacity, 1) * Long.BYTES;
        keys = memory;
        spareKeys = keys + longs;
        order = spareKeys + longs;
        spareOrder = order + longs / 2;
        clear();
    }

    /** Starts a new sort in the same memory. */
    public void clear() {
        count = 0;
        varying = 0;
    }

    public void add(long key, int index) {
        put(count++, key, index);
        varying |= key ^ key(0);
    }

    /** Sorts the keys and indices. */
    public void sort() {
        if (count <= FEW) {
            insert();
            return;
        }
        for (int shift = 0; shift < Long.SIZE; shift += DIGIT_BITS) {
            if ((varying >>> shift & DIGIT_MASK) != 0) {
                pass(shift);
            }
        }
    }

    public int count() {
        return count;
    }

    public long key(int position) {
        return ColumnMemory.getLong(keys, position, 0);
    }

    /** {@return the address of the array of indices; sorted after {@link #sort}} */
    public long order() {
        return order;
    }

    /** An array as large as that of the keys, for other uses after {@link #sort}. */
    public long spare() {
        return spareKeys;
    }

    private void insert() {
        for (int i = 1; i < count; i++) {
            long key = key(i);
            int index = ColumnMemory.getInt(order, i, 0);
            int position = i;
            while (position > 0 && Long.compareUnsigned(key(position - 1), key) > 0) {
                put(position, key(position - 1), ColumnMemory.getInt(order, position - 1, 0));
                position--;
            }
            put(position, key, index);
        }
    }

    private void pass(int shift) {
        Arrays.fill(offsets, 0);
        for (int i = 0; i < count; i++) {
            offsets[digit(key(i), shift)]++;
        }
        int start = 0;
        for (int digit = 0; digit <= DIGIT_MASK; digit++) {
            int keysOfDigit = offsets[digit];
            offsets[digit] = start;
            start += keysOfDigit;
        }
        for (int i = 0; i < count; i++) {
            long key = key(i);
            int position = offsets[digit(key, shift)]++;
            ColumnMemory.putLong(spareKeys, position, 0, key);
            ColumnMemory.putInt(spareOrder, position, 0, ColumnMemory.getInt(order, i, 0));
        }
        exchange();
    }

    private void exchange() {
        long sortedKeys = spareKeys;
        spareKeys = keys;
        keys = sortedKeys;
        long sortedOrder = spareOrder;
        spareOrder = order;
        order = sortedOrder;
    }

    private void put(int position, long key, int index) {
        ColumnMemory.putLong(keys, position, 0, key);
        ColumnMemory.putInt(order, position, 0, index);
    }

    private static int digit(long key, int shift) {
        return (int) (key >>> shift) & DIGIT_MASK;
    }

    /**
     * Converts the values of a column to 64-bit keys with the same order, compared as unsigned numbers:
     *
     * <pre>
     *   integers   the sign bit flipped: the lowest value is 0
     *   floats     the sign bit flipped, of negative ones all bits: -infinity ... -0, 0 ... infinity;
     *              each NaN is all ones
     *   booleans   0 or 1
     *   entities   the halves of the handle exchanged: by index, then by generation, both unsigned
     * </pre>
     *
     * <p>A key uses as many low bits as the value has. For descending order these bits are flipped, except that NaN
     * stays last.
     */
    public static final class SortKeys {
        private final Store store;
        private ComponentInfo component;
        private ColumnKind kind;
        private int offset;
        private long mask;
        private boolean descending;
        private long key;

        public SortKeys(Store store) {
            this.store = store;
        }

        /** Sets the column to read. */
        public void start(Filter filter, Column column, boolean newDescending, String takers) {
            filter.requireScalar(column, takers);
            if (column.kind() == ColumnKind.REFERENCE) {
                throw new IllegalArgumentException("column " + column.field()
                        + " holds references, which have no order; " + takers + " take numbers, booleans and entities");
            }
            component = column.component();
            kind = column.kind();
            offset = column.offset();
            mask = -1L >>> Long.SIZE - Byte.SIZE * kind.sizeBytes();
            descending = newDescending;
        }

        /** Throws if a column is of floats, which cannot be grouped. */
        public static void requireGroupable(Column column) {
            if (isFloating(column.kind())) {
                throw new IllegalArgumentException("column " + column.field()
                        + " is of floats, and groups are of integers, booleans or entities; sortBy() it, or group by an"
                        + " integer that is computed from it");
            }
        }

        public boolean read(long entity) {
            long place = store.entities().tryLocate(entity);
            long base = Place.base(place);
            int row = Place.row(place);
            // SAFETY: it is alive, so its block exists, and it has the component.
            if (place == 0 || !Pools.has(base, row, component.id())) {
                return false;
            }
            key = key(base, row);
            return true;
        }

        public long key(long base, int row) {
            long ascending = ascending(base, row);
            return descending && !isNaN(ascending) ? ascending ^ mask : ascending;
        }

        public long key() {
            return key;
        }

        private boolean isNaN(long ascending) {
            return ascending == mask && isFloating(kind);
        }

        private static boolean isFloating(ColumnKind kind) {
            return kind == ColumnKind.FLOAT32 || kind == ColumnKind.FLOAT64;
        }

        private long ascending(long base, int row) {
            return switch (kind) {
                case FLOAT32 -> ofFloat(ColumnMemory.getInt(base, row, offset));
                case FLOAT64 -> ofDouble(ColumnMemory.getLong(base, row, offset));
                case INT8 -> (ColumnMemory.getByte(base, row, offset) ^ Byte.MIN_VALUE) & mask;
                case INT16 -> (ColumnMemory.getShort(base, row, offset) ^ Short.MIN_VALUE) & mask;
                case INT32 -> (ColumnMemory.getInt(base, row, offset) ^ Integer.MIN_VALUE) & mask;
                case INT64 -> ColumnMemory.getLong(base, row, offset) ^ Long.MIN_VALUE;
                case BOOLEAN -> ColumnMemory.getByte(base, row, offset) != 0 ? 1 : 0;
                default -> Long.rotateLeft(ColumnMemory.getLong(base, row, offset), Integer.SIZE);
            };
        }

        private static long ofFloat(int bits) {
            boolean nan = (bits & Integer.MAX_VALUE) > 0x7F80_0000;
            return Integer.toUnsignedLong(nan ? -1 : bits ^ (bits >> 31 | Integer.MIN_VALUE));
        }

        private static long ofDouble(long bits) {
            boolean nan = (bits & Long.MAX_VALUE) > 0x7FF0_0000_0000_0000L;
            return nan ? -1L : bits ^ (bits >> 63 | Long.MIN_VALUE);
        }

        /** The value of a key in ascending order. Not for floats. */
        public long value(long ascending) {
            return switch (kind) {
                case INT8 -> (byte) (ascending ^ Byte.MIN_VALUE);
                case INT16 -> (short) (ascending ^ Short.MIN_VALUE);
                case INT32 -> (int) (ascending ^ Integer.MIN_VALUE);
                case INT64 -> ascending ^ Long.MIN_VALUE;
                case ENTITY -> Long.rotateLeft(ascending, Integer.SIZE);
                default -> ascending;
            };
        }
    }
}
