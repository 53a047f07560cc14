package basalt.examples.showcase.bullets;

import basalt.examples.showcase.bullets.Battle.Stage;
import basalt.examples.showcase.bullets.Fleet.Ship;
import basalt.world.TickArena;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Finds the ship at a point: the broad phase of collision detection. A uniform grid over the stage, rebuilt each tick
 * by a counting sort. A ship is entered in each cell that it overlaps, so a lookup reads one cell.
 *
 * <pre>
 *   starts   a cell: first of its entries (int); one more at the end
 *   entries  a ship in a cell: handle (long), x (float), y (float)
 * </pre>
 *
 * <p>Both arrays lie in the tick's arena and are freed with the tick; the two buffers that wrap them are reused. A
 * resource: one system builds it, and others look up points, on any thread. Call in this order: {@link #begin},
 * {@link #count} for each ship, {@link #sum}, {@link #place} for each ship, {@link #find}.
 */
final class Grid {
    private static final int CELL = 32;
    private static final float CELLS_A_PIXEL = 1f / CELL;
    private static final int MOST_CELLS_A_SHIP = 4; // a ship is smaller than a cell
    private static final int ENTRY_BYTES = 16;
    private static final int X = 8;
    private static final int Y = 12;
    private static final float REACH = Ship.RADIUS * Ship.RADIUS;

    private final int columns;
    private final int rows;
    private final UnsafeBuffer starts = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer entries = new UnsafeBuffer(0, 0);

    Grid(Stage stage) {
        columns = 1 + (int) (stage.width() * CELLS_A_PIXEL);
        rows = 1 + (int) (stage.height() * CELLS_A_PIXEL);
    }

    /** Begins an empty grid for at most so many ships. */
    void begin(TickArena arena, int ships) {
        int bytesOfEntries = Math.max(1, ships) * MOST_CELLS_A_SHIP * ENTRY_BYTES;
        // SAFETY: each buffer has the length of its allocation, checks its indices, and is wrapped anew in each tick.
        arena.wrapUnchecked(bytesOfStarts(), Integer.BYTES, starts);
        arena.wrapUnchecked(bytesOfEntries, Long.BYTES, entries);
        starts.setMemory(0, bytesOfStarts(), (byte) 0);
    }

    private int bytesOfStarts() {
        return (columns * rows + 2) * Integer.BYTES;
    }

    /** First pass: counts the entries of each cell. The count is stored one index after the start of its cell. */
    void count(float x, float y) {
        for (int row = row(y - Ship.RADIUS); row <= row(y + Ship.RADIUS); row++) {
            for (int column = column(x - Ship.RADIUS); column <= column(x + Ship.RADIUS); column++) {
                int at = (row * columns + column + 2) * Integer.BYTES;
                starts.putInt(at, starts.getInt(at) + 1);
            }
        }
    }

    /** Converts the counts to starts, still shifted by one index. */
    void sum() {
        int sum = 0;
        for (int at = 2 * Integer.BYTES; at < bytesOfStarts(); at += Integer.BYTES) {
            sum += starts.getInt(at);
            starts.putInt(at, sum);
        }
    }

    /** Second pass, with the same ships: writes the entries. This also moves each start to its own index. */
    void place(long ship, float x, float y) {
        for (int row = row(y - Ship.RADIUS); row <= row(y + Ship.RADIUS); row++) {
            for (int column = column(x - Ship.RADIUS); column <= column(x + Ship.RADIUS); column++) {
                int at = (row * columns + column + 1) * Integer.BYTES;
                int entry = starts.getInt(at);
                starts.putInt(at, entry + 1);
                entries.putLong(entry * ENTRY_BYTES, ship);
                entries.putFloat(entry * ENTRY_BYTES + X, x);
                entries.putFloat(entry * ENTRY_BYTES + Y, y);
            }
        }
    }

    /** The first ship that a bullet at this point hits; 0 if there is none. */
    long find(float x, float y) {
        int at = (row(y) * columns + column(x)) * Integer.BYTES;
        int end = starts.getInt(at + Integer.BYTES);
        for (int entry = starts.getInt(at); entry < end; entry++) {
            float right = x - entries.getFloat(entry * ENTRY_BYTES + X);
            float down = y - entries.getFloat(entry * ENTRY_BYTES + Y);
            if (right * right + down * down <= REACH) {
                return entries.getLong(entry * ENTRY_BYTES);
            }
        }
        return 0;
    }

    /** The column of a point; points outside the stage belong to the nearest cell. */
    private int column(float x) {
        return Math.max(0, Math.min(columns - 1, (int) (x * CELLS_A_PIXEL)));
    }

    private int row(float y) {
        return Math.max(0, Math.min(rows - 1, (int) (y * CELLS_A_PIXEL)));
    }
}
