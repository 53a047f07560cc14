package basalt.storage.relation;

import static basalt.component.layout.BlockLayout.DISABLED_ID;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.layout.ComponentAreas;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.RowImage;
import basalt.storage.Rows;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads an entity and all that is below it. Its links to its own parent and siblings are left out, and so are the links
 * of trees of other types. For the store's thread.
 */
final class SubtreeCapture {
    private final Rows rows;
    private final Tree tree;
    private final List<Long> entities = new ArrayList<>();
    private final List<Integer> levels = new ArrayList<>();
    private final PartIndex index = new PartIndex();

    /** Finds the parts. */
    SubtreeCapture(Rows rows, Tree tree, long root) {
        this.rows = rows;
        this.tree = tree;
        rows.entities().require(root);
        add(root, 0);
        TreeWalk below = new TreeWalk(tree, root);
        while (below.next()) {
            add(below.entity(), below.level());
        }
    }

    private void add(long entity, int level) {
        index.add(entity);
        entities.add(entity);
        levels.add(level);
    }

    /** The parts by the entities that they are copies of. */
    PartIndex index() {
        return index;
    }

    /** The parts: the root first, each one before its children, children in order. */
    List<SubtreePart> parts() {
        List<SubtreePart> parts = new ArrayList<>();
        for (int i = 0; i < entities.size(); i++) {
            parts.add(part(rows.entities().require(entities.get(i)), levels.get(i)));
        }
        return parts;
    }

    private SubtreePart part(long place, int level) {
        List<RowImage> images = new ArrayList<>();
        List<PartLink> links = new ArrayList<>();
        List<Integer> disabled = new ArrayList<>();
        for (int id = 0; id < ComponentAreas.process().count(); id++) {
            Component<?> component = rows.pools().component(id);
            if (component != null && Pools.has(Place.base(place), Place.row(place), id) && isKept(component, level)) {
                RowImage image = image(component, place, level);
                links.addAll(index.separate(image));
                images.add(image);
                if (!Pools.isEnabled(Place.base(place), Place.row(place), id)) {
                    disabled.add(id);
                }
            }
        }
        boolean isDisabled = Pools.has(Place.base(place), Place.row(place), DISABLED_ID);
        int childCount = tree.links().isNode(place) ? tree.links().childCount(place) : 0;
        return new SubtreePart(images, links, disabled, isDisabled, childCount);
    }

    private boolean isKept(Component<?> component, int level) {
        return !component.isLink()
                || component == tree.type().node()
                || component == tree.type().childOf() && level > 0;
    }

    private RowImage image(Component<?> component, long place, int level) {
        return component == tree.type().childOf()
                ? RowImage.of(component, new ChildOf(tree.links().parent(place), level))
                : RowImage.of(component, place, rows.references());
    }
}
