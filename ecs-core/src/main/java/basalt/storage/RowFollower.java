package basalt.storage;

import java.util.BitSet;

/** Keeps something for rows, which follows them when they move. */
public interface RowFollower {
    /** Called before rows move, to take memory. */
    void prepare(BitSet blocks);

    /** Called after the values of a component have moved. Must not fail. */
    void written(int id, int[] to, long[] has, int count);

    /** Called after rows have moved. Must not fail. */
    void moved(int[] from, int[] to, int alive, int count);
}
