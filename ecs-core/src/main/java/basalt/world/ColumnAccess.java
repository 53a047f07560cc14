package basalt.world;

import static basalt.component.BlockLayout.ROW_MASK;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Component;
import basalt.component.DoubleColumn;
import basalt.component.EntityColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.ReferenceColumn;
import basalt.component.ShortColumn;
import basalt.query.Row;
import basalt.storage.ColumnMemory;

/**
 * Typed access to single columns by entity: {@code world.set(entity, Position.X, 3f)}. No garbage; each access checks thread,
 * handle and presence.
 *
 * <p>Every method throws {@link basalt.component.DeadEntityException} if the entity is not alive, {@link
 * basalt.component.MissingComponentException} if it lacks the column's component, and {@link IllegalStateException} on a wrong
 * thread or after the world was closed; nothing is written then.
 */
public abstract sealed class ColumnAccess permits World {
    ColumnAccess() {}

    /** What the offsets of a component count from, for a living entity that has it: its block or its page. */
    abstract long origin(long entity, Component<?> component);

    /** As {@link #origin}, for a column that is to be written. */
    abstract long target(long entity, Component<?> component);

    /** The row of a living entity that has a component. */
    abstract Row at(long entity, Component<?> component);

    static int rowOf(long entity) {
        return (int) entity & ROW_MASK;
    }

    private static int scalar(int length, int offset) {
        if (length != 1) {
            throw new IllegalArgumentException("the column is a vector of length " + length + ": name a lane as well");
        }
        return offset;
    }

    /**
     * Reads a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @return the value
     * @throws IllegalArgumentException if the column is a vector
     */
    public final float get(long entity, FloatColumn column) {
        return ColumnMemory.getFloat(
                origin(entity, column.component()), rowOf(entity), scalar(column.length(), column.offset()));
    }

    /**
     * Writes a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param value the new value
     * @throws IllegalArgumentException if the column is a vector
     */
    public final void set(long entity, FloatColumn column, float value) {
        ColumnMemory.putFloat(
                target(entity, column.component()), rowOf(entity), scalar(column.length(), column.offset()), value);
    }

    /**
     * Reads an element of a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param lane which element, from 0
     * @return the value
     * @throws IndexOutOfBoundsException if the column has no such lane
     */
    public final float get(long entity, FloatColumn column, int lane) {
        return ColumnMemory.getFloat(origin(entity, column.component()), rowOf(entity), column.laneOffset(lane));
    }

    /**
     * Writes an element of a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param lane which element, from 0
     * @param value the new value
     * @throws IndexOutOfBoundsException if the column has no such lane
     */
    public final void set(long entity, FloatColumn column, int lane, float value) {
        ColumnMemory.putFloat(target(entity, column.component()), rowOf(entity), column.laneOffset(lane), value);
    }

    /**
     * Reads a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @return the value
     * @throws IllegalArgumentException if the column is a vector
     */
    public final double get(long entity, DoubleColumn column) {
        return ColumnMemory.getDouble(
                origin(entity, column.component()), rowOf(entity), scalar(column.length(), column.offset()));
    }

    /**
     * Writes a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param value the new value
     * @throws IllegalArgumentException if the column is a vector
     */
    public final void set(long entity, DoubleColumn column, double value) {
        ColumnMemory.putDouble(
                target(entity, column.component()), rowOf(entity), scalar(column.length(), column.offset()), value);
    }

    /**
     * Reads an element of a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param lane which element, from 0
     * @return the value
     * @throws IndexOutOfBoundsException if the column has no such lane
     */
    public final double get(long entity, DoubleColumn column, int lane) {
        return ColumnMemory.getDouble(origin(entity, column.component()), rowOf(entity), column.laneOffset(lane));
    }

    /**
     * Writes an element of a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param lane which element, from 0
     * @param value the new value
     * @throws IndexOutOfBoundsException if the column has no such lane
     */
    public final void set(long entity, DoubleColumn column, int lane, double value) {
        ColumnMemory.putDouble(target(entity, column.component()), rowOf(entity), column.laneOffset(lane), value);
    }

    /**
     * Reads a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @return the value
     * @throws IllegalArgumentException if the column is a vector
     */
    public final byte get(long entity, ByteColumn column) {
        return ColumnMemory.getByte(
                origin(entity, column.component()), rowOf(entity), scalar(column.length(), column.offset()));
    }

    /**
     * Writes a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param value the new value
     * @throws IllegalArgumentException if the column is a vector
     */
    public final void set(long entity, ByteColumn column, byte value) {
        ColumnMemory.putByte(
                target(entity, column.component()), rowOf(entity), scalar(column.length(), column.offset()), value);
    }

    /**
     * Reads an element of a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param lane which element, from 0
     * @return the value
     * @throws IndexOutOfBoundsException if the column has no such lane
     */
    public final byte get(long entity, ByteColumn column, int lane) {
        return ColumnMemory.getByte(origin(entity, column.component()), rowOf(entity), column.laneOffset(lane));
    }

    /**
     * Writes an element of a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param lane which element, from 0
     * @param value the new value
     * @throws IndexOutOfBoundsException if the column has no such lane
     */
    public final void set(long entity, ByteColumn column, int lane, byte value) {
        ColumnMemory.putByte(target(entity, column.component()), rowOf(entity), column.laneOffset(lane), value);
    }

    /**
     * Reads a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @return the value
     * @throws IllegalArgumentException if the column is a vector
     */
    public final short get(long entity, ShortColumn column) {
        return ColumnMemory.getShort(
                origin(entity, column.component()), rowOf(entity), scalar(column.length(), column.offset()));
    }

    /**
     * Writes a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param value the new value
     * @throws IllegalArgumentException if the column is a vector
     */
    public final void set(long entity, ShortColumn column, short value) {
        ColumnMemory.putShort(
                target(entity, column.component()), rowOf(entity), scalar(column.length(), column.offset()), value);
    }

    /**
     * Reads an element of a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param lane which element, from 0
     * @return the value
     * @throws IndexOutOfBoundsException if the column has no such lane
     */
    public final short get(long entity, ShortColumn column, int lane) {
        return ColumnMemory.getShort(origin(entity, column.component()), rowOf(entity), column.laneOffset(lane));
    }

    /**
     * Writes an element of a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param lane which element, from 0
     * @param value the new value
     * @throws IndexOutOfBoundsException if the column has no such lane
     */
    public final void set(long entity, ShortColumn column, int lane, short value) {
        ColumnMemory.putShort(target(entity, column.component()), rowOf(entity), column.laneOffset(lane), value);
    }

    /**
     * Reads a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @return the value
     * @throws IllegalArgumentException if the column is a vector
     */
    public final int get(long entity, IntColumn column) {
        return ColumnMemory.getInt(
                origin(entity, column.component()), rowOf(entity), scalar(column.length(), column.offset()));
    }

    /**
     * Writes a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param value the new value
     * @throws IllegalArgumentException if the column is a vector
     */
    public final void set(long entity, IntColumn column, int value) {
        ColumnMemory.putInt(
                target(entity, column.component()), rowOf(entity), scalar(column.length(), column.offset()), value);
    }

    /**
     * Reads an element of a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param lane which element, from 0
     * @return the value
     * @throws IndexOutOfBoundsException if the column has no such lane
     */
    public final int get(long entity, IntColumn column, int lane) {
        return ColumnMemory.getInt(origin(entity, column.component()), rowOf(entity), column.laneOffset(lane));
    }

    /**
     * Writes an element of a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param lane which element, from 0
     * @param value the new value
     * @throws IndexOutOfBoundsException if the column has no such lane
     */
    public final void set(long entity, IntColumn column, int lane, int value) {
        ColumnMemory.putInt(target(entity, column.component()), rowOf(entity), column.laneOffset(lane), value);
    }

    /**
     * Reads a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @return the value
     * @throws IllegalArgumentException if the column is a vector
     */
    public final long get(long entity, LongColumn column) {
        return ColumnMemory.getLong(
                origin(entity, column.component()), rowOf(entity), scalar(column.length(), column.offset()));
    }

    /**
     * Writes a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param value the new value
     * @throws IllegalArgumentException if the column is a vector
     */
    public final void set(long entity, LongColumn column, long value) {
        ColumnMemory.putLong(
                target(entity, column.component()), rowOf(entity), scalar(column.length(), column.offset()), value);
    }

    /**
     * Reads an element of a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param lane which element, from 0
     * @return the value
     * @throws IndexOutOfBoundsException if the column has no such lane
     */
    public final long get(long entity, LongColumn column, int lane) {
        return ColumnMemory.getLong(origin(entity, column.component()), rowOf(entity), column.laneOffset(lane));
    }

    /**
     * Writes an element of a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param lane which element, from 0
     * @param value the new value
     * @throws IndexOutOfBoundsException if the column has no such lane
     */
    public final void set(long entity, LongColumn column, int lane, long value) {
        ColumnMemory.putLong(target(entity, column.component()), rowOf(entity), column.laneOffset(lane), value);
    }

    /**
     * Reads a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @return the value
     * @throws IllegalArgumentException if the column is a vector
     */
    public final boolean get(long entity, BooleanColumn column) {
        return ColumnMemory.getByte(
                        origin(entity, column.component()), rowOf(entity), scalar(column.length(), column.offset()))
                != 0;
    }

    /**
     * Writes a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param value the new value
     * @throws IllegalArgumentException if the column is a vector
     */
    public final void set(long entity, BooleanColumn column, boolean value) {
        ColumnMemory.putByte(
                target(entity, column.component()), rowOf(entity), scalar(column.length(), column.offset()), (byte)
                        (value ? 1 : 0));
    }

    /**
     * Reads an element of a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param lane which element, from 0
     * @return the value
     * @throws IndexOutOfBoundsException if the column has no such lane
     */
    public final boolean get(long entity, BooleanColumn column, int lane) {
        return ColumnMemory.getByte(origin(entity, column.component()), rowOf(entity), column.laneOffset(lane)) != 0;
    }

    /**
     * Writes an element of a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param lane which element, from 0
     * @param value the new value
     * @throws IndexOutOfBoundsException if the column has no such lane
     */
    public final void set(long entity, BooleanColumn column, int lane, boolean value) {
        ColumnMemory.putByte(
                target(entity, column.component()), rowOf(entity), column.laneOffset(lane), (byte) (value ? 1 : 0));
    }

    /**
     * Reads a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @return the value
     * @throws IllegalArgumentException if the column is a vector
     */
    public final long get(long entity, EntityColumn column) {
        return ColumnMemory.getLong(
                origin(entity, column.component()), rowOf(entity), scalar(column.length(), column.offset()));
    }

    /**
     * Writes a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param value the new value
     * @throws IllegalArgumentException if the column is a vector
     */
    public final void set(long entity, EntityColumn column, long value) {
        ColumnMemory.putLong(
                target(entity, column.component()), rowOf(entity), scalar(column.length(), column.offset()), value);
    }

    /**
     * Reads an element of a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param lane which element, from 0
     * @return the value
     * @throws IndexOutOfBoundsException if the column has no such lane
     */
    public final long get(long entity, EntityColumn column, int lane) {
        return ColumnMemory.getLong(origin(entity, column.component()), rowOf(entity), column.laneOffset(lane));
    }

    /**
     * Writes an element of a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param lane which element, from 0
     * @param value the new value
     * @throws IndexOutOfBoundsException if the column has no such lane
     */
    public final void set(long entity, EntityColumn column, int lane, long value) {
        ColumnMemory.putLong(target(entity, column.component()), rowOf(entity), column.laneOffset(lane), value);
    }

    /**
     * Reads a reference of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param <R> type of the reference
     * @return the reference, or null
     */
    public final <R> R get(long entity, ReferenceColumn<R> column) {
        return at(entity, column.component()).get(column);
    }

    /**
     * Writes a reference of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @param value the new reference, or null
     * @param <R> type of the reference
     */
    public final <R> void set(long entity, ReferenceColumn<R> column, R value) {
        at(entity, column.component()).set(column, value);
    }
}
