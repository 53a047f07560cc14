package basalt.storage;

/**
 * A row allocator in a file: its key, and what decides which rows it allocates next, besides the free rows.
 *
 * @param key its key; null if it could not be used any more, and has blocks
 * @param claimedBlock number of the block of the claimed rows
 * @param claimedWord the word of 64 rows in that block
 * @param claimedRows the claimed rows, one bit a row; 0 if there are none
 * @param claims its claims in shared blocks: for each the entity index, and a bit if it is the last one of its row, see
 *     {@link #LAST}; null if it has blocks of its own
 */
public record OwnerState(OwnerKey key, int claimedBlock, int claimedWord, long claimedRows, int[] claims) {
    /** In a claim: it is the last one of its row. Entity indices are below 2^31. */
    public static final int LAST = 1 << 31;

    /** An allocator with a key, or without one, that has claimed nothing. */
    static OwnerState unused(OwnerKey key) {
        return new OwnerState(key, 0, 0, 0, key == null || !key.sharesBlocks() ? null : new int[0]);
    }

    /**
     * Whether an allocator without blocks differs from a new one.
     *
     * @return false if a file need not contain it
     */
    public boolean hasClaims() {
        return claimedRows != 0 || key != null && key.sharesBlocks() && (claims == null || claims.length > 0);
    }
}
