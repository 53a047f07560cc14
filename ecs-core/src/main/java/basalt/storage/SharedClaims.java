package basalt.storage;

import basalt.component.layout.BlockLayout;
import java.util.Arrays;

/** The rows that an allocator has claimed in {@link SharedRows}; some may be free again. */
final class SharedClaims {
    /** For each row, the number of the claim, and, in the lower half, the entity index. */
    private long[] claims = new long[4];

    private int count;

    /** In a saved claim: it is the last one of its row. */
    private static final long LAST = 1L << 31;

    SharedClaims() {}

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
            to.putLong(saved(i, rows));
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

    /** The claims as files contain them: without their numbers. */
    int[] toArray(SharedRows rows) {
        int[] saved = new int[count];
        Arrays.setAll(saved, i -> (int) saved(i, rows));
        return saved;
    }

    private long saved(int i, SharedRows rows) {
        boolean isLast = rows.isLast((int) (claims[i] >>> Integer.SIZE), (int) claims[i]);
        return isLast ? claims[i] | LAST : claims[i];
    }

    /** Claims from {@link #toArray}, of rows of shared blocks. They get new numbers. */
    static SharedClaims of(int[] saved, SharedRows rows) {
        SharedClaims made = new SharedClaims();
        made.cover(saved.length);
        for (int claim : saved) {
            int entityIndex = claim & ~OwnerState.LAST;
            int number = rows.nextClaim();
            rows.cover(entityIndex >>> BlockLayout.ROW_BITS);
            made.add(number, entityIndex);
            if ((claim & OwnerState.LAST) != 0) {
                rows.setLast(number, entityIndex);
            }
        }
        return made;
    }

    /** Forgets those of the claims that were added last, for rows of one word, whose row is not in a set. */
    void keepOfLast(int last, long rows, SharedRows shared) {
        int kept = count - last;
        for (int i = kept; i < count; i++) {
            if ((rows & shared.bit((int) claims[i])) != 0) {
                claims[kept++] = claims[i];
            }
        }
        count = kept;
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
