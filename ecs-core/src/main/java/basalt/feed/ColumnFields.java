package basalt.feed;

import static basalt.feed.Frames.CHUNK_ROWS;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.EntityColumn;
import basalt.component.FloatColumn;
import basalt.storage.ColumnMemory;
import basalt.storage.Elements;

/** One lane of a column as one or two fields, or a rotation as four: the ints that are sent. Immutable. */
class ColumnFields {
    final Column column;
    final int lane;
    final int first;

    /** Null if the value is sent bit by bit. */
    final Quantisation scale;

    private final ColumnKind kind;

    /** Whether there are two fields, the low half first: for longs, entities and unscaled doubles. */
    private final boolean isWide;

    ColumnFields(Column column, int lane, int first, Quantisation scale) {
        this.column = column;
        this.lane = lane;
        this.first = first;
        this.scale = scale;
        kind = column.kind();
        isWide = scale == null && kind.sizeBytes() == Long.BYTES;
    }

    int count() {
        return isWide ? 2 : 1;
    }

    /** Encodes the values of rows. SAFETY: the block's memory has the column, and each row has its component. */
    void encode(FrameEncoder.Rows rows) {
        if (scale != null) {
            encodeScaled(rows);
        } else if (isWide) {
            encodeLongs(rows);
        } else if (kind == ColumnKind.FLOAT32) {
            encodeBits(rows);
        } else {
            int offset = column.laneOffset(lane);
            for (int i = 0; i < rows.count; i++) {
                rows.values[i][first * CHUNK_ROWS + rows.places[i]] = readInt(rows.base, rows.rows[i], offset);
            }
        }
    }

    private int readInt(long base, int row, int offset) {
        return switch (kind) {
            case INT8 -> ColumnMemory.getByte(base, row, offset);
            case INT16 -> ColumnMemory.getShort(base, row, offset);
            case BOOLEAN -> ColumnMemory.getBoolean(base, row, offset) ? 1 : 0;
            default -> ColumnMemory.getInt(base, row, offset);
        };
    }

    /** Exact floats. A loop of its own, without the question for the kind in each row. */
    private void encodeBits(FrameEncoder.Rows rows) {
        int offset = column.laneOffset(lane);
        for (int i = 0; i < rows.count; i++) {
            rows.values[i][first * CHUNK_ROWS + rows.places[i]] = ColumnMemory.getInt(rows.base, rows.rows[i], offset);
        }
    }

    private void encodeScaled(FrameEncoder.Rows rows) {
        int offset = column.laneOffset(lane);
        boolean isFloat = column instanceof FloatColumn;
        for (int i = 0; i < rows.count; i++) {
            double value = isFloat
                    ? ColumnMemory.getFloat(rows.base, rows.rows[i], offset)
                    : ColumnMemory.getDouble(rows.base, rows.rows[i], offset);
            rows.values[i][first * CHUNK_ROWS + rows.places[i]] = scale.encode(value);
        }
    }

    private void encodeLongs(FrameEncoder.Rows rows) {
        int offset = column.laneOffset(lane);
        for (int i = 0; i < rows.count; i++) {
            long value = ColumnMemory.getLong(rows.base, rows.rows[i], offset);
            int at = first * CHUNK_ROWS + rows.places[i];
            rows.values[i][at] = (int) value;
            rows.values[i][at + CHUNK_ROWS] = (int) (value >>> Integer.SIZE);
        }
    }

    /** Whether the fields are some that {@link #encode} makes. */
    boolean isValid(int[] values, int place) {
        int value = values[first * CHUNK_ROWS + place];
        return scale != null
                ? scale.isValid(value)
                : switch (kind) {
                    case INT8 -> value == (byte) value;
                    case INT16 -> value == (short) value;
                    case BOOLEAN -> value >>> 1 == 0;
                    default -> true;
                };
    }

    private long bits(int[] values, int place) {
        int at = first * CHUNK_ROWS + place;
        return isWide
                ? (long) values[at + CHUNK_ROWS] << Integer.SIZE | Integer.toUnsignedLong(values[at])
                : values[at];
    }

    /** Counts the memory that {@link #write} needs outside of the block. Returns whether it does. */
    boolean need(int[] values, int place, Elements elements) {
        return false;
    }

    /**
     * Writes a value into a row of a client's world, which has the component.
     *
     * @param to a later value, with the part of the way to it that has passed; null for none. A value that cannot be
     *     divided stays the earlier one
     */
    void write(int[] from, int[] to, int place, double part, long base, int row, MirrorRows rows) {
        long bits = bits(from, place);
        int offset = column.laneOffset(lane);
        switch (kind) {
            case FLOAT32 -> ColumnMemory.putFloat(base, row, offset, (float) number(from, to, place, part));
            case FLOAT64 -> ColumnMemory.putDouble(base, row, offset, number(from, to, place, part));
            case INT8 -> ColumnMemory.putByte(base, row, offset, (byte) bits);
            case INT16 -> ColumnMemory.putShort(base, row, offset, (short) bits);
            case INT32 -> ColumnMemory.putInt(base, row, offset, (int) bits);
            case INT64 -> ColumnMemory.putLong(base, row, offset, bits);
            case BOOLEAN -> ColumnMemory.putBoolean(base, row, offset, bits != 0);
            default -> ColumnMemory.putLong(base, row, offset, rows.local(bits));
        }
    }

    private double number(int[] from, int[] to, int place, double part) {
        double start = number(from, place);
        if (to == null) {
            return start;
        }
        double end = number(to, place);
        double value = start + (end * part - start * part);
        boolean isBetween = Math.abs(value) <= Double.MAX_VALUE; // false for infinity and NaN
        return isBetween ? value : start;
    }

    private double number(int[] values, int place) {
        if (scale != null) {
            return scale.decode(values[first * CHUNK_ROWS + place]);
        }
        long bits = bits(values, place);
        return isWide ? Double.longBitsToDouble(bits) : Float.intBitsToFloat((int) bits);
    }

    /**
     * Whether a predicted value differs from one of the server by so many steps of the scale at most, or is the entity
     * that the client shows for the server's.
     */
    boolean isNear(int[] one, int place, int[] other, int otherPlace, int steps, MirrorRows shown) {
        if (column instanceof EntityColumn) {
            return shown.isShownAs(bits(one, place), bits(other, otherPlace));
        }
        for (int i = 0; i < count(); i++) {
            int at = (first + i) * CHUNK_ROWS;
            if (Math.abs((long) one[at + place] - other[at + otherPlace]) > (scale == null ? 0 : steps)) {
                return false;
            }
        }
        return true;
    }

    /**
     * A rotation, that is, a quaternion of length 1 in four floats, as four fields: which part is the largest, and the
     * other three, which lie between -1/sqrt(2) and 1/sqrt(2) ("smallest three"). The largest one follows from these;
     * its sign is made positive, since a quaternion and its negative are the same rotation.
     */
    static final class Rotation extends ColumnFields {
        private static final int PARTS = 4;

        private final FloatColumn[] columns;
        private final int most;
        private final double perStep;

        /** Of four scalar columns, or of four times the one with four lanes. */
        Rotation(FloatColumn[] columns, int first, int bits) {
            super(columns[0], 0, first, null);
            this.columns = columns;
            most = (1 << bits - 1) - 1;
            perStep = Math.sqrt(0.5) / most;
        }

        @Override
        int count() {
            return PARTS;
        }

        private int lane(int part) {
            return columns[part].length() == 1 ? 0 : part;
        }

        @Override
        void encode(FrameEncoder.Rows rows) {
            for (int i = 0; i < rows.count; i++) {
                float x = part(rows, i, 0);
                float y = part(rows, i, 1);
                float z = part(rows, i, 2);
                float w = part(rows, i, 3);
                encode(x, y, z, w, rows.values[i], first * CHUNK_ROWS + rows.places[i]);
            }
        }

        private float part(FrameEncoder.Rows rows, int i, int part) {
            return ColumnMemory.getFloat(rows.base, rows.rows[i], columns[part].laneOffset(lane(part)));
        }

        private void encode(float x, float y, float z, float w, int[] to, int at) {
            double length = Math.sqrt((double) x * x + (double) y * y + (double) z * z + (double) w * w);
            boolean isRotation = length > 0 && length <= Double.MAX_VALUE; // others become no rotation at all
            int largest = isRotation ? largest(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w)) : PARTS - 1;
            to[at] = largest;
            double sign = part(x, y, z, w, largest) < 0 ? -1 : 1;
            int place = at;
            for (int part = 0; part < PARTS; part++) {
                if (part != largest) {
                    place += CHUNK_ROWS;
                    double value = isRotation ? sign * part(x, y, z, w, part) / length : 0;
                    to[place] = (int) Math.max(-most, Math.min(most, Math.rint(value / perStep)));
                }
            }
        }

        private static float part(float x, float y, float z, float w, int part) {
            return part < 2 ? part == 0 ? x : y : part == 2 ? z : w;
        }

        private static int largest(float x, float y, float z, float w) {
            int ofFirst = x >= y ? 0 : 1;
            int ofLast = z >= w ? 2 : 3;
            return Math.max(x, y) >= Math.max(z, w) ? ofFirst : ofLast;
        }

        private float decode(int[] values, int place, int part) {
            int at = first * CHUNK_ROWS + place;
            int largest = values[at];
            if (part != largest) {
                return (float) (values[at + (part < largest ? part + 1 : part) * CHUNK_ROWS] * perStep);
            }
            double rest = 1;
            for (int i = 1; i < PARTS; i++) {
                double value = values[at + i * CHUNK_ROWS] * perStep;
                rest -= value * value;
            }
            return (float) Math.sqrt(Math.max(0, rest));
        }

        private double dot(int[] one, int place, int[] other, int otherPlace) {
            double dot = 0;
            for (int i = 0; i < PARTS; i++) {
                dot += (double) decode(one, place, i) * decode(other, otherPlace, i);
            }
            return dot;
        }

        /** Whether two rotations differ by about so many steps at most, whichever part is the largest. */
        @Override
        boolean isNear(int[] one, int place, int[] other, int otherPlace, int steps, MirrorRows shown) {
            double distance = (steps + 1) * perStep; // the parts of each are rounded by half a step
            return 1 - Math.abs(dot(one, place, other, otherPlace)) <= 2 * distance * distance;
        }

        @Override
        boolean isValid(int[] values, int place) {
            int at = first * CHUNK_ROWS + place;
            boolean valid = values[at] >>> 2 == 0;
            for (int i = 1; i < PARTS; i++) {
                valid &= Math.abs((long) values[at + i * CHUNK_ROWS]) <= most;
            }
            return valid;
        }

        @Override
        void write(int[] from, int[] to, int place, double part, long base, int row, MirrorRows rows) {
            double dot = to == null ? 1 : dot(from, place, to, place);
            double passed = to == null ? 0 : part;
            double toPart = dot < 0 ? -passed : passed; // the shorter way
            double square = (1 - passed) * (1 - passed) + passed * passed + 2 * (1 - passed) * toPart * dot;
            double scaling = 1 / Math.sqrt(square); // at least 0.5 before the root: the dot and toPart have one sign
            for (int i = 0; i < PARTS; i++) {
                double end = to == null ? 0 : decode(to, place, i);
                double value = decode(from, place, i) * (1 - passed) + end * toPart;
                ColumnMemory.putFloat(base, row, columns[i].laneOffset(lane(i)), (float) (value * scaling));
            }
        }
    }
}
