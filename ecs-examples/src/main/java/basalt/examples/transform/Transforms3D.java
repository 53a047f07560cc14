package basalt.examples.transform;

import basalt.component.TreeType;
import basalt.query.CascadeKernel;
import basalt.query.Row;
import basalt.world.World;
import org.agrona.collections.LongArrayList;

/**
 * Transforms in space: places each entity that has {@link Local3D} and {@link Global3D} in the world.
 *
 * <pre>{@code
 * Transforms3D transforms = Transforms3D.of(world, TreeType.DEFAULT);
 * long arm = world.spawn(Local3D.of(Pose3D.at(1, 0, 0).rotated(0, 0, 1, angle)), Global3D.IDENTITY);
 * world.hierarchy().attach(arm, ship);
 * builder.add("place", transforms.kernel(), reads(Local3D.TYPE), writes(Global3D.TYPE));
 * }</pre>
 *
 * <p>The global pose of an entity without a parent is its local one; that of a child, with the parent's global pose
 * {@code (pp, pq, ps)} and its local one {@code (lp, lq, ls)}, is
 *
 * <pre>
 * scale    = ps ls                     component by component
 * rotation = pq lq                     the product of quaternions
 * position = pp + pq (ps lp) pq*       the local position, scaled, rotated and moved by the parent
 * </pre>
 *
 * <p>With scales that are equal along all axes this is the product of the matrices. By matrices, a parent with another
 * scale would shear its rotated children. Here nothing is sheared: scales are multiplied component by component, along
 * each entity's own axes, as flecs and the Unreal engine do it. Then the position of a child is that by matrices, but
 * positions below a rotated child are not. An entity whose parent lacks transforms keeps its global one.
 *
 * <p>The kernel does not normalise quaternions: a global rotation is as exact as the local ones above it. Normalise
 * local rotations that are changed a little in each tick.
 *
 * <p>The other methods make garbage; they are for code outside of kernels, on the world's thread.
 */
public final class Transforms3D {
    private final World world;
    private final Ancestors ancestors;
    private final CascadeKernel kernel;

    private Transforms3D(World world, TreeType tree) {
        this.world = world;
        ancestors = new Ancestors(world, tree, Local3D.TYPE, Global3D.TYPE);
        kernel = world.query()
                .all(Local3D.TYPE, Global3D.TYPE)
                .build()
                .cascade(tree, Transforms3D::placeRoot, Transforms3D::placeChild);
    }

    /**
     * Makes the kernel for a world. Once for each world.
     *
     * @param world the world
     * @param tree the trees of parents and children
     * @return its transforms
     */
    public static Transforms3D of(World world, TreeType tree) {
        return new Transforms3D(world, tree);
    }

    /** {@return the cascade that computes {@link Global3D} from {@link Local3D}} */
    public CascadeKernel kernel() {
        return kernel;
    }

    private static void placeRoot(Row row) {
        row.set(Global3D.X, row.get(Local3D.X));
        row.set(Global3D.Y, row.get(Local3D.Y));
        row.set(Global3D.Z, row.get(Local3D.Z));
        row.set(Global3D.QX, row.get(Local3D.QX));
        row.set(Global3D.QY, row.get(Local3D.QY));
        row.set(Global3D.QZ, row.get(Local3D.QZ));
        row.set(Global3D.QW, row.get(Local3D.QW));
        row.set(Global3D.SX, row.get(Local3D.SX));
        row.set(Global3D.SY, row.get(Local3D.SY));
        row.set(Global3D.SZ, row.get(Local3D.SZ));
    }

    private static void placeChild(Row row, Row parent) {
        float qx = parent.get(Global3D.QX);
        float qy = parent.get(Global3D.QY);
        float qz = parent.get(Global3D.QZ);
        float qw = parent.get(Global3D.QW);
        float sx = parent.get(Global3D.SX);
        float sy = parent.get(Global3D.SY);
        float sz = parent.get(Global3D.SZ);
        float x = sx * row.get(Local3D.X);
        float y = sy * row.get(Local3D.Y);
        float z = sz * row.get(Local3D.Z);
        float crossX = 2 * (qy * z - qz * y);
        float crossY = 2 * (qz * x - qx * z);
        float crossZ = 2 * (qx * y - qy * x);
        row.set(Global3D.X, parent.get(Global3D.X) + x + qw * crossX + qy * crossZ - qz * crossY);
        row.set(Global3D.Y, parent.get(Global3D.Y) + y + qw * crossY + qz * crossX - qx * crossZ);
        row.set(Global3D.Z, parent.get(Global3D.Z) + z + qw * crossZ + qx * crossY - qy * crossX);
        float i = row.get(Local3D.QX);
        float j = row.get(Local3D.QY);
        float k = row.get(Local3D.QZ);
        float r = row.get(Local3D.QW);
        row.set(Global3D.QX, qw * i + qx * r + qy * k - qz * j);
        row.set(Global3D.QY, qw * j - qx * k + qy * r + qz * i);
        row.set(Global3D.QZ, qw * k + qx * j - qy * i + qz * r);
        row.set(Global3D.QW, qw * r - qx * i - qy * j - qz * k);
        row.set(Global3D.SX, sx * row.get(Local3D.SX));
        row.set(Global3D.SY, sy * row.get(Local3D.SY));
        row.set(Global3D.SZ, sz * row.get(Local3D.SZ));
    }

    /**
     * Where an entity is now: computed from the local transforms of the entity and those above it, so it does not
     * matter when the kernel last ran. O(depth).
     *
     * @param entity an entity with transforms
     * @return its pose in the world
     * @throws IllegalArgumentException if the entity lacks transforms, or they are disabled
     */
    public Pose3D global(long entity) {
        LongArrayList path = ancestors.upwards(entity);
        long top = path.getLong(path.size() - 1);
        Pose3D pose = ancestors.isTop(top)
                ? world.get(top, Local3D.TYPE).pose()
                : world.get(top, Global3D.TYPE).pose();
        for (int i = path.size() - 2; i >= 0; i--) {
            pose = pose.times(world.get(path.getLong(i), Local3D.TYPE).pose());
        }
        return pose;
    }

    /**
     * Where a point of an entity is in the world.
     *
     * @param entity an entity with transforms
     * @param x of the point, in the entity
     * @param y of the point, in the entity
     * @param z of the point, in the entity
     * @return the point in the world
     * @throws IllegalArgumentException if the entity lacks transforms, or they are disabled
     */
    public Point3D toGlobal(long entity, double x, double y, double z) {
        return global(entity).apply(x, y, z);
    }

    /**
     * Where a point of the world is in an entity.
     *
     * @param entity an entity with transforms
     * @param x of the point, in the world
     * @param y of the point, in the world
     * @param z of the point, in the world
     * @return the point in the entity
     * @throws IllegalArgumentException if the entity lacks transforms, or they are disabled
     * @throws ArithmeticException if its global transform has no inverse, because a scale is 0
     */
    public Point3D toLocal(long entity, double x, double y, double z) {
        return global(entity).unapply(x, y, z);
    }

    /**
     * Attaches an entity to another parent and sets its local transform, so that it stays where it is in the world.
     *
     * @param child an entity with transforms
     * @param parent another entity with transforms, not below the child
     * @throws IllegalArgumentException if one of them lacks transforms, or they are disabled; if the parent is the
     *     child or below it
     * @throws ArithmeticException if the parent's global transform has no inverse, because a scale is 0; nothing has
     *     changed then
     */
    public void attachKeepingGlobal(long child, long parent) {
        Pose3D local = global(parent).toLocal(global(child));
        ancestors.tree().attach(child, parent);
        world.set(child, Local3D.of(local));
    }

    /**
     * Detaches an entity from its parent and sets its local transform, so that it stays where it is in the world.
     *
     * @param child an entity with transforms
     * @return false if it has no parent
     * @throws IllegalArgumentException if it lacks transforms, or they are disabled
     */
    public boolean detachKeepingGlobal(long child) {
        Pose3D local = global(child);
        boolean detached = ancestors.tree().detach(child);
        if (detached) {
            world.set(child, Local3D.of(local));
        }
        return detached;
    }
}
