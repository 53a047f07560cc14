package basalt.query;

import static basalt.storage.ColumnMemory.scalar;

import basalt.command.CommandQueue;
import basalt.command.ListChange;
import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.DoubleColumn;
import basalt.component.EntityColumn;
import basalt.component.EnumColumn;
import basalt.component.EventType;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.ListColumn;
import basalt.component.LongColumn;
import basalt.component.ReferenceColumn;
import basalt.component.ShortColumn;
import basalt.component.StringColumn;
import basalt.component.StringListColumn;
import basalt.component.TreeType;
import basalt.internal.Friend;
import basalt.internal.Strict;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.storage.ColumnSet;
import basalt.storage.access.Store;
import java.util.List;

/**
 * Records changes that are applied later, when no iteration runs. Systems of a schedule, unless they are exclusive,
 * spawn, change and destroy entities only by commands.
 *
 * <pre>{@code
 * RowKernel reap = mortal.kernel((row, commands) -> {
 *     long entity = row.entity();
 *     if (row.get(Health.POINTS) <= 0) {
 *         commands.destroy(entity);
 *     }
 * });
 * }</pre>
 *
 * <p>Commands are stored off heap, 16 or 24 bytes each, or, if they take a record, 16 and the bytes of its columns.
 * They make no garbage. They are applied together, and the world is then as if each had been applied by itself, in the
 * order of recording, and those of one system before those of the next. A command for an entity that is not alive then,
 * or that lacks the component to be written, is dropped and counted, see {@link Stats}. The handle of a dropped
 * spawn is never used again.
 *
 * <p>So {@code destroy} takes along what is below the entity then: not a child that an earlier command has detached or
 * attached elsewhere. One exception: a parent that must not be destroyed because of its children, see {@link
 * basalt.component.TreeType.OnParentDestroy#REFUSE}, is judged after the other destructions by the same system, up to
 * its next command that changes a tree or a relation. So the parent and its children can be destroyed in any order.
 *
 * <p>Observers are called in the same order. What they record is applied after the commands of the system whose changes
 * they have seen, before those of the next system.
 *
 * <p>An attachment that is not possible, as the parent is below the child, is dropped, and is thrown as an {@link
 * IllegalArgumentException} when all other commands are applied. A system that attaches or detaches declares {@code
 * restructures(type.childOf(), type.node())}.
 *
 * <p>{@code set(entity, column, value)} takes scalar columns and throws {@link IllegalArgumentException} for a vector.
 * {@code set(entity, column, lane, value)} takes one element of a vector, counted from 0, and throws {@link
 * IndexOutOfBoundsException} if the column has no such lane. The value is written when the commands are applied.
 *
 * <p>For one thread: the world's thread, while no system runs; in a system, the thread that runs it, or a piece of it,
 * until its end. Recording on another thread, at another time, or after the world was closed throws {@link
 * IllegalStateException}. So does a command that the system has not declared, and, in strict mode, the use of an
 * earlier system's commands in a later one. If there is no memory for a command, {@link
 * basalt.memory.NativeMemoryException} is thrown and nothing is recorded.
 */
public final class Commands {
    private final CommandQueue queue;

    /** The run of the system. Strict mode makes an object for each run, and rejects objects that were kept. */
    private final long run;

    static {
        Friend.install(Commands.class, CommandQueue.class, new Friend<>() {
            @Override
            public CommandQueue internal(Commands commands) {
                return commands.queue();
            }

            @Override
            public Commands exported(CommandQueue queue) {
                return Commands.of(queue);
            }
        });
    }

    /** The recorder of a queue: always the same, but in strict mode one for each run of a system. */
    static Commands of(CommandQueue queue) {
        Commands known = (Commands) queue.exported();
        if (known == null || Strict.ON && known.run != queue.run()) {
            known = new Commands(queue);
            queue.exported(known);
        }
        return known;
    }

    private Commands(CommandQueue queue) {
        this.queue = queue;
        this.run = queue.run();
    }

    private CommandQueue queue() {
        if (Strict.ON) {
            queue.checkRun(run);
        }
        return queue;
    }

    /**
     * Spawns an entity without components.
     *
     * @return its handle: not alive until the commands are applied, but other commands may use it, and columns may
     *     store it
     * @throws basalt.memory.NativeMemoryException if there is no memory; nothing is recorded then
     * @throws IllegalStateException on a wrong thread, after the world was closed, or if the world has two billion rows
     */
    public long spawn() {
        return queue().spawn();
    }

    /**
     * Spawns an entity with components, each of another kind. It is complete when observers see it. A system declares
     * {@code spawns()}, or a template with these components, or {@code spawns(Position.class, Velocity.class)}.
     *
     * @return its handle, as of {@link #spawn()}
     * @throws IllegalArgumentException if a value is null or cannot be stored
     */
    public long spawn(Record first) {
        CommandQueue queue = queue();
        return queue.spawn(queue.records().fill(first));
    }

    /** As {@link #spawn(Record)}. */
    public long spawn(Record first, Record second) {
        CommandQueue queue = queue();
        return queue.spawn(queue.records().fill(first, second));
    }

    /** As {@link #spawn(Record)}. */
    public long spawn(Record first, Record second, Record third) {
        CommandQueue queue = queue();
        return queue.spawn(queue.records().fill(first, second, third));
    }

    /** As {@link #spawn(Record)}. */
    public long spawn(Record first, Record second, Record third, Record fourth) {
        CommandQueue queue = queue();
        return queue.spawn(queue.records().fill(first, second, third, fourth));
    }

    /** As {@link #spawn(Record)}, with any number; the array is garbage. */
    public long spawn(Record... values) {
        CommandQueue queue = queue();
        return queue.spawn(queue.records().fill(values));
    }

    /** Destroys an entity. */
    public void destroy(long entity) {
        queue().destroy(entity);
    }

    /** Adds a component with zero columns, if the entity lacks it. */
    public void add(long entity, Component<?> component) {
        queue().add(entity, component);
    }

    /** As {@link #add(long, Component)}, by the record's class. */
    public void add(long entity, Class<? extends Record> type) {
        add(entity, Store.component(type));
    }

    /**
     * Adds a component with values, or writes the values if the entity has it already.
     *
     * @throws IllegalArgumentException if the value is null or cannot be stored, or the handle is that of an event
     */
    public void add(long entity, Record value) {
        queue().add(entity, value);
    }

    /** Removes a component. */
    public void remove(long entity, Component<?> component) {
        queue().remove(entity, component);
    }

    /** As {@link #remove(long, Component)}, by the record's class. */
    public void remove(long entity, Class<? extends Record> type) {
        remove(entity, Store.component(type));
    }

    /** Enables a component again. */
    public void enable(long entity, Component<?> component) {
        queue().enable(entity, component);
    }

    /** As {@link #enable(long, Component)}, by the record's class. */
    public void enable(long entity, Class<? extends Record> type) {
        enable(entity, Store.component(type));
    }

    /** Disables a component. It keeps its values, and queries treat it as absent. */
    public void disable(long entity, Component<?> component) {
        queue().disable(entity, component);
    }

    /** As {@link #disable(long, Component)}, by the record's class. */
    public void disable(long entity, Class<? extends Record> type) {
        disable(entity, Store.component(type));
    }

    /** Enables an entity again. */
    public void enable(long entity) {
        queue().enable(entity);
    }

    /** Disables an entity. It keeps its components, and only queries that include disabled entities find it. */
    public void disable(long entity) {
        queue().disable(entity);
    }

    /**
     * Makes an entity the last child of a parent, in the trees of {@link TreeType#DEFAULT}.
     *
     * @param parent a handle, also of an entity that these commands spawn
     */
    public void attach(long child, long parent) {
        queue().attach(TreeType.DEFAULT, child, parent);
    }

    /** As {@link #attach(long, long)}, in the trees of another type. */
    public void attach(TreeType type, long child, long parent) {
        queue().attach(type, child, parent);
    }

    /**
     * Makes an entity a child of a sibling's parent, in the place before the sibling, in the trees of {@link
     * TreeType#DEFAULT}.
     *
     * @param sibling the handle of an entity that has a parent when the commands are applied
     */
    public void attachBefore(long child, long sibling) {
        queue().attachBefore(TreeType.DEFAULT, child, sibling);
    }

    /** As {@link #attachBefore(long, long)}, in the trees of another type. */
    public void attachBefore(TreeType type, long child, long sibling) {
        queue().attachBefore(type, child, sibling);
    }

    /** Makes a child a root, in the trees of {@link TreeType#DEFAULT}. It keeps its own children. */
    public void detach(long child) {
        queue().detach(TreeType.DEFAULT, child);
    }

    /** As {@link #detach(long)}, in the trees of another type. */
    public void detach(TreeType type, long child) {
        queue().detach(type, child);
    }

    /**
     * Sends an event with zero columns and null references. {@code set} with the returned number writes its values.
     *
     * @return a number that {@code set} takes for this event, in the same system, until the commands are applied
     */
    public long send(EventType<?> type) {
        return queue().send(type);
    }

    /** As {@link #send(EventType)}, by the record's class. */
    public long send(Class<? extends Record> type) {
        return send(EventType.of(type));
    }

    /**
     * Sends an event.
     *
     * @param event the event; its class is registered as an {@link EventType} if it was not yet
     * @return a number that {@code set} takes for this event, as {@link #send(EventType)} returns
     * @throws IllegalArgumentException if the event is null, cannot be stored, or its record is that of a component
     */
    public long send(Record event) {
        return queue().send(event);
    }

    /** The number of commands that are not applied yet. */
    public int count() {
        return queue.count();
    }

    /**
     * Native memory held for commands.
     *
     * @return bytes, used or reserved for later commands
     */
    public long reservedBytes() {
        return queue.reservedBytes();
    }

    /**
     * Writes a component from a record, if the entity has it then; {@code add} if it may lack it.
     *
     * @throws IllegalArgumentException if the value is null or cannot be stored, or the handle is that of an event
     */
    public void set(long entity, Record value) {
        queue().set(entity, value);
    }

    /**
     * Records a value.
     *
     * @param entity the entity, or an event that these commands send
     * @param column a scalar column
     */
    public void set(long entity, FloatColumn column, float value) {
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
     * @param entity the entity, or an event that these commands send
     * @param lane index of the element, from 0
     */
    public void set(long entity, FloatColumn column, int lane, float value) {
        put(
                entity,
                column.component(),
                column.laneOffset(lane),
                2,
                Integer.toUnsignedLong(Float.floatToRawIntBits(value)));
    }

    /** As {@link #set(long, FloatColumn, float)}. */
    public void set(long entity, DoubleColumn column, double value) {
        put(entity, column.component(), scalar(column.length(), column.offset()), 3, Double.doubleToRawLongBits(value));
    }

    /** As {@link #set(long, FloatColumn, int, float)}. */
    public void set(long entity, DoubleColumn column, int lane, double value) {
        put(entity, column.component(), column.laneOffset(lane), 3, Double.doubleToRawLongBits(value));
    }

    /** As {@link #set(long, FloatColumn, float)}. */
    public void set(long entity, ByteColumn column, byte value) {
        put(entity, column.component(), scalar(column.length(), column.offset()), 0, value);
    }

    /** As {@link #set(long, FloatColumn, int, float)}. */
    public void set(long entity, ByteColumn column, int lane, byte value) {
        put(entity, column.component(), column.laneOffset(lane), 0, value);
    }

    /** As {@link #set(long, FloatColumn, float)}. */
    public void set(long entity, ShortColumn column, short value) {
        put(entity, column.component(), scalar(column.length(), column.offset()), 1, value);
    }

    /** As {@link #set(long, FloatColumn, int, float)}. */
    public void set(long entity, ShortColumn column, int lane, short value) {
        put(entity, column.component(), column.laneOffset(lane), 1, value);
    }

    /** As {@link #set(long, FloatColumn, float)}. */
    public void set(long entity, IntColumn column, int value) {
        put(entity, column.component(), scalar(column.length(), column.offset()), 2, value);
    }

    /** As {@link #set(long, FloatColumn, int, float)}. */
    public void set(long entity, IntColumn column, int lane, int value) {
        put(entity, column.component(), column.laneOffset(lane), 2, value);
    }

    /** As {@link #set(long, FloatColumn, float)}. */
    public void set(long entity, LongColumn column, long value) {
        put(entity, column.component(), scalar(column.length(), column.offset()), 3, value);
    }

    /** As {@link #set(long, FloatColumn, int, float)}. */
    public void set(long entity, LongColumn column, int lane, long value) {
        put(entity, column.component(), column.laneOffset(lane), 3, value);
    }

    /** As {@link #set(long, FloatColumn, float)}. */
    public void set(long entity, BooleanColumn column, boolean value) {
        put(entity, column.component(), scalar(column.length(), column.offset()), 0, value ? 1 : 0);
    }

    /** As {@link #set(long, FloatColumn, int, float)}. */
    public void set(long entity, BooleanColumn column, int lane, boolean value) {
        put(entity, column.component(), column.laneOffset(lane), 0, value ? 1 : 0);
    }

    /** As {@link #set(long, FloatColumn, float)}. */
    public void set(long entity, EntityColumn column, long value) {
        put(entity, column.component(), scalar(column.length(), column.offset()), 3, value);
    }

    /** As {@link #set(long, FloatColumn, int, float)}. */
    public void set(long entity, EntityColumn column, int lane, long value) {
        put(entity, column.component(), column.laneOffset(lane), 3, value);
    }

    /**
     * Records a constant of an enum, or null.
     *
     * @param entity the entity, or an event that these commands send
     * @param <E> the enum
     */
    public <E extends Enum<E>> void set(long entity, EnumColumn<E> column, E value) {
        put(entity, column.component(), column.offset(), column.kind().shift(), column.ordinal(value));
    }

    /**
     * Records a reference.
     *
     * @param entity the entity, or an event that these commands send
     * @param value the reference, or null
     * @param <R> type of the reference
     */
    public <R> void set(long entity, ReferenceColumn<R> column, R value) {
        queue().putObject(entity, column, column.type().cast(value));
    }

    /**
     * Records strings to be written to a list, all of them.
     *
     * @throws IllegalArgumentException as {@link Row#set(StringListColumn, List)}
     */
    public void set(long entity, StringListColumn column, List<String> values) {
        queue().putObject(entity, column, ColumnSet.requireArray(column, values));
    }

    /** Records a string to be written, or null. */
    public void set(long entity, StringColumn column, String value) {
        queue().putObject(entity, column, ColumnSet.requireString(value));
    }

    /**
     * Records an element that is added at the end of a list.
     *
     * @param entity the entity
     */
    public void add(long entity, ListColumn.OfFloat column, float value) {
        queue().change(entity, column, ListChange.ADD, 0, Integer.toUnsignedLong(Float.floatToRawIntBits(value)));
    }

    /**
     * Records an element of a list. If the list has no such element when the commands are applied, the command is
     * dropped, as those that remove elements are.
     *
     * @param entity the entity
     * @param index of the element, from 0
     */
    public void set(long entity, ListColumn.OfFloat column, int index, float value) {
        queue().change(entity, column, ListChange.SET, index, Integer.toUnsignedLong(Float.floatToRawIntBits(value)));
    }

    /** As {@link #add(long, ListColumn.OfFloat, float)}. */
    public void add(long entity, ListColumn.OfDouble column, double value) {
        queue().change(entity, column, ListChange.ADD, 0, Double.doubleToRawLongBits(value));
    }

    /** As {@link #set(long, ListColumn.OfFloat, int, float)}. */
    public void set(long entity, ListColumn.OfDouble column, int index, double value) {
        queue().change(entity, column, ListChange.SET, index, Double.doubleToRawLongBits(value));
    }

    /** As {@link #add(long, ListColumn.OfFloat, float)}. */
    public void add(long entity, ListColumn.OfByte column, byte value) {
        queue().change(entity, column, ListChange.ADD, 0, value);
    }

    /** As {@link #set(long, ListColumn.OfFloat, int, float)}. */
    public void set(long entity, ListColumn.OfByte column, int index, byte value) {
        queue().change(entity, column, ListChange.SET, index, value);
    }

    /** As {@link #add(long, ListColumn.OfFloat, float)}. */
    public void add(long entity, ListColumn.OfShort column, short value) {
        queue().change(entity, column, ListChange.ADD, 0, value);
    }

    /** As {@link #set(long, ListColumn.OfFloat, int, float)}. */
    public void set(long entity, ListColumn.OfShort column, int index, short value) {
        queue().change(entity, column, ListChange.SET, index, value);
    }

    /** As {@link #add(long, ListColumn.OfFloat, float)}. */
    public void add(long entity, ListColumn.OfInt column, int value) {
        queue().change(entity, column, ListChange.ADD, 0, value);
    }

    /** As {@link #set(long, ListColumn.OfFloat, int, float)}. */
    public void set(long entity, ListColumn.OfInt column, int index, int value) {
        queue().change(entity, column, ListChange.SET, index, value);
    }

    /** As {@link #add(long, ListColumn.OfFloat, float)}. */
    public void add(long entity, ListColumn.OfLong column, long value) {
        queue().change(entity, column, ListChange.ADD, 0, value);
    }

    /** As {@link #set(long, ListColumn.OfFloat, int, float)}. */
    public void set(long entity, ListColumn.OfLong column, int index, long value) {
        queue().change(entity, column, ListChange.SET, index, value);
    }

    /** As {@link #add(long, ListColumn.OfFloat, float)}. */
    public void add(long entity, ListColumn.OfBoolean column, boolean value) {
        queue().change(entity, column, ListChange.ADD, 0, value ? 1 : 0);
    }

    /** As {@link #set(long, ListColumn.OfFloat, int, float)}. */
    public void set(long entity, ListColumn.OfBoolean column, int index, boolean value) {
        queue().change(entity, column, ListChange.SET, index, value ? 1 : 0);
    }

    /** As {@link #add(long, ListColumn.OfFloat, float)}. */
    public void add(long entity, ListColumn.OfEntity column, long value) {
        queue().change(entity, column, ListChange.ADD, 0, value);
    }

    /** As {@link #set(long, ListColumn.OfFloat, int, float)}. */
    public void set(long entity, ListColumn.OfEntity column, int index, long value) {
        queue().change(entity, column, ListChange.SET, index, value);
    }

    /** As {@link #add(long, ListColumn.OfFloat, float)}. */
    public <E extends Enum<E>> void add(long entity, ListColumn.OfEnum<E> column, E value) {
        queue().change(entity, column, ListChange.ADD, 0, column.ordinal(value));
    }

    /** As {@link #set(long, ListColumn.OfFloat, int, float)}. */
    public <E extends Enum<E>> void set(long entity, ListColumn.OfEnum<E> column, int index, E value) {
        queue().change(entity, column, ListChange.SET, index, column.ordinal(value));
    }

    /** Records that an element of a list is removed, and those behind it follow; see {@link Row#remove}. */
    public void remove(long entity, ListColumn column, int index) {
        queue().change(entity, column, ListChange.REMOVE, index, 0);
    }

    /** Records that an element of a list is removed, and the last one takes its place; see {@link Row#swapRemove}. */
    public void swapRemove(long entity, ListColumn column, int index) {
        queue().change(entity, column, ListChange.SWAP_REMOVE, index, 0);
    }

    /** Records that all elements of a list are removed. */
    public void clear(long entity, ListColumn column) {
        queue().change(entity, column, ListChange.CLEAR, 0, 0);
    }

    /** Records raw bits for an element of {@code 1 << shift} bytes. */
    private void put(long entity, ComponentInfo component, int offset, int shift, long bits) {
        queue().put(entity, component, offset, shift, bits);
    }

    /**
     * The body of a kernel that records commands: called for each row. The commands are applied after the kernel has
     * run, see {@link Kernel#run()}.
     */
    @FunctionalInterface
    public interface Body {
        /**
         * Handles one row.
         *
         * @param row the row; valid until this method returns
         */
        void accept(Row row, Commands commands);
    }

    /** The body of a kernel over the pairs of a {@code SpatialGrid} that records commands. */
    @FunctionalInterface
    public interface PairBody {
        /**
         * Handles one pair.
         *
         * @param other the row that is near, which is read-only; both are valid until this method returns
         * @param commands records changes
         */
        void accept(Row row, Row other, Commands commands);
    }

    /**
     * Counts of the commands that a world has applied and dropped. A change of an entity that is destroyed by a later
     * command, before anything could see the change, counts as either.
     *
     * @param applied commands that were applied, including those without effect, such as removing a component that the
     *     entity lacks
     * @param dropped commands for an entity that was not alive or lacked the written component or element, commands
     *     that were refused, and commands for which there was no memory
     */
    public record Stats(long applied, long dropped) {}

    /**
     * Adapts a {@link Commands.Body} to a {@link RowBody}. A record, because the JIT trusts that the fields of records
     * are final.
     */
    record AsRowBody(Commands.Body body) implements RowBody {
        static RowBody of(Commands.Body body) {
            return new AsRowBody(KernelDriver.require(body));
        }

        @Override
        public void accept(Row row) {
            body.accept(row, ((KernelRow) row).commands());
        }
    }
}
