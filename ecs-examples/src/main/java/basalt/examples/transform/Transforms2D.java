package basalt.examples.transform;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.TreeType;
import basalt.query.CascadeKernel;
import basalt.query.Row;
import basalt.world.Hierarchy;
import basalt.world.World;

/**
 * Transforms of a plane: places each entity that has {@link Local2D} and {@link Global2D} in the world.
 *
 * <pre>{@code
 * Transforms2D transforms = Transforms2D.of(world, TreeType.DEFAULT);
 * long arm = world.spawn(Local2D.of(1, 0, angle, 1, 1), Global2D.IDENTITY);
 * world.hierarchy().attach(arm, ship);
 * builder.add("place", transforms.kernel(), reads(Local2D.TYPE), writes(Global2D.TYPE));
 * }</pre>
 *
 * <p>The global transform of an entity without a parent is its local one; that of a child is the product of
 * its parent's global and its own local one, with each matrix as {@code (a c tx; b d ty; 0 0 1)}:
 *
 * <pre>
 * a = pa la + pc lb      c = pa lc + pc ld      tx = pa ltx + pc lty + ptx
 * b = pb la + pd lb      d = pb lc + pd ld      ty = pb ltx + pd lty + pty
 * </pre>
 *
 * <p>So all affine maps are exact up to rounding: mirrored and non-uniform scales, and the shear that comes from a
 * rotated child in a parent with a non-uniform scale. An entity whose parent lacks transforms keeps its global one.
 *
 * <p>The other methods make garbage; they are for code outside of kernels, on the world's thread.
 */
public final class Transforms2D {
    private final World world;
    private final Hierarchy tree;
    private final CascadeKernel kernel;

    private Transforms2D(World world, TreeType type) {
        this.world = world;
        tree = world.hierarchy(type);
        kernel = world.query()
                .all(Local2D.TYPE, Global2D.TYPE)
                .build()
                .cascade(type, Transforms2D::placeRoot, Transforms2D::placeChild);
    }

    /**
     * Makes the kernel for a world. Once for each world.
     *
     * @param world the world
     * @param tree the trees of parents and children
     * @return its transforms
     */
    public static Transforms2D of(World world, TreeType tree) {
        return new Transforms2D(world, tree);
    }

    /** {@return the cascade that computes {@link Global2D} from {@link Local2D}} */
    public CascadeKernel kernel() {
        return kernel;
    }

    private static void placeRoot(Row row) {
        row.set(Global2D.A, row.get(Local2D.A));
        row.set(Global2D.B, row.get(Local2D.B));
        row.set(Global2D.C, row.get(Local2D.C));
        row.set(Global2D.D, row.get(Local2D.D));
        row.set(Global2D.TX, row.get(Local2D.TX));
        row.set(Global2D.TY, row.get(Local2D.TY));
    }

    /** Reads all values first: after a write, the JIT reads others again, as it cannot tell that they differ. */
    private static void placeChild(Row row, Row parent) {
        float a = row.get(Local2D.A);
        float b = row.get(Local2D.B);
        float c = row.get(Local2D.C);
        float d = row.get(Local2D.D);
        float tx = row.get(Local2D.TX);
        float ty = row.get(Local2D.TY);
        float pa = parent.get(Global2D.A);
        float pb = parent.get(Global2D.B);
        float pc = parent.get(Global2D.C);
        float pd = parent.get(Global2D.D);
        float ptx = parent.get(Global2D.TX);
        float pty = parent.get(Global2D.TY);
        row.set(Global2D.A, pa * a + pc * b);
        row.set(Global2D.B, pb * a + pd * b);
        row.set(Global2D.C, pa * c + pc * d);
        row.set(Global2D.D, pb * c + pd * d);
        row.set(Global2D.TX, pa * tx + pc * ty + ptx);
        row.set(Global2D.TY, pb * tx + pd * ty + pty);
    }

    /**
     * Where an entity is now: computed from the local transforms of the entity and those above it, so it does not
     * matter when the kernel last ran. O(depth).
     *
     * @param entity an entity with transforms
     * @return the map of its points to those of the world
     * @throws IllegalArgumentException if the entity lacks transforms, or they are disabled
     */
    public Affine2D global(long entity) {
        if (!hasTransforms(entity)) {
            throw new IllegalArgumentException("the entity must have " + Local2D.TYPE.name() + " and "
                    + Global2D.TYPE.name() + ", both enabled: entity=" + Entity.toString(entity));
        }
        Affine2D map = Affine2D.IDENTITY;
        long next = entity;
        long parent = tree.parent(next);
        while (parent != Entity.NULL && hasTransforms(parent)) {
            map = world.get(next, Local2D.TYPE).affine().times(map);
            next = parent;
            parent = tree.parent(next);
        }
        Affine2D top = parent == Entity.NULL
                ? world.get(next, Local2D.TYPE).affine()
                : world.get(next, Global2D.TYPE).affine();
        return top.times(map);
    }

    /** Whether a cascade places the entity. */
    private boolean hasTransforms(long entity) {
        return world.isEnabled(entity) && isEnabled(entity, Local2D.TYPE) && isEnabled(entity, Global2D.TYPE);
    }

    private boolean isEnabled(long entity, Component<?> component) {
        return world.has(entity, component) && world.isEnabled(entity, component);
    }

    /**
     * Where a point of an entity is in the world.
     *
     * @param entity an entity with transforms
     * @param x of the point, in the entity
     * @param y of the point, in the entity
     * @return the point in the world
     * @throws IllegalArgumentException if the entity lacks transforms, or they are disabled
     */
    public Point2D toGlobal(long entity, double x, double y) {
        return global(entity).apply(x, y);
    }

    /**
     * Where a point of the world is in an entity.
     *
     * @param entity an entity with transforms
     * @param x of the point, in the world
     * @param y of the point, in the world
     * @return the point in the entity
     * @throws IllegalArgumentException if the entity lacks transforms, or they are disabled
     * @throws ArithmeticException if its global transform has no inverse, because a scale is 0
     */
    public Point2D toLocal(long entity, double x, double y) {
        return global(entity).inverse().apply(x, y);
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
        Affine2D local = global(parent).inverse().times(global(child));
        tree.attach(child, parent);
        world.set(child, Local2D.of(local));
    }

    /**
     * Detaches an entity from its parent and sets its local transform, so that it stays where it is in the world.
     *
     * @param child an entity with transforms
     * @return false if it has no parent
     * @throws IllegalArgumentException if it lacks transforms, or they are disabled
     */
    public boolean detachKeepingGlobal(long child) {
        Affine2D local = global(child);
        boolean detached = tree.detach(child);
        if (detached) {
            world.set(child, Local2D.of(local));
        }
        return detached;
    }
}
