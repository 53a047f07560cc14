package basalt.storage.tree;

import basalt.storage.RowImage;
import java.util.List;

/**
 * One entity of a captured subtree. Immutable.
 *
 * @param images its components and their values; lanes that lead to parts of the subtree are NULL
 * @param links these lanes
 * @param disabled the ids of components that are disabled
 * @param isDisabled whether the entity is disabled
 */
record SubtreePart(List<RowImage> images, List<PartLink> links, List<Integer> disabled, boolean isDisabled) {
    SubtreePart {
        images = List.copyOf(images);
        links = List.copyOf(links);
        disabled = List.copyOf(disabled);
    }
}
