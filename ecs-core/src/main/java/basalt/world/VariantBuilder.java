package basalt.world;

import basalt.component.Component;
import basalt.runtime.WorldRuntime;
import basalt.storage.RowImage;
import basalt.storage.access.Store;
import basalt.storage.relation.Subtree;

/**
 * Builds a variant of a prefab: the same parts with other components or values. Calls change the root, or the part that
 * was chosen last by {@code part(...)}.
 *
 * <pre>{@code
 * Prefab heavy = tank.variant()
 *         .with(new Health(50))
 *         .part(tank.indexOf(Tank.TURRET)).with(new Gun(2)).without(Frozen.class)
 *         .build();
 * }</pre>
 *
 * <p>The indices of parts stay the same, and so do names, unless a value replaces them. A component that is disabled in
 * a part stays disabled when it gets other values. For the world's thread only. No such part, and what is null, cannot
 * be stored or holds the links of a tree are {@link IllegalArgumentException}s.
 */
public final class VariantBuilder {
    private final WorldRuntime runtime;
    private final Prefab prefab;
    private final Subtree.Changes changes;
    private int part;

    VariantBuilder(WorldRuntime runtime, Prefab prefab, Subtree.Changes changes) {
        this.runtime = runtime;
        this.prefab = prefab;
        this.changes = changes;
    }

    /**
     * Chooses the part that the next calls change.
     *
     * @param index the index of the part; 0 is the root
     */
    public VariantBuilder part(int index) {
        part = prefab.requirePart(index);
        return this;
    }

    /**
     * Gives the part other values, or more components. Handles of entities that the prefab was captured from become
     * those of the parts of each instance.
     */
    public VariantBuilder with(Record... values) {
        if (values == null) {
            throw new IllegalArgumentException("with() got null instead of values");
        }
        for (Record value : values) {
            changes.with(part, RowImage.of(value));
        }
        return this;
    }

    /**
     * Gives the part more components without values: tags, and components whose columns start at zero. Those that it
     * has keep their values.
     */
    public VariantBuilder with(Component<?>... components) {
        if (components == null) {
            throw new IllegalArgumentException("with() got null instead of components");
        }
        for (Component<?> component : components) {
            Store.requireChangeable(component);
            if (!changes.has(part, component)) {
                changes.with(part, RowImage.zero(component));
            }
        }
        return this;
    }

    /** As {@link #with(Component...)}, by the records' classes. */
    @SafeVarargs
    public final VariantBuilder with(Class<? extends Record>... types) {
        return with(Store.components(types));
    }

    /** Takes components from the part. */
    public VariantBuilder without(Component<?>... components) {
        if (components == null) {
            throw new IllegalArgumentException("without() got null instead of components");
        }
        for (Component<?> component : components) {
            Store.requireChangeable(component);
            if (!changes.has(part, component)) {
                throw new IllegalArgumentException("part " + part + " of the prefab has no component "
                        + component.name() + " that a variant could lose; leave out without(...)");
            }
            changes.without(part, component);
        }
        return this;
    }

    /** As {@link #without(Component...)}, by the records' classes. */
    @SafeVarargs
    public final VariantBuilder without(Class<? extends Record>... types) {
        return without(Store.components(types));
    }

    /** Makes the variant. */
    public Prefab build() {
        runtime.store().checkOwner("VariantBuilder.build()", "build the variant before the tick");
        return new Prefab(runtime, changes.build());
    }
}
