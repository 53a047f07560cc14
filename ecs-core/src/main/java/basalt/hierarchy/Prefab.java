package basalt.hierarchy;

import basalt.friend.Friend;
import basalt.memory.collection.FrameLongList;
import basalt.query.RowBody;
import basalt.query.SpawnKernel;
import basalt.runtime.PrefabSpawner;
import basalt.runtime.SpawnPlan;
import basalt.runtime.WorldRuntime;
import basalt.storage.tree.Subtree;

/**
 * A copy of an entity and all that was below it, from which instances are spawned.
 *
 * <pre>{@code
 * Prefab tank = world.prefab(root);
 * long one = tank.spawn();
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
 * <p>All instances of a part are spawned in one step, in blocks of the prefab, as by a {@link basalt.world.Template}.
 * Then observers are called part by part: for all roots, and for parents before their children, each time in the order
 * of the instances.
 *
 * <p>For the world's thread. A prefab holds no native memory, and needs no close; after its world was closed, every
 * spawn throws {@link IllegalStateException}.
 */
public final class Prefab {
    private static final Friend<SpawnKernel, SpawnPlan> KERNELS = Friend.of(SpawnKernel.class, SpawnPlan.class);

    private final Subtree subtree;
    private final PrefabSpawner roots;

    Prefab(WorldRuntime runtime, Subtree subtree) {
        this.subtree = subtree;
        this.roots = new PrefabSpawner(runtime, subtree);
    }

    /** {@return the number of entities of an instance, its root included} */
    public int partCount() {
        return subtree.count();
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
     * @param instances takes the handles
     * @throws IllegalArgumentException if the array is null
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
        if (initialiser == null) {
            throw new IllegalArgumentException("initialiser must not be null; spawn(count) needs none");
        }
        KERNELS.exported(new SpawnPlan(roots, initialiser, false)).spawn(count);
    }

    /**
     * Compiles an initialiser for bulk spawns. It may define a class, so make the kernel once, not each tick.
     *
     * @param initialiser the body; it gets the row of each root
     * @return the kernel, whose {@code spawn} methods make instances
     * @throws IllegalArgumentException if the initialiser is null
     */
    public SpawnKernel kernel(RowBody initialiser) {
        return KERNELS.exported(new SpawnPlan(roots, initialiser, true));
    }
}
