package basalt.storage;

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
}
