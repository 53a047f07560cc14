package basalt.storage;

import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.FREE_SUMMARY;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.storage.Blocks.FreeBlocks;
import basalt.storage.Entities.RowMask;
import java.util.Arrays;

/**
 * Rows in blocks that several allocators share, for allocators of few entities: a block of its own for each would
 * reserve much memory, and queries would run over many blocks with few rows.
 *
 * <p>Rows are claimed one by one, the lowest free ones, so that the rows of small allocators lie side by side. An
 * allocator may have {@value #MOST} entities here. It lists its claims, and when there are as many, those whose rows
 * are not in use any more are forgotten. So destruction costs nothing, and a claim a few steps, whatever there is
 * besides. Claims have numbers, and each row that of its last claim, because a row may be in several lists. After
 * 2^32 claims the numbers begin again; if a row meets an old one then, an allocator counts an entity too many.
 */
final class SharedRows {
    static final int MOST = 256;

    private final Entities entities;
    private final FreeBlocks freeBlocks = new FreeBlocks(0);

    private int[][] claimsOf = new int[1][];

    private int lastClaim;

    SharedRows(Entities entities) {
        this.entities = entities;
    }

    FreeBlocks freeBlocks() {
        return freeBlocks;
    }

    /** Claims the lowest free rows of a word, at most as many as asked for. */
    void claim(SharedClaims claims, int limit, RowMask claimed) {
        entities.claim(freeBlocks, claimed, limit);
        for (long rest = claimed.rows; rest != 0; rest &= rest - 1) {
            int index = Permutation.index(claimed.base, (claimed.word << 6) + Long.numberOfTrailingZeros(rest));
            setLast(nextClaim(), index);
            claims.add(lastClaim, index);
        }
    }

    /** The number of a new claim; not 0, which is that of rows without claims. */
    int nextClaim() {
        lastClaim += lastClaim == -1 ? 2 : 1;
        return lastClaim;
    }

    boolean isLast(int claim, int entityIndex) {
        int block = entityIndex >>> ROW_BITS;
        return block < claimsOf.length && claimsOf[block] != null && claimsOf[block][entityIndex & ROW_MASK] == claim;
    }

    void save(StateBuffer to) {
        to.putLong(lastClaim);
    }

    /** Forgets all claims; those that allocators have saved follow by {@link #setLast}. */
    void restore(StateBuffer from) {
        lastClaim = (int) from.getLong();
        for (int[] claims : claimsOf) {
            if (claims != null) {
                Arrays.fill(claims, 0);
            }
        }
    }

    void setLast(int claim, int entityIndex) {
        int block = entityIndex >>> ROW_BITS;
        if (block >= claimsOf.length) {
            claimsOf = Arrays.copyOf(claimsOf, Math.max(block + 1, 2 * claimsOf.length));
        }
        if (claimsOf[block] == null) {
            claimsOf[block] = new int[ROWS];
        }
        claimsOf[block][entityIndex & ROW_MASK] = claim;
    }

    /** Whether a row is in use since a claim: alive or reserved, and not claimed again. */
    boolean isUsed(int claim, int entityIndex) {
        long place = entities.place(entityIndex);
        long base = Place.base(place);
        return isLast(claim, entityIndex) && !RowBits.get(base + FREE_SUMMARY, base + FREE, Place.row(place));
    }

    /** The rows that an allocator has claimed in {@link SharedRows}; some may be free again. */
    static final class SharedClaims {
        /** For each row, the number of the claim, and, in the lower half, the entity index. */
        private long[] claims = new long[4];

        private int count;

        private static final long LAST = 1L << 31;

        SharedClaims() {}

        int count() {
            return count;
        }

        void add(int claim, int entityIndex) {
            add((long) claim << Integer.SIZE | entityIndex);
        }

        private void add(long claim) {
            if (count == claims.length) {
                claims = Arrays.copyOf(claims, 2 * count);
            }
            claims[count++] = claim;
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
            while (count < saved) {
                long claim = from.getLong();
                add(claim & ~LAST);
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
            for (int claim : saved) {
                int entityIndex = claim & ~OwnerState.LAST;
                int number = rows.nextClaim();
                made.add(number, entityIndex);
                if ((claim & OwnerState.LAST) != 0) {
                    rows.setLast(number, entityIndex);
                }
            }
            return made;
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
}
