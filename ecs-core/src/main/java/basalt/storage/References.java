package basalt.storage;

import basalt.component.Column;
import basalt.component.EnumColumn;
import basalt.component.ReferenceCodec;
import basalt.component.ReferenceColumn;
import basalt.component.StringColumn;
import basalt.component.StringListColumn;
import basalt.component.layout.BlockLayout;
import basalt.component.layout.ValueType;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * What rows own outside of their block: the elements of their lists, strings, and, in this class itself, reference
 * columns: object references, which cannot be stored off heap. There is one array for each reference column and block,
 * allocated at the first write. A row's reference is cleared when its component is removed.
 */
public final class References {
    private static final ValueType STRING = ValueType.of(String.class);

    private Object[][][] cells = new Object[4][][];

    private final Elements elements;

    /** Those of rows without lists. */
    public References() {
        this(null);
    }

    References(Elements elements) {
        this.elements = elements;
    }

    /** The elements of the rows' lists. */
    public Elements elements() {
        return elements;
    }

    /** Reads a reference. Returns the reference, or null. */
    public Object get(int slot, int block, int row) {
        Object[] rows = rows(slot, block);
        return rows == null ? null : rows[row];
    }

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

    /**
     * Writes an object as bytes, by the codec of its column, or a string, or what an image has of a list of strings,
     * also null; returns their number.
     */
    @SuppressWarnings("unchecked") // a column only has objects of its type
    public static int encode(Column of, Object value, ExpandableArrayBuffer to) {
        if (of instanceof StringListColumn) {
            byte[] bytes = value == null || ((byte[]) value).length == 0 ? TextList.EMPTY : (byte[]) value;
            to.putBytes(0, bytes);
            return bytes.length;
        }
        if (of instanceof StringColumn) {
            return STRING.encode(value, to, 0);
        }
        ReferenceColumn<?> column = (ReferenceColumn<?>) of;
        int length = ((ReferenceCodec<Object>) column.codec()).write(value, to, 0);
        if (length < 0 || length > to.capacity()) {
            throw new IllegalStateException(codecOf(column)
                    + " says that it has written more or less than it can have: return the number of bytes written,"
                    + " 0 or more: length=" + length);
        }
        return length;
    }

    /** Whether files can contain the values of a column. */
    public static boolean isSavable(Column column) {
        return !(column instanceof ReferenceColumn<?> reference) || reference.hasCodec();
    }

    /**
     * Reads an object of a column, a string, or what an image has of strings; or a constant of an enum, which earlier
     * versions had as an object.
     */
    public static Object decode(Column column, DirectBuffer from) {
        if (column instanceof StringColumn) {
            return ColumnSet.requireString((String) STRING.decode('T', from, 0, from.capacity()));
        }
        if (column instanceof StringListColumn strings) {
            return TextList.read(strings, from);
        }
        return column instanceof EnumColumn<?> constants
                ? ValueType.of(constants.type()).decode('E', from, 0, from.capacity())
                : decode((ReferenceColumn<?>) column, from);
    }

    private static Object decode(ReferenceColumn<?> column, DirectBuffer from) {
        Object value;
        try {
            value = column.codec().read(from, 0, from.capacity());
        } catch (RuntimeException | StackOverflowError e) {
            throw new IllegalArgumentException(codecOf(column) + " refuses an object: " + e.getMessage(), e);
        }
        if (!column.type().isInstance(value)) {
            throw new IllegalArgumentException(codecOf(column) + " made no object of its type: " + value);
        }
        return value;
    }

    private static String codecOf(ReferenceColumn<?> column) {
        return "the codec of " + column.component().name() + "." + column.field();
    }
}
