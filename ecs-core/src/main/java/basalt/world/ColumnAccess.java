package basalt.world;

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

    /** The row of a living entity that has a component. */
    abstract Row at(long entity, Component<?> component);

    /**
     * Reads a column of an entity.
     *
     * @param entity a living entity
     * @param column a column of a component that it has
     * @return the value
     * @throws IllegalArgumentException if the column is a vector
     */
    public final float get(long entity, FloatColumn column) {
        return at(entity, column.component()).get(column);
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
        at(entity, column.component()).set(column, value);
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
        return at(entity, column.component()).get(column, lane);
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
        at(entity, column.component()).set(column, lane, value);
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
        return at(entity, column.component()).get(column);
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
        at(entity, column.component()).set(column, value);
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
        return at(entity, column.component()).get(column, lane);
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
        at(entity, column.component()).set(column, lane, value);
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
        return at(entity, column.component()).get(column);
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
        at(entity, column.component()).set(column, value);
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
        return at(entity, column.component()).get(column, lane);
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
        at(entity, column.component()).set(column, lane, value);
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
        return at(entity, column.component()).get(column);
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
        at(entity, column.component()).set(column, value);
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
        return at(entity, column.component()).get(column, lane);
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
        at(entity, column.component()).set(column, lane, value);
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
        return at(entity, column.component()).get(column);
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
        at(entity, column.component()).set(column, value);
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
        return at(entity, column.component()).get(column, lane);
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
        at(entity, column.component()).set(column, lane, value);
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
        return at(entity, column.component()).get(column);
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
        at(entity, column.component()).set(column, value);
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
        return at(entity, column.component()).get(column, lane);
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
        at(entity, column.component()).set(column, lane, value);
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
        return at(entity, column.component()).get(column);
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
        at(entity, column.component()).set(column, value);
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
        return at(entity, column.component()).get(column, lane);
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
        at(entity, column.component()).set(column, lane, value);
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
        return at(entity, column.component()).get(column);
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
        at(entity, column.component()).set(column, value);
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
        return at(entity, column.component()).get(column, lane);
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
        at(entity, column.component()).set(column, lane, value);
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
