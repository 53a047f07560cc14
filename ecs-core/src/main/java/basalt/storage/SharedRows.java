package basalt.storage;

import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.FREE_SUMMARY;

import basalt.component.Entity;
import basalt.storage.Blocks.FreeBlocks;
import basalt.storage.Entities.RowMask;
import java.util.Arrays;

/**
 * The rows of an allocator of few entities, in blocks that several such allocators share: a block of its own for each
 * would reserve much memory, and queries would run over many blocks with few rows.
 *
 * <p>Rows are claimed one by one, the lowest free ones, so that the rows of small allocators lie side by side. An
 * allocator may have {@value #MOST} entities here. It lists its claims, and when there are as many, those whose rows
 * are not in use any more are forgotten. So destruction costs nothing, and a claim a few steps, whatever there is
 * besides.
 */
final class SharedRows {
    static final int MOST = 256;

    private static final long IS_ALIVE = 1L << Integer.SIZE;

    private final Entities entities;

    /** The handles that the entities of the claimed rows get, or the indices of rows that are not in use any more. */
    private long[] claims = new long[4];

    private int count;

    SharedRows(Entities entities) {
        this.entities = entities;
    }

    /** Claims as {@link #toArray} has returned them, after the entities of the blocks were set. */
    SharedRows(Entities entities, int[] saved) {
        this.entities = entities;
        for (int claim : saved) {
            addSaved(claim);
        }
    }

    int count() {
        return count;
    }

    /** Claims the lowest free rows of a word, at most as many as asked for. */
    void claim(FreeBlocks sharedBlocks, int limit, RowMask claimed) {
        entities.claim(sharedBlocks, claimed, limit);
        for (long rest = claimed.rows; rest != 0; rest &= rest - 1) {
            add(Entities.nextHandle(claimed.base, (claimed.word << 6) + Long.numberOfTrailingZeros(rest)));
        }
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

    /** Forgets the claims of rows that are free, or that were claimed again. */
    void keepUsed() {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (isUsed(claims[i])) {
                claims[kept++] = claims[i];
            }
        }
        count = kept;
    }

    /** Whether the entity of a claimed row is alive, or can still be spawned. */
    private boolean isUsed(long claim) {
        if ((claim & IS_ALIVE) == 0) {
            return false;
        }
        long place = entities.place(Entity.index(claim));
        long base = Place.base(place);
        int row = Place.row(place);
        return Entities.handle(base, row) == claim
                || Entities.nextHandle(base, row) == claim && !RowBits.get(base + FREE_SUMMARY, base + FREE, row);
    }

    void save(StateBuffer to) {
        to.putLong(count);
        for (int i = 0; i < count; i++) {
            to.putLong(saved(i));
        }
    }

    /** Reads claims that were written by {@link #save}, after the entities of the blocks were restored. */
    void restore(StateBuffer from) {
        count = 0;
        for (long saved = from.getLong(); saved > 0; saved--) {
            addSaved((int) from.getLong());
        }
    }

    /** The claims as files contain them: entity indices, with {@link OwnerState#IN_USE} for rows in use. */
    int[] toArray() {
        int[] saved = new int[count];
        Arrays.setAll(saved, this::saved);
        return saved;
    }

    private int saved(int i) {
        return (int) claims[i] | (isUsed(claims[i]) ? OwnerState.IN_USE : 0);
    }

    private void addSaved(int saved) {
        int index = saved & ~OwnerState.IN_USE;
        long place = entities.place(index);
        long claim = Entities.handle(place) | IS_ALIVE;
        add((saved & OwnerState.IN_USE) != 0 && isUsed(claim) ? claim : index);
    }
}
