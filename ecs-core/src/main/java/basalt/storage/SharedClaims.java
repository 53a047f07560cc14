package basalt.storage;

import java.util.Arrays;

/** The rows that an allocator has claimed in {@link SharedRows}; some may be free again. */
final class SharedClaims {
    /** For each row, the number of the claim, and, in the lower half, the entity index. */
    private long[] claims = new long[4];

    private int count;

    /** In a saved claim: it is the last one of its row. Entity indices are below 2^31. */
    private static final long LAST = 1L << 31;

    SharedClaims() {}

    /** The number of claims. */
    int count() {
        return count;
    }

    /** Allocates heap memory for further claims. */
    void cover(int more) {
        if (count + more > claims.length) {
            claims = Arrays.copyOf(claims, Math.max(count + more, 2 * claims.length));
        }
    }

    /** Adds a claim, after {@link #cover}. */
    void add(int claim, int entityIndex) {
        claims[count++] = (long) claim << Integer.SIZE | entityIndex;
    }

    /** Forgets the claims that were added last, whose rows were not used. */
    void removeLast(int unused) {
        count -= unused;
    }

    /** Writes the claims, each with a mark of whether it is the last one of its row. */
    void save(StateBuffer to, SharedRows rows) {
        to.putLong(count);
        for (int i = 0; i < count; i++) {
            boolean isLast = rows.isLast((int) (claims[i] >>> Integer.SIZE), (int) claims[i]);
            to.putLong(isLast ? claims[i] | LAST : claims[i]);
        }
    }

    /** Reads claims that were written by {@link #save}, after {@link SharedRows#restore}. */
    void restore(StateBuffer from, SharedRows rows) {
        count = 0;
        int saved = (int) from.getLong();
        cover(saved);
        while (count < saved) {
            long claim = from.getLong();
            claims[count++] = claim & ~LAST;
            if ((claim & LAST) != 0) {
                rows.setLast((int) (claim >>> Integer.SIZE), (int) (claim & ~LAST));
            }
        }
    }

    /** Forgets the claims of rows that are free, or that were claimed again. */
    void keepUsed(SharedRows rows) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (rows.isUsed((int) (claims[i] >>> Integer.SIZE), (int) claims[i])) {
                claims[kept++] = claims[i];
            }
        }
        count = kept;
    }
}
