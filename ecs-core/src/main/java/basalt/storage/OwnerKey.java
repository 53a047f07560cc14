package basalt.storage;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What a row allocator is known by after a world was saved and loaded: an allocator that the program makes then takes
 * over the blocks and claims of the saved one with the same key.
 *
 * @param sharesBlocks whether its entities share blocks with those of other allocators while they are few
 * @param components the ids of the components of its entities, ascending
 * @param ordinal how many allocators of this kind with these components the world had made before
 */
public record OwnerKey(boolean sharesBlocks, List<Integer> components, int ordinal) implements Comparable<OwnerKey> {
    /** The key of the first allocator of a kind. */
    public static OwnerKey first(boolean sharesBlocks, int[] components) {
        return new OwnerKey(sharesBlocks, IntStream.of(components).boxed().toList(), 0);
    }

    /** An order, so that a map with many keys of one hash code, which a file may have, is not slow. */
    @Override
    public int compareTo(OwnerKey other) {
        int order = Boolean.compare(sharesBlocks, other.sharesBlocks);
        order = order != 0 ? order : Integer.compare(ordinal, other.ordinal);
        order = order != 0 ? order : Integer.compare(components.size(), other.components.size());
        for (int i = 0; order == 0 && i < components.size(); i++) {
            order = Integer.compare(components.get(i), other.components.get(i));
        }
        return order;
    }

    /** The key of a later allocator of the same kind and with the same components. */
    OwnerKey with(int newOrdinal) {
        return new OwnerKey(sharesBlocks, components, newOrdinal);
    }
}
