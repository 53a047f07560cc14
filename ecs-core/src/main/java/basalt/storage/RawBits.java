package basalt.storage;

import basalt.component.ColumnKind;
import java.lang.reflect.Array;

/** Converts boxed column values to raw bits, in the low bytes of a long, and back. For cold code. */
final class RawBits {
    private RawBits() {}

    static long of(ColumnKind kind, Object value) {
        return switch (kind) {
            case FLOAT32 -> Float.floatToRawIntBits((Float) value);
            case FLOAT64 -> Double.doubleToRawLongBits((Double) value);
            case BOOLEAN -> (Boolean) value ? 1 : 0;
            case INT8, INT16, INT32, INT64, ENTITY -> ((Number) value).longValue();
            case REFERENCE -> throw noBits();
        };
    }

    static Object box(ColumnKind kind, long bits) {
        return switch (kind) {
            case FLOAT32 -> Float.intBitsToFloat((int) bits);
            case FLOAT64 -> Double.longBitsToDouble(bits);
            case BOOLEAN -> bits != 0;
            case INT8 -> (byte) bits;
            case INT16 -> (short) bits;
            case INT32 -> (int) bits;
            case INT64, ENTITY -> bits;
            case REFERENCE -> throw noBits();
        };
    }

    static Object newArray(ColumnKind kind, int length) {
        Class<?> element = switch (kind) {
            case FLOAT32 -> float.class;
            case FLOAT64 -> double.class;
            case BOOLEAN -> boolean.class;
            case INT8 -> byte.class;
            case INT16 -> short.class;
            case INT32 -> int.class;
            case INT64, ENTITY -> long.class;
            case REFERENCE -> throw noBits();
        };
        return Array.newInstance(element, length);
    }

    private static IllegalArgumentException noBits() {
        return new IllegalArgumentException("a reference has no bits; it is stored in References");
    }
}
