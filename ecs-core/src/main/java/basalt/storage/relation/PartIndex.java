package basalt.storage.relation;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Entity;
import basalt.component.ReferenceColumn;
import basalt.storage.RowImage;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2LongHashMap;

/** The parts of a captured subtree, by the entities that they are copies of. */
final class PartIndex {
    static final int NOT_A_PART = -1;

    private final Long2LongHashMap indices = new Long2LongHashMap(NOT_A_PART);

    void add(long entity) {
        indices.put(entity, indices.size());
    }

    /** The index of the copy of an entity; {@link #NOT_A_PART} if there is none. */
    int of(long entity) {
        return (int) indices.get(entity);
    }

    /** Removes the handles of parts from the lanes of an image, and returns them as links. */
    List<PartLink> separate(RowImage image) {
        List<PartLink> links = new ArrayList<>();
        int lane = 0;
        for (Column column : image.component().columns()) {
            int lanes = column instanceof ReferenceColumn<?> ? 0 : column.length();
            for (int i = 0; i < lanes; i++, lane++) {
                if (column.kind() == ColumnKind.ENTITY) {
                    int target = of(image.value(lane));
                    if (target != NOT_A_PART) {
                        links.add(new PartLink(image.component().id(), column.laneOffset(i), target));
                    }
                    if (target != NOT_A_PART || image.component().isLink()) {
                        image.value(lane, Entity.NULL);
                    }
                }
            }
        }
        return links;
    }
}
