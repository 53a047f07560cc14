package basalt.query;

import static basalt.storage.ColumnMemory.scalar;

import basalt.component.BlockLayout;
import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Component;
import basalt.component.DoubleColumn;
import basalt.component.EntityColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.MissingComponentException;
import basalt.component.ReferenceColumn;
import basalt.component.ShortColumn;
import basalt.friend.Friend;
import basalt.runtime.RowContext;
import basalt.runtime.RowPlace;
import basalt.storage.Blocks;
import basalt.storage.ColumnMemory;
import basalt.storage.Entities;
import basalt.storage.Pools;
import basalt.storage.Strict;

/**
 * One row: an entity's place in all columns. A body is given the same object in each call, as another row, so that it costs
 * nothing: kept beyond the call it is soon a wrong row, which strict mode tells. A row that a cursor, a span, a selection or the
 * world gives out is an object of its own, to be used until the run, the cursor, the selection or the world ends.
 *
 * <p>Scalars are read and written with {@code get(column)} and {@code set(column, value)}, elements of fixed-length vectors
 * with {@code get(column, lane)} and {@code set(column, lane, value)}; a vector without a lane is an {@link
 * IllegalArgumentException}, a lane that is not there an {@link IndexOutOfBoundsException}. Outside strict mode an access does
 * not check that the row has the component: what it lacks holds undefined values, though always its own row's; of a sparse
 * component that no row of the block has it is a {@link MissingComponentException}. In strict mode each is an error, as are
 * components that the query or the system did not declare, use after the call, and use by another thread. The row is a place: once
 * its entity is destroyed another one may live there, so a body that destroys it takes the handle first.
 */
public abstract sealed class Row permits KernelRow, MarkedRow {
    final RowContext context;
    private long base;
    private int row;

    static {
        Friend.install(Row.class, RowPlace.class, new Friend<>() {
            @Override
            public Row outside(RowPlace place) {
                RowContext context = place.context();
                return new MarkedRow(
                        context, place.base(), place.row(), RunRows.of(context).looseMarks());
            }
        });
    }

    /** SAFETY: base is a block of the world or NO_BLOCK, row is below ROWS; whoever calls this, or the next two, proves it. */
    Row(RowContext context, long base, int row) {
        this.context = context;
        this.base = base;
        this.row = row;
    }

    void enter(long block) {
        base = block;
    }

    /** Is a row of the block for one call of a body. Strict mode takes another object for each, which dies by {@link #leave}. */
    Row at(int next) {
        row = next;
        return Strict.ON ? another(base, next) : this;
    }

    void leave() {
        if (Strict.ON) {
            base = RowContext.NO_BLOCK;
        }
    }

    abstract Row another(long block, int next);

    /** A component of the row is written. */
    abstract void written(long block, int writtenRow, Component<?> component);

    /** {@return the handle of the entity that lives here} */
    public long entity() {
        return RowContext.entity(context, base, row);
    }

    /** {@return the entity's index, unsigned: the same for whoever lives in this row} */
    public int index() {
        RowContext.checkOpen(context, base);
        return Blocks.index(base) << BlockLayout.ROW_BITS | row;
    }

    /**
     * {@return whether the entity has a component, enabled or not}
     *
     * @param component any component
     */
    public boolean has(Component<?> component) {
        RowContext.checkSeen(context, base, component);
        return Pools.has(base, row, component.id());
    }

    /**
     * {@return whether the entity has a component and it is enabled}
     *
     * @param component any component
     */
    public boolean isEnabled(Component<?> component) {
        RowContext.checkSeen(context, base, component);
        return Pools.isEnabled(base, row, component.id());
    }

    /**
     * Reads the column.
     *
     * @param column a column of a component that the row has
     * @return the value
     */
    public float get(FloatColumn column) {
        return ColumnMemory.getFloat(
                origin(column.component(), column.sparse()), row, scalar(column.length(), column.offset()));
    }

    /**
     * Writes the column.
     *
     * @param column a column of a component that the row has
     * @param value the new value
     */
    public void set(FloatColumn column, float value) {
        ColumnMemory.putFloat(
                target(column.component(), column.sparse()), row, scalar(column.length(), column.offset()), value);
    }

    /**
     * Reads an element of a vector.
     *
     * @param column a column of a component that the row has
     * @param lane which element, from 0
     * @return the value
     */
    public float get(FloatColumn column, int lane) {
        return ColumnMemory.getFloat(origin(column.component(), column.sparse()), row, column.laneOffset(lane));
    }

    /**
     * Writes an element of a vector.
     *
     * @param column a column of a component that the row has
     * @param lane which element, from 0
     * @param value the new value
     */
    public void set(FloatColumn column, int lane, float value) {
        ColumnMemory.putFloat(target(column.component(), column.sparse()), row, column.laneOffset(lane), value);
    }

    /**
     * Reads the column.
     *
     * @param column a column of a component that the row has
     * @return the value
     */
    public double get(DoubleColumn column) {
        return ColumnMemory.getDouble(
                origin(column.component(), column.sparse()), row, scalar(column.length(), column.offset()));
    }

    /**
     * Writes the column.
     *
     * @param column a column of a component that the row has
     * @param value the new value
     */
    public void set(DoubleColumn column, double value) {
        ColumnMemory.putDouble(
                target(column.component(), column.sparse()), row, scalar(column.length(), column.offset()), value);
    }

    /**
     * Reads an element of a vector.
     *
     * @param column a column of a component that the row has
     * @param lane which element, from 0
     * @return the value
     */
    public double get(DoubleColumn column, int lane) {
        return ColumnMemory.getDouble(origin(column.component(), column.sparse()), row, column.laneOffset(lane));
    }

    /**
     * Writes an element of a vector.
     *
     * @param column a column of a component that the row has
     * @param lane which element, from 0
     * @param value the new value
     */
    public void set(DoubleColumn column, int lane, double value) {
        ColumnMemory.putDouble(target(column.component(), column.sparse()), row, column.laneOffset(lane), value);
    }

    /**
     * Reads the column.
     *
     * @param column a column of a component that the row has
     * @return the value
     */
    public byte get(ByteColumn column) {
        return ColumnMemory.getByte(
                origin(column.component(), column.sparse()), row, scalar(column.length(), column.offset()));
    }

    /**
     * Writes the column.
     *
     * @param column a column of a component that the row has
     * @param value the new value
     */
    public void set(ByteColumn column, byte value) {
        ColumnMemory.putByte(
                target(column.component(), column.sparse()), row, scalar(column.length(), column.offset()), value);
    }

    /**
     * Reads an element of a vector.
     *
     * @param column a column of a component that the row has
     * @param lane which element, from 0
     * @return the value
     */
    public byte get(ByteColumn column, int lane) {
        return ColumnMemory.getByte(origin(column.component(), column.sparse()), row, column.laneOffset(lane));
    }

    /**
     * Writes an element of a vector.
     *
     * @param column a column of a component that the row has
     * @param lane which element, from 0
     * @param value the new value
     */
    public void set(ByteColumn column, int lane, byte value) {
        ColumnMemory.putByte(target(column.component(), column.sparse()), row, column.laneOffset(lane), value);
    }

    /**
     * Reads the column.
     *
     * @param column a column of a component that the row has
     * @return the value
     */
    public short get(ShortColumn column) {
        return ColumnMemory.getShort(
                origin(column.component(), column.sparse()), row, scalar(column.length(), column.offset()));
    }

    /**
     * Writes the column.
     *
     * @param column a column of a component that the row has
     * @param value the new value
     */
    public void set(ShortColumn column, short value) {
        ColumnMemory.putShort(
                target(column.component(), column.sparse()), row, scalar(column.length(), column.offset()), value);
    }

    /**
     * Reads an element of a vector.
     *
     * @param column a column of a component that the row has
     * @param lane which element, from 0
     * @return the value
     */
    public short get(ShortColumn column, int lane) {
        return ColumnMemory.getShort(origin(column.component(), column.sparse()), row, column.laneOffset(lane));
    }

    /**
     * Writes an element of a vector.
     *
     * @param column a column of a component that the row has
     * @param lane which element, from 0
     * @param value the new value
     */
    public void set(ShortColumn column, int lane, short value) {
        ColumnMemory.putShort(target(column.component(), column.sparse()), row, column.laneOffset(lane), value);
    }

    /**
     * Reads the column.
     *
     * @param column a column of a component that the row has
     * @return the value
     */
    public int get(IntColumn column) {
        return ColumnMemory.getInt(
                origin(column.component(), column.sparse()), row, scalar(column.length(), column.offset()));
    }

    /**
     * Writes the column.
     *
     * @param column a column of a component that the row has
     * @param value the new value
     */
    public void set(IntColumn column, int value) {
        ColumnMemory.putInt(
                target(column.component(), column.sparse()), row, scalar(column.length(), column.offset()), value);
    }

    /**
     * Reads an element of a vector.
     *
     * @param column a column of a component that the row has
     * @param lane which element, from 0
     * @return the value
     */
    public int get(IntColumn column, int lane) {
        return ColumnMemory.getInt(origin(column.component(), column.sparse()), row, column.laneOffset(lane));
    }

    /**
     * Writes an element of a vector.
     *
     * @param column a column of a component that the row has
     * @param lane which element, from 0
     * @param value the new value
     */
    public void set(IntColumn column, int lane, int value) {
        ColumnMemory.putInt(target(column.component(), column.sparse()), row, column.laneOffset(lane), value);
    }

    /**
     * Reads the column.
     *
     * @param column a column of a component that the row has
     * @return the value
     */
    public long get(LongColumn column) {
        return ColumnMemory.getLong(
                origin(column.component(), column.sparse()), row, scalar(column.length(), column.offset()));
    }

    /**
     * Writes the column.
     *
     * @param column a column of a component that the row has
     * @param value the new value
     */
    public void set(LongColumn column, long value) {
        ColumnMemory.putLong(
                target(column.component(), column.sparse()), row, scalar(column.length(), column.offset()), value);
    }

    /**
     * Reads an element of a vector.
     *
     * @param column a column of a component that the row has
     * @param lane which element, from 0
     * @return the value
     */
    public long get(LongColumn column, int lane) {
        return ColumnMemory.getLong(origin(column.component(), column.sparse()), row, column.laneOffset(lane));
    }

    /**
     * Writes an element of a vector.
     *
     * @param column a column of a component that the row has
     * @param lane which element, from 0
     * @param value the new value
     */
    public void set(LongColumn column, int lane, long value) {
        ColumnMemory.putLong(target(column.component(), column.sparse()), row, column.laneOffset(lane), value);
    }

    /**
     * Reads the column.
     *
     * @param column a column of a component that the row has
     * @return the value
     */
    public boolean get(BooleanColumn column) {
        return ColumnMemory.getBoolean(
                origin(column.component(), column.sparse()), row, scalar(column.length(), column.offset()));
    }

    /**
     * Writes the column.
     *
     * @param column a column of a component that the row has
     * @param value the new value
     */
    public void set(BooleanColumn column, boolean value) {
        ColumnMemory.putBoolean(
                target(column.component(), column.sparse()), row, scalar(column.length(), column.offset()), value);
    }

    /**
     * Reads an element of a vector.
     *
     * @param column a column of a component that the row has
     * @param lane which element, from 0
     * @return the value
     */
    public boolean get(BooleanColumn column, int lane) {
        return ColumnMemory.getBoolean(origin(column.component(), column.sparse()), row, column.laneOffset(lane));
    }

    /**
     * Writes an element of a vector.
     *
     * @param column a column of a component that the row has
     * @param lane which element, from 0
     * @param value the new value
     */
    public void set(BooleanColumn column, int lane, boolean value) {
        ColumnMemory.putBoolean(target(column.component(), column.sparse()), row, column.laneOffset(lane), value);
    }

    /**
     * Reads the column.
     *
     * @param column a column of a component that the row has
     * @return the value
     */
    public long get(EntityColumn column) {
        return ColumnMemory.getLong(
                origin(column.component(), column.sparse()), row, scalar(column.length(), column.offset()));
    }

    /**
     * Writes the column.
     *
     * @param column a column of a component that the row has
     * @param value the new value
     */
    public void set(EntityColumn column, long value) {
        ColumnMemory.putLong(
                target(column.component(), column.sparse()), row, scalar(column.length(), column.offset()), value);
    }

    /**
     * Reads an element of a vector.
     *
     * @param column a column of a component that the row has
     * @param lane which element, from 0
     * @return the value
     */
    public long get(EntityColumn column, int lane) {
        return ColumnMemory.getLong(origin(column.component(), column.sparse()), row, column.laneOffset(lane));
    }

    /**
     * Writes an element of a vector.
     *
     * @param column a column of a component that the row has
     * @param lane which element, from 0
     * @param value the new value
     */
    public void set(EntityColumn column, int lane, long value) {
        ColumnMemory.putLong(target(column.component(), column.sparse()), row, column.laneOffset(lane), value);
    }

    /**
     * Reads a reference.
     *
     * @param column a column of a component that the row has
     * @param <R> type of the reference
     * @return the reference, or null
     */
    public <R> R get(ReferenceColumn<R> column) {
        context.checkReference(base, row, column.component());
        return column.type().cast(context.references().get(column.slot(), Blocks.index(base), row));
    }

    /**
     * Writes a reference.
     *
     * @param column a column of a component that the row has
     * @param value the new reference, or null
     * @param <R> type of the reference
     */
    public <R> void set(ReferenceColumn<R> column, R value) {
        context.checkReferenceSet(base, row, column.component());
        written(base, row, column.component());
        context.references()
                .set(column.slot(), Blocks.index(base), row, column.type().cast(value));
    }

    /** What the column's offset counts from; with constant columns all of this is folded into {@code base}. */
    private long origin(Component<?> component, boolean sparse) {
        RowContext.check(context, base, row, component);
        return sparse ? page(component) : base;
    }

    /** As {@link #origin}, of a column that is written. */
    private long target(Component<?> component, boolean sparse) {
        RowContext.checkWrite(context, base, row, component);
        written(base, row, component);
        return sparse ? page(component) : base;
    }

    private long page(Component<?> component) {
        long page = Pools.origin(base, component);
        if (page == 0) {
            throw new MissingComponentException(Entities.handle(base, row), component);
        }
        return page;
    }
}
