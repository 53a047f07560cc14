package basalt.feed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The encoded values of entities in the last frames. A frame is the state of a world at the end of a tick.
 *
 * <pre>
 *   frame 7    cell of chunk 0   cell of chunk 1        -
 *                   ||                                             frames share cells that are equal
 *   frame 8    cell of chunk 0   cell of chunk 1   cell of chunk 2
 *
 *   cell       generation:       64 ints, by the low bits of the entity's index; 0 if it is not there
 *              components:       64 ints, a bit for each
 *              first column:     64 ints
 *              ...
 * </pre>
 *
 * <p>Frames have consecutive numbers on the server; a client may lack some. For one thread.
 */
final class Frames {
    /** The number of no frame. */
    static final int NONE = 0;

    /** The entity indices of a chunk. */
    static final int CHUNK_ROWS = 1 << 6;

    /** The field of the generation. */
    static final int GENERATION = 0;

    private static final int CHUNK_SHIFT = 6;

    private final int capacity;
    private final int fields;

    /** The slot of the frame that is written; the other slots are the low bits of the frames' numbers. */
    private final int written;

    private final int[] numbers;
    private final long[] ticks;
    private final Cell[][] cells;
    private final List<Cell> free = new ArrayList<>();
    private int newest = NONE;
    private long mostBytes = Long.MAX_VALUE;
    private int created;
    private long stamps;

    /** No frames. The capacity is a power of two. */
    Frames(int capacity, int fields) {
        this.fields = fields;
        this.capacity = capacity;
        written = capacity;
        numbers = new int[capacity + 1];
        ticks = new long[capacity + 1];
        cells = new Cell[capacity + 1][0];
    }

    /** The chunk of an entity. */
    static int chunk(int index) {
        return index >>> CHUNK_SHIFT;
    }

    /** Where the first field of an entity is in the values of its cell; the next one is CHUNK_ROWS behind it. */
    static int place(int index) {
        return index & CHUNK_ROWS - 1;
    }

    private int slot(int number) {
        return number & capacity - 1;
    }

    int capacity() {
        return capacity;
    }

    /** {@return the ints of an entity} */
    int fields() {
        return fields;
    }

    /** {@return the number of the frame that was committed last} */
    int newest() {
        return newest;
    }

    boolean has(int number) {
        return number != NONE && numbers[slot(number)] == number;
    }

    long tick(int number) {
        return ticks[slot(number)];
    }

    /** Finds a frame. Returns the number of its frame, or NONE. */
    int find(long tick) {
        for (int i = 0; i < capacity; i++) {
            if (numbers[i] != NONE && ticks[i] == tick) {
                return numbers[i];
            }
        }
        return NONE;
    }

    /** Begins a frame without rows. It is written next, and is there after {@link #commit}. */
    void begin(int number, long tick) {
        drop();
        numbers[written] = number;
        ticks[written] = tick;
    }

    /** Drops the frame that was begun, if it was not committed. */
    void drop() {
        clear(written);
    }

    /** Ends the writing of a frame. It takes the place of the one that is older by the capacity. */
    void commit() {
        newest = numbers[written];
        int slot = slot(newest);
        clear(slot);
        Cell[] old = cells[slot];
        cells[slot] = cells[written];
        cells[written] = old;
        numbers[slot] = newest;
        ticks[slot] = ticks[written];
        numbers[written] = NONE;
    }

    /** The number of ticks since an older frame, from the newest one or the one that is being written. */
    long elapsed(int since) {
        return ticks[numbers[written] == NONE ? slot(newest) : written] - ticks[slot(since)];
    }

    /** Drops all frames, and their memory. */
    void clear() {
        for (int slot = 0; slot < numbers.length; slot++) {
            clear(slot);
        }
        free.clear();
        created = 0;
        newest = NONE;
    }

    /** The last frame of a moment, or the oldest one, if all are later. */
    int atOrBefore(double tick) {
        int last = NONE;
        int oldest = NONE;
        for (int i = 0; i < capacity; i++) {
            if (numbers[i] != NONE) {
                oldest = oldest == NONE ? numbers[i] : Math.min(oldest, numbers[i]);
                last = ticks[i] <= tick ? Math.max(last, numbers[i]) : last;
            }
        }
        return last == NONE ? oldest : last;
    }

    /** The first frame after a tick. */
    int after(long tick) {
        int first = NONE;
        for (int i = 0; i < capacity; i++) {
            if (numbers[i] != NONE && ticks[i] > tick && (first == NONE || numbers[i] < first)) {
                first = numbers[i];
            }
        }
        return first;
    }

    private void clear(int slot) {
        for (int chunk = 0; chunk < cells[slot].length; chunk++) {
            set(slot, chunk, null);
        }
        numbers[slot] = NONE;
    }

    private void set(int slot, int chunk, Cell cell) {
        Cell old = cells[slot][chunk];
        cells[slot][chunk] = cell;
        if (cell != null) {
            cell.frames++;
        }
        if (old != null && --old.frames == 0) {
            free.add(old);
        }
    }

    /** The cell of a chunk; null if the frame, or a row of the chunk, is not there. */
    Cell cell(int number, int chunk) {
        int slot = slot(number);
        return numbers[slot] == number && chunk < cells[slot].length ? cells[slot][chunk] : null;
    }

    /** The values of an entity's chunk in a frame; null if none is there. */
    int[] values(int number, int index) {
        Cell cell = cell(number, chunk(index));
        return cell == null ? null : cell.values;
    }

    /** A field of an entity. Returns the value; 0 if the entity is not there. */
    int get(int number, int index, int field) {
        int[] values = values(number, index);
        return values == null ? 0 : values[field * CHUNK_ROWS + place(index)];
    }

    /** The generation of an entity. Returns its generation; 0 if the entity is not there. */
    int generation(int number, int index) {
        return get(number, index, GENERATION);
    }

    /** The values of an entity's chunk in the frame that is written. A chunk without a cell gets an empty one. */
    int[] writable(int index) {
        int slot = written;
        int chunk = chunk(index);
        if (chunk >= cells[slot].length) {
            cells[slot] = Arrays.copyOf(cells[slot], Math.max(chunk + 1, 2 * cells[slot].length));
        }
        Cell cell = cells[slot][chunk];
        if (cell == null) {
            set(slot, chunk, newCell());
            Arrays.fill(cells[slot][chunk].values, 0);
        } else if (cell.frames > 1) {
            Cell copy = newCell();
            System.arraycopy(cell.values, 0, copy.values, 0, copy.values.length);
            set(slot, chunk, copy);
        }
        return cells[slot][chunk].values;
    }

    /** The values of an entity's chunk in the frame that is written. */
    int[] written(int index) {
        return cells[written][chunk(index)].values;
    }

    private Cell newCell() {
        if (free.isEmpty()) {
            if (bytes() + (long) fields * CHUNK_ROWS * Integer.BYTES > mostBytes) {
                throw new DamagedPacketException("the values need more than the limit of " + mostBytes
                        + " bytes; raise it by mirror.limit(...), or give lists and strings of the schema less length");
            }
            created++;
            free.add(new Cell(fields * CHUNK_ROWS));
        }
        Cell cell = free.remove(free.size() - 1);
        cell.stamp = ++stamps;
        return cell;
    }

    /** Identifies the values of a chunk in a frame. Returns equal numbers for equal values; 0 if there are none. */
    long stamp(int number, int index) {
        Cell cell = cell(number, chunk(index));
        return cell == null ? 0 : cell.stamp;
    }

    /** Gives the frame that is written, and is empty, the cells of another one. */
    void share(int number) {
        Cell[] from = cells[slot(number)];
        int slot = written;
        if (cells[slot].length < from.length) {
            cells[slot] = Arrays.copyOf(cells[slot], from.length);
        }
        for (int chunk = 0; chunk < from.length; chunk++) {
            set(slot, chunk, from[chunk]);
        }
    }

    /** Lets the frame that is written share the cells of the newest one that are equal. */
    void shareEqual() {
        int slot = written;
        for (int chunk = 0; chunk < cells[slot].length; chunk++) {
            Cell before = cell(newest, chunk);
            Cell now = cells[slot][chunk];
            if (before != null && now != null && before != now && Arrays.equals(before.values, now.values)) {
                set(slot, chunk, before);
            }
        }
    }

    /** Limits the memory of the values. A frame that would need more is damaged. */
    void limit(long bytes) {
        mostBytes = bytes;
    }

    long bytes() {
        return (long) created * fields * CHUNK_ROWS * Integer.BYTES;
    }

    /**
     * The encoded values of the rows of a chunk: for each field an array over {@link Frames#CHUNK_ROWS} entity indices.
     */
    static final class Cell {
        final int[] values;

        /** Changes whenever the cell is used for other values. */
        long stamp;

        int frames;

        Cell(int size) {
            values = new int[size];
        }
    }
}
