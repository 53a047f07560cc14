package basalt.storage.relation;

import basalt.component.Component;
import basalt.storage.RowImage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * One entity of a captured subtree. Immutable.
 *
 * @param images its components and their values, in the order of ids; lanes that lead to parts of the subtree are NULL
 * @param links these lanes
 * @param disabled the ids of components that are disabled
 * @param isDisabled whether the entity is disabled
 * @param childCount the number of its children
 */
record SubtreePart(
        List<RowImage> images, List<PartLink> links, List<Integer> disabled, boolean isDisabled, int childCount) {
    SubtreePart {
        images = List.copyOf(images);
        links = List.copyOf(links);
        disabled = List.copyOf(disabled);
    }

    /** The components, in the order of their ids. */
    List<Component<?>> components() {
        return images.stream().<Component<?>>map(RowImage::component).toList();
    }

    /** The part with other values for a component, or with one more component. */
    SubtreePart with(RowImage image, List<PartLink> imageLinks) {
        int id = image.component().id();
        List<RowImage> newImages = new ArrayList<>(images);
        newImages.removeIf(other -> other.component().id() == id);
        newImages.add(image);
        newImages.sort(Comparator.comparingInt(one -> one.component().id()));
        List<PartLink> newLinks = new ArrayList<>(links);
        newLinks.removeIf(link -> link.component() == id);
        newLinks.addAll(imageLinks);
        return new SubtreePart(newImages, newLinks, disabled, isDisabled, childCount);
    }

    /** The part for another world, without the handles of entities outside. */
    SubtreePart withoutHandles() {
        return new SubtreePart(
                images.stream().map(RowImage::withoutHandles).toList(), links, disabled, isDisabled, childCount);
    }

    SubtreePart without(int id) {
        return new SubtreePart(
                images.stream().filter(image -> image.component().id() != id).toList(),
                links.stream().filter(link -> link.component() != id).toList(),
                disabled.stream().filter(one -> one != id).toList(),
                isDisabled,
                childCount);
    }
}
