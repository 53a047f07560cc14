package basalt.storage.capture;

import basalt.memory.MemorySource;
import basalt.storage.StateBuffer;
import java.util.Arrays;

/**
 * The cells in which two neighbouring states differ. It has those of the earlier state while the later one is current,
 * and those of the later one otherwise.
 */
final class Step {
    private int[] tables = new int[16];
    private int[] parts = new int[16];
    private long[] cells = new long[16];
    private int count;
    private long tick;

    /** What the later state has besides cells. */
    private final StateBuffer otherParts;

    Step(MemorySource source) {
        otherParts = new StateBuffer(source);
    }

    /** The tick of the later state. */
    long tick() {
        return tick;
    }

    void tick(long newTick) {
        tick = newTick;
    }

    StateBuffer parts() {
        return otherParts;
    }

    int count() {
        return count;
    }

    int table(int i) {
        return tables[i];
    }

    int part(int i) {
        return parts[i];
    }

    /** Gives a part of a table a new cell; this step keeps the one before. */
    long newCell(CellTable[] all, int table, int part) {
        all[table].cover(part + 1);
        cover();
        long cell = all[table].allocate();
        add(table, part, all[table].replace(part, cell));
        return cell;
    }

    void dropCell(CellTable[] all, int table, int part) {
        cover();
        add(table, part, all[table].replace(part, 0));
    }

    /** Allocates heap memory for another cell. */
    private void cover() {
        if (count == cells.length) {
            tables = Arrays.copyOf(tables, 2 * count);
            parts = Arrays.copyOf(parts, 2 * count);
            cells = Arrays.copyOf(cells, 2 * count);
        }
    }

    private void add(int table, int part, long cell) {
        tables[count] = table;
        parts[count] = part;
        cells[count++] = cell;
    }

    void swap(CellTable[] all) {
        for (int i = 0; i < count; i++) {
            cells[i] = all[tables[i]].replace(parts[i], cells[i]);
        }
    }

    /** Drops the later state: frees the cells of this step, and forgets the other parts. */
    void drop(CellTable[] all) {
        free(all);
        otherParts.clear();
    }

    /** Frees the cells of this step, which is empty then. The last one first, so that they are taken in order again. */
    void free(CellTable[] all) {
        while (count > 0) {
            count--;
            all[tables[count]].free(cells[count]);
        }
    }
}
