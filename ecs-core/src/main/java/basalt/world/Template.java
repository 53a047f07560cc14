package basalt.world;

import basalt.command.CommandQueue;
import basalt.component.Component;
import basalt.internal.Friend;
import basalt.internal.NoState;
import basalt.memory.frame.FrameLongList;
import basalt.query.Commands;
import basalt.query.RecordBody;
import basalt.query.Row;
import basalt.query.RowBody;
import basalt.query.SpawnKernel;
import basalt.runtime.BulkSpawner;
import basalt.runtime.RowWrites;
import java.util.List;

/**
 * Spawns entities with the same components and the same initial values.
 *
 * <pre>{@code
 * Template bullet = world.template().with(new Position(0, 0), new Velocity(0, 9)).with(Enemy.class).build();
 * long one = bullet.spawn();
 * long other = bullet.spawn(new Position(3, 4));       // and the template's velocity
 * SpawnKernel burst = bullet.kernel(row -> row.set(Velocity.DX, random.nextFloat()));
 * burst.spawn(1000);
 * }</pre>
 *
 * <p>The entities of a template are in separate blocks of 16,384 rows, and spawns take the lowest free rows: a bulk
 * spawn exactly these, single spawns 64 rows at a time. So a population with steady spawns and destroys stays dense,
 * and its kernels run over long spans. As long as a template has few entities, at most 256, they are in blocks that
 * such templates share.
 *
 * <p>For the world's thread only, except {@code spawn(commands, ...)}, which systems that a schedule runs may call too.
 * On another thread, after the world was closed, and when the world has two billion rows, every spawn throws {@link
 * IllegalStateException}. A negative count is an {@link IllegalArgumentException}. If the memory source cannot give
 * memory, which is a {@link basalt.memory.NativeMemoryException}, no entity was made.
 */
@NoState
public final class Template {
    /** Makes kernels and rows. */
    @SuppressWarnings("unchecked") // SpawnKernel installs such a friend
    static final RowWrites.Maker<SpawnKernel, Row> ROWS = (RowWrites.Maker<SpawnKernel, Row>)
            Friend.<SpawnKernel, BulkSpawner.Initialiser>of(SpawnKernel.class, BulkSpawner.Initialiser.class);

    private static final Friend<Commands, CommandQueue> COMMANDS = Friend.of(Commands.class, CommandQueue.class);

    private final BulkSpawner.Spawner spawner;
    private final HoleClosing holes;

    Template(BulkSpawner.Spawner spawner, HoleClosing holes) {
        this.spawner = spawner;
        this.holes = holes;
    }

    /**
     * The components of its entities.
     *
     * @return an unmodifiable list, in the order in which they were named
     */
    public List<Component<?>> components() {
        return spawner.components();
    }

    /** Makes one entity. */
    public long spawn() {
        return spawner.spawn();
    }

    /**
     * Makes one entity, some of whose components have other values than those of the template.
     *
     * @throws IllegalArgumentException if a value is null, cannot be stored, or is given twice, or the template has no
     *     such component
     */
    public long spawn(Record first) {
        return spawner.spawn(spawner.records().fill(first));
    }

    /** As {@link #spawn(Record)}. */
    public long spawn(Record first, Record second) {
        return spawner.spawn(spawner.records().fill(first, second));
    }

    /** As {@link #spawn(Record)}. */
    public long spawn(Record first, Record second, Record third) {
        return spawner.spawn(spawner.records().fill(first, second, third));
    }

    /** As {@link #spawn(Record)}. */
    public long spawn(Record first, Record second, Record third, Record fourth) {
        return spawner.spawn(spawner.records().fill(first, second, third, fourth));
    }

    /** As {@link #spawn(Record)}, with any number; the array is garbage. */
    public long spawn(Record... values) {
        return spawner.spawn(spawner.records().fill(values));
    }

    /**
     * Records the spawn of one entity, which is made when the commands are applied.
     *
     * @param commands commands of the template's world
     * @return its handle: not alive before, but other commands may name it, and columns hold it
     */
    public long spawn(Commands commands) {
        return queue(commands).spawn(spawner.rowAllocator());
    }

    /**
     * Records the spawn of one entity, as {@link #spawn(Commands)} does, some of whose components have other values
     * than those of the template.
     *
     * @throws IllegalArgumentException as for {@link #spawn(Record)}
     */
    public long spawn(Commands commands, Record first) {
        CommandQueue queue = queue(commands);
        return queue.spawn(spawner.rowAllocator(), queue.records().fill(first));
    }

    /** As {@link #spawn(Commands, Record)}. */
    public long spawn(Commands commands, Record first, Record second) {
        CommandQueue queue = queue(commands);
        return queue.spawn(spawner.rowAllocator(), queue.records().fill(first, second));
    }

    /** As {@link #spawn(Commands, Record)}. */
    public long spawn(Commands commands, Record first, Record second, Record third) {
        CommandQueue queue = queue(commands);
        return queue.spawn(spawner.rowAllocator(), queue.records().fill(first, second, third));
    }

    /** As {@link #spawn(Commands, Record)}. */
    public long spawn(Commands commands, Record first, Record second, Record third, Record fourth) {
        CommandQueue queue = queue(commands);
        return queue.spawn(spawner.rowAllocator(), queue.records().fill(first, second, third, fourth));
    }

    /** As {@link #spawn(Commands, Record)}, with any number; the array is garbage. */
    public long spawn(Commands commands, Record... values) {
        CommandQueue queue = queue(commands);
        return queue.spawn(spawner.rowAllocator(), queue.records().fill(values));
    }

    private CommandQueue queue(Commands commands) {
        CommandQueue queue = queueOf(commands);
        spawner.checkAccess();
        return queue;
    }

    static CommandQueue queueOf(Commands commands) {
        if (commands == null) {
            throw new IllegalArgumentException(
                    "commands must not be null; take world.commands(), or those of the kernel");
        }
        return COMMANDS.internal(commands);
    }

    /** Makes many entities. */
    public void spawn(int count) {
        spawner.spawn(count, null);
    }

    /**
     * Makes many entities, and appends their handles to a list, in ascending row order.
     *
     * <pre>{@code
     * FrameLongList wave = FrameLongList.in(world.frame(), 100);
     * bullet.spawn(100, wave);
     * }</pre>
     *
     * @param handles takes the handles; must have room for all of them
     * @throws IllegalStateException if the list's frame or scope has ended
     */
    public void spawn(int count, FrameLongList handles) {
        spawner.spawn(count, null, handles);
    }

    /** Makes as many entities as an array is long, and fills it with their handles, in ascending row order. */
    public void spawn(long[] handles) {
        spawner.spawn(null, handles);
    }

    /**
     * Makes many entities, and runs a body over them in ascending row order. For cold code: the JIT does not specialise
     * this loop. Use {@link #kernel} for initialisers that run often.
     *
     * @param initialiser the body; it gets each new row
     */
    public void spawn(int count, RowBody initialiser) {
        if (initialiser == null) {
            throw new IllegalArgumentException("initialiser must not be null; spawn(count) needs none");
        }
        ROWS.exported(new BulkSpawner.Initialiser(spawner, initialiser, null, false))
                .spawn(count);
    }

    /**
     * Closes all holes in the blocks of this template, like {@link WorldRows#compact()}. Entities in blocks that small
     * templates share stay; {@code world.rows().compact()} moves those too. Lists stay, because all entities of the
     * world share their memory; the calls of {@code world.rows()} move them, at once or within a budget.
     */
    public Compaction compact() {
        return compact(Long.MAX_VALUE);
    }

    /**
     * Closes holes in the blocks of this template for some time, like {@link WorldRows#compact(long)}.
     *
     * @param budgetMicros microseconds, more than 0
     * @return what was moved, and what is left
     */
    public Compaction compact(long budgetMicros) {
        return holes.run("template.compact(...)", spawner.rowAllocator(), budgetMicros, Long.MAX_VALUE);
    }

    /**
     * Closes holes in the blocks of this template by moving at most a number of entities, like {@link
     * WorldRows#compactRows}. The same world gives the same result on all machines.
     *
     * @param most the greatest number of entities that move, more than 0
     * @return what was moved, and what is left
     */
    public Compaction compactRows(int most) {
        return holes.run("template.compactRows(...)", spawner.rowAllocator(), Long.MAX_VALUE, most);
    }

    /**
     * Compiles an initialiser for bulk spawns. It may define a class, so make the kernel once, not each tick.
     *
     * @param initialiser the body; it gets each new row
     */
    public SpawnKernel kernel(RowBody initialiser) {
        return ROWS.exported(new BulkSpawner.Initialiser(spawner, initialiser, null, true));
    }

    /**
     * As {@link #kernel(RowBody)}, of a body of records.
     *
     * <pre>{@code
     * SpawnKernel ring = bullet.kernel(Position.class, (i, position) -> new Position(i, 0));
     * }</pre>
     *
     * @param type a component of the template, or a bundle of some
     * @param initialiser gets the number of the new entity, from 0 in each spawn, and the template's values; returns
     *     the entity's values
     */
    public <T extends Record> SpawnKernel kernel(Class<T> type, RecordBody.Spawn<T> initialiser) {
        return ROWS.exported(new BulkSpawner.Initialiser(spawner, initialiser, requireType(type), true));
    }

    static Class<?> requireType(Class<?> type) {
        if (type == null) {
            throw new IllegalArgumentException("the record class must not be null: name a component that is spawned");
        }
        return type;
    }
}
