package basalt.world;

import static basalt.storage.ColumnMemory.scalar;

import basalt.command.CommandQueue;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.internal.Friend;
import basalt.memory.frame.FrameLongList;
import basalt.query.Commands;
import basalt.query.RowBody;
import basalt.query.SpawnKernel;
import basalt.runtime.BulkSpawner;
import basalt.runtime.WorldRuntime;
import basalt.storage.relation.Subtree;
import java.util.List;

/**
 * A copy of an entity and all that was below it, from which instances are spawned.
 *
 * <pre>{@code
 * world.add(root, new Tank(turret));            // record Tank(@EntityHandle long turret)
 * Prefab tank = world.hierarchy().prefab(root);
 * long one = tank.spawn();
 * long itsTurret = tank.part(one, Tank.TURRET);
 * tank.spawn(1000);
 * }</pre>
 *
 * <p>The prefab has captured the components of each entity, called a part, with their values, references to objects and
 * disabled bits, and the order of children. It is immutable: the original may change or be destroyed. An instance is
 * made of entities like all others, which are not bound to the prefab. Its root has no parent.
 *
 * <p>Handles in columns, vectors included: one that pointed to a part of the original points to the same part of the
 * instance; all others, also those of entities that have died, stay as they are. Links of trees of other types than
 * that of the hierarchy which made the prefab are not captured. The entity of another prefab's instance is captured
 * like any other.
 *
 * <p>A part has an index and may have a name. The index is its number in the walk of {@link Hierarchy#forEachBelow},
 * from 0 for the root. A name is an entity column of the root that points to the part when the prefab is captured. So
 * each instance has its own names, as values of its root: they stay right when the instance is changed, saved or
 * merged, kernels read them like all columns, and an instance inside of another one keeps them. Nothing else is stored,
 * so an index is only found in an instance with all its children.
 *
 * <p>All instances of a part are spawned in one step, in blocks of the prefab, as by a {@link basalt.world.Template}.
 * Then observers are called part by part: for all roots, and for parents before their children, each time in the order
 * of the instances.
 *
 * <p>For the world's thread, except {@link #spawn(Commands)}, which systems may call as well, and {@code part(...)},
 * which those may call that declare to read the name, or the links of the tree. A prefab holds no native memory, and
 * needs no close; after its world was closed, every spawn throws {@link IllegalStateException}.
 */
public final class Prefab {
    private static final Friend<SpawnKernel, BulkSpawner.Initialiser> KERNELS =
            Friend.of(SpawnKernel.class, BulkSpawner.Initialiser.class);
    private static final Friend<Commands, CommandQueue> COMMANDS = Friend.of(Commands.class, CommandQueue.class);

    private final WorldRuntime runtime;
    private final Subtree subtree;
    private final BulkSpawner.PrefabSpawner roots;

    Prefab(WorldRuntime runtime, Subtree subtree) {
        this.runtime = runtime;
        this.subtree = subtree;
        this.roots = new BulkSpawner.PrefabSpawner(runtime, subtree, 0);
    }

    Subtree subtree() {
        return subtree;
    }

    /** {@return the number of entities of an instance, its root included} */
    public int partCount() {
        return subtree.count();
    }

    /**
     * The components of a part.
     *
     * @param part its index; 0 is the root
     * @return an unmodifiable list, with the links of the tree
     * @throws IllegalArgumentException if there is no such part
     */
    public List<Component<?>> components(int part) {
        return subtree.components(requirePart(part));
    }

    /**
     * The index of the copy of an entity.
     *
     * @param original the handle of an entity that was captured, perhaps dead
     * @return the index of the part
     * @throws IllegalArgumentException if it was not captured
     */
    public int indexOf(long original) {
        return subtree.indexOf(original);
    }

    /**
     * The index of the part with a name.
     *
     * @param name a scalar column of the root
     * @return the index of the part that it points to
     * @throws IllegalArgumentException if the name is null, or points to no part
     */
    public int indexOf(EntityColumn name) {
        return subtree.indexOf(requireName(name), scalar(name.length(), name.offset()));
    }

    /**
     * The index of the part with a name.
     *
     * @param name a column of the root
     * @param lane which element of the column, from 0
     * @return the index of the part that it points to
     * @throws IllegalArgumentException if the name is null, or points to no part
     * @throws IndexOutOfBoundsException if the column has no such lane
     */
    public int indexOf(EntityColumn name, int lane) {
        return subtree.indexOf(requireName(name), name.laneOffset(lane));
    }

    /**
     * The part of an instance with a name, wherever in the tree it is now. Takes O(1).
     *
     * @param instance the root of an instance
     * @param name a scalar column of the root
     * @return the part that it points to; {@link Entity#NULL} if that was destroyed
     * @throws IllegalArgumentException if the name is null, or points to no part of the prefab, or the entity lacks its
     *     component, so that it is no instance
     * @throws basalt.component.DeadEntityException if the entity is not alive
     */
    public long part(long instance, EntityColumn name) {
        int offset = scalar(requireName(name).length(), name.offset());
        runtime.store().checkRead(name.component());
        return subtree.find(instance, name, offset);
    }

    /**
     * The part of an instance with a name, wherever in the tree it is now. Takes O(1).
     *
     * @param instance the root of an instance
     * @param name a column of the root
     * @param lane which element of the column, from 0
     * @return the part that it points to; {@link Entity#NULL} if that was destroyed
     * @throws IllegalArgumentException as for {@link #part(long, EntityColumn)}
     * @throws IndexOutOfBoundsException if the column has no such lane
     * @throws basalt.component.DeadEntityException if the entity is not alive
     */
    public long part(long instance, EntityColumn name, int lane) {
        int offset = requireName(name).laneOffset(lane);
        runtime.store().checkRead(name.component());
        return subtree.find(instance, name, offset);
    }

    /**
     * The part of an instance with an index. Takes O(index). It is searched by a walk from the root, so all entities on
     * the way must have as many children as when they were spawned, in the same order.
     *
     * @param instance the root of an instance
     * @param part the index of the part
     * @throws IllegalArgumentException if there is no such part, or an entity on the way has more or fewer children
     * @throws basalt.component.DeadEntityException if the entity is not alive
     */
    public long part(long instance, int part) {
        runtime.store().checkRead(subtree.type().childOf());
        runtime.store().checkRead(subtree.type().node());
        return subtree.find(instance, requirePart(part));
    }

    /**
     * Makes another prefab of the same parts, with other components or values. This one stays as it is.
     *
     * @throws IllegalStateException on a wrong thread, or after close
     */
    public VariantBuilder variant() {
        runtime.store().checkOwner("prefab.variant()", "make the variant before the tick");
        return new VariantBuilder(runtime, this, subtree.change());
    }

    /**
     * Makes one instance.
     *
     * @return the handle of its root
     * @throws IllegalStateException in an observer, or on a wrong thread
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; none was made then
     */
    public long spawn() {
        return roots.spawn();
    }

    /**
     * Records the spawn of one instance, which is made when the commands are applied: all parts at once, in the order
     * of the other commands. An instance for which there is no memory then is dropped as a whole.
     *
     * @param commands commands of the prefab's world; a system declares {@link basalt.system.Access#spawns(Prefab,
     *     Prefab...)}
     * @return the handle of its root: not alive before, but other commands may name it, and columns hold it
     * @throws IllegalArgumentException if the commands are null or of another world
     * @throws IllegalStateException on a wrong thread, or in a system that has not declared all kinds of parts
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; nothing is recorded then
     */
    public long spawn(Commands commands) {
        if (commands == null) {
            throw new IllegalArgumentException(
                    "commands must not be null; take world.commands(), or those of the kernel");
        }
        roots.checkAccess();
        return COMMANDS.internal(commands).spawn(subtree.rootAllocator());
    }

    /**
     * Makes many instances.
     *
     * @param count the number of instances, 0 or more
     * @throws IllegalArgumentException if the count is negative
     * @throws IllegalStateException in an observer, or on a wrong thread
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; none was made then
     */
    public void spawn(int count) {
        roots.spawn(count, null);
    }

    /**
     * Makes many instances, and appends the handles of their roots to a list, in ascending row order.
     *
     * @param count the number of instances, 0 or more
     * @param instances takes the handles; must have room for all of them
     * @throws IllegalArgumentException if the count is negative, or the list null or without room; nothing changes
     * @throws IllegalStateException in an observer, on a wrong thread, or if the list's frame or scope has ended
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; none was made then
     */
    public void spawn(int count, FrameLongList instances) {
        roots.spawn(count, null, instances);
    }

    /**
     * Makes as many instances as an array is long, and fills it with the handles of their roots, in ascending row
     * order.
     *
     * @throws IllegalStateException in an observer, or on a wrong thread
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; none was made then
     */
    public void spawn(long[] instances) {
        roots.spawn(null, instances);
    }

    /**
     * Makes many instances, and runs a body over their roots in ascending row order, before observers are called. For
     * cold code: the JIT does not specialise this loop. Use {@link #kernel} for initialisers that run often.
     *
     * @param count the number of instances, 0 or more
     * @param initialiser the body; it gets the row of each root
     * @throws IllegalArgumentException if the count is negative, or the initialiser null
     * @throws IllegalStateException in an observer, or on a wrong thread
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; none was made then
     */
    public void spawn(int count, RowBody initialiser) {
        spawn(count, 0, initialiser);
    }

    /**
     * Makes many instances, and runs a body over one part of each, as {@link #spawn(int, RowBody)} does over the roots.
     *
     * @param count the number of instances, 0 or more
     * @param part the index of the part
     * @param initialiser the body; it gets the row of each of these parts, in the order of the instances
     * @throws IllegalArgumentException if the count is negative, there is no such part, or the initialiser is null
     * @throws IllegalStateException in an observer, or on a wrong thread
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; none was made then
     */
    public void spawn(int count, int part, RowBody initialiser) {
        if (initialiser == null) {
            throw new IllegalArgumentException("initialiser must not be null; spawn(count) needs none");
        }
        KERNELS.exported(new BulkSpawner.Initialiser(spawner(part), initialiser, false))
                .spawn(count);
    }

    /**
     * Makes many instances, and runs a body over one part of each.
     *
     * @param count the number of instances, 0 or more
     * @param part the name of the part
     * @param initialiser the body; it gets the row of each of these parts, in the order of the instances
     * @throws IllegalArgumentException as for {@link #spawn(int, int, RowBody)} and {@link #indexOf(EntityColumn)}
     * @throws IllegalStateException in an observer, or on a wrong thread
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; none was made then
     */
    public void spawn(int count, EntityColumn part, RowBody initialiser) {
        spawn(count, indexOf(part), initialiser);
    }

    /**
     * Compiles an initialiser for bulk spawns. It may define a class, so make the kernel once, not each tick.
     *
     * @param initialiser the body; it gets the row of each root
     * @return the kernel, whose {@code spawn} methods make instances
     */
    public SpawnKernel kernel(RowBody initialiser) {
        return kernel(0, initialiser);
    }

    /**
     * Compiles an initialiser that runs over one part of each new instance.
     *
     * @param part the index of the part
     * @param initialiser the body; it gets the row of each of these parts, in the order of the instances
     * @return the kernel, whose {@code spawn} methods make instances
     * @throws IllegalArgumentException if there is no such part, or the initialiser is null
     */
    public SpawnKernel kernel(int part, RowBody initialiser) {
        return KERNELS.exported(new BulkSpawner.Initialiser(spawner(part), initialiser, true));
    }

    /**
     * Compiles an initialiser that runs over one part of each new instance.
     *
     * @param part the name of the part
     * @param initialiser the body; it gets the row of each of these parts, in the order of the instances
     * @return the kernel, whose {@code spawn} methods make instances
     * @throws IllegalArgumentException as for {@link #indexOf(EntityColumn)}, or if the initialiser is null
     */
    public SpawnKernel kernel(EntityColumn part, RowBody initialiser) {
        return kernel(indexOf(part), initialiser);
    }

    private BulkSpawner.PrefabSpawner spawner(int part) {
        return requirePart(part) == 0 ? roots : new BulkSpawner.PrefabSpawner(runtime, subtree, part);
    }

    /** Returns the index, if there is such a part. */
    int requirePart(int part) {
        if (part < 0 || part >= partCount()) {
            throw new IllegalArgumentException("there is no such part: part=" + part + ", partCount=" + partCount()
                    + "; take the index from indexOf(...)");
        }
        return part;
    }

    private static EntityColumn requireName(EntityColumn name) {
        if (name == null) {
            throw new IllegalArgumentException(
                    "the name of a part must not be null: pass an entity column of the root");
        }
        return name;
    }
}
