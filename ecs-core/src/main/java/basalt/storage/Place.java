package basalt.storage;

import static basalt.component.layout.BlockLayout.BLOCK_ALIGNMENT;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;
import static basalt.component.layout.BlockLayout.WORDS;

/**
 * Where the columns of an entity or event are: the address of a block or page, and a row in it, in one {@code long}.
 *
 * <pre>
 *  63                14 13       0
 *  +-------------------+---------+
 *  |  base &gt;&gt;&gt; 14      |   row   |     a base is a multiple of 16384
 *  +-------------------+---------+
 * </pre>
 *
 * <p>No place is 0. It is valid until rows or blocks move.
 */
public final class Place {
    private Place() {}

    public static long of(long base, int row) {
        return base | row;
    }

    public static long base(long place) {
        return place & -BLOCK_ALIGNMENT;
    }

    public static int row(long place) {
        return (int) place & ROW_MASK;
    }

    public static int word(long place) {
        return (int) place >>> 6 & WORDS - 1;
    }

    public static int rowOfWorld(long place) {
        return Blocks.index(base(place)) << ROW_BITS | row(place);
    }

    public static long bit(long place) {
        return 1L << place;
    }
}
