package basalt.examples.flock;

import basalt.examples.flock.Sky.Bird;
import basalt.query.Row;
import basalt.world.TickArena;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The birds as they are at the start of a tick, and those of each cell, found by a counting sort.
 *
 * <pre>
 *   birds   x, y, dx, dy (floats) of each bird, in the order of rows
 *   cells   where the birds of each cell start in the list (int); one more at the end
 *   list    the offsets in "birds" of the birds of all cells, cell by cell (ints)
 * </pre>
 *
 * <p>The order of rows is that of {@code birds}, so it decides how far apart in memory the birds of a cell are. A grid
 * that copies the birds cell by cell depends less on it, and writes them in random order if the rows are.
 *
 * <p>The arrays lie in the tick's arena and are freed with the tick; the buffers that wrap them are reused. A resource:
 * one system calls {@link #begin}, {@link #add} for each bird and {@link #sort}; then others read, on any thread.
 */
final class Grid {
    /** Length of a cell's side. */
    static final int CELL = 4;

    static final int X = 0;
    static final int Y = 4;
    static final int DX = 8;
    static final int DY = 12;
    private static final int BIRD_BYTES = 16;

    /** Cells in a row of cells, with one that is always empty at either end. */
    final int columns;

    final UnsafeBuffer birds = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer cells = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer list = new UnsafeBuffer(0, 0);
    private int end;

    /** For a square sky of so many cells on each side. */
    Grid(int side) {
        columns = side + 2;
    }

    /** Begins an empty grid for at most so many birds. */
    void begin(TickArena arena, int most) {
        int cellBytes = (columns * columns + 2) * Integer.BYTES;
        // SAFETY: each buffer has the length of its allocation, checks its indices, and is wrapped anew in each tick.
        arena.wrapUnchecked(most * BIRD_BYTES, BIRD_BYTES, birds);
        arena.wrapUnchecked(most * Integer.BYTES, Integer.BYTES, list);
        arena.wrapUnchecked(cellBytes, Integer.BYTES, cells);
        cells.setMemory(0, cellBytes, (byte) 0);
        end = 0;
    }

    /** Adds a bird, and counts it two places after its cell: {@link #sort} needs the place between. */
    void add(Row row) {
        float x = row.get(Bird.X);
        float y = row.get(Bird.Y);
        birds.putFloat(end + X, x);
        birds.putFloat(end + Y, y);
        birds.putFloat(end + DX, row.get(Bird.DX));
        birds.putFloat(end + DY, row.get(Bird.DY));
        end += BIRD_BYTES;
        int counter = (cell(x, y) + 2) * Integer.BYTES;
        cells.putInt(counter, cells.getInt(counter) + 1);
    }

    /** Makes the list. */
    void sort() {
        int sum = 0;
        for (int counter = 0; counter < cells.capacity(); counter += Integer.BYTES) {
            sum += cells.getInt(counter);
            cells.putInt(counter, sum);
        }
        for (int bird = 0; bird < end; bird += BIRD_BYTES) {
            int next = (cell(birds.getFloat(bird + X), birds.getFloat(bird + Y)) + 1) * Integer.BYTES;
            int entry = cells.getInt(next); // the start of the cell, and in the end that of the following one
            cells.putInt(next, entry + 1);
            list.putInt(entry * Integer.BYTES, bird);
        }
    }

    /** The cell of a place in the sky. */
    int cell(float x, float y) {
        return ((int) y / CELL + 1) * columns + (int) x / CELL + 1;
    }

    /** The first entry of a cell, also the one after the last entry of the cell before. */
    int start(int cell) {
        return cells.getInt(cell * Integer.BYTES);
    }

    /** The offset in {@link #birds} of the bird of an entry. */
    int bird(int entry) {
        return list.getInt(entry * Integer.BYTES);
    }
}
