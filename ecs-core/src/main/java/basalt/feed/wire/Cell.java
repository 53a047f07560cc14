package basalt.feed.wire;

/** The encoded values of the rows of a chunk: for each field an array over {@link Frames#CHUNK_ROWS} entity indices. */
final class Cell {
    final int[] values;

    /** Changes whenever the cell is used for other values. */
    long stamp;

    int frames;

    Cell(int size) {
        values = new int[size];
    }
}
