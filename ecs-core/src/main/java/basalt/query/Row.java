package basalt.query;

import static basalt.storage.ColumnMemory.scalar;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.DoubleColumn;
import basalt.component.EntityColumn;
import basalt.component.EnumColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.MissingComponentException;
import basalt.component.ReferenceColumn;
import basalt.component.ShortColumn;
import basalt.storage.ColumnMemory;
import basalt.storage.access.Store;

/**
 * One row: the column values of an entity. Scalars are read and written with {@code get(column)} and {@code set(column,
 * value)}, elements of fixed-length vectors with {@code get(column, lane)} and {@code set(column, lane, value)}. A
 * vector without a lane is an {@link IllegalArgumentException}, and a lane that the column does not have is an {@link
 * IndexOutOfBoundsException}.
 *
 * <p>There are two kinds of rows, with different checks and lifetimes:
 *
 * <p><b>Checked rows</b> are those of the world ({@code world.row(entity)}), of cursors and selections, of {@code
 * forEach} and {@code forEachSpan}, and of a template's initialiser. Each access checks that
 *
 * <ul>
 *   <li>the world is open, and the calling thread is the world's own or runs a system; if not, it throws {@link
 *       IllegalStateException};
 *   <li>the entity is alive; if not, it throws {@link basalt.component.DeadEntityException}, even if another entity
 *       uses the row now;
 *   <li>the entity has the component; if not, it throws {@link MissingComponentException}.
 * </ul>
 *
 * <p>A single row from the world, a span or a selection may be kept: it is a small object with a handle and a world,
 * and the JIT can usually remove the allocation. A loop ({@code forEach}, an initialiser) passes the same object to
 * each call of its body and moves it to the next row, and so does a cursor. This makes no garbage. Such a row is valid
 * during the call, or until the cursor moves. Strict mode makes an object for each call, so that it also detects a kept
 * row while the loop still runs.
 *
 * <p><b>Kernel rows</b> are the rows of kernels, of their partners and parents. They are as fast as an array, and
 * valid only during the call of the body. Outside of strict mode almost nothing is checked. A component that the
 * entity lacks has undefined values, from the row's own memory. After its entity is destroyed, the row may hold another
 * entity, so a body that destroys the entity reads the handle first. A row that is kept after the call is another row
 * or none, and after the world is closed it refers to freed memory. In strict mode each of these is an error.
 *
 * <p>For both kinds, strict mode also checks that the query and the system have declared the component.
 */
public abstract sealed class Row permits KernelRow, CheckedRow, RelatedRow {
    /** The row in its block. SAFETY: below ROWS; the subclasses ensure it where they set it. */
    int row;

    private float x;
    private float y;
    private float z;

    Row(int row) {
        this.row = row;
    }

    /** Moves to a block, for a loop. SAFETY: it is a block of the world. */
    abstract void enter(long block);

    /** In a kernel over neighbours: the coordinates of the grid, as they were when it was built. */
    final void coordinates(float newX, float newY, float newZ) {
        x = newX;
        y = newY;
        z = newZ;
    }

    /** One of {@link #coordinates}. */
    final float coordinate(int number) {
        return number == 0 ? x : number == 1 ? y : z;
    }

    /**
     * Moves to a row of the block for one call of a body. In strict mode, returns a new object that {@link #leave}
     * makes invalid.
     */
    abstract Row at(int next);

    abstract void leave();

    /** The recorder of the loop's thread, which only the row of a kernel's own query has. */
    Commands commands() {
        throw new AssertionError("this row is not that of a kernel with commands");
    }

    /**
     * The address of the block, to read a column of the row. In a kernel with constant columns the JIT removes the
     * call. The offset is that of the column, or of one of its lanes.
     */
    abstract long readable(ComponentInfo component, Column column, int offset);

    /** As {@link #readable}, for a column that is written. */
    abstract long writable(ComponentInfo component, Column column, int offset);

    abstract Object reference(ReferenceColumn<?> column);

    abstract void setReference(ReferenceColumn<?> column, Object value);

    /** {@return the handle of the entity; a checked row keeps it after the entity is destroyed} */
    public abstract long entity();

    /**
     * {@return the index of the entity, unsigned, as in its handle}
     *
     * <p>It stays while the entity lives, also when its data moves to another row by {@code world.rows().compact()} or
     * {@code world.rows().arrange(query)}. A later entity may have it again, with another generation. It is not the
     * number of the row: rows have no numbers that stay.
     */
    public abstract int index();

    /**
     * {@return whether the entity has a component, enabled or not}
     *
     * @param component any component of entities; for that of an event's column, checked rows and strict mode throw
     *     {@link IllegalArgumentException}, and other rows return false
     */
    public abstract boolean has(Component<?> component);

    /** As {@link #has(Component)}, by the record's class. */
    public final boolean has(Class<? extends Record> type) {
        return has(Store.component(type));
    }

    /**
     * {@return whether the entity has a component and it is enabled}
     *
     * @param component any component of entities; for that of an event's column, checked rows and strict mode throw
     *     {@link IllegalArgumentException}, and other rows return false
     */
    public abstract boolean isEnabled(Component<?> component);

    /** As {@link #isEnabled(Component)}, by the record's class. */
    public final boolean isEnabled(Class<? extends Record> type) {
        return isEnabled(Store.component(type));
    }

    /**
     * {@return the value}
     *
     * @param column a scalar column
     */
    public float get(FloatColumn column) {
        int offset = scalar(column.length(), column.offset());
        return ColumnMemory.getFloat(readable(column.component(), column, offset), row, offset);
    }

    /**
     * Writes a value.
     *
     * @param column a scalar column
     */
    public void set(FloatColumn column, float value) {
        int offset = scalar(column.length(), column.offset());
        ColumnMemory.putFloat(writable(column.component(), column, offset), row, offset, value);
    }

    /**
     * {@return an element of a vector}
     *
     * @param lane index of the element, from 0
     */
    public float get(FloatColumn column, int lane) {
        int offset = column.laneOffset(lane);
        return ColumnMemory.getFloat(readable(column.component(), column, offset), row, offset);
    }

    /**
     * Writes an element of a vector.
     *
     * @param lane index of the element, from 0
     */
    public void set(FloatColumn column, int lane, float value) {
        int offset = column.laneOffset(lane);
        ColumnMemory.putFloat(writable(column.component(), column, offset), row, offset, value);
    }

    /** As {@link #get(FloatColumn)}. */
    public double get(DoubleColumn column) {
        int offset = scalar(column.length(), column.offset());
        return ColumnMemory.getDouble(readable(column.component(), column, offset), row, offset);
    }

    /** As {@link #set(FloatColumn, float)}. */
    public void set(DoubleColumn column, double value) {
        int offset = scalar(column.length(), column.offset());
        ColumnMemory.putDouble(writable(column.component(), column, offset), row, offset, value);
    }

    /** As {@link #get(FloatColumn, int)}. */
    public double get(DoubleColumn column, int lane) {
        int offset = column.laneOffset(lane);
        return ColumnMemory.getDouble(readable(column.component(), column, offset), row, offset);
    }

    /** As {@link #set(FloatColumn, int, float)}. */
    public void set(DoubleColumn column, int lane, double value) {
        int offset = column.laneOffset(lane);
        ColumnMemory.putDouble(writable(column.component(), column, offset), row, offset, value);
    }

    /** As {@link #get(FloatColumn)}. */
    public byte get(ByteColumn column) {
        int offset = scalar(column.length(), column.offset());
        return ColumnMemory.getByte(readable(column.component(), column, offset), row, offset);
    }

    /** As {@link #set(FloatColumn, float)}. */
    public void set(ByteColumn column, byte value) {
        int offset = scalar(column.length(), column.offset());
        ColumnMemory.putByte(writable(column.component(), column, offset), row, offset, value);
    }

    /** As {@link #get(FloatColumn, int)}. */
    public byte get(ByteColumn column, int lane) {
        int offset = column.laneOffset(lane);
        return ColumnMemory.getByte(readable(column.component(), column, offset), row, offset);
    }

    /** As {@link #set(FloatColumn, int, float)}. */
    public void set(ByteColumn column, int lane, byte value) {
        int offset = column.laneOffset(lane);
        ColumnMemory.putByte(writable(column.component(), column, offset), row, offset, value);
    }

    /** As {@link #get(FloatColumn)}. */
    public short get(ShortColumn column) {
        int offset = scalar(column.length(), column.offset());
        return ColumnMemory.getShort(readable(column.component(), column, offset), row, offset);
    }

    /** As {@link #set(FloatColumn, float)}. */
    public void set(ShortColumn column, short value) {
        int offset = scalar(column.length(), column.offset());
        ColumnMemory.putShort(writable(column.component(), column, offset), row, offset, value);
    }

    /** As {@link #get(FloatColumn, int)}. */
    public short get(ShortColumn column, int lane) {
        int offset = column.laneOffset(lane);
        return ColumnMemory.getShort(readable(column.component(), column, offset), row, offset);
    }

    /** As {@link #set(FloatColumn, int, float)}. */
    public void set(ShortColumn column, int lane, short value) {
        int offset = column.laneOffset(lane);
        ColumnMemory.putShort(writable(column.component(), column, offset), row, offset, value);
    }

    /** As {@link #get(FloatColumn)}. */
    public int get(IntColumn column) {
        int offset = scalar(column.length(), column.offset());
        return ColumnMemory.getInt(readable(column.component(), column, offset), row, offset);
    }

    /** As {@link #set(FloatColumn, float)}. */
    public void set(IntColumn column, int value) {
        int offset = scalar(column.length(), column.offset());
        ColumnMemory.putInt(writable(column.component(), column, offset), row, offset, value);
    }

    /** As {@link #get(FloatColumn, int)}. */
    public int get(IntColumn column, int lane) {
        int offset = column.laneOffset(lane);
        return ColumnMemory.getInt(readable(column.component(), column, offset), row, offset);
    }

    /** As {@link #set(FloatColumn, int, float)}. */
    public void set(IntColumn column, int lane, int value) {
        int offset = column.laneOffset(lane);
        ColumnMemory.putInt(writable(column.component(), column, offset), row, offset, value);
    }

    /** As {@link #get(FloatColumn)}. */
    public long get(LongColumn column) {
        int offset = scalar(column.length(), column.offset());
        return ColumnMemory.getLong(readable(column.component(), column, offset), row, offset);
    }

    /** As {@link #set(FloatColumn, float)}. */
    public void set(LongColumn column, long value) {
        int offset = scalar(column.length(), column.offset());
        ColumnMemory.putLong(writable(column.component(), column, offset), row, offset, value);
    }

    /** As {@link #get(FloatColumn, int)}. */
    public long get(LongColumn column, int lane) {
        int offset = column.laneOffset(lane);
        return ColumnMemory.getLong(readable(column.component(), column, offset), row, offset);
    }

    /** As {@link #set(FloatColumn, int, float)}. */
    public void set(LongColumn column, int lane, long value) {
        int offset = column.laneOffset(lane);
        ColumnMemory.putLong(writable(column.component(), column, offset), row, offset, value);
    }

    /** As {@link #get(FloatColumn)}. */
    public boolean get(BooleanColumn column) {
        int offset = scalar(column.length(), column.offset());
        return ColumnMemory.getBoolean(readable(column.component(), column, offset), row, offset);
    }

    /** As {@link #set(FloatColumn, float)}. */
    public void set(BooleanColumn column, boolean value) {
        int offset = scalar(column.length(), column.offset());
        ColumnMemory.putBoolean(writable(column.component(), column, offset), row, offset, value);
    }

    /** As {@link #get(FloatColumn, int)}. */
    public boolean get(BooleanColumn column, int lane) {
        int offset = column.laneOffset(lane);
        return ColumnMemory.getBoolean(readable(column.component(), column, offset), row, offset);
    }

    /** As {@link #set(FloatColumn, int, float)}. */
    public void set(BooleanColumn column, int lane, boolean value) {
        int offset = column.laneOffset(lane);
        ColumnMemory.putBoolean(writable(column.component(), column, offset), row, offset, value);
    }

    /** As {@link #get(FloatColumn)}. */
    public long get(EntityColumn column) {
        int offset = scalar(column.length(), column.offset());
        return ColumnMemory.getLong(readable(column.component(), column, offset), row, offset);
    }

    /** As {@link #set(FloatColumn, float)}. */
    public void set(EntityColumn column, long value) {
        int offset = scalar(column.length(), column.offset());
        ColumnMemory.putLong(writable(column.component(), column, offset), row, offset, value);
    }

    /** As {@link #get(FloatColumn, int)}. */
    public long get(EntityColumn column, int lane) {
        int offset = column.laneOffset(lane);
        return ColumnMemory.getLong(readable(column.component(), column, offset), row, offset);
    }

    /** As {@link #set(FloatColumn, int, float)}. */
    public void set(EntityColumn column, int lane, long value) {
        int offset = column.laneOffset(lane);
        ColumnMemory.putLong(writable(column.component(), column, offset), row, offset, value);
    }

    /**
     * {@return the constant, or null}
     *
     * @param <E> the enum
     */
    public <E extends Enum<E>> E get(EnumColumn<E> column) {
        int offset = column.offset();
        long base = readable(column.component(), column, offset);
        return column.constant(ColumnMemory.getOrdinal(base, row, column));
    }

    /**
     * Writes a constant.
     *
     * @param value the new value, or null
     * @param <E> the enum
     */
    public <E extends Enum<E>> void set(EnumColumn<E> column, E value) {
        int offset = column.offset();
        int ordinal = column.ordinal(value);
        ColumnMemory.putOrdinal(writable(column.component(), column, offset), row, column, ordinal);
    }

    /**
     * {@return the reference, or null}
     *
     * @param <R> type of the reference
     */
    public <R> R get(ReferenceColumn<R> column) {
        return column.type().cast(reference(column));
    }

    /**
     * Writes a reference.
     *
     * @param value the new value, or null
     * @param <R> type of the reference
     */
    public <R> void set(ReferenceColumn<R> column, R value) {
        setReference(column, column.type().cast(value));
    }
}
