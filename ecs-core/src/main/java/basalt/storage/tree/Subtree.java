package basalt.storage.tree;

import basalt.component.Component;
import basalt.storage.Prototype;
import basalt.storage.RowAllocator;
import basalt.storage.RowImage;
import basalt.storage.Rows;
import basalt.storage.change.Structure;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A copy of an entity and all that is below it, from which {@link SubtreeSpawn} makes instances. Parts with the same
 * components get their rows from the same blocks. Immutable, and on the heap. For the store's thread.
 */
public final class Subtree {
    private final Rows rows;
    private final Structure structure;
    private final Tree tree;
    private final Part[] parts;

    /** How a part is spawned: the values, where its rows come from, and the lanes that lead to other parts. */
    record Part(
            SubtreePart captured,
            Prototype prototype,
            RowAllocator allocator,
            int[] linkOffsets,
            int[] linkTargets,
            int[] disabled) {}

    private Subtree(Rows rows, Structure structure, Tree tree, List<SubtreePart> captured) {
        this.rows = rows;
        this.structure = structure;
        this.tree = tree;
        this.parts = new Part[captured.size()];
        Map<List<Integer>, RowAllocator> allocators = new HashMap<>();
        for (int i = 0; i < parts.length; i++) {
            parts[i] = part(captured.get(i), allocators);
        }
    }

    private Part part(SubtreePart captured, Map<List<Integer>, RowAllocator> allocators) {
        Prototype prototype = new Prototype(captured.images(), rows.pools());
        List<Integer> ids = Arrays.stream(prototype.ids()).boxed().toList();
        return new Part(
                captured,
                prototype,
                allocators.computeIfAbsent(ids, some -> new RowAllocator(rows, prototype, true)),
                captured.links().stream().mapToInt(PartLink::offset).toArray(),
                captured.links().stream().mapToInt(PartLink::target).toArray(),
                captured.disabled().stream().mapToInt(Integer::intValue).toArray());
    }

    /**
     * Captures an entity and all that is below it.
     *
     * @param rows the rows of the store
     * @param structure their structure
     * @param tree the tree
     * @param root the entity
     * @return its copy
     * @throws basalt.component.DeadEntityException if the entity is not alive
     */
    static Subtree of(Rows rows, Structure structure, Tree tree, long root) {
        return new Subtree(rows, structure, tree, new SubtreeCapture(rows, tree, root).parts());
    }

    /** {@return the number of parts, the root included} */
    public int count() {
        return parts.length;
    }

    /** {@return the components of the root, in the order of their ids} */
    public List<Component<?>> rootComponents() {
        return parts[0].captured.images().stream()
                .<Component<?>>map(RowImage::component)
                .toList();
    }

    Part part(int index) {
        return parts[index];
    }

    Rows rows() {
        return rows;
    }

    Structure structure() {
        return structure;
    }

    Tree tree() {
        return tree;
    }
}
