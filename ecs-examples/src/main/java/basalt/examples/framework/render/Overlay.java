package basalt.examples.framework.render;

import java.util.Arrays;

/**
 * A few lines of text in the upper left corner of the picture. An empty overlay is not drawn. Writing makes no garbage.
 *
 * <p>ASCII only: other characters become question marks. Lines are cut off after {@value #COLUMNS} characters.
 */
public final class Overlay {
    /** Characters per line. */
    public static final int COLUMNS = 40;

    /** Number of lines. */
    public static final int ROWS = 6;

    private static final long HUNDREDTHS = 100;

    private final byte[] cells = new byte[COLUMNS * ROWS];
    private final int[] lengths = new int[ROWS];

    Overlay() {
        clear();
    }

    /** Removes all text. */
    public void clear() {
        Arrays.fill(cells, (byte) ' ');
        Arrays.fill(lengths, 0);
    }

    /**
     * Empties a line.
     *
     * @param row the line, 0 to {@link #ROWS} - 1
     * @return this
     * @throws IndexOutOfBoundsException if there is no such line
     */
    public Overlay line(int row) {
        lengths[row] = 0;
        Arrays.fill(cells, row * COLUMNS, (row + 1) * COLUMNS, (byte) ' ');
        return this;
    }

    /**
     * Adds text to the end of a line.
     *
     * @param row the line, 0 to {@link #ROWS} - 1
     * @param text what to append
     * @return this
     * @throws IndexOutOfBoundsException if there is no such line
     */
    public Overlay add(int row, CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            put(row, c >= Glyphs.FIRST && c <= Glyphs.LAST ? c : '?');
        }
        return this;
    }

    /**
     * Adds a whole number to the end of a line, with commas between thousands.
     *
     * @param row the line, 0 to {@link #ROWS} - 1
     * @param number what to append
     * @return this
     * @throws IndexOutOfBoundsException if there is no such line
     */
    public Overlay add(int row, long number) {
        if (number < 0) {
            put(row, '-');
        }
        int digits = 1;
        for (long rest = number / 10; rest != 0; rest /= 10) {
            digits++;
        }
        long power = 1;
        for (int i = 1; i < digits; i++) {
            power *= 10;
        }
        for (int left = digits; left > 0; left--, power /= 10) {
            put(row, (char) ('0' + Math.abs(number / power % 10)));
            if (left % 3 == 1 && left > 1) {
                put(row, ',');
            }
        }
        return this;
    }

    /**
     * Writes the first three lines: number of ticks, time per entity in the last tick, and memory of the arenas.
     *
     * @param ticks ticks so far
     * @param nanos time of the last tick, or the mean of several ticks, in nanoseconds
     * @param entities number of entities in the tick
     * @param arenaBytes memory of the arenas in bytes
     */
    public void status(long ticks, long nanos, long entities, long arenaBytes) {
        line(0).add(0, "tick   ").add(0, ticks);
        line(1).add(1, "entity ");
        if (entities > 0) {
            long hundredths = nanos * HUNDREDTHS / entities;
            add(1, hundredths / HUNDREDTHS).add(1, ".");
            put(1, (char) ('0' + hundredths / 10 % 10));
            put(1, (char) ('0' + hundredths % 10));
            add(1, " ns x ").add(1, entities);
        } else {
            add(1, "-");
        }
        line(2).add(2, "arenas ").add(2, arenaBytes).add(2, " B");
    }

    private void put(int row, char c) {
        if (lengths[row] < COLUMNS) {
            cells[row * COLUMNS + lengths[row]++] = (byte) c;
        }
    }

    /** Length of the longest line. */
    int columnsUsed() {
        int longest = 0;
        for (int length : lengths) {
            longest = Math.max(longest, length);
        }
        return longest;
    }

    /** Number of lines down to the last one with text. */
    int rowsUsed() {
        int rows = ROWS;
        while (rows > 0 && lengths[rows - 1] == 0) {
            rows--;
        }
        return rows;
    }

    byte cell(int row, int column) {
        return cells[row * COLUMNS + column];
    }
}
