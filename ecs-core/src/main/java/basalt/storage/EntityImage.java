package basalt.storage;

import static basalt.component.layout.BlockLayout.DISABLED_ID;

import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.Entity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * An entity as it was: its components with their values, and what is disabled.
 *
 * @param images the values of its components, in the order of ids
 * @param disabled the ids of those that are disabled
 * @param isDisabled whether the entity is disabled
 */
public record EntityImage(List<RowImage> images, List<Integer> disabled, boolean isDisabled) {
    public EntityImage {
        images = List.copyOf(images);
        disabled = List.copyOf(disabled);
    }

    public static EntityImage of(Rows rows, long place) {
        return of(rows, place, component -> true);
    }

    /** With some of its components. */
    public static EntityImage of(Rows rows, long place, Predicate<Component<?>> isKept) {
        List<Component<?>> components = new ArrayList<>();
        rows.pools().components(place, components);
        List<RowImage> images = new ArrayList<>();
        List<Integer> disabled = new ArrayList<>();
        for (Component<?> component : components) {
            if (isKept.test(component)) {
                images.add(RowImage.of(component, place, rows.references()));
                if (!Pools.isEnabled(Place.base(place), Place.row(place), component.id())) {
                    disabled.add(component.id());
                }
            }
        }
        return new EntityImage(images, disabled, Pools.has(Place.base(place), Place.row(place), DISABLED_ID));
    }

    public List<Component<?>> components() {
        return images.stream().<Component<?>>map(RowImage::component).toList();
    }

    /**
     * The components, in the order of ids, that only one of both has, has disabled, or has with these values; without
     * links. Objects are compared by {@code equals}, which can be user code.
     */
    public List<Component<?>> differences(EntityImage other) {
        return Stream.concat(components().stream(), other.components().stream())
                .distinct()
                .filter(component -> !component.isLink() && !isSame(component, other))
                .sorted(Comparator.comparingInt(ComponentInfo::id))
                .toList();
    }

    private boolean isSame(Component<?> component, EntityImage other) {
        RowImage mine = tryFind(component);
        RowImage others = other.tryFind(component);
        return mine != null
                && others != null
                && disabled.contains(component.id()) == other.disabled.contains(component.id())
                && mine.hasSameValues(others);
    }

    private RowImage tryFind(Component<?> component) {
        return images.stream()
                .filter(image -> image.component() == component)
                .findFirst()
                .orElse(null);
    }

    /** The entity as text: a line with its handle, and one for each component. */
    public String describe(long entity) {
        StringBuilder text = new StringBuilder("entity ").append(Entity.toString(entity));
        text.append(isDisabled ? ", disabled" : "");
        for (RowImage image : images) {
            text.append("\n  ").append(image);
            text.append(disabled.contains(image.component().id()) ? ", disabled" : "");
        }
        return text.toString();
    }
}
