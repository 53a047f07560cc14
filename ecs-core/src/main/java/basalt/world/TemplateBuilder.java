package basalt.world;

import basalt.component.Component;
import basalt.runtime.BulkSpawner;
import basalt.runtime.WorldRuntime;
import basalt.storage.Pools;
import basalt.storage.RecordPrototypes.RecordPrototype;
import basalt.storage.RowImage;
import basalt.storage.access.Store;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds a {@link Template}: the components of its entities. For the world's thread only, while the world is open. What
 * is null or cannot be stored, and a component that the template has already are {@link IllegalArgumentException}s.
 */
public final class TemplateBuilder {
    private final WorldRuntime runtime;
    private final List<RowImage> images = new ArrayList<>();

    TemplateBuilder(WorldRuntime runtime) {
        this.runtime = runtime;
    }

    /**
     * Adds components with values.
     *
     * @throws IllegalArgumentException if a value is null or cannot be stored, or the template has its component
     *     already
     */
    public TemplateBuilder with(Record... values) {
        if (values == null) {
            throw new IllegalArgumentException("with() got null instead of values");
        }
        for (Record value : values) {
            add(images, RowImage.of(value));
        }
        return this;
    }

    /**
     * Adds components without values: tags, and components whose columns start at zero.
     *
     * @throws IllegalArgumentException if a component is null, or the template has it already
     */
    public TemplateBuilder with(Component<?>... components) {
        if (components == null) {
            throw new IllegalArgumentException("with() got null instead of components");
        }
        for (Component<?> component : components) {
            if (component == null) {
                throw new IllegalArgumentException("with() got a null component; is its TYPE constant initialised?");
            }
            Store.requireComponent(component);
            add(images, RowImage.zero(component));
        }
        return this;
    }

    /** As {@link #with(Component...)}, by the records' classes. */
    @SafeVarargs
    public final TemplateBuilder with(Class<? extends Record>... types) {
        return with(Store.components(types));
    }

    /** Makes the template. */
    public Template build() {
        return new Template(new BulkSpawner.Spawner(runtime, images), new HoleClosing(runtime));
    }

    /** Adds an image of a component that is not among them yet. */
    private static void add(List<RowImage> images, RowImage image) {
        Pools.requireNoLink(image.component());
        for (RowImage other : images) {
            if (other.component().equals(image.component())) {
                throw RecordPrototype.givenTwice(image);
            }
        }
        images.add(image);
    }
}
