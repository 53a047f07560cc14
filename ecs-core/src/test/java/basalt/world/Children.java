package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;

/** The children of an entity as a list, for tests. */
final class Children {
    private Children() {}

    static List<Long> of(Hierarchy tree, long entity) {
        List<Long> children = new ArrayList<>();
        tree.forEachChild(entity, children::add);
        assertEquals(children.size(), tree.childCount(entity));
        return children;
    }
}
