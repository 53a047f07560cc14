package basalt.storage.capture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.LongArrayList;

/** Cells on the heap for references to objects. A free cell has none. Their number is the cell's address. */
final class ReferenceCells implements Cells {
    private final int length;
    private final List<Object[]> cells = new ArrayList<>();
    private final LongArrayList free = new LongArrayList();

    /** An object without cells. */
    ReferenceCells(int length) {
        this.length = length;
    }

    @Override
    public long allocate() {
        if (free.isEmpty()) {
            free.ensureCapacity(cells.size() + 1); // so that no cell is lost if the heap is full
            cells.add(new Object[length]);
            return cells.size();
        }
        return free.popLong();
    }

    @Override
    public void free(long cell) {
        Arrays.fill(get(cell), null);
        free.addLong(cell);
    }

    Object[] get(long cell) {
        return cells.get((int) cell - 1);
    }
}
