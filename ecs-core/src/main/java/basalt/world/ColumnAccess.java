package basalt.world;

import static basalt.storage.ColumnMemory.scalar;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Column;
import basalt.component.ComponentInfo;
import basalt.component.DoubleColumn;
import basalt.component.EntityColumn;
import basalt.component.EnumColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.ReferenceColumn;
import basalt.component.ShortColumn;
import basalt.storage.ColumnMemory;
import basalt.storage.Place;

/**
 * Typed access to single columns: of an entity, {@code world.set(entity, Position.X, 3f)}, or of an event, {@code
 * hits.set(event, Hit.DAMAGE, 2f)}. The methods make no garbage.
 *
 * <p>The columns are scalar: a vector is an {@link IllegalArgumentException}. The elements of an entity's vectors are
 * read and written by {@link World#row}, and those of an event as part of its record.
 *
 * <p>Each access checks thread, key and component. Every method throws {@link IllegalStateException} on the wrong
 * thread or after the world was closed. The methods of a {@link World} throw {@link
 * basalt.component.DeadEntityException} if the entity is not alive, and {@link
 * basalt.component.MissingComponentException} if it lacks the column's component. The methods of an {@link
 * EventChannel} throw {@link basalt.component.DeadEventException} if the event is gone or was never sent, and {@link
 * IllegalArgumentException} if the column belongs to another record. A method that throws writes nothing.
 */
public abstract class ColumnAccess {
    ColumnAccess() {}

    /** The {@link Place} of the column's values, to read them. Throws if there is none. */
    abstract long place(long key, ComponentInfo component, Column column);

    /** Like {@link #place}, to write the column. */
    abstract long placeForSet(long key, ComponentInfo component, Column column);

    /** Called after a value was written. */
    abstract void wrote(long key, long place, ComponentInfo component);

    abstract <R> R reference(long key, ReferenceColumn<R> column);

    abstract <R> void setReference(long key, ReferenceColumn<R> column, R value);

    /**
     * {@return the value}
     *
     * @param key a living entity, or an event
     * @param column a scalar column
     */
    public final float get(long key, FloatColumn column) {
        long place = place(key, column.component(), column);
        return ColumnMemory.getFloat(Place.base(place), Place.row(place), scalar(column.length(), column.offset()));
    }

    /**
     * Writes a value.
     *
     * @param key a living entity, or an event
     * @param column a scalar column
     */
    public final void set(long key, FloatColumn column, float value) {
        long place = placeForSet(key, column.component(), column);
        ColumnMemory.putFloat(Place.base(place), Place.row(place), scalar(column.length(), column.offset()), value);
        wrote(key, place, column.component());
    }

    /** As {@link #get(long, FloatColumn)}. */
    public final double get(long key, DoubleColumn column) {
        long place = place(key, column.component(), column);
        return ColumnMemory.getDouble(Place.base(place), Place.row(place), scalar(column.length(), column.offset()));
    }

    /** As {@link #set(long, FloatColumn, float)}. */
    public final void set(long key, DoubleColumn column, double value) {
        long place = placeForSet(key, column.component(), column);
        ColumnMemory.putDouble(Place.base(place), Place.row(place), scalar(column.length(), column.offset()), value);
        wrote(key, place, column.component());
    }

    /** As {@link #get(long, FloatColumn)}. */
    public final byte get(long key, ByteColumn column) {
        long place = place(key, column.component(), column);
        return ColumnMemory.getByte(Place.base(place), Place.row(place), scalar(column.length(), column.offset()));
    }

    /** As {@link #set(long, FloatColumn, float)}. */
    public final void set(long key, ByteColumn column, byte value) {
        long place = placeForSet(key, column.component(), column);
        ColumnMemory.putByte(Place.base(place), Place.row(place), scalar(column.length(), column.offset()), value);
        wrote(key, place, column.component());
    }

    /** As {@link #get(long, FloatColumn)}. */
    public final short get(long key, ShortColumn column) {
        long place = place(key, column.component(), column);
        return ColumnMemory.getShort(Place.base(place), Place.row(place), scalar(column.length(), column.offset()));
    }

    /** As {@link #set(long, FloatColumn, float)}. */
    public final void set(long key, ShortColumn column, short value) {
        long place = placeForSet(key, column.component(), column);
        ColumnMemory.putShort(Place.base(place), Place.row(place), scalar(column.length(), column.offset()), value);
        wrote(key, place, column.component());
    }

    /** As {@link #get(long, FloatColumn)}. */
    public final int get(long key, IntColumn column) {
        long place = place(key, column.component(), column);
        return ColumnMemory.getInt(Place.base(place), Place.row(place), scalar(column.length(), column.offset()));
    }

    /** As {@link #set(long, FloatColumn, float)}. */
    public final void set(long key, IntColumn column, int value) {
        long place = placeForSet(key, column.component(), column);
        ColumnMemory.putInt(Place.base(place), Place.row(place), scalar(column.length(), column.offset()), value);
        wrote(key, place, column.component());
    }

    /** As {@link #get(long, FloatColumn)}. */
    public final long get(long key, LongColumn column) {
        long place = place(key, column.component(), column);
        return ColumnMemory.getLong(Place.base(place), Place.row(place), scalar(column.length(), column.offset()));
    }

    /** As {@link #set(long, FloatColumn, float)}. */
    public final void set(long key, LongColumn column, long value) {
        long place = placeForSet(key, column.component(), column);
        ColumnMemory.putLong(Place.base(place), Place.row(place), scalar(column.length(), column.offset()), value);
        wrote(key, place, column.component());
    }

    /** As {@link #get(long, FloatColumn)}. */
    public final boolean get(long key, BooleanColumn column) {
        long place = place(key, column.component(), column);
        return ColumnMemory.getBoolean(Place.base(place), Place.row(place), scalar(column.length(), column.offset()));
    }

    /** As {@link #set(long, FloatColumn, float)}. */
    public final void set(long key, BooleanColumn column, boolean value) {
        long place = placeForSet(key, column.component(), column);
        ColumnMemory.putBoolean(Place.base(place), Place.row(place), scalar(column.length(), column.offset()), value);
        wrote(key, place, column.component());
    }

    /** As {@link #get(long, FloatColumn)}. */
    public final long get(long key, EntityColumn column) {
        long place = place(key, column.component(), column);
        return ColumnMemory.getLong(Place.base(place), Place.row(place), scalar(column.length(), column.offset()));
    }

    /** As {@link #set(long, FloatColumn, float)}. */
    public final void set(long key, EntityColumn column, long value) {
        long place = placeForSet(key, column.component(), column);
        ColumnMemory.putLong(Place.base(place), Place.row(place), scalar(column.length(), column.offset()), value);
        wrote(key, place, column.component());
    }

    /** {@return the constant, or null} */
    public final <E extends Enum<E>> E get(long key, EnumColumn<E> column) {
        long place = place(key, column.component(), column);
        return column.constant(ColumnMemory.getOrdinal(Place.base(place), Place.row(place), column));
    }

    /** Writes a constant, or null. */
    public final <E extends Enum<E>> void set(long key, EnumColumn<E> column, E value) {
        int ordinal = column.ordinal(value);
        long place = placeForSet(key, column.component(), column);
        ColumnMemory.putOrdinal(Place.base(place), Place.row(place), column, ordinal);
        wrote(key, place, column.component());
    }

    /** {@return the reference, or null} */
    public final <R> R get(long key, ReferenceColumn<R> column) {
        return reference(key, column);
    }

    /** Writes a reference, or null. */
    public final <R> void set(long key, ReferenceColumn<R> column, R value) {
        setReference(key, column, value);
    }
}
