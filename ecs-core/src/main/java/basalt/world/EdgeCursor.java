package basalt.world;

import basalt.component.Entity;
import basalt.storage.relation.EdgeIndex;

/**
 * A cursor over the targets of an entity in a {@link ManyToMany} relation, or over its sources: the caller drives the
 * loop, and may end it early:
 *
 * <pre>{@code
 * try (EdgeCursor stations = routes.targets(station)) {
 *     while (stations.next()) {
 *         total += world.get(stations.edge(), Route.VOLUME);
 *     }
 * }
 * }</pre>
 *
 * <p>The edges are those of the moment of {@link #open}, in ascending order of their rows; in a symmetric relation,
 * those that were related in the other direction come last. They are listed in the frame arena, 8 bytes each,
 * until {@link #close}. Structural change and writes between the calls are allowed: edges that are not the entity's any
 * more are skipped, others are not visited. Close cursors in the reverse order of their opening.
 *
 * <p>{@link ManyToMany#targets} makes a cursor for one loop, in a try statement. Where a loop must make no garbage,
 * keep a cursor from {@link ManyToMany#closedTargets()} and {@link #open} it for each loop. For the thread that opened
 * it.
 */
public final class EdgeCursor implements AutoCloseable {
    private final EdgeIndex index;
    private final Relation near;
    private final Relation far;
    private final SourceCursor edges;

    /** Over the edges in the other direction, of a symmetric relation. */
    private final SourceCursor reversed;

    private long opened;
    private long edge;
    private long entity;

    /** A closed cursor: finds edges by one of their ends, and goes to the other one. */
    EdgeCursor(EdgeIndex index, Relation near, Relation far) {
        this.index = index;
        this.near = near;
        this.far = far;
        edges = near.closedCursor();
        reversed = far.closedCursor();
    }

    /**
     * Starts a loop, before the first of the edges that an entity has now.
     *
     * @return this; close it
     * @throws IllegalStateException if the cursor is open; on a wrong thread, or after the world was closed
     */
    public EdgeCursor open(long newEntity) {
        edges.open(newEntity);
        try {
            if (index.isSymmetric()) {
                reversed.open(newEntity);
            }
        } catch (Throwable e) {
            edges.close();
            throw e;
        }
        opened = newEntity;
        edge = Entity.NULL;
        return this;
    }

    /**
     * Moves to the next edge.
     *
     * @return false if there is none
     */
    public boolean next() {
        while (edges.next()) {
            if (isAt(edges.entity(), far)) {
                return true;
            }
        }
        while (reversed.isOpen() && reversed.next()) {
            if (isAt(reversed.entity(), near) && entity != opened) {
                return true;
            }
        }
        edge = Entity.NULL;
        return false;
    }

    private boolean isAt(long newEdge, Relation end) {
        edge = newEdge;
        entity = end.target(newEdge);
        return entity != Entity.NULL;
    }

    /** The entity at the other end, which may have been destroyed since {@link #next()}. */
    public long entity() {
        requireEdge();
        return entity;
    }

    /** The edge, the entity that has its record, which may have been destroyed since {@link #next()}. */
    public long edge() {
        requireEdge();
        return edge;
    }

    private void requireEdge() {
        edges.checkOpen();
        if (edge == Entity.NULL) {
            throw new IllegalStateException(
                    "the cursor is not on an edge; call next() first, and go on while it is true");
        }
    }

    /**
     * Ends the loop, and releases the list. Further calls do nothing.
     *
     * @throws IllegalStateException if an iteration or a scope of the frame arena that was opened later is still open;
     *     on a wrong thread
     */
    @Override
    public void close() {
        reversed.close();
        edges.close();
    }
}
