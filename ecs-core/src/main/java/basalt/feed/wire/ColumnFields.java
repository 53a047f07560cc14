package basalt.feed.wire;

import static basalt.feed.wire.Frames.CHUNK_ROWS;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Column;
import basalt.component.DoubleColumn;
import basalt.component.EntityColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.ShortColumn;
import basalt.storage.ColumnMemory;
import basalt.world.World;

/** One lane of a column as one or more fields: ints that are sent. Immutable. */
abstract class ColumnFields {
    final Column column;
    final int lane;

    final int first;

    ColumnFields(Column column, int lane, int first) {
        this.column = column;
        this.lane = lane;
        this.first = first;
    }

    int count() {
        return 1;
    }

    /** The scale of the only field; null if it is not scaled. */
    Scale scale() {
        return null;
    }

    /** Encodes the values of rows. SAFETY: the block's memory has the column, and each row has its component. */
    abstract void encode(RowWord rows);

    /** Whether the fields are some that {@link #encode} makes. */
    boolean isValid(int[] values, int place) {
        return true;
    }

    /** Writes the value into an entity of a client's world. */
    abstract void write(int[] values, int place, World world, long entity, Handles handles);

    /** Writes a value between two others; one that cannot be divided is the earlier one. */
    void blend(int[] from, int[] to, int place, double part, World world, long entity, Handles handles) {
        write(from, place, world, entity, handles);
    }

    /** The entities of a client's world. */
    interface Handles {
        /** The entity that stands for one of the server; {@link basalt.component.Entity#NULL} if there is none. */
        long local(int index, int generation);
    }

    static ColumnFields of(Column column, int lane, int first, Scale scale) {
        return switch (column.kind()) {
            case FLOAT32 -> scale == null ? new Floats(column, lane, first) : new Scaled(column, lane, first, scale);
            case FLOAT64 -> scale == null ? new Longs(column, lane, first) : new Scaled(column, lane, first, scale);
            case INT8, INT16, INT32, BOOLEAN -> new Ints(column, lane, first);
            default -> new Longs(column, lane, first);
        };
    }

    /** Floats and doubles as multiples of a step. */
    private static final class Scaled extends ColumnFields {
        private final Scale scale;

        Scaled(Column column, int lane, int first, Scale scale) {
            super(column, lane, first);
            this.scale = scale;
        }

        @Override
        Scale scale() {
            return scale;
        }

        @Override
        void encode(RowWord rows) {
            int offset = column.laneOffset(lane);
            boolean isFloat = column instanceof FloatColumn;
            for (int i = 0; i < rows.count; i++) {
                double value = isFloat
                        ? ColumnMemory.getFloat(rows.base, rows.rows[i], offset)
                        : ColumnMemory.getDouble(rows.base, rows.rows[i], offset);
                rows.values[i][first * CHUNK_ROWS + rows.places[i]] = scale.encode(value);
            }
        }

        @Override
        boolean isValid(int[] values, int place) {
            return scale.isValid(values[first * CHUNK_ROWS + place]);
        }

        private double decode(int[] values, int place) {
            return scale.decode(values[first * CHUNK_ROWS + place]);
        }

        @Override
        void write(int[] values, int place, World world, long entity, Handles handles) {
            set(world, entity, decode(values, place));
        }

        @Override
        void blend(int[] from, int[] to, int place, double part, World world, long entity, Handles handles) {
            double start = decode(from, place);
            set(world, entity, start + (decode(to, place) - start) * part);
        }

        private void set(World world, long entity, double value) {
            if (column instanceof FloatColumn floats) {
                world.set(entity, floats, lane, (float) value);
            } else {
                world.set(entity, (DoubleColumn) column, lane, value);
            }
        }
    }

    /** Floats, bit by bit. */
    private static final class Floats extends ColumnFields {
        Floats(Column column, int lane, int first) {
            super(column, lane, first);
        }

        @Override
        void encode(RowWord rows) {
            int offset = column.laneOffset(lane);
            for (int i = 0; i < rows.count; i++) {
                rows.values[i][first * CHUNK_ROWS + rows.places[i]] =
                        ColumnMemory.getInt(rows.base, rows.rows[i], offset);
            }
        }

        private float decode(int[] values, int place) {
            return Float.intBitsToFloat(values[first * CHUNK_ROWS + place]);
        }

        @Override
        void write(int[] values, int place, World world, long entity, Handles handles) {
            world.set(entity, (FloatColumn) column, lane, decode(values, place));
        }

        @Override
        void blend(int[] from, int[] to, int place, double part, World world, long entity, Handles handles) {
            float start = decode(from, place);
            float value = start + (float) (((double) decode(to, place) - start) * part);
            boolean isBetween = Math.abs(value) <= Float.MAX_VALUE; // false for infinity and NaN
            world.set(entity, (FloatColumn) column, lane, isBetween ? value : start);
        }
    }

    /** Integers of up to 32 bits, and booleans. */
    private static final class Ints extends ColumnFields {
        Ints(Column column, int lane, int first) {
            super(column, lane, first);
        }

        @Override
        void encode(RowWord rows) {
            int offset = column.laneOffset(lane);
            for (int i = 0; i < rows.count; i++) {
                rows.values[i][first * CHUNK_ROWS + rows.places[i]] = read(rows.base, rows.rows[i], offset);
            }
        }

        private int read(long base, int row, int offset) {
            return switch (column.kind()) {
                case INT8 -> ColumnMemory.getByte(base, row, offset);
                case INT16 -> ColumnMemory.getShort(base, row, offset);
                case INT32 -> ColumnMemory.getInt(base, row, offset);
                default -> ColumnMemory.getBoolean(base, row, offset) ? 1 : 0;
            };
        }

        @Override
        boolean isValid(int[] values, int place) {
            int value = values[first * CHUNK_ROWS + place];
            return switch (column.kind()) {
                case INT8 -> value == (byte) value;
                case INT16 -> value == (short) value;
                case INT32 -> true;
                default -> value >>> 1 == 0;
            };
        }

        @Override
        void write(int[] values, int place, World world, long entity, Handles handles) {
            int value = values[first * CHUNK_ROWS + place];
            switch (column.kind()) {
                case INT8 -> world.set(entity, (ByteColumn) column, lane, (byte) value);
                case INT16 -> world.set(entity, (ShortColumn) column, lane, (short) value);
                case INT32 -> world.set(entity, (IntColumn) column, lane, value);
                default -> world.set(entity, (BooleanColumn) column, lane, value != 0);
            }
        }
    }

    /** Longs, entities and unscaled doubles: two fields, the low half first. */
    private static final class Longs extends ColumnFields {
        Longs(Column column, int lane, int first) {
            super(column, lane, first);
        }

        @Override
        int count() {
            return 2;
        }

        @Override
        void encode(RowWord rows) {
            int offset = column.laneOffset(lane);
            for (int i = 0; i < rows.count; i++) {
                long value = ColumnMemory.getLong(rows.base, rows.rows[i], offset);
                int at = first * CHUNK_ROWS + rows.places[i];
                rows.values[i][at] = (int) value;
                rows.values[i][at + CHUNK_ROWS] = (int) (value >>> Integer.SIZE);
            }
        }

        private long decode(int[] values, int place) {
            int at = first * CHUNK_ROWS + place;
            return (long) values[at + CHUNK_ROWS] << Integer.SIZE | Integer.toUnsignedLong(values[at]);
        }

        @Override
        void write(int[] values, int place, World world, long entity, Handles handles) {
            long value = decode(values, place);
            if (column instanceof LongColumn longs) {
                world.set(entity, longs, lane, value);
            } else if (column instanceof DoubleColumn doubles) {
                world.set(entity, doubles, lane, Double.longBitsToDouble(value));
            } else {
                long local = handles.local((int) value, (int) (value >>> Integer.SIZE));
                world.set(entity, (EntityColumn) column, lane, local);
            }
        }

        @Override
        void blend(int[] from, int[] to, int place, double part, World world, long entity, Handles handles) {
            if (column instanceof DoubleColumn doubles) {
                double start = Double.longBitsToDouble(decode(from, place));
                double end = Double.longBitsToDouble(decode(to, place));
                double value = start * (1 - part) + end * part;
                world.set(entity, doubles, lane, Math.abs(value) <= Double.MAX_VALUE ? value : start);
            } else {
                write(from, place, world, entity, handles);
            }
        }
    }
}
