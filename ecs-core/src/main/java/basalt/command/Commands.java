package basalt.command;

import basalt.check.Strict;
import basalt.command.queue.CommandQueue;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.EventType;
import basalt.component.ReferenceColumn;
import basalt.friend.Friend;

/**
 * Records structural changes, to be made when no iteration runs: the only way for systems that a schedule runs to make,
 * change and destroy entities.
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
 * <p>Commands lie off heap, 16 or 24 bytes each, and make no garbage (records do). They are applied together:
 * first entities are made and destroyed, then components of the living are added, written, removed, enabled and
 * disabled, each in the order of recording. So what was recorded about an entity that the same commands destroy costs
 * nothing. A command about an entity that is dead by then, or that lacks the component to be written, is dropped and
 * counted, see {@link CommandStats}. The handle of an entity that comes to nothing is not given to another one.
 *
 * <p>For one thread: the one that owns the world, while none of its systems run, or the one that runs the system which
 * was handed this object, until that system ends, or the part of it that this thread runs. To record on another
 * thread, at another time, or after the world was closed is an {@link IllegalStateException}; so is what the system
 * has not declared to change, spawn, destroy or send, and, in strict mode, to record by the commands of an earlier
 * system in a later one on the same thread, whose commands they would pass for. Where a command needs memory that
 * cannot be had, {@link basalt.memory.NativeMemoryException} is thrown, and nothing is recorded.
 */
public final class Commands extends ColumnCommands {
    private final CommandQueue queue;

    /** Of the system that this was handed to. Strict mode makes an object for each run, and tells one that was kept. */
    private final long run;

    static {
        Friend.install(Commands.class, CommandQueue.class, new Friend<>() {
            @Override
            public CommandQueue inside(Commands commands) {
                return commands.queue();
            }

            @Override
            public Commands outside(CommandQueue queue) {
                return new Commands(queue);
            }
        });
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
     * Will make an entity without components.
     *
     * @return its handle: not alive before the commands are applied, but other commands may name it, and columns hold
     *     it
     * @throws basalt.memory.NativeMemoryException if memory is needed and cannot be had; nothing is recorded then
     * @throws IllegalStateException on a wrong thread, after the world was closed, or when it has two thousand million
     *     rows
     */
    public long spawn() {
        return queue().spawn();
    }

    /**
     * Will destroy an entity.
     *
     * @param entity its handle
     * @throws IllegalStateException on a wrong thread, outside of its system, or after the world was closed
     */
    public void destroy(long entity) {
        queue().destroy(entity);
    }

    /**
     * Will add a component, its columns zero, where it is lacking.
     *
     * @param entity a handle
     * @param component what to add
     */
    public void add(long entity, Component<?> component) {
        queue().add(entity, component);
    }

    /**
     * Will add a component with values, or give it these values where it is there already. For cold code: records make
     * garbage.
     *
     * @param entity a handle
     * @param value the component's values
     * @throws IllegalArgumentException if the value is null or cannot be stored, or the handle is that of an event
     */
    public void add(long entity, Record value) {
        queue().add(entity, value);
    }

    /**
     * Will remove a component.
     *
     * @param entity a handle
     * @param component what to remove
     */
    public void remove(long entity, Component<?> component) {
        queue().remove(entity, component);
    }

    /**
     * Will enable a component again.
     *
     * @param entity a handle
     * @param component the component
     */
    public void enable(long entity, Component<?> component) {
        queue().enable(entity, component);
    }

    /**
     * Will disable a component: it keeps its values, and queries take it as absent.
     *
     * @param entity a handle
     * @param component the component
     */
    public void disable(long entity, Component<?> component) {
        queue().disable(entity, component);
    }

    /**
     * Will enable an entity again.
     *
     * @param entity a handle
     */
    public void enable(long entity) {
        queue().enable(entity);
    }

    /**
     * Will disable an entity: it keeps everything, and no query finds it unless it includes disabled ones.
     *
     * @param entity a handle
     */
    public void disable(long entity) {
        queue().disable(entity);
    }

    /**
     * Will send an event, its columns zero and its references null. Values come by {@code set} with what this answers.
     *
     * @param type the events' type
     * @return what {@code set} takes for this event: in the same system, until the commands are applied or forgotten
     * @throws IllegalArgumentException if the type is null
     */
    public long send(EventType<?> type) {
        return queue().send(type);
    }

    /**
     * Will send an event. For cold code: records make garbage.
     *
     * @param event the event; its class is registered as an {@link EventType} if it was not yet
     * @return what {@code set} takes for this event, as that of {@link #send(EventType)}
     * @throws IllegalArgumentException if the event is null, cannot be stored, or its record is that of a component
     */
    public long send(Record event) {
        return queue().send(event);
    }

    /**
     * How many commands wait to be applied.
     *
     * @return commands
     */
    public int count() {
        return queue.count();
    }

    /**
     * Native memory held for commands.
     *
     * @return bytes, used or kept
     */
    public long reservedBytes() {
        return queue.reservedBytes();
    }

    @Override
    void put(long entity, ComponentInfo component, int offset, int shift, long bits) {
        queue().put(entity, component, offset, shift, bits);
    }

    @Override
    void putReference(long entity, ReferenceColumn<?> column, Object value) {
        queue().putReference(entity, column, value);
    }
}
