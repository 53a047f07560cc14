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
import basalt.component.ListColumn;
import basalt.component.LongColumn;
import basalt.component.MissingComponentException;
import basalt.component.ReferenceColumn;
import basalt.component.ShortColumn;
import basalt.component.StringColumn;
import basalt.component.StringListColumn;
import basalt.component.VariableColumn;
import basalt.internal.Strict;
import basalt.storage.ColumnMemory;
import basalt.storage.ColumnSet;
import basalt.storage.Elements;
import basalt.storage.Entities;
import basalt.storage.Pools;
import basalt.storage.access.Store;
import java.util.List;
import java.util.Objects;
import java.util.function.LongUnaryOperator;

/**
 * One row: the column values of an entity. Scalars are read and written with {@code get(column)} and {@code set(column,
 * value)}, elements of fixed-length vectors with {@code get(column, lane)} and {@code set(column, lane, value)}, and
 * those of lists with {@code get(column, index)}, {@code set(column, index, value)} and {@code add(column, value)}, or
 * all of a list as an array with {@code get(column)} and {@code set(column, array)}. A vector without a lane is an
 * {@link IllegalArgumentException}, and a lane or an element that the column does not have is an {@link
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

    // ---- strings

    /** {@return a new string, or null} */
    public final String get(StringColumn column) {
        return elements().string(listOf(column));
    }

    /**
     * Writes a string, or null.
     *
     * @throws basalt.memory.NativeMemoryException if there is no memory for it; then nothing is changed
     * @throws IllegalArgumentException if it has more than {@link VariableColumn#MAX_LENGTH} bytes as UTF-8
     */
    public final void set(StringColumn column, String value) {
        elements().assign(listToWrite(column), value, 0);
    }

    /** Whether a string is null. */
    public final boolean isNull(StringColumn column) {
        return listOf(column) == 0;
    }

    /** Whether a string has the same characters, or both are null. Makes no garbage, as {@link StringColumn} says. */
    public final boolean equals(StringColumn column, CharSequence text) {
        return elements().compare(listOf(column), text) == 0;
    }

    /** Compares as {@link String#compareTo}; null comes before other strings. Makes no garbage. */
    public final int compare(StringColumn column, CharSequence text) {
        return elements().compare(listOf(column), text);
    }

    /** {@return the {@link String#hashCode} of a string, 0 for null} Makes no garbage. */
    public final int hash(StringColumn column) {
        return elements().hash(listOf(column));
    }

    /** {@return the strings of a list, in a new one that is unmodifiable} */
    @SuppressWarnings("unchecked") // a list of strings for null
    public final List<String> get(StringListColumn column) {
        return (List<String>) toArray(column, null);
    }

    /**
     * Writes all strings of a list.
     *
     * @param values the new strings, of which some may be null
     * @throws basalt.memory.NativeMemoryException if there is no memory for them; then nothing is changed
     * @throws IllegalArgumentException if the list is null, or if the bytes, 5 and those of the strings as UTF-8 with 5
     *     more for each, are more than {@link VariableColumn#MAX_LENGTH}
     */
    public final void set(StringListColumn column, List<String> values) {
        setAll(column, values);
    }

    /** {@return a string of a list, or null} O(index): {@link #get(StringListColumn)} reads all of them. */
    public final String get(StringListColumn column, int index) {
        return elements().string(strings(column, index), index);
    }

    /**
     * Whether a string of a list has the same characters, or both are null. Makes no garbage, as {@link StringColumn}
     * says. O(index).
     */
    public final boolean equals(StringListColumn column, int index, CharSequence text) {
        return elements().equals(strings(column, index), index, text);
    }

    private long strings(StringListColumn column, int index) {
        long list = listOf(column);
        Objects.checkIndex(index, elements().length(list, column));
        return list;
    }

    // ---- lists

    /** The elements of the world's lists. */
    abstract Elements elements();

    /** {@return the number of elements of a list, or of bytes of a string, which is 0 for null} */
    public final int length(VariableColumn column) {
        return elements().length(listOf(column), column);
    }

    /** Removes an element of a list. Those behind it follow: O(length). */
    public final void remove(ListColumn column, int index) {
        elements().remove(listToWrite(column), column.elementKind().shift(), index);
    }

    /** Removes an element of a list. The last one takes its place: O(1). */
    public final void swapRemove(ListColumn column, int index) {
        elements().swapRemove(listToWrite(column), column.elementKind().shift(), index);
    }

    /** Removes all elements of a list, and gives its memory back. */
    public final void clear(ListColumn column) {
        elements().clear(listToWrite(column));
    }

    /** {@return the elements of a list, in a new array} */
    public final float[] get(ListColumn.OfFloat column) {
        return (float[]) toArray(column, float.class);
    }

    /**
     * Writes all elements of a list.
     *
     * @param values the elements, which are copied; not null
     * @throws basalt.memory.NativeMemoryException if there is no memory for them; then nothing is changed
     * @throws IllegalArgumentException if there are more than {@link ListColumn#MAX_LENGTH}
     */
    public final void set(ListColumn.OfFloat column, float[] values) {
        setAll(column, values);
    }

    /**
     * Gives a view of a list, to read its elements in a loop.
     *
     * @return the view, valid as {@link ListView} says
     */
    public final ListView.OfFloat list(ListColumn.OfFloat column) {
        long list = listOf(column);
        return new ListView.OfFloat(list, elements().start(list), finder(column));
    }

    /**
     * {@return an element of a list}
     *
     * @param index of the element, from 0
     */
    public final float get(ListColumn.OfFloat column, int index) {
        return ColumnMemory.getFloat(elements(column, index), index, 0);
    }

    /**
     * Writes an element of a list.
     *
     * @param index of the element, from 0
     */
    public final void set(ListColumn.OfFloat column, int index, float value) {
        ColumnMemory.putFloat(elementsToWrite(column, index), index, 0, value);
    }

    /**
     * Adds an element at the end of a list: O(1) on average.
     *
     * @throws basalt.memory.NativeMemoryException if the list must grow and there is no memory; then nothing is changed
     * @throws IllegalArgumentException if it has {@link ListColumn#MAX_LENGTH} elements
     */
    public final void add(ListColumn.OfFloat column, float value) {
        ColumnMemory.putFloat(newElement(column), 0, 0, value);
    }

    /** As {@link #get(ListColumn.OfFloat)}. */
    public final double[] get(ListColumn.OfDouble column) {
        return (double[]) toArray(column, double.class);
    }

    /** As {@link #set(ListColumn.OfFloat, float[])}. */
    public final void set(ListColumn.OfDouble column, double[] values) {
        setAll(column, values);
    }

    /** As {@link #list(ListColumn.OfFloat)}. */
    public final ListView.OfDouble list(ListColumn.OfDouble column) {
        long list = listOf(column);
        return new ListView.OfDouble(list, elements().start(list), finder(column));
    }

    /** As {@link #get(ListColumn.OfFloat, int)}. */
    public final double get(ListColumn.OfDouble column, int index) {
        return ColumnMemory.getDouble(elements(column, index), index, 0);
    }

    /** As {@link #set(ListColumn.OfFloat, int, float)}. */
    public final void set(ListColumn.OfDouble column, int index, double value) {
        ColumnMemory.putDouble(elementsToWrite(column, index), index, 0, value);
    }

    /** As {@link #add(ListColumn.OfFloat, float)}. */
    public final void add(ListColumn.OfDouble column, double value) {
        ColumnMemory.putDouble(newElement(column), 0, 0, value);
    }

    /** As {@link #get(ListColumn.OfFloat)}. */
    public final byte[] get(ListColumn.OfByte column) {
        return (byte[]) toArray(column, byte.class);
    }

    /** As {@link #set(ListColumn.OfFloat, float[])}. */
    public final void set(ListColumn.OfByte column, byte[] values) {
        setAll(column, values);
    }

    /** As {@link #list(ListColumn.OfFloat)}. */
    public final ListView.OfByte list(ListColumn.OfByte column) {
        long list = listOf(column);
        return new ListView.OfByte(list, elements().start(list), finder(column));
    }

    /** As {@link #get(ListColumn.OfFloat, int)}. */
    public final byte get(ListColumn.OfByte column, int index) {
        return ColumnMemory.getByte(elements(column, index), index, 0);
    }

    /** As {@link #set(ListColumn.OfFloat, int, float)}. */
    public final void set(ListColumn.OfByte column, int index, byte value) {
        ColumnMemory.putByte(elementsToWrite(column, index), index, 0, value);
    }

    /** As {@link #add(ListColumn.OfFloat, float)}. */
    public final void add(ListColumn.OfByte column, byte value) {
        ColumnMemory.putByte(newElement(column), 0, 0, value);
    }

    /** As {@link #get(ListColumn.OfFloat)}. */
    public final short[] get(ListColumn.OfShort column) {
        return (short[]) toArray(column, short.class);
    }

    /** As {@link #set(ListColumn.OfFloat, float[])}. */
    public final void set(ListColumn.OfShort column, short[] values) {
        setAll(column, values);
    }

    /** As {@link #list(ListColumn.OfFloat)}. */
    public final ListView.OfShort list(ListColumn.OfShort column) {
        long list = listOf(column);
        return new ListView.OfShort(list, elements().start(list), finder(column));
    }

    /** As {@link #get(ListColumn.OfFloat, int)}. */
    public final short get(ListColumn.OfShort column, int index) {
        return ColumnMemory.getShort(elements(column, index), index, 0);
    }

    /** As {@link #set(ListColumn.OfFloat, int, float)}. */
    public final void set(ListColumn.OfShort column, int index, short value) {
        ColumnMemory.putShort(elementsToWrite(column, index), index, 0, value);
    }

    /** As {@link #add(ListColumn.OfFloat, float)}. */
    public final void add(ListColumn.OfShort column, short value) {
        ColumnMemory.putShort(newElement(column), 0, 0, value);
    }

    /** As {@link #get(ListColumn.OfFloat)}. */
    public final int[] get(ListColumn.OfInt column) {
        return (int[]) toArray(column, int.class);
    }

    /** As {@link #set(ListColumn.OfFloat, float[])}. */
    public final void set(ListColumn.OfInt column, int[] values) {
        setAll(column, values);
    }

    /** As {@link #list(ListColumn.OfFloat)}. */
    public final ListView.OfInt list(ListColumn.OfInt column) {
        long list = listOf(column);
        return new ListView.OfInt(list, elements().start(list), finder(column));
    }

    /** As {@link #get(ListColumn.OfFloat, int)}. */
    public final int get(ListColumn.OfInt column, int index) {
        return ColumnMemory.getInt(elements(column, index), index, 0);
    }

    /** As {@link #set(ListColumn.OfFloat, int, float)}. */
    public final void set(ListColumn.OfInt column, int index, int value) {
        ColumnMemory.putInt(elementsToWrite(column, index), index, 0, value);
    }

    /** As {@link #add(ListColumn.OfFloat, float)}. */
    public final void add(ListColumn.OfInt column, int value) {
        ColumnMemory.putInt(newElement(column), 0, 0, value);
    }

    /** As {@link #get(ListColumn.OfFloat)}. */
    public final long[] get(ListColumn.OfLong column) {
        return (long[]) toArray(column, long.class);
    }

    /** As {@link #set(ListColumn.OfFloat, float[])}. */
    public final void set(ListColumn.OfLong column, long[] values) {
        setAll(column, values);
    }

    /** As {@link #list(ListColumn.OfFloat)}. */
    public final ListView.OfLong list(ListColumn.OfLong column) {
        long list = listOf(column);
        return new ListView.OfLong(list, elements().start(list), finder(column));
    }

    /** As {@link #get(ListColumn.OfFloat, int)}. */
    public final long get(ListColumn.OfLong column, int index) {
        return ColumnMemory.getLong(elements(column, index), index, 0);
    }

    /** As {@link #set(ListColumn.OfFloat, int, float)}. */
    public final void set(ListColumn.OfLong column, int index, long value) {
        ColumnMemory.putLong(elementsToWrite(column, index), index, 0, value);
    }

    /** As {@link #add(ListColumn.OfFloat, float)}. */
    public final void add(ListColumn.OfLong column, long value) {
        ColumnMemory.putLong(newElement(column), 0, 0, value);
    }

    /** As {@link #get(ListColumn.OfFloat)}. */
    public final boolean[] get(ListColumn.OfBoolean column) {
        return (boolean[]) toArray(column, boolean.class);
    }

    /** As {@link #set(ListColumn.OfFloat, float[])}. */
    public final void set(ListColumn.OfBoolean column, boolean[] values) {
        setAll(column, values);
    }

    /** As {@link #list(ListColumn.OfFloat)}. */
    public final ListView.OfBoolean list(ListColumn.OfBoolean column) {
        long list = listOf(column);
        return new ListView.OfBoolean(list, elements().start(list), finder(column));
    }

    /** As {@link #get(ListColumn.OfFloat, int)}. */
    public final boolean get(ListColumn.OfBoolean column, int index) {
        return ColumnMemory.getBoolean(elements(column, index), index, 0);
    }

    /** As {@link #set(ListColumn.OfFloat, int, float)}. */
    public final void set(ListColumn.OfBoolean column, int index, boolean value) {
        ColumnMemory.putBoolean(elementsToWrite(column, index), index, 0, value);
    }

    /** As {@link #add(ListColumn.OfFloat, float)}. */
    public final void add(ListColumn.OfBoolean column, boolean value) {
        ColumnMemory.putBoolean(newElement(column), 0, 0, value);
    }

    /** As {@link #get(ListColumn.OfFloat)}. */
    public final long[] get(ListColumn.OfEntity column) {
        return (long[]) toArray(column, long.class);
    }

    /** As {@link #set(ListColumn.OfFloat, float[])}. */
    public final void set(ListColumn.OfEntity column, long[] values) {
        setAll(column, values);
    }

    /** As {@link #list(ListColumn.OfFloat)}. */
    public final ListView.OfEntity list(ListColumn.OfEntity column) {
        long list = listOf(column);
        return new ListView.OfEntity(list, elements().start(list), finder(column));
    }

    /** As {@link #get(ListColumn.OfFloat, int)}. */
    public final long get(ListColumn.OfEntity column, int index) {
        return ColumnMemory.getLong(elements(column, index), index, 0);
    }

    /** As {@link #set(ListColumn.OfFloat, int, float)}. */
    public final void set(ListColumn.OfEntity column, int index, long value) {
        ColumnMemory.putLong(elementsToWrite(column, index), index, 0, value);
    }

    /** As {@link #add(ListColumn.OfFloat, float)}. */
    public final void add(ListColumn.OfEntity column, long value) {
        ColumnMemory.putLong(newElement(column), 0, 0, value);
    }

    /** As {@link #get(ListColumn.OfFloat)}. */
    @SuppressWarnings("unchecked") // an array of the column's type
    public final <E extends Enum<E>> E[] get(ListColumn.OfEnum<E> column) {
        return (E[]) toArray(column, column.type());
    }

    /** As {@link #set(ListColumn.OfFloat, float[])}. */
    public final <E extends Enum<E>> void set(ListColumn.OfEnum<E> column, E[] values) {
        setAll(column, values);
    }

    /** As {@link #list(ListColumn.OfFloat)}. */
    public final <E extends Enum<E>> ListView.OfEnum<E> list(ListColumn.OfEnum<E> column) {
        long list = listOf(column);
        return new ListView.OfEnum<>(column, list, elements().start(list), finder(column));
    }

    /** As {@link #get(ListColumn.OfFloat, int)}. */
    public final <E extends Enum<E>> E get(ListColumn.OfEnum<E> column, int index) {
        int shift = column.elementKind().shift();
        return column.constant((int) ColumnMemory.getBits(elements(column, index), index, 0, shift));
    }

    /** As {@link #set(ListColumn.OfFloat, int, float)}. */
    public final <E extends Enum<E>> void set(ListColumn.OfEnum<E> column, int index, E value) {
        int ordinal = column.ordinal(value);
        int shift = column.elementKind().shift();
        ColumnMemory.putBits(elementsToWrite(column, index), index, 0, shift, ordinal);
    }

    /** As {@link #add(ListColumn.OfFloat, float)}. */
    public final <E extends Enum<E>> void add(ListColumn.OfEnum<E> column, E value) {
        int ordinal = column.ordinal(value);
        ColumnMemory.putBits(newElement(column), 0, 0, column.elementKind().shift(), ordinal);
    }

    /** The elements as an array of their type; strings as a list if it is null. */
    final Object toArray(VariableColumn column, Class<?> type) {
        return elements().toArray(listOf(column), column, type);
    }

    private void setAll(VariableColumn column, Object array) {
        replace(column, ColumnSet.requireArray(column, array));
    }

    final void replace(VariableColumn column, Object array) {
        elements().assign(listToWrite(column), array, column.elementKind().shift());
    }

    final long listOf(VariableColumn column) {
        int offset = column.offset();
        long base = readable(column.component(), column, offset);
        requireOwner(base, column);
        return ColumnMemory.getLong(base, row, offset);
    }

    /** What finds the elements of a view of a list that a checked row, or strict mode, checks; null for other rows. */
    private LongUnaryOperator finder(ListColumn column) {
        return Strict.ON || this instanceof CheckedRow ? list -> startOf(column, list) : null;
    }

    private long startOf(ListColumn column, long list) {
        if (listOf(column) != list) {
            throw new IllegalStateException("list " + column.component().name() + "." + column.field()
                    + " is not what it was when row.list(...) was called, with " + Elements.length(list)
                    + " elements: call it again after elements were added or removed, or the row has moved on");
        }
        return elements().start(list);
    }

    /** The address of a list that is about to change. */
    private long listToWrite(VariableColumn column) {
        int offset = column.offset();
        long base = writable(column.component(), column, offset);
        requireOwner(base, column);
        return base + offset + ((long) row << 3);
    }

    /** A row without the component has no list, not even an empty one. */
    private void requireOwner(long base, VariableColumn column) {
        if (!Pools.has(base, row, column.component().id())) {
            throw Store.missing(Entities.handle(base, row), column.component());
        }
    }

    /** The address of a list's elements, of which there is one with this index. */
    private long elements(ListColumn column, int index) {
        long list = listOf(column);
        Objects.checkIndex(index, Elements.length(list));
        return elements().start(list);
    }

    private long elementsToWrite(ListColumn column, int index) {
        long list = ColumnMemory.getLong(listToWrite(column), 0, 0);
        Objects.checkIndex(index, Elements.length(list));
        return elements().startForWrite(list, index, column.elementKind().shift());
    }

    private long newElement(ListColumn column) {
        return elements().add(listToWrite(column), column.elementKind().shift());
    }
}
