package basalt.storage;

import java.util.BitSet;

/** Keeps something for rows, which follows them when they move. */
public interface RowFollower {
    /**
     * Called before rows move, to take memory.
     *
     * @param blocks the blocks whose rows will take part
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; then no row moves
     */
    void prepare(BitSet blocks);

    /**
     * Called after the values of a component have moved. Must not fail.
     *
     * @param id the component
     * @param to the rows of the world that values may have moved to
     * @param has which of them have the component, one bit for each
     * @param count how many they are
     */
    void written(int id, int[] to, long[] has, int count);

    /**
     * Called after rows have moved. Must not fail.
     *
     * @param from rows of the world
     * @param to for each of them, the row that its contents are in now
     * @param alive how many of them have an entity or are reserved; the others, after those, were free
     * @param count how many they are
     */
    void moved(int[] from, int[] to, int alive, int count);
}
