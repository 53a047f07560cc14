package basalt.feed.wire;

import basalt.storage.Entities;

/** The rows of a word of a block that are encoded, and where their values go. */
final class RowWord {
    long base;
    int count;
    final int[] rows = new int[Long.SIZE];
    final int[] places = new int[Long.SIZE];
    final int[][] values = new int[Long.SIZE][];

    /** Sets the rows; they are alive. */
    void set(long newBase, int word, long bits, Frames to, IndexSet indices) {
        base = newBase;
        count = 0;
        int firstIndex = Entities.firstIndex(newBase);
        for (long rest = bits; rest != 0; rest &= rest - 1) {
            int row = (word << 6) + Long.numberOfTrailingZeros(rest);
            int index = Entities.index(newBase, firstIndex, row);
            indices.add(index);
            rows[count] = row;
            places[count] = Frames.place(index);
            values[count++] = to.writable(index);
        }
    }

    /** Sets the rows of another object that have a component, whose bits are given. */
    void select(RowWord all, long having) {
        base = all.base;
        count = 0;
        for (int i = 0; i < all.count; i++) {
            if ((having >>> all.rows[i] & 1) != 0) {
                rows[count] = all.rows[i];
                places[count] = all.places[i];
                values[count++] = all.values[i];
            }
        }
    }
}
