package basalt.world;

import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.EntityLink;
import basalt.component.OnTargetDestroy;
import basalt.internal.NoState;
import basalt.memory.block.ArenaAccess;
import basalt.runtime.IterationContext;
import basalt.runtime.WorldRuntime;
import basalt.storage.ColumnMemory;
import basalt.storage.Place;
import basalt.storage.access.Store;
import basalt.storage.relation.RelationIndex;
import basalt.storage.relation.RelationIndex.SourceLists.SourceList;
import java.util.function.LongConsumer;

/**
 * A relation: the entities that have a component (the sources) point at others (their targets) by one of its columns.
 *
 * <pre>{@code
 * Relation follows = world.relation(Follower.LEADER, OnTargetDestroy.CLEAR);
 * world.set(soldier, Follower.LEADER, captain);
 * follows.forEachSource(captain, follower -> world.set(follower, Morale.VALUE, 1f));
 * world.destroy(captain);                 // and the soldier's LEADER is NULL
 * }</pre>
 *
 * <p>The column is written as before, by kernels, records, commands and {@code world.set}. What this class adds is an
 * index, which is not part of the world's state: in no file, snapshot or hash. It is brought up to date when it is
 * used, in a time proportional to the rows that were written since; after a restored snapshot all rows with the
 * component are visited. It takes up to 20 bytes off heap for an entity. A component that is disabled counts as any
 * other.
 *
 * <p>When a target is destroyed, by whatever call, {@link #onTargetDestroy()} says what happens to its sources; also to
 * those that observers of this change let point at it, which are changed when all that die are dead. If such a source
 * cannot be destroyed, the call throws after the others were destroyed, and the source stays as it is. A handle that is
 * dead when it is written stays in the column, and points at none.
 *
 * <p>Look-ups take O(answer). While a kernel runs that may write the column, each also takes O(rows of the kernel). For
 * the world's thread, and for systems that declare {@code reads(component)}; strict mode refuses them in a kernel that
 * is split among workers and writes the column. A dead entity is a {@link basalt.component.DeadEntityException}, and a
 * source without the component a {@link basalt.component.MissingComponentException}; on a wrong thread and after close,
 * each method throws {@link IllegalStateException}, and so do look-ups if the relation is exclusive and a target has
 * several sources. If there is not enough memory for the index or a list of sources, which is a {@link
 * basalt.memory.NativeMemoryException}, nothing has changed.
 */
@NoState
public final class Relation implements EntityLink {
    private final WorldRuntime runtime;
    private final Store store;
    private final RelationIndex index;
    private final EntityColumn column;

    Relation(WorldRuntime runtime, RelationIndex index) {
        this.runtime = runtime;
        this.index = index;
        store = runtime.store();
        column = index.column();
    }

    /** {@return the column} */
    @Override
    public EntityColumn column() {
        return column;
    }

    /** {@return what happens to the sources of an entity that is destroyed} */
    public OnTargetDestroy onTargetDestroy() {
        store.checkAccess();
        return index.policy();
    }

    /**
     * Lets a target have at most one source from now on. {@link #set} and each spawn that begins with a second one, of
     * records, a template or a prefab, throw {@link IllegalStateException}, also if it is recorded by commands and
     * applied. If the column is written otherwise, as by kernels, {@code world.set}, {@code world.add}, {@code
     * bulk().add(record)}, other commands, merges, mirrors and a prefab's links between its own parts, the next look-up
     * throws.
     *
     * @throws IllegalStateException if a target has several sources; nothing has changed then
     */
    public Relation exclusive() {
        store.checkOwner("relation.exclusive()", "call it before the tick");
        index.makeExclusive();
        return this;
    }

    /** {@return whether a target may have at most one source} */
    public boolean isExclusive() {
        store.checkAccess();
        return index.isExclusive();
    }

    /**
     * The target of an entity.
     *
     * @return the entity that it points at; {@link Entity#NULL} if it lacks the component, or that one is dead
     */
    public long target(long source) {
        runtime.current().checkRead(column);
        long target = index.target(store.locate(source));
        return store.entities().isAlive(target) ? target : Entity.NULL;
    }

    /**
     * Lets an entity point at another one, perhaps itself. It is {@code world.set(source, column, target)} with checks.
     *
     * @throws IllegalStateException if the relation is exclusive and another entity points at the target
     */
    public void set(long source, long target) {
        store.checkOwner("relation.set(...)", "write the column instead");
        store.entities().require(target);
        store.locateWritable(source, column.component(), column);
        index.requireOnly(source, target);
        write(source, target);
    }

    /** Lets an entity point at none. */
    public void clear(long source) {
        store.checkOwner("relation.clear(...)", "write the column instead");
        write(source, Entity.NULL);
    }

    private void write(long source, long target) {
        long place = store.locateWritable(source, column.component(), column);
        ColumnMemory.putLong(Place.base(place), Place.row(place), column.offset(), target);
        store.structure().written(source, place, column.component());
    }

    /** Counts the entities that point at an entity. */
    public int count(long target) {
        begin(target);
        return index.count(target);
    }

    /**
     * Calls a body for each entity that points at an entity now, in ascending order of rows. Those that do not any more
     * when it is their turn are skipped; others that the body adds are not visited.
     *
     * @param body gets the handle of each source
     */
    public void forEachSource(long target, LongConsumer body) {
        if (body == null) {
            throw new IllegalArgumentException("body must not be null: relation=" + column);
        }
        IterationContext here = begin(target);
        ArenaAccess arena = here.arena();
        int iterations = here.iterations();
        long mark = arena.mark();
        try {
            long list = index.collect(target, arena);
            int count = SourceList.count(list);
            for (int i = 0; i < count; i++) {
                long source = SourceList.entity(list, i);
                if (index.isSource(source, target)) {
                    body.accept(source);
                    store.checkAccess(); // the body may have closed the world
                    requireAsBefore(arena, mark, here, iterations);
                }
            }
        } finally {
            if (!store.isClosed() && here.iterations() >= iterations) {
                here.endTo(iterations);
                arena.unwind(mark);
            }
        }
    }

    private static void requireAsBefore(ArenaAccess arena, long mark, IterationContext here, int iterations) {
        if (!arena.isInnermost(mark) || here.iterations() != iterations) {
            throw new IllegalStateException("the body of forEachSource has left a cursor or a scope of the frame arena"
                    + " open, or has closed one that was opened before; close each where it was opened");
        }
    }

    /**
     * Opens a loop over the entities that point at an entity, which the caller drives.
     *
     * @return a cursor before the first source; close it
     */
    public SourceCursor cursor(long target) {
        return new SourceCursor(this).open(target);
    }

    /**
     * A closed cursor over the sources of entities. Keep it and open it for each loop, so that loops make no garbage.
     */
    public SourceCursor closedCursor() {
        store.checkAccess();
        return new SourceCursor(this);
    }

    RelationIndex index() {
        return index;
    }

    void checkAccess() {
        store.checkAccess();
    }

    /** Checks that the calling thread may read, and that the target is alive. */
    IterationContext begin(long target) {
        IterationContext here = runtime.current();
        here.checkRead(column);
        store.entities().require(target);
        return here;
    }
}
