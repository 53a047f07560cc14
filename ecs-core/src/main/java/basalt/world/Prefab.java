package basalt.world;

import static basalt.storage.ColumnMemory.scalar;

import basalt.command.CommandQueue;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.internal.NoState;
import basalt.memory.frame.FrameLongList;
import basalt.query.Commands;
import basalt.query.RecordBody;
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
 * like any other. An edge of a {@link ManyToMany} relation between two parts is a part, too, after all others, which no
 * index finds in an instance.
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
 * <p>For the world's thread, except {@code spawn(commands, ...)}, which systems may call as well, and {@code
 * part(...)}, which those may call that declare to read the name, or the links of the tree. A prefab holds no native
 * memory, and needs no close; after its world was closed, on another thread and in an observer, every spawn throws
 * {@link IllegalStateException}. A negative count, an index or a name of no part, and a name that is null are {@link
 * IllegalArgumentException}s. If there is not enough memory, which is a {@link basalt.memory.NativeMemoryException},
 * nothing was spawned.
 */
@NoState
public final class Prefab {
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
     * @return an unmodifiable list, with the links of the tree
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
     * @return the index of the part that it points to
     */
    public int indexOf(EntityColumn name) {
        return subtree.indexOf(requireName(name), scalar(name.length(), name.offset()));
    }

    /**
     * The index of the part with a name.
     *
     * @param lane which element of the column, from 0
     * @return the index of the part that it points to
     */
    public int indexOf(EntityColumn name, int lane) {
        return subtree.indexOf(requireName(name), name.laneOffset(lane));
    }

    /**
     * The part of an instance with a name, wherever in the tree it is now. Takes O(1).
     *
     * @param instance the root of an instance
     * @return the part that it points to; {@link Entity#NULL} if that was destroyed
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
     * @param lane which element of the column, from 0
     * @return the part that it points to; {@link Entity#NULL} if that was destroyed
     * @throws IllegalArgumentException as for {@link #part(long, EntityColumn)}
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
     */
    public long part(long instance, int part) {
        runtime.store().checkRead(subtree.type().childOf());
        runtime.store().checkRead(subtree.type().node());
        return subtree.find(instance, requirePart(part));
    }

    /** Makes another prefab of the same parts, with other components or values. This one stays as it is. */
    public VariantBuilder variant() {
        runtime.store().checkOwner("prefab.variant()", "make the variant before the tick");
        return new VariantBuilder(runtime, this, subtree.change());
    }

    /**
     * Makes one instance.
     *
     * @return the handle of its root
     */
    public long spawn() {
        return roots.spawn();
    }

    /**
     * Makes one instance, whose root has other values for some of its components. Names among these values are
     * replaced, too.
     *
     * @return the handle of its root
     * @throws IllegalArgumentException if a value is null, cannot be stored, or is given twice, or the root has no such
     *     component
     */
    public long spawn(Record first) {
        return roots.spawn(roots.records().fill(first));
    }

    /** As {@link #spawn(Record)}. */
    public long spawn(Record first, Record second) {
        return roots.spawn(roots.records().fill(first, second));
    }

    /** As {@link #spawn(Record)}. */
    public long spawn(Record first, Record second, Record third) {
        return roots.spawn(roots.records().fill(first, second, third));
    }

    /** As {@link #spawn(Record)}. */
    public long spawn(Record first, Record second, Record third, Record fourth) {
        return roots.spawn(roots.records().fill(first, second, third, fourth));
    }

    /** As {@link #spawn(Record)}, with any number; the array is garbage. */
    public long spawn(Record... values) {
        return roots.spawn(roots.records().fill(values));
    }

    /**
     * Records the spawn of one instance, which is made when the commands are applied: all parts at once, in the order
     * of the other commands. An instance for which there is no memory then is dropped as a whole.
     *
     * @param commands commands of the prefab's world; a system declares {@link basalt.system.Access#spawns(Prefab,
     *     Prefab...)}
     * @return the handle of its root: not alive before, but other commands may name it, and columns hold it
     * @throws IllegalArgumentException if the commands are null or of another world
     */
    public long spawn(Commands commands) {
        return queue(commands).spawn(subtree.rootAllocator());
    }

    /**
     * Records the spawn of one instance, as {@link #spawn(Commands)} does, whose root has other values for some of its
     * components.
     *
     * @return the handle of its root
     * @throws IllegalArgumentException as for {@link #spawn(Record)}
     */
    public long spawn(Commands commands, Record first) {
        CommandQueue queue = queue(commands);
        return queue.spawn(subtree.rootAllocator(), queue.records().fill(first));
    }

    /** As {@link #spawn(Commands, Record)}. */
    public long spawn(Commands commands, Record first, Record second) {
        CommandQueue queue = queue(commands);
        return queue.spawn(subtree.rootAllocator(), queue.records().fill(first, second));
    }

    /** As {@link #spawn(Commands, Record)}. */
    public long spawn(Commands commands, Record first, Record second, Record third) {
        CommandQueue queue = queue(commands);
        return queue.spawn(subtree.rootAllocator(), queue.records().fill(first, second, third));
    }

    /** As {@link #spawn(Commands, Record)}. */
    public long spawn(Commands commands, Record first, Record second, Record third, Record fourth) {
        CommandQueue queue = queue(commands);
        return queue.spawn(subtree.rootAllocator(), queue.records().fill(first, second, third, fourth));
    }

    /** As {@link #spawn(Commands, Record)}, with any number; the array is garbage. */
    public long spawn(Commands commands, Record... values) {
        CommandQueue queue = queue(commands);
        return queue.spawn(subtree.rootAllocator(), queue.records().fill(values));
    }

    private CommandQueue queue(Commands commands) {
        CommandQueue queue = Template.queueOf(commands);
        roots.checkAccess();
        return queue;
    }

    /** Makes many instances. */
    public void spawn(int count) {
        roots.spawn(count, null);
    }

    /**
     * Makes many instances, and appends the handles of their roots to a list, in ascending row order.
     *
     * @param instances takes the handles; must have room for all of them
     */
    public void spawn(int count, FrameLongList instances) {
        roots.spawn(count, null, instances);
    }

    /**
     * Makes as many instances as an array is long, and fills it with the handles of their roots, in ascending row
     * order.
     */
    public void spawn(long[] instances) {
        roots.spawn(null, instances);
    }

    /**
     * Makes many instances, and runs a body over their roots in ascending row order, before observers are called. For
     * cold code: the JIT does not specialise this loop. Use {@link #kernel} for initialisers that run often.
     */
    public void spawn(int count, RowBody initialiser) {
        if (initialiser == null) {
            throw new IllegalArgumentException("initialiser must not be null; spawn(count) needs none");
        }
        Template.ROWS
                .exported(new BulkSpawner.Initialiser(roots, initialiser, null, false))
                .spawn(count);
    }

    /**
     * Compiles an initialiser for bulk spawns. It may define a class, so make the kernel once, not each tick.
     *
     * @return the kernel, whose {@code spawn} methods make instances
     */
    public SpawnKernel kernel(RowBody initialiser) {
        return kernel(0, initialiser);
    }

    /**
     * Compiles an initialiser that runs over one part of each new instance.
     *
     * @return the kernel, whose {@code spawn} methods make instances
     */
    public SpawnKernel kernel(int part, RowBody initialiser) {
        return kernel(part, initialiser, null);
    }

    /** As {@link #kernel(int, Class, RecordBody.Spawn)}, over the roots. */
    public <T extends Record> SpawnKernel kernel(Class<T> type, RecordBody.Spawn<T> initialiser) {
        return kernel(0, type, initialiser);
    }

    /**
     * Compiles an initialiser over the records of one part of each new instance, as {@link Template#kernel(Class,
     * RecordBody.Spawn)} does for entities.
     *
     * @param type a component of the part, or a bundle of some
     * @param initialiser gets the number of the new instance, from 0 in each spawn, and the prefab's values; returns
     *     those of the part
     */
    public <T extends Record> SpawnKernel kernel(int part, Class<T> type, RecordBody.Spawn<T> initialiser) {
        return kernel(part, initialiser, Template.requireType(type));
    }

    private SpawnKernel kernel(int part, Object initialiser, Class<?> records) {
        BulkSpawner.PrefabSpawner spawner =
                requirePart(part) == 0 ? roots : new BulkSpawner.PrefabSpawner(runtime, subtree, part);
        return Template.ROWS.exported(new BulkSpawner.Initialiser(spawner, initialiser, records, true));
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
