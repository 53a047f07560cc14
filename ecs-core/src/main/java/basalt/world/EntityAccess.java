package basalt.world;

import static basalt.component.layout.BlockLayout.DISABLED_ID;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.FloatColumn;
import basalt.component.ReferenceColumn;
import basalt.component.StringColumn;
import basalt.component.StringListColumn;
import basalt.component.VariableColumn;
import basalt.internal.Strict;
import basalt.query.Row;
import basalt.runtime.WorldRuntime;
import basalt.storage.Blocks;
import basalt.storage.ColumnMemory;
import basalt.storage.ColumnSet;
import basalt.storage.EntityImage;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.RowImage;
import basalt.storage.access.Store;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/** What a {@link World} does with one entity: it reads, writes, adds, removes, enables and disables its components. */
public abstract sealed class EntityAccess extends ColumnAccess permits World {
    final Store store;
    final WorldRuntime runtime;

    EntityAccess(WorldRuntime runtime) {
        this.store = runtime.store();
        this.runtime = runtime;
    }

    /** Adds a component, its columns zero and its references null. Returns false if it was there, and keeps it. */
    public final boolean add(long entity, Component<?> component) {
        Store.requireChangeable(component);
        long place = store.require(entity);
        return store.structure().add(Place.base(place), Place.row(place), component);
    }

    /** As {@link #add(long, Component)}, by the record's class. */
    public final boolean add(long entity, Class<? extends Record> type) {
        return add(entity, Store.component(type));
    }

    /** Adds a component with values, or writes them if it is there already: then it returns false. */
    public final boolean add(long entity, Record value) {
        store.checkOwner("world.add(...)", "record it by world.commands().add(...), or declare the system exclusive()");
        RowImage image = store.images().take(value);
        Pools.requireNoLink(image.component());
        image.read(value); // the record's accessors run here, so the entity is looked up afterwards
        boolean added = add(entity, image);
        image.release();
        return added;
    }

    private boolean add(long entity, RowImage image) {
        long place = store.require(entity);
        long base = Place.base(place);
        boolean added = store.structure().add(base, Place.word(place), Place.bit(place), image) != 0;
        if (!added) {
            store.pools().write(base, Place.word(place), Place.bit(place), image);
            wrote(entity, place, image.component());
        }
        return added;
    }

    /** Removes a component. Returns false if it was not there. */
    public final boolean remove(long entity, Component<?> component) {
        Store.requireChangeable(component);
        long place = store.require(entity);
        return store.structure().remove(Place.base(place), Place.row(place), component);
    }

    /** As {@link #remove(long, Component)}, by the record's class. */
    public final boolean remove(long entity, Class<? extends Record> type) {
        return remove(entity, Store.component(type));
    }

    /** Whether an entity has a component, enabled or not. */
    public final boolean has(long entity, Component<?> component) {
        Store.requireComponent(component);
        if (!Strict.ON) {
            store.checkAccess();
            long base = store.entities().tryUnmoved(entity);
            if (base != 0) {
                return Pools.has(base, (int) entity & ROW_MASK, component.id());
            }
        }
        long place = store.locateVisible(entity, component);
        return Pools.has(Place.base(place), Place.row(place), component.id());
    }

    /** As {@link #has(long, Component)}, by the record's class. */
    public final boolean has(long entity, Class<? extends Record> type) {
        return has(entity, Store.component(type));
    }

    /** Reads a component as a record. */
    public final <T extends Record> T get(long entity, Component<T> component) {
        Store.requireComponent(component);
        long place = store.locateReadable(entity, component, null);
        return store.pools().read(Place.base(place), Place.row(place), component);
    }

    /** As {@link #get(long, Component)}, by the record's class. */
    public final <T extends Record> T get(long entity, Class<T> type) {
        return get(entity, Store.component(type));
    }

    /** Writes a component from a record; {@code add} if the entity may lack it. */
    public final void set(long entity, Record value) {
        RowImage image = store.images().take(value);
        image.read(value); // the record's accessors run here, so the entity is looked up afterwards
        long place = store.locateWritable(entity, image.component(), null);
        store.pools().write(Place.base(place), Place.word(place), Place.bit(place), image);
        wrote(entity, place, image.component());
        image.release();
    }

    /**
     * Reads a component, and writes what a function makes of it: {@code world.update(e, Health.class, h ->
     * h.minus(5))}.
     *
     * @param change gets the record, and returns the new one; if it returns the one that it got, nothing is written
     * @return the new record
     */
    public final <T extends Record> T update(long entity, Class<T> type, UnaryOperator<T> change) {
        Component<T> component = Store.component(type);
        if (change == null) {
            throw new IllegalArgumentException("change must not be null: give a function from " + type.getSimpleName()
                    + " to " + type.getSimpleName());
        }
        T value = get(entity, component);
        T changed = change.apply(value);
        if (changed != value) {
            set(entity, changed);
        }
        return changed;
    }

    /**
     * The components of an entity in the order of their registration, with disabled ones, and the links of trees. For
     * the world's thread.
     *
     * @return an unmodifiable list
     */
    public final List<Component<?>> components(long entity) {
        List<Component<?>> components = new ArrayList<>();
        store.pools().components(placeOfWhole(entity, "world.components(...)"), components);
        return Collections.unmodifiableList(components);
    }

    /**
     * Compares two entities, perhaps of two worlds: finds the components that only one of them has, that only one has
     * disabled, and whose values differ, bit by bit. Objects are compared by {@code equals}, and elements of lists as
     * numbers: all NaN are equal. The links of trees, and whether the entities themselves are disabled, are not
     * compared. For the thread of both worlds.
     *
     * @param world that of the other entity
     * @return an unmodifiable list in the order of registration, empty if there is no difference
     */
    public final List<Component<?>> differences(long entity, World world, long other) {
        if (world == null) {
            throw new IllegalArgumentException("the world of the other entity must not be null");
        }
        return image(entity, "world.differences(...)").differences(world.image(other, "world.differences(...)"));
    }

    /**
     * An entity as text, for people: its handle, and its components with their values in the form of their records, one
     * a line; those of trees have its parent and the number of its children. For the world's thread.
     */
    public final String describe(long entity) {
        return image(entity, "world.describe(...)").describe(entity);
    }

    final EntityImage image(long entity, String call) {
        return EntityImage.of(store.rows(), placeOfWhole(entity, call));
    }

    private long placeOfWhole(long entity, String call) {
        store.checkOwner(call, "declare the system exclusive()");
        return store.entities().require(entity);
    }

    /**
     * The row of an entity, a checked one: for elements of vectors, and code over rows of any origin. It is a small
     * object, which the JIT removes where it can.
     */
    public final Row row(long entity) {
        store.locate(entity);
        return Template.ROWS.row(runtime.worldWrites(), entity);
    }

    /** Enables an entity again. */
    public final void enable(long entity) {
        long place = store.require(entity);
        store.structure().removeTag(Place.base(place), Place.word(place), Place.bit(place), DISABLED_ID);
    }

    /** Disables an entity: it keeps everything, and no query finds it unless it includes disabled ones. */
    public final void disable(long entity) {
        long place = store.require(entity);
        store.structure().addTag(Place.base(place), Place.word(place), Place.bit(place), DISABLED_ID);
    }

    /** Whether an entity is enabled. */
    public final boolean isEnabled(long entity) {
        long place = store.locate(entity);
        return !Pools.has(Place.base(place), Place.row(place), DISABLED_ID);
    }

    /** Enables a component of an entity again. */
    public final void enable(long entity, Component<?> component) {
        Store.requireChangeable(component);
        long place = store.require(entity, component);
        store.structure().enable(Place.base(place), Place.word(place), Place.bit(place), component.id());
    }

    /** As {@link #enable(long, Component)}, by the record's class. */
    public final void enable(long entity, Class<? extends Record> type) {
        enable(entity, Store.component(type));
    }

    /** Disables a component of an entity: it keeps its values, and queries take it as absent. */
    public final void disable(long entity, Component<?> component) {
        Store.requireChangeable(component);
        long place = store.require(entity, component);
        store.structure().disable(Place.base(place), Place.word(place), Place.bit(place), component.id());
    }

    /** As {@link #disable(long, Component)}, by the record's class. */
    public final void disable(long entity, Class<? extends Record> type) {
        disable(entity, Store.component(type));
    }

    /** Whether an entity has a component, and it is enabled. */
    public final boolean isEnabled(long entity, Component<?> component) {
        Store.requireComponent(component);
        long place = store.locateVisible(entity, component);
        return Pools.isEnabled(Place.base(place), Place.row(place), component.id());
    }

    /** As {@link #isEnabled(long, Component)}, by the record's class. */
    public final boolean isEnabled(long entity, Class<? extends Record> type) {
        return isEnabled(entity, Store.component(type));
    }

    @Override
    final long place(long entity, ComponentInfo component, Column column) {
        return store.locateReadable(entity, component, column);
    }

    @Override
    final long placeForSet(long entity, ComponentInfo component, Column column) {
        return store.locateWritable(entity, component, column);
    }

    @Override
    final void wrote(long entity, long place, ComponentInfo component) {
        if (store.structure().isWriteObserved()) {
            runtime.written(entity, place, component);
        }
    }

    /** {@return a new string, or null} Throws as {@link #get(long, FloatColumn)}. */
    public final String get(long entity, StringColumn column) {
        long place = store.locateReadable(entity, column.component(), column);
        return store.references()
                .elements()
                .string(ColumnMemory.getLong(Place.base(place), Place.row(place), column.offset()));
    }

    /** {@return the strings of a list, in a new one that is unmodifiable} Throws as {@link #get(long, FloatColumn)}. */
    @SuppressWarnings("unchecked") // a list of strings for null
    public final List<String> get(long entity, StringListColumn column) {
        long place = store.locateReadable(entity, column.component(), column);
        long list = ColumnMemory.getLong(Place.base(place), Place.row(place), column.offset());
        return (List<String>) store.references().elements().toArray(list, column, null);
    }

    /**
     * Writes all strings of a list.
     *
     * @throws basalt.memory.NativeMemoryException if there is no memory for them; then nothing is changed
     * @throws IllegalArgumentException as {@link Row#set(StringListColumn, List)}
     */
    public final void set(long entity, StringListColumn column, List<String> values) {
        Object bytes = ColumnSet.requireArray(column, values);
        set(entity, column, bytes);
    }

    /**
     * Writes a string, or null.
     *
     * @throws basalt.memory.NativeMemoryException if there is no memory for it; then nothing is changed
     */
    public final void set(long entity, StringColumn column, String value) {
        set(entity, (VariableColumn) column, value);
    }

    private void set(long entity, VariableColumn column, Object value) {
        long place = store.locateWritable(entity, column.component(), column);
        long at = Place.base(place) + column.offset() + ((long) Place.row(place) << 3);
        store.references().elements().assign(at, value, 0);
        wrote(entity, place, column.component());
    }

    @Override
    final <R> R reference(long entity, ReferenceColumn<R> column) {
        long place = store.locateReadable(entity, column.component(), column);
        return column.type()
                .cast(store.references().get(column.slot(), Blocks.index(Place.base(place)), Place.row(place)));
    }

    @Override
    final <R> void setReference(long entity, ReferenceColumn<R> column, R value) {
        long place = store.locateWritable(entity, column.component(), column);
        store.references()
                .set(
                        column.slot(),
                        Blocks.index(Place.base(place)),
                        Place.row(place),
                        column.type().cast(value));
        wrote(entity, place, column.component());
    }
}
