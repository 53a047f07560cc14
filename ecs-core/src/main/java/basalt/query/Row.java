package basalt.query;

import static basalt.storage.ColumnMemory.scalar;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.DoubleColumn;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.MissingComponentException;
import basalt.component.ReferenceColumn;
import basalt.component.ShortColumn;
import basalt.friend.Friend;
import basalt.runtime.RowPlace;
import basalt.storage.ColumnMemory;

/**
 * One row: an entity's place in all columns. Scalars are read and written with {@code get(column)} and {@code
 * set(column, value)}, elements of fixed-length vectors with {@code get(column, lane)} and {@code set(column, lane,
 * value)}; a vector without a lane is an {@link IllegalArgumentException}, a lane that is not there an {@link
 * IndexOutOfBoundsException}.
 *
 * <p>There are two kinds of rows, which differ in what is checked and in how long they live:
 *
 * <p><b>Checked rows</b> are those of the world ({@code world.row(entity)}), of cursors and selections, of {@code
 * forEach} and {@code forEachSpan}, and of a template's initialiser. Each access checks that
 *
 * <ul>
 *   <li>the world is open, and the calling thread may use its columns now: its own, or one that runs a system; if not,
 *       it is an {@link IllegalStateException};
 *   <li>the entity is alive; if not, it is a {@link basalt.component.DeadEntityException} that names index and both
 *       generations, whatever has become of its place;
 *   <li>it has the component; if not, it is a {@link MissingComponentException}.
 * </ul>
 *
 * <p>So a row that was handed out singly, by the world, a span or a selection, may be kept: it is a handle and a world,
 * and a small object, which the JIT can mostly do without. A loop ({@code forEach}, an initialiser) gives its body the
 * same object in each call, as another row, and so does a cursor, whose row goes with it: that makes no garbage. Such a
 * row is for the call, or until the cursor goes on, and of no use after the loop. Strict mode takes an object of its
 * own for each call, and finds a row that was kept beyond it also while the loop goes on.
 *
 * <p><b>Kernel rows</b> are those of kernels, of their partners and of their spans, and are as fast as an array. They
 * are for the call of the body only. Outside of strict mode nothing is checked: a component that the row lacks has
 * undefined values, though always the row's own, and a sparse one that no row of the block has is a {@link
 * MissingComponentException}; once its entity is destroyed, another one may live in the row, so a body that destroys it
 * takes the handle first; kept beyond the call it is another row or none, and behind the end of the world memory of
 * others. In strict mode each is an error.
 *
 * <p>Of either kind strict mode also checks that the query and the system have declared the component.
 */
public abstract sealed class Row permits KernelRow, CheckedRow, PartnerRow, RecordingRow {
    /** The row in its block. SAFETY: below ROWS; the subclasses prove it where they set it. */
    int row;

    static {
        Friend.install(Row.class, RowPlace.class, new Friend<>() {
            @Override
            public Row outside(RowPlace place) {
                return place.entity() == Entity.NULL
                        ? new CheckedRow(place.writes())
                        : new CheckedRow(place.writes(), place.entity());
            }
        });
    }

    Row(int row) {
        this.row = row;
    }

    /** Goes to a block, for a loop. SAFETY: it is one of the world. */
    abstract void enter(long block);

    /**
     * Is a row of the block for one call of a body. Strict mode takes another object for each, which dies by {@link
     * #leave}.
     */
    abstract Row at(int next);

    abstract void leave();

    /**
     * What the column's offset counts from; with constant columns all of this is folded into the block's address in a
     * kernel.
     */
    abstract long origin(ComponentInfo component, boolean sparse, Column column);

    /** As {@link #origin}, of a column that is written. */
    abstract long target(ComponentInfo component, boolean sparse, Column column);

    abstract Object reference(ReferenceColumn<?> column);

    abstract void setReference(ReferenceColumn<?> column, Object value);

    /** {@return the handle of the entity; a checked row keeps it when the entity dies} */
    public abstract long entity();

    /** {@return the entity's index, unsigned: the same for each entity that lives in this row in the course of time} */
    public abstract int index();

    /**
     * {@return whether the entity has a component, enabled or not}
     *
     * @param component any component of entities; that of an event's column is an {@link IllegalArgumentException} in
     *     checked rows and in strict mode, and else of no row
     */
    public abstract boolean has(Component<?> component);

    /**
     * {@return whether the entity has a component and it is enabled}
     *
     * @param component any component of entities; that of an event's column is an {@link IllegalArgumentException} in
     *     checked rows and in strict mode, and else of no row
     */
    public abstract boolean isEnabled(Component<?> component);

    /**
     * {@return the value}
     *
     * @param column a scalar column
     */
    public float get(FloatColumn column) {
        return ColumnMemory.getFloat(
                origin(column.component(), column.sparse(), column), row, scalar(column.length(), column.offset()));
    }

    /**
     * Writes a value.
     *
     * @param column a scalar column
     * @param value the new value
     */
    public void set(FloatColumn column, float value) {
        int offset = scalar(column.length(), column.offset());
        ColumnMemory.putFloat(target(column.component(), column.sparse(), column), row, offset, value);
    }

    /**
     * {@return an element of a vector}
     *
     * @param column a column
     * @param lane which element, from 0
     */
    public float get(FloatColumn column, int lane) {
        return ColumnMemory.getFloat(origin(column.component(), column.sparse(), column), row, column.laneOffset(lane));
    }

    /**
     * Writes an element of a vector.
     *
     * @param column a column
     * @param lane which element, from 0
     * @param value the new value
     */
    public void set(FloatColumn column, int lane, float value) {
        int offset = column.laneOffset(lane);
        ColumnMemory.putFloat(target(column.component(), column.sparse(), column), row, offset, value);
    }

    /**
     * {@return the value}
     *
     * @param column a scalar column
     */
    public double get(DoubleColumn column) {
        return ColumnMemory.getDouble(
                origin(column.component(), column.sparse(), column), row, scalar(column.length(), column.offset()));
    }

    /**
     * Writes a value.
     *
     * @param column a scalar column
     * @param value the new value
     */
    public void set(DoubleColumn column, double value) {
        int offset = scalar(column.length(), column.offset());
        ColumnMemory.putDouble(target(column.component(), column.sparse(), column), row, offset, value);
    }

    /**
     * {@return an element of a vector}
     *
     * @param column a column
     * @param lane which element, from 0
     */
    public double get(DoubleColumn column, int lane) {
        return ColumnMemory.getDouble(
                origin(column.component(), column.sparse(), column), row, column.laneOffset(lane));
    }

    /**
     * Writes an element of a vector.
     *
     * @param column a column
     * @param lane which element, from 0
     * @param value the new value
     */
    public void set(DoubleColumn column, int lane, double value) {
        int offset = column.laneOffset(lane);
        ColumnMemory.putDouble(target(column.component(), column.sparse(), column), row, offset, value);
    }

    /**
     * {@return the value}
     *
     * @param column a scalar column
     */
    public byte get(ByteColumn column) {
        return ColumnMemory.getByte(
                origin(column.component(), column.sparse(), column), row, scalar(column.length(), column.offset()));
    }

    /**
     * Writes a value.
     *
     * @param column a scalar column
     * @param value the new value
     */
    public void set(ByteColumn column, byte value) {
        int offset = scalar(column.length(), column.offset());
        ColumnMemory.putByte(target(column.component(), column.sparse(), column), row, offset, value);
    }

    /**
     * {@return an element of a vector}
     *
     * @param column a column
     * @param lane which element, from 0
     */
    public byte get(ByteColumn column, int lane) {
        return ColumnMemory.getByte(origin(column.component(), column.sparse(), column), row, column.laneOffset(lane));
    }

    /**
     * Writes an element of a vector.
     *
     * @param column a column
     * @param lane which element, from 0
     * @param value the new value
     */
    public void set(ByteColumn column, int lane, byte value) {
        int offset = column.laneOffset(lane);
        ColumnMemory.putByte(target(column.component(), column.sparse(), column), row, offset, value);
    }

    /**
     * {@return the value}
     *
     * @param column a scalar column
     */
    public short get(ShortColumn column) {
        return ColumnMemory.getShort(
                origin(column.component(), column.sparse(), column), row, scalar(column.length(), column.offset()));
    }

    /**
     * Writes a value.
     *
     * @param column a scalar column
     * @param value the new value
     */
    public void set(ShortColumn column, short value) {
        int offset = scalar(column.length(), column.offset());
        ColumnMemory.putShort(target(column.component(), column.sparse(), column), row, offset, value);
    }

    /**
     * {@return an element of a vector}
     *
     * @param column a column
     * @param lane which element, from 0
     */
    public short get(ShortColumn column, int lane) {
        return ColumnMemory.getShort(origin(column.component(), column.sparse(), column), row, column.laneOffset(lane));
    }

    /**
     * Writes an element of a vector.
     *
     * @param column a column
     * @param lane which element, from 0
     * @param value the new value
     */
    public void set(ShortColumn column, int lane, short value) {
        int offset = column.laneOffset(lane);
        ColumnMemory.putShort(target(column.component(), column.sparse(), column), row, offset, value);
    }

    /**
     * {@return the value}
     *
     * @param column a scalar column
     */
    public int get(IntColumn column) {
        return ColumnMemory.getInt(
                origin(column.component(), column.sparse(), column), row, scalar(column.length(), column.offset()));
    }

    /**
     * Writes a value.
     *
     * @param column a scalar column
     * @param value the new value
     */
    public void set(IntColumn column, int value) {
        int offset = scalar(column.length(), column.offset());
        ColumnMemory.putInt(target(column.component(), column.sparse(), column), row, offset, value);
    }

    /**
     * {@return an element of a vector}
     *
     * @param column a column
     * @param lane which element, from 0
     */
    public int get(IntColumn column, int lane) {
        return ColumnMemory.getInt(origin(column.component(), column.sparse(), column), row, column.laneOffset(lane));
    }

    /**
     * Writes an element of a vector.
     *
     * @param column a column
     * @param lane which element, from 0
     * @param value the new value
     */
    public void set(IntColumn column, int lane, int value) {
        int offset = column.laneOffset(lane);
        ColumnMemory.putInt(target(column.component(), column.sparse(), column), row, offset, value);
    }

    /**
     * {@return the value}
     *
     * @param column a scalar column
     */
    public long get(LongColumn column) {
        return ColumnMemory.getLong(
                origin(column.component(), column.sparse(), column), row, scalar(column.length(), column.offset()));
    }

    /**
     * Writes a value.
     *
     * @param column a scalar column
     * @param value the new value
     */
    public void set(LongColumn column, long value) {
        int offset = scalar(column.length(), column.offset());
        ColumnMemory.putLong(target(column.component(), column.sparse(), column), row, offset, value);
    }

    /**
     * {@return an element of a vector}
     *
     * @param column a column
     * @param lane which element, from 0
     */
    public long get(LongColumn column, int lane) {
        return ColumnMemory.getLong(origin(column.component(), column.sparse(), column), row, column.laneOffset(lane));
    }

    /**
     * Writes an element of a vector.
     *
     * @param column a column
     * @param lane which element, from 0
     * @param value the new value
     */
    public void set(LongColumn column, int lane, long value) {
        int offset = column.laneOffset(lane);
        ColumnMemory.putLong(target(column.component(), column.sparse(), column), row, offset, value);
    }

    /**
     * {@return the value}
     *
     * @param column a scalar column
     */
    public boolean get(BooleanColumn column) {
        return ColumnMemory.getBoolean(
                origin(column.component(), column.sparse(), column), row, scalar(column.length(), column.offset()));
    }

    /**
     * Writes a value.
     *
     * @param column a scalar column
     * @param value the new value
     */
    public void set(BooleanColumn column, boolean value) {
        int offset = scalar(column.length(), column.offset());
        ColumnMemory.putBoolean(target(column.component(), column.sparse(), column), row, offset, value);
    }

    /**
     * {@return an element of a vector}
     *
     * @param column a column
     * @param lane which element, from 0
     */
    public boolean get(BooleanColumn column, int lane) {
        return ColumnMemory.getBoolean(
                origin(column.component(), column.sparse(), column), row, column.laneOffset(lane));
    }

    /**
     * Writes an element of a vector.
     *
     * @param column a column
     * @param lane which element, from 0
     * @param value the new value
     */
    public void set(BooleanColumn column, int lane, boolean value) {
        int offset = column.laneOffset(lane);
        ColumnMemory.putBoolean(target(column.component(), column.sparse(), column), row, offset, value);
    }

    /**
     * {@return the value}
     *
     * @param column a scalar column
     */
    public long get(EntityColumn column) {
        return ColumnMemory.getLong(
                origin(column.component(), column.sparse(), column), row, scalar(column.length(), column.offset()));
    }

    /**
     * Writes a value.
     *
     * @param column a scalar column
     * @param value the new value
     */
    public void set(EntityColumn column, long value) {
        int offset = scalar(column.length(), column.offset());
        ColumnMemory.putLong(target(column.component(), column.sparse(), column), row, offset, value);
    }

    /**
     * {@return an element of a vector}
     *
     * @param column a column
     * @param lane which element, from 0
     */
    public long get(EntityColumn column, int lane) {
        return ColumnMemory.getLong(origin(column.component(), column.sparse(), column), row, column.laneOffset(lane));
    }

    /**
     * Writes an element of a vector.
     *
     * @param column a column
     * @param lane which element, from 0
     * @param value the new value
     */
    public void set(EntityColumn column, int lane, long value) {
        int offset = column.laneOffset(lane);
        ColumnMemory.putLong(target(column.component(), column.sparse(), column), row, offset, value);
    }

    /**
     * {@return the reference, or null}
     *
     * @param column a reference column
     * @param <R> type of the reference
     */
    public <R> R get(ReferenceColumn<R> column) {
        return column.type().cast(reference(column));
    }

    /**
     * Writes a reference.
     *
     * @param column a reference column
     * @param value the new value, or null
     * @param <R> type of the reference
     */
    public <R> void set(ReferenceColumn<R> column, R value) {
        setReference(column, column.type().cast(value));
    }
}
