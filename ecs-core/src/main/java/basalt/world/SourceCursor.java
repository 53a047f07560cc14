package basalt.world;

import basalt.component.Entity;
import basalt.memory.block.ArenaAccess;
import basalt.runtime.IterationContext;
import basalt.storage.relation.RelationIndex.SourceLists.SourceList;

/**
 * A cursor over the sources of a relation's target: the caller drives the loop, and may end it early:
 *
 * <pre>{@code
 * try (SourceCursor hunters = hunting.cursor(prey)) {
 *     while (hunters.next()) {
 *         if (world.get(hunters.entity(), Hunger.LEVEL) > 5) world.add(hunters.entity(), Attacking.class);
 *     }
 * }
 * }</pre>
 *
 * <p>The sources are those of the moment of {@link #open}, in ascending order of rows. They are listed in the frame
 * arena, 8 bytes each, until {@link #close}. Structural change and writes between the calls are allowed: entities that
 * do not point at the target any more are skipped, others are not visited. Close cursors in the reverse order of their
 * opening.
 *
 * <p>{@link Relation#cursor} makes a cursor for one loop, in a try statement. Where a loop must make no garbage, keep a
 * cursor from {@link Relation#closedCursor()} and {@link #open} it for each loop. For the thread that opened it.
 */
public final class SourceCursor implements AutoCloseable {
    private final Relation relation;
    private final ArenaAccess.Lifetime lifetime = new ArenaAccess.Lifetime();
    private IterationContext context;
    private long mark;
    private long list;
    private int next;
    private long target;
    private long entity;
    private boolean open;

    /** A closed cursor. */
    SourceCursor(Relation relation) {
        this.relation = relation;
    }

    /**
     * Starts a loop, before the first of the entities that point at an entity now.
     *
     * @return this; close it
     * @throws IllegalStateException if the cursor is open; if the relation is exclusive, and a target has several
     *     sources; on a wrong thread, or after the world was closed
     */
    public SourceCursor open(long newTarget) {
        IterationContext here = relation.begin(newTarget);
        if (isOpen()) {
            throw new IllegalStateException(
                    "the cursor is open; close it first, or take another one with relation.cursor(...)");
        }
        ArenaAccess arena = here.arena();
        long opened = arena.mark();
        try {
            list = relation.index().collect(newTarget, arena);
        } catch (Throwable e) {
            arena.unwind(opened);
            throw e;
        }
        lifetime.begin(arena);
        context = here;
        mark = opened;
        target = newTarget;
        next = 0;
        entity = Entity.NULL;
        open = true;
        return this;
    }

    /**
     * Moves to the next source, in ascending order of rows.
     *
     * @return false if there is none
     */
    public boolean next() {
        checkOpen();
        while (next < SourceList.count(list)) {
            long source = SourceList.entity(list, next++);
            if (relation.index().isSource(source, target)) {
                entity = source;
                return true;
            }
        }
        entity = Entity.NULL;
        return false;
    }

    /** The current source, which may have been destroyed, or point elsewhere, since {@link #next()}. */
    public long entity() {
        checkOpen();
        if (entity == Entity.NULL) {
            throw new IllegalStateException(
                    "the cursor is not on a source; call next() first, and go on while it is true");
        }
        return entity;
    }

    /**
     * Ends the loop, and releases the list. Further calls do nothing.
     *
     * @throws IllegalStateException if an iteration or a scope of the frame arena that was opened later is still open;
     *     on a wrong thread
     */
    @Override
    public void close() {
        if (open) {
            context.checkThread();
            if (isOpen()) {
                lifetime.arena().release(mark);
            }
            open = false;
        }
    }

    /** False also if the run in which the cursor was opened has closed it. */
    boolean isOpen() {
        return open && lifetime.isLive();
    }

    void checkOpen() {
        if (open) {
            context.checkThread();
        } else {
            relation.checkAccess();
        }
        if (!isOpen()) {
            throw new IllegalStateException("the cursor is closed; open it again, or take another one");
        }
    }
}
