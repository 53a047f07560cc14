package basalt.storage;

import basalt.component.layout.BlockLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Reference columns: object references, which cannot be stored off heap. There is one array for each reference column
 * and block, allocated at the first write. A row's reference is cleared when its component is removed.
 */
public final class References {
    private Object[][][] cells = new Object[4][][];

    /** Creates an object without references. */
    public References() {}

    /** Reads a reference. Returns the reference, or null. */
    public Object get(int slot, int block, int row) {
        Object[] rows = rows(slot, block);
        return rows == null ? null : rows[row];
    }

    /** Writes a reference. */
    public void set(int slot, int block, int row, Object value) {
        Object[] rows = rows(slot, block);
        if (rows == null) {
            if (value == null) {
                return;
            }
            rows = grow(slot, block);
        }
        rows[row] = value;
    }

    public void clear(int slot, int block, int word, long mask) {
        Object[] rows = rows(slot, block);
        if (rows != null) {
            for (long rest = mask; rest != 0; rest &= rest - 1) {
                rows[(word << 6) + Long.numberOfTrailingZeros(rest)] = null;
            }
        }
    }

    public void clearFirst(int slot, int block, int count) {
        Object[] rows = rows(slot, block);
        if (rows != null) {
            Arrays.fill(rows, 0, count, null);
        }
    }

    /** Releases the arrays of all blocks at or after a number. */
    public void truncate(int slot, int block) {
        if (slot < cells.length && cells[slot] != null && block < cells[slot].length) {
            Arrays.fill(cells[slot], block, cells[slot].length, null);
        }
    }

    /** Allocates the array of a block, if there is none. */
    public void cover(int slot, int block) {
        if (rows(slot, block) == null) {
            grow(slot, block);
        }
    }

    void clearAll() {
        cells = new Object[0][][];
    }

    /** The references of a block. Returns one element a row; null if no reference was written. */
    public Object[] rows(int slot, int block) {
        return slot < cells.length && cells[slot] != null && block < cells[slot].length ? cells[slot][block] : null;
    }

    /** Synchronized, because workers may write to different columns or rows at the same time. */
    private synchronized Object[] grow(int slot, int block) {
        Object[] known = rows(slot, block);
        if (known != null) {
            return known;
        }
        Object[][][] slots = slot < cells.length ? cells : Arrays.copyOf(cells, Math.max(slot + 1, 2 * cells.length));
        Object[][] blocks = slots[slot] == null ? new Object[block + 1][] : slots[slot];
        if (block >= blocks.length) {
            blocks = Arrays.copyOf(blocks, Math.max(block + 1, 2 * blocks.length));
        }
        Object[] rows = new Object[BlockLayout.ROWS];
        // Threads that read without the lock see all elements of the new arrays.
        VarHandle.releaseFence();
        blocks[block] = rows;
        slots[slot] = blocks;
        cells = slots;
        return rows;
    }
}
