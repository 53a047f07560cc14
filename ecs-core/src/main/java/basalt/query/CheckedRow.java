package basalt.query;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.Entity;
import basalt.component.ReferenceColumn;
import basalt.internal.Strict;
import basalt.runtime.RowWrites;
import basalt.storage.Blocks;
import basalt.storage.Elements;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.access.Store;

/**
 * A row outside of kernels: a handle that is checked on each access, and records its writes for queries for changes.
 * SAFETY: each access takes its address from the store, which checks that the world is open and that the entity is
 * alive and has the component.
 *
 * <p>The row of a loop moves from entity to entity, and cannot be used after the loop.
 */
final class CheckedRow extends Row {
    private final RowWrites writes;
    private long entity;
    private long block;
    private boolean isOver;

    /** Strict mode: the row that the last call of the body got. */
    private CheckedRow lastCall;

    /** The row of an entity, which need not be alive. */
    CheckedRow(RowWrites writes, long entity) {
        super(0); // set by each access, because rows may move
        this.writes = writes;
        this.entity = entity;
    }

    /** The row of a loop or a cursor, for {@link #begin}. */
    CheckedRow(RowWrites writes) {
        this(writes, Entity.NULL);
        isOver = true;
    }

    /** A loop begins; it always calls {@link #end}, even if the body throws. */
    void begin() {
        isOver = false;
    }

    /** The loop has ended. */
    void end() {
        isOver = true;
        if (lastCall != null) {
            lastCall.isOver = true; // the body has thrown, or the cursor has moved
            lastCall = null;
        }
    }

    boolean isInUse() {
        return !isOver;
    }

    @Override
    void enter(long next) {
        block = next;
    }

    @Override
    Row at(int next) {
        return at(Entities.handle(block, next));
    }

    /** Moves to an entity, for one call of the body. */
    Row at(long next) {
        if (Strict.ON) {
            lastCall = new CheckedRow(writes, next);
            return lastCall;
        }
        entity = next;
        return this;
    }

    void endCall() {
        if (Strict.ON) {
            lastCall.leave();
        }
    }

    @Override
    void leave() {
        if (Strict.ON) {
            isOver = true;
        }
    }

    @Override
    long readable(ComponentInfo component, Column column, int offset) {
        if (isOver) {
            throw over();
        }
        long place = locateReadable(writes, entity, component, column);
        row = Place.row(place);
        return Place.base(place);
    }

    // Static, as all that readable and writable call: then the JIT removes the object of a row that is used at once.
    private static long locateReadable(RowWrites writes, long entity, ComponentInfo component, Column column) {
        writes.checkDeclared(component);
        return writes.store().locateReadable(entity, component, column);
    }

    @Override
    long writable(ComponentInfo component, Column column, int offset) {
        // The column has this element: its offset was checked before.
        if (isOver) {
            throw over();
        }
        long place = locateWritable(writes, entity, component, column);
        row = Place.row(place);
        return writes.written(Place.base(place), row, component);
    }

    private static long locateWritable(RowWrites writes, long entity, ComponentInfo component, Column column) {
        writes.checkDeclared(component);
        return writes.store().locateWritable(entity, component, column);
    }

    @Override
    Elements elements() {
        return store().references().elements();
    }

    @Override
    Object reference(ReferenceColumn<?> column) {
        long base = readable(column.component(), column, 0);
        return store().references().get(column.slot(), Blocks.index(base), row);
    }

    @Override
    void setReference(ReferenceColumn<?> column, Object value) {
        long base = writable(column.component(), column, 0);
        store().references().set(column.slot(), Blocks.index(base), row, value);
    }

    @Override
    public long entity() {
        checkCall();
        store().checkAccess();
        return entity;
    }

    @Override
    public int index() {
        return Entity.index(entity());
    }

    @Override
    public boolean has(Component<?> component) {
        checkCall();
        Store.requireComponent(component);
        long base = located(store().locateVisible(entity, component));
        return Pools.has(base, row, component.id());
    }

    @Override
    public boolean isEnabled(Component<?> component) {
        checkCall();
        Store.requireComponent(component);
        long base = located(store().locateVisible(entity, component));
        return Pools.isEnabled(base, row, component.id());
    }

    /** Sets the row, and returns the address of its block. */
    private long located(long place) {
        row = Place.row(place);
        return Place.base(place);
    }

    private Store store() {
        return writes.store();
    }

    private void checkCall() {
        if (isOver) {
            throw over();
        }
    }

    private static IllegalStateException over() {
        return new IllegalStateException(
                "row used after the call of the body that it was passed to, or after its cursor has moved; keep the"
                        + " entity's handle instead");
    }
}
