package basalt.command;

import static basalt.storage.ColumnMemory.scalar;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.ComponentInfo;
import basalt.component.DoubleColumn;
import basalt.component.EntityColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.ReferenceColumn;
import basalt.component.ShortColumn;

/**
 * Records values for single columns: {@code commands.set(entity, Position.X, 3f)}. No garbage.
 *
 * <p>A scalar column is written by {@code set(entity, column, value)}, an element of a vector by {@code set(entity,
 * column, lane, value)}; a vector without a lane is an {@link IllegalArgumentException}, a lane that is not there an
 * {@link IndexOutOfBoundsException}. Whether the entity is alive and has the component is found out when the commands
 * are applied: if not, the command is dropped and counted.
 */
public abstract sealed class ColumnCommands permits Commands {
    ColumnCommands() {}

    /** Records raw bits for an element of {@code 1 << shift} bytes. */
    abstract void put(long entity, ComponentInfo component, int offset, int shift, long bits);

    abstract void putReference(long entity, ReferenceColumn<?> column, Object value);

    /**
     * Records a value.
     *
     * @param entity the entity that is to have it
     * @param column a scalar column
     * @param value the value
     */
    public final void set(long entity, FloatColumn column, float value) {
        put(
                entity,
                column.component(),
                scalar(column.length(), column.offset()),
                2,
                Integer.toUnsignedLong(Float.floatToRawIntBits(value)));
    }

    /**
     * Records an element of a vector.
     *
     * @param entity the entity that is to have it
     * @param column a column
     * @param lane which element, from 0
     * @param value the value
     */
    public final void set(long entity, FloatColumn column, int lane, float value) {
        put(
                entity,
                column.component(),
                column.laneOffset(lane),
                2,
                Integer.toUnsignedLong(Float.floatToRawIntBits(value)));
    }

    /**
     * Records a value.
     *
     * @param entity the entity that is to have it
     * @param column a scalar column
     * @param value the value
     */
    public final void set(long entity, DoubleColumn column, double value) {
        put(entity, column.component(), scalar(column.length(), column.offset()), 3, Double.doubleToRawLongBits(value));
    }

    /**
     * Records an element of a vector.
     *
     * @param entity the entity that is to have it
     * @param column a column
     * @param lane which element, from 0
     * @param value the value
     */
    public final void set(long entity, DoubleColumn column, int lane, double value) {
        put(entity, column.component(), column.laneOffset(lane), 3, Double.doubleToRawLongBits(value));
    }

    /**
     * Records a value.
     *
     * @param entity the entity that is to have it
     * @param column a scalar column
     * @param value the value
     */
    public final void set(long entity, ByteColumn column, byte value) {
        put(entity, column.component(), scalar(column.length(), column.offset()), 0, value);
    }

    /**
     * Records an element of a vector.
     *
     * @param entity the entity that is to have it
     * @param column a column
     * @param lane which element, from 0
     * @param value the value
     */
    public final void set(long entity, ByteColumn column, int lane, byte value) {
        put(entity, column.component(), column.laneOffset(lane), 0, value);
    }

    /**
     * Records a value.
     *
     * @param entity the entity that is to have it
     * @param column a scalar column
     * @param value the value
     */
    public final void set(long entity, ShortColumn column, short value) {
        put(entity, column.component(), scalar(column.length(), column.offset()), 1, value);
    }

    /**
     * Records an element of a vector.
     *
     * @param entity the entity that is to have it
     * @param column a column
     * @param lane which element, from 0
     * @param value the value
     */
    public final void set(long entity, ShortColumn column, int lane, short value) {
        put(entity, column.component(), column.laneOffset(lane), 1, value);
    }

    /**
     * Records a value.
     *
     * @param entity the entity that is to have it
     * @param column a scalar column
     * @param value the value
     */
    public final void set(long entity, IntColumn column, int value) {
        put(entity, column.component(), scalar(column.length(), column.offset()), 2, value);
    }

    /**
     * Records an element of a vector.
     *
     * @param entity the entity that is to have it
     * @param column a column
     * @param lane which element, from 0
     * @param value the value
     */
    public final void set(long entity, IntColumn column, int lane, int value) {
        put(entity, column.component(), column.laneOffset(lane), 2, value);
    }

    /**
     * Records a value.
     *
     * @param entity the entity that is to have it
     * @param column a scalar column
     * @param value the value
     */
    public final void set(long entity, LongColumn column, long value) {
        put(entity, column.component(), scalar(column.length(), column.offset()), 3, value);
    }

    /**
     * Records an element of a vector.
     *
     * @param entity the entity that is to have it
     * @param column a column
     * @param lane which element, from 0
     * @param value the value
     */
    public final void set(long entity, LongColumn column, int lane, long value) {
        put(entity, column.component(), column.laneOffset(lane), 3, value);
    }

    /**
     * Records a value.
     *
     * @param entity the entity that is to have it
     * @param column a scalar column
     * @param value the value
     */
    public final void set(long entity, BooleanColumn column, boolean value) {
        put(entity, column.component(), scalar(column.length(), column.offset()), 0, value ? 1 : 0);
    }

    /**
     * Records an element of a vector.
     *
     * @param entity the entity that is to have it
     * @param column a column
     * @param lane which element, from 0
     * @param value the value
     */
    public final void set(long entity, BooleanColumn column, int lane, boolean value) {
        put(entity, column.component(), column.laneOffset(lane), 0, value ? 1 : 0);
    }

    /**
     * Records a value.
     *
     * @param entity the entity that is to have it
     * @param column a scalar column
     * @param value the value
     */
    public final void set(long entity, EntityColumn column, long value) {
        put(entity, column.component(), scalar(column.length(), column.offset()), 3, value);
    }

    /**
     * Records an element of a vector.
     *
     * @param entity the entity that is to have it
     * @param column a column
     * @param lane which element, from 0
     * @param value the value
     */
    public final void set(long entity, EntityColumn column, int lane, long value) {
        put(entity, column.component(), column.laneOffset(lane), 3, value);
    }

    /**
     * Records a reference.
     *
     * @param entity the entity that is to have it
     * @param column a column of references
     * @param value the reference, or null
     * @param <R> type of the reference
     */
    public final <R> void set(long entity, ReferenceColumn<R> column, R value) {
        putReference(entity, column, column.type().cast(value));
    }
}
