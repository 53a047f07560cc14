package basalt.storage;

import basalt.component.BlockLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Managed columns: object references, which cannot live off heap. One array of a block's rows for each reference column
 * and block, made at the first write. A row's reference is dropped when its component is removed.
 */
public final class References {
    private Object[][][] cells = new Object[4][][];

    /** None yet. */
    public References() {}

    /**
     * Reads a reference.
     *
     * @param slot the column's slot
     * @param block the block's number
     * @param row row in the block
     * @return the reference, or null
     */
    public Object get(int slot, int block, int row) {
        Object[] rows = rows(slot, block);
        return rows == null ? null : rows[row];
    }

    /**
     * Writes a reference.
     *
     * @param slot the column's slot
     * @param block the block's number
     * @param row row in the block
     * @param value the reference, or null
     */
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

    /**
     * Drops the references of rows.
     *
     * @param slot the column's slot
     * @param block the block's number
     * @param word which 64 rows
     * @param mask the rows
     */
    public void clear(int slot, int block, int word, long mask) {
        Object[] rows = rows(slot, block);
        if (rows != null) {
            for (long rest = mask; rest != 0; rest &= rest - 1) {
                rows[(word << 6) + Long.numberOfTrailingZeros(rest)] = null;
            }
        }
    }

    /**
     * Drops the references of the first rows.
     *
     * @param slot the column's slot
     * @param block the block's number
     * @param count how many rows
     */
    public void clearFirst(int slot, int block, int count) {
        Object[] rows = rows(slot, block);
        if (rows != null) {
            Arrays.fill(rows, 0, count, null);
        }
    }

    /**
     * Gives up the arrays of all blocks from one on; what they refer to is dropped.
     *
     * @param slot the column's slot
     * @param block the number of the first of these blocks
     */
    public void truncate(int slot, int block) {
        if (slot < cells.length && cells[slot] != null && block < cells[slot].length) {
            cells[slot] = Arrays.copyOf(cells[slot], block);
        }
    }

    void clearAll() {
        cells = new Object[0][][];
    }

    private Object[] rows(int slot, int block) {
        return slot < cells.length && cells[slot] != null && block < cells[slot].length ? cells[slot][block] : null;
    }

    /** Workers may write to different columns, and to different rows of one, at the same time. */
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
        // A thread that reads meanwhile, without the lock, finds in each array all that was in the old one.
        VarHandle.releaseFence();
        blocks[block] = rows;
        slots[slot] = blocks;
        cells = slots;
        return rows;
    }
}
