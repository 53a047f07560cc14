package basalt.storage;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.ReferenceColumn;
import java.util.ArrayList;
import java.util.List;
import org.agrona.UnsafeApi;

/**
 * The lanes of a component's columns as plain arrays, for what touches all of them at once: zeroing and default values.
 *
 * <p>A value is carried as the raw bits of its lane, in the low bytes of a long.
 */
final class ColumnSet {
    private static final int[] NO_SLOTS = {};

    private final Component<?> component;
    private final int[] laneOffset;
    private final byte[] laneShift;
    private final int[] referenceSlots;

    ColumnSet(Component<?> component) {
        this.component = component;
        List<Integer> offsets = new ArrayList<>();
        List<Integer> shifts = new ArrayList<>();
        List<Integer> slots = new ArrayList<>();
        for (Column column : component.columns()) {
            if (column instanceof ReferenceColumn<?> reference) {
                slots.add(reference.slot());
                continue;
            }
            for (int lane = 0; lane < column.length(); lane++) {
                offsets.add(column.laneOffset(lane));
                shifts.add(column.kind().shift());
            }
        }
        laneOffset = offsets.stream().mapToInt(Integer::intValue).toArray();
        laneShift = new byte[shifts.size()];
        for (int i = 0; i < laneShift.length; i++) {
            laneShift[i] = shifts.get(i).byteValue();
        }
        referenceSlots = slots.isEmpty()
                ? NO_SLOTS
                : slots.stream().mapToInt(Integer::intValue).toArray();
    }

    Component<?> component() {
        return component;
    }

    int lanes() {
        return laneOffset.length;
    }

    int[] referenceSlots() {
        return referenceSlots;
    }

    /** Zeroes one row in all lanes. */
    void zero(long origin, int row) {
        for (int i = 0; i < laneOffset.length; i++) {
            put(origin, row, laneOffset[i], laneShift[i], 0);
        }
    }

    /** Zeroes the rows of {@code mask} among the 64 of a word. */
    void zero(long origin, int word, long mask) {
        if (mask == -1L) {
            for (int i = 0; i < laneOffset.length; i++) {
                UnsafeApi.setMemory(
                        origin + laneOffset[i] + ((long) word << 6 << laneShift[i]), 64L << laneShift[i], (byte) 0);
            }
            return;
        }
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            zero(origin, (word << 6) + Long.numberOfTrailingZeros(rest));
        }
    }

    /** Writes one row: the raw bits of each lane from {@code values[from]} on. */
    void write(long origin, int row, long[] values, int from) {
        for (int i = 0; i < laneOffset.length; i++) {
            put(origin, row, laneOffset[i], laneShift[i], values[from + i]);
        }
    }

    /** Writes the same values to the rows of {@code mask} among the 64 of a word. */
    void write(long origin, int word, long mask, long[] values, int from) {
        int first = word << 6;
        for (int i = 0; i < laneOffset.length; i++) {
            int offset = laneOffset[i];
            int shift = laneShift[i];
            long value = values[from + i];
            if (mask != -1L) {
                for (long rest = mask; rest != 0; rest &= rest - 1) {
                    put(origin, first + Long.numberOfTrailingZeros(rest), offset, shift, value);
                }
            } else if (value == 0) {
                UnsafeApi.setMemory(origin + offset + ((long) first << shift), 64L << shift, (byte) 0);
            } else {
                for (int row = first; row < first + 64; row++) {
                    put(origin, row, offset, shift, value);
                }
            }
        }
    }

    /** Reads one row into raw bits, {@code values[from]} on. */
    void read(long origin, int row, long[] values, int from) {
        for (int i = 0; i < laneOffset.length; i++) {
            values[from + i] = get(origin, row, laneOffset[i], laneShift[i]);
        }
    }

    private static void put(long origin, int row, int offset, int shift, long bits) {
        switch (shift) {
            case 2 -> ColumnMemory.putInt(origin, row, offset, (int) bits);
            case 3 -> ColumnMemory.putLong(origin, row, offset, bits);
            case 1 -> ColumnMemory.putShort(origin, row, offset, (short) bits);
            default -> ColumnMemory.putByte(origin, row, offset, (byte) bits);
        }
    }

    private static long get(long origin, int row, int offset, int shift) {
        return switch (shift) {
            case 2 -> ColumnMemory.getInt(origin, row, offset);
            case 3 -> ColumnMemory.getLong(origin, row, offset);
            case 1 -> ColumnMemory.getShort(origin, row, offset);
            default -> ColumnMemory.getByte(origin, row, offset);
        };
    }

    /** The raw bits of a boxed primitive of the given kind. */
    static long bits(ColumnKind kind, Object value) {
        return switch (kind) {
            case FLOAT32 -> Float.floatToRawIntBits((Float) value);
            case FLOAT64 -> Double.doubleToRawLongBits((Double) value);
            case BOOLEAN -> (Boolean) value ? 1 : 0;
            case INT8, INT16, INT32, INT64, ENTITY -> ((Number) value).longValue();
            case REFERENCE -> throw new IllegalArgumentException("a reference has no bits: kind=" + kind);
        };
    }

    /** The boxed primitive of raw bits. */
    static Object box(ColumnKind kind, long bits) {
        return switch (kind) {
            case FLOAT32 -> Float.intBitsToFloat((int) bits);
            case FLOAT64 -> Double.longBitsToDouble(bits);
            case BOOLEAN -> bits != 0;
            case INT8 -> (byte) bits;
            case INT16 -> (short) bits;
            case INT32 -> (int) bits;
            case INT64, ENTITY -> bits;
            case REFERENCE -> throw new IllegalArgumentException("a reference has no bits: kind=" + kind);
        };
    }
}
