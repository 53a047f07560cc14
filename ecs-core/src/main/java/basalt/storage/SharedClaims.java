package basalt.storage;

import java.util.Arrays;

/** The rows that an allocator has claimed in {@link SharedRows}; some may be free again. */
final class SharedClaims {
    /** For each row, the number of the claim, and, in the lower half, the entity index. */
    private long[] claims = new long[4];

    private int count;

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
