package basalt.world;

import static basalt.component.BlockLayout.DISABLED_ID;
import static basalt.component.BlockLayout.ROW_MASK;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.ReferenceColumn;
import basalt.friend.Friend;
import basalt.query.Row;
import basalt.runtime.Iterations;
import basalt.runtime.RowPlace;
import basalt.storage.Blocks;
import basalt.storage.Pools;
import basalt.storage.Prototype;
import basalt.storage.RowImage;
import basalt.storage.Store;
import java.util.ArrayList;
import java.util.List;

/**
 * Single entities of a world: their births and deaths, and their components.
 *
 * <p>Methods that take an entity throw {@link basalt.component.DeadEntityException} if it is not alive, unless they say
 * otherwise; those that take a component throw {@link IllegalArgumentException} if it is null. All throw {@link
 * IllegalStateException} on a wrong thread, and after the world was closed. What makes and destroys entities or changes
 * which components they have is for the world's own thread; a system that a schedule runs reads and writes, and records
 * the rest in {@link World#commands()}.
 */
public abstract sealed class EntityAccess extends ColumnAccess permits World {
    private static final Friend<Row, RowPlace> ROWS = Friend.of(Row.class, RowPlace.class);

    private final Store store;
    private final Iterations iterations;

    EntityAccess(Store store, Iterations iterations) {
        this.store = store;
        this.iterations = iterations;
    }

    /**
     * Makes an entity without components.
     *
     * @return its handle
     * @throws basalt.memory.NativeMemoryException if memory is needed and cannot be had
     */
    public long spawn() {
        checkSpawn();
        return store.loose().single();
    }

    /**
     * Makes an entity with components. For many alike, see {@link World#template()}.
     *
     * @param values the components' values
     * @return its handle
     * @throws IllegalArgumentException if a value is null or cannot be stored, or two are of one component
     * @throws basalt.memory.NativeMemoryException if memory is needed and cannot be had
     */
    public long spawn(Record... values) {
        checkSpawn();
        if (values == null) {
            throw new IllegalArgumentException("spawn() got null instead of values");
        }
        List<RowImage> images = new ArrayList<>(values.length);
        for (Record value : values) {
            TemplateBuilder.add(images, RowImage.of(value)); // runs the record's code, which may close the world
        }
        checkSpawn();
        return store.loose().single(new Prototype(images, store));
    }

    /**
     * Destroys an entity with all its components.
     *
     * @param entity a living entity
     */
    public void destroy(long entity) {
        long base = store.require(entity);
        store.entities().destroy(base, word(entity), bit(entity));
    }

    /**
     * Destroys an entity if it is alive.
     *
     * @param entity any handle
     * @return whether it was alive
     */
    public boolean tryDestroy(long entity) {
        store.checkOwner(
                "world.tryDestroy(...)",
                "record it by world.commands().destroy(...), or declare the system exclusive()");
        boolean alive = store.entities().isAlive(entity);
        if (alive) {
            destroy(entity);
        }
        return alive;
    }

    /**
     * Whether an entity is alive.
     *
     * @param entity any handle of this world, or {@link basalt.component.Entity#NULL}
     * @return true until it is destroyed
     */
    public boolean isAlive(long entity) {
        store.checkAccess();
        return store.entities().isAlive(entity);
    }

    /**
     * How many entities are alive, disabled ones included.
     *
     * @return entities
     */
    public int entityCount() {
        store.checkAccess();
        return store.entities().count();
    }

    /**
     * Adds a component, its columns zero and its references null.
     *
     * @param entity a living entity
     * @param component what to add
     * @return false if it was there already; it keeps its values then
     * @throws basalt.memory.NativeMemoryException if the component is sparse and its memory cannot be had
     */
    public boolean add(long entity, Component<?> component) {
        Store.requireComponent(component);
        long base = store.require(entity);
        return store.pools().add(base, word(entity), bit(entity), component) != 0;
    }

    /**
     * Adds a component with values, or gives it these values if it is there already.
     *
     * @param entity a living entity
     * @param value the component's values
     * @return false if it was there already
     * @throws IllegalArgumentException if the value is null or cannot be stored
     * @throws basalt.memory.NativeMemoryException if the component is sparse and its memory cannot be had
     */
    public boolean add(long entity, Record value) {
        store.checkOwner("world.add(...)", "record it by world.commands().add(...), or declare the system exclusive()");
        RowImage image = RowImage.of(value); // runs the record's code, so it comes before the entity is looked up
        long base = store.require(entity);
        boolean added = store.pools().add(base, word(entity), bit(entity), image, store) != 0;
        if (!added) {
            image.write(base, word(entity), bit(entity), store);
            wrote(entity, image.component());
        }
        return added;
    }

    /**
     * Removes a component.
     *
     * @param entity a living entity
     * @param component what to remove
     * @return false if it was not there
     */
    public boolean remove(long entity, Component<?> component) {
        Store.requireComponent(component);
        long base = store.require(entity);
        return store.pools().remove(base, word(entity), bit(entity), component) != 0;
    }

    /**
     * Whether an entity has a component, enabled or not.
     *
     * @param entity a living entity
     * @param component any component
     * @return true if it has
     */
    public boolean has(long entity, Component<?> component) {
        Store.requireComponent(component);
        return Pools.has(store.locateVisible(entity, component), rowOf(entity), component.id());
    }

    /**
     * Reads a component as a record.
     *
     * @param entity a living entity
     * @param component a component that it has
     * @param <T> the record
     * @return the values
     * @throws basalt.component.MissingComponentException if the entity lacks it
     */
    public <T extends Record> T get(long entity, Component<T> component) {
        Store.requireComponent(component);
        return RowImage.read(store.locateReadable(entity, component, null), rowOf(entity), component, store);
    }

    /**
     * Reads a component as a record, if it is there.
     *
     * @param entity a living entity
     * @param component any component
     * @param <T> the record
     * @return the values, or null if the entity lacks it
     */
    public <T extends Record> T tryGet(long entity, Component<T> component) {
        return has(entity, component) ? get(entity, component) : null;
    }

    /**
     * Writes a component from a record.
     *
     * @param entity a living entity that has the component
     * @param value the new values
     * @throws IllegalArgumentException if the value is null or cannot be stored
     * @throws basalt.component.MissingComponentException if the entity lacks it; use {@code add} then
     */
    public void set(long entity, Record value) {
        store.checkAccess();
        RowImage image = RowImage.of(value);
        image.write(store.locateWritable(entity, image.component(), null), word(entity), bit(entity), store);
        wrote(entity, image.component());
    }

    /**
     * The row of an entity, for code that reads and writes rows, wherever they come from.
     *
     * @param entity a living entity
     * @return its row, a checked one: see {@link Row}
     */
    public Row row(long entity) {
        store.locate(entity);
        return ROWS.outside(new RowPlace(iterations.looseMarks(), entity));
    }

    /**
     * Enables an entity again.
     *
     * @param entity a living entity
     */
    public void enable(long entity) {
        store.pools().removeTag(store.require(entity), word(entity), bit(entity), DISABLED_ID);
    }

    /**
     * Disables an entity: it keeps everything, and no query finds it unless it includes disabled ones.
     *
     * @param entity a living entity
     */
    public void disable(long entity) {
        store.pools().addTag(store.require(entity), word(entity), bit(entity), DISABLED_ID);
    }

    /**
     * Whether an entity is enabled.
     *
     * @param entity a living entity
     * @return false between {@link #disable(long)} and {@link #enable(long)}
     */
    public boolean isEnabled(long entity) {
        return !Pools.has(store.locate(entity), rowOf(entity), DISABLED_ID);
    }

    /**
     * Enables a component of an entity again.
     *
     * @param entity a living entity
     * @param component a component that it has
     * @throws basalt.component.MissingComponentException if the entity lacks it
     */
    public void enable(long entity, Component<?> component) {
        Store.requireComponent(component);
        store.pools().enable(store.require(entity, component), word(entity), bit(entity), component.id());
    }

    /**
     * Disables a component of an entity: it keeps its values, and queries take it as absent.
     *
     * @param entity a living entity
     * @param component a component that it has
     * @throws basalt.component.MissingComponentException if the entity lacks it
     */
    public void disable(long entity, Component<?> component) {
        Store.requireComponent(component);
        store.pools().disable(store.require(entity, component), word(entity), bit(entity), component.id());
    }

    /**
     * Whether an entity has a component, and it is enabled.
     *
     * @param entity a living entity
     * @param component any component
     * @return true if it is there and enabled
     */
    public boolean isEnabled(long entity, Component<?> component) {
        Store.requireComponent(component);
        return Pools.isEnabled(store.locateVisible(entity, component), rowOf(entity), component.id());
    }

    @Override
    long origin(long entity, ComponentInfo component, Column column) {
        return Pools.origin(store.locateReadable(entity, component, column), component);
    }

    @Override
    long originForSet(long entity, ComponentInfo component, Column column) {
        return Pools.origin(store.locateWritable(entity, component, column), component);
    }

    @Override
    void wrote(long entity, ComponentInfo component) {
        if (store.changes().watchesWrites()) {
            tellWritten(entity, component);
        }
    }

    /** Marks a write, and has its observers told: at once, or, in a system, when its commands are applied. */
    private void tellWritten(long entity, ComponentInfo component) {
        if (store.workerIndex() < 0) {
            store.changes().wrote(entity, component);
        } else {
            store.changes().mark(entity, component);
            if (store.hooks().observesWrites(component.id())) {
                iterations.currentQueue().wrote(entity, component);
            }
        }
    }

    @Override
    int rowOf(long entity) {
        return (int) entity & ROW_MASK;
    }

    @Override
    <R> R reference(long entity, ReferenceColumn<R> column) {
        long base = store.locateReadable(entity, column.component(), column);
        return column.type().cast(store.references().get(column.slot(), Blocks.index(base), rowOf(entity)));
    }

    @Override
    <R> void setReference(long entity, ReferenceColumn<R> column, R value) {
        long base = store.locateWritable(entity, column.component(), column);
        store.references()
                .set(
                        column.slot(),
                        Blocks.index(base),
                        rowOf(entity),
                        column.type().cast(value));
        wrote(entity, column.component());
    }

    private void checkSpawn() {
        store.checkOwner(
                "world.spawn(...)",
                "record it by world.commands().spawn(), or template.spawn(commands), or declare the system exclusive()");
    }

    private int word(long entity) {
        return rowOf(entity) >>> 6;
    }

    private long bit(long entity) {
        return 1L << rowOf(entity);
    }
}
