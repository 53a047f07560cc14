package basalt.world;

import basalt.component.Column;
import basalt.component.Entity;
import basalt.component.StringColumn;
import basalt.internal.NoState;
import basalt.memory.frame.FrameLongList;
import basalt.runtime.WorldRuntime;
import basalt.storage.ColumnSet;
import basalt.storage.Pools;
import basalt.storage.access.Store;
import basalt.storage.index.ColumnKeys;
import basalt.storage.index.IndexedColumn;

/**
 * An index: finds the entities by their values in one column.
 *
 * <pre>{@code
 * ValueIndex byId = world.index(Account.class, Account::id).unique();
 * long account = byId.find(4711);                          // Entity.NULL if there is none
 * ValueIndex byScore = world.index(Account.class, Account::score);
 * FrameLongList best = FrameLongList.in(world.frame(), 10);
 * byScore.highest(10, best);
 * }</pre>
 *
 * <p>The column is written as before, by kernels, records, commands and {@code world.set}. The index is not part of the
 * world's state: in no file, snapshot or hash. It is exact at each look-up, which first compares the rows that may have
 * changed since the last one, in a time proportional to their number; after a restored snapshot all rows with the
 * component are compared. Entities and components that are disabled count as any other.
 *
 * <p><b>Values.</b> The column is a scalar of any number, {@code boolean}, {@code char}, enum or handle, or a string.
 * Its values are passed as a {@code long} (integers, {@code char}s, handles), a {@code double} (floats, too: {@code
 * 0.1f} and not {@code 0.1}), a {@code boolean}, a constant or a {@link String}; null is the value of an enum's or
 * string's column without one. Strings have no order: they are found, counted and collected. -0.0 and 0.0 are
 * one value; all NaN are one, greater than infinity. Handles have the order of their entity indices, enums that of
 * their constants, null first.
 *
 * <p><b>Look-ups.</b> {@link #find} and {@link #count} are O(1), and O(answer) for a value of several entities. {@code
 * collect} is O(answer), and sorts it. Equal values are in the ascending order of {@linkplain Entity#index entity
 * indices}: answers depend on the entities alone. Ranges, the lowest and the highest are O(log entities + answer); the
 * first of these look-ups sorts the entities, in linear time. From then on each change takes O(log entities), and some
 * copy arrays with an element for about 190 entities. If more than a quarter as many changes as there are entities come
 * between two of these look-ups (a value that is written counts twice), the second one sorts all again. Lists get
 * handles after what they have already. Look-ups make no garbage. They throw
 *
 * <ul>
 *   <li>{@link IllegalArgumentException} if the column has other values than that type, or a list is null;
 *   <li>{@link IllegalStateException} if the index is {@linkplain #unique unique}, and two entities have the same
 *       value: the message names both; if a list has too little room, which gets none then; on a wrong thread; after
 *       {@link #close} and that of the world;
 *   <li>{@link basalt.memory.NativeMemoryException} if there is no memory: a later look-up goes on.
 * </ul>
 *
 * <p>It takes 20 bytes off heap for each entity index, in pages of 1,024 indices, of which one with the component is
 * enough; 26 to 51 for each different value; and 16 to 64 more for an entity if it is asked for an order. All of it is
 * kept until {@link #close}, for the most entities and values that there have been.
 *
 * <p>For the world's thread, and for systems that read the column: a body or kernel that has captured the index as a
 * local variable declares it by that, others by {@code reads(column)}. While a kernel runs that may write the column,
 * each look-up also takes O(rows of the kernel); strict mode refuses look-ups in one that is split among workers.
 */
@NoState
public final class ValueIndex implements AutoCloseable {
    private final WorldRuntime runtime;
    private final ColumnKeys keys;
    private final IndexedColumn values;
    private boolean isUnique;
    private boolean isClosed;

    ValueIndex(WorldRuntime runtime, Column column) {
        this.runtime = runtime;
        Store store = runtime.store();
        keys = new ColumnKeys(column, store.references().elements());
        int id = column.component().id();
        values = new IndexedColumn(
                keys, store.rows(), store.structure(), () -> runtime.current().mayStillWrite(id, null));
        store.indexes().add(values);
    }

    static void require(Column column) {
        if (column == null) {
            throw new IllegalArgumentException("column must not be null; is its constant initialised?");
        }
        Store.requireComponent(column.component());
        Pools.requireNoLink(column.component());
        if (ColumnSet.laneCount(column) != 1 && !(column instanceof StringColumn)) {
            throw new IllegalArgumentException("column " + column.field() + " of component "
                    + column.component().name()
                    + (column.length() != 1 ? " is a vector" : " holds references or lists")
                    + "; an index needs one number, boolean, constant, handle or string of each entity");
        }
    }

    /** The column. */
    public Column column() {
        return keys.column();
    }

    /**
     * Lets each look-up throw from now on if two entities have the same value.
     *
     * @throws IllegalStateException if two have it now; the index is not unique then
     */
    public ValueIndex unique() {
        runtime.store().checkOwner("index.unique()", "call it before the tick");
        begin();
        values.requireUnique();
        isUnique = true;
        return this;
    }

    /** Whether two entities may not have the same value. */
    public boolean isUnique() {
        runtime.store().checkAccess();
        return isUnique;
    }

    private IndexedColumn begin() {
        runtime.current().checkRead(keys.column());
        if (isClosed) {
            throw new IllegalStateException(keys + " is closed; make it again by world.index(...)");
        }
        if (isUnique) {
            values.requireUnique();
        }
        return values;
    }

    private static FrameLongList require(FrameLongList into) {
        if (into == null) {
            throw new IllegalArgumentException(
                    "the list must not be null: make one by FrameLongList.in(world.frame(), capacity)");
        }
        return into;
    }

    /** The number of entities with the component. */
    public int size() {
        return begin().size();
    }

    /** The entity with a value, {@link Entity#NULL} if there is none; of several that with the lowest index. */
    public long find(long value) {
        return begin().find(keys.of(value), null);
    }

    /** As {@link #find(long)}. */
    public long find(double value) {
        return begin().find(keys.of(value), null);
    }

    /** As {@link #find(long)}. */
    public long find(boolean value) {
        return begin().find(keys.of(value), null);
    }

    /** As {@link #find(long)}, of a constant or null: {@code find((Color) null)}. */
    public long find(Enum<?> value) {
        return begin().find(keys.of(value), null);
    }

    /** As {@link #find(long)}, of a string or null: {@code find((String) null)}. */
    public long find(String value) {
        return begin().find(keys.of(value), value);
    }

    /** The number of entities with a value. */
    public int count(long value) {
        return begin().count(keys.of(value), null);
    }

    /** As {@link #count(long)}. */
    public int count(double value) {
        return begin().count(keys.of(value), null);
    }

    /** As {@link #count(long)}. */
    public int count(boolean value) {
        return begin().count(keys.of(value), null);
    }

    /** As {@link #count(long)}, of a constant or null. */
    public int count(Enum<?> value) {
        return begin().count(keys.of(value), null);
    }

    /** As {@link #count(long)}, of a string or null. */
    public int count(String value) {
        return begin().count(keys.of(value), value);
    }

    /** Appends all entities with a value to a list. Returns their number. */
    public int collect(long value, FrameLongList into) {
        return begin().collect(keys.of(value), null, require(into));
    }

    /** As {@link #collect(long, FrameLongList)}. */
    public int collect(double value, FrameLongList into) {
        return begin().collect(keys.of(value), null, require(into));
    }

    /** As {@link #collect(long, FrameLongList)}. */
    public int collect(boolean value, FrameLongList into) {
        return begin().collect(keys.of(value), null, require(into));
    }

    /** As {@link #collect(long, FrameLongList)}, of a constant or null. */
    public int collect(Enum<?> value, FrameLongList into) {
        return begin().collect(keys.of(value), null, require(into));
    }

    /** As {@link #collect(long, FrameLongList)}, of a string or null. */
    public int collect(String value, FrameLongList into) {
        return begin().collect(keys.of(value), value, require(into));
    }

    /** The number of entities with a value from the least to the greatest, both inclusive. */
    public int countRange(long least, long greatest) {
        return begin().countRange(keys.of(least), keys.of(greatest));
    }

    /** As {@link #countRange(long, long)}. */
    public int countRange(double least, double greatest) {
        return begin().countRange(keys.of(least), keys.of(greatest));
    }

    /** As {@link #countRange(long, long)}, of constants or null. */
    public int countRange(Enum<?> least, Enum<?> greatest) {
        return begin().countRange(keys.of(least), keys.of(greatest));
    }

    /**
     * Appends the entities with a value from the least to the greatest, both inclusive, to a list, in the order of
     * their values. Returns their number.
     */
    public int collectRange(long least, long greatest, FrameLongList into) {
        return begin().collectRange(keys.of(least), keys.of(greatest), require(into));
    }

    /** As {@link #collectRange(long, long, FrameLongList)}. */
    public int collectRange(double least, double greatest, FrameLongList into) {
        return begin().collectRange(keys.of(least), keys.of(greatest), require(into));
    }

    /** As {@link #collectRange(long, long, FrameLongList)}, of constants or null. */
    public int collectRange(Enum<?> least, Enum<?> greatest, FrameLongList into) {
        return begin().collectRange(keys.of(least), keys.of(greatest), require(into));
    }

    /**
     * Appends the entities with the lowest values to a list, the lowest first. Returns their number.
     *
     * @param most how many at most, at least 0
     */
    public int lowest(int most, FrameLongList into) {
        IndexedColumn ordered = begin();
        keys.requireOrder();
        return ordered.collectEnds(false, requireNumber(most), require(into));
    }

    /**
     * Appends the entities with the highest values to a list, the highest first, of equal ones that with the highest
     * index. Returns their number.
     *
     * @param most how many at most, at least 0
     */
    public int highest(int most, FrameLongList into) {
        IndexedColumn ordered = begin();
        keys.requireOrder();
        return ordered.collectEnds(true, requireNumber(most), require(into));
    }

    private static int requireNumber(int most) {
        if (most < 0) {
            throw new IllegalArgumentException("the number of entities must not be negative: most=" + most);
        }
        return most;
    }

    /**
     * Frees the index's memory, and ends the recording of changes for it; the next {@code world.index(...)} of the
     * column makes another one. Closing the world does the same. Further calls do nothing.
     *
     * @throws IllegalStateException on a wrong thread, or during a tick
     */
    @Override
    public void close() {
        if (!isClosed && !runtime.isClosed()) {
            runtime.store().checkOwner("index.close()", "close it after the tick");
            isClosed = true;
            runtime.store().indexes().remove(values);
            values.close();
        }
    }

    boolean isClosed() {
        return isClosed;
    }

    /** Which index it is, as {@code the index over Account.id}. */
    @Override
    public String toString() {
        return keys.toString();
    }
}
