package basalt.storage;

import java.util.List;
import java.util.stream.IntStream;

/**
 * An owner of blocks in a file: a row allocator with its key, and what decides which rows it allocates next, besides
 * the free rows; or an arrangement.
 *
 * @param key the allocator's key; null for an arrangement, and if it could not be used any more, and has blocks
 * @param claims its claims in shared blocks: for each the entity index, and a bit if the row is still in use, see
 *     {@link #IN_USE}; null if it has blocks of its own
 * @param arrangement the ordinal of the arrangement among those that are open; -1 if it is none
 * @param progress how far the arrangement is
 */
public record OwnerState(
        OwnerKey key,
        int claimedBlock,
        int claimedWord,
        long claimedRows,
        int[] claims,
        int arrangement,
        long progress) {
    public static final int MAX_ORDINAL = 0xFFFF;

    public static final int IN_USE = 1 << 31;

    /**
     * A row allocator.
     *
     * @param claims its claims in shared blocks, or null
     */
    public OwnerState(OwnerKey key, int claimedBlock, int claimedWord, long claimedRows, int[] claims) {
        this(key, claimedBlock, claimedWord, claimedRows, claims, -1, 0);
    }

    public static OwnerState arrangement(int ordinal, long progress) {
        return new OwnerState(null, 0, 0, 0, null, ordinal, progress);
    }

    /** An allocator with a key, or without one, that has claimed nothing. */
    static OwnerState unused(OwnerKey key) {
        return new OwnerState(key, 0, 0, 0, key == null || !key.sharesBlocks() ? null : new int[0]);
    }

    public boolean isArrangement() {
        return arrangement >= 0;
    }

    /** Whether an owner without blocks differs from a new one. */
    public boolean isUsed() {
        return progress != 0
                || claimedRows != 0
                || key != null && key.sharesBlocks() && (claims == null || claims.length > 0);
    }

    /**
     * What a row allocator is known by after a world was saved and loaded: an allocator that the program makes then
     * takes over the blocks and claims of the saved one with the same key.
     *
     * @param ordinal how many allocators of this kind with these components the world had made before
     */
    public record OwnerKey(boolean sharesBlocks, List<Integer> components, int ordinal)
            implements Comparable<OwnerKey> {
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
}
