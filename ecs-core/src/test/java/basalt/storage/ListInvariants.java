package basalt.storage;

import static basalt.component.layout.BlockLayout.WORDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.StringColumn;
import basalt.component.VariableColumn;
import basalt.component.layout.ComponentAreas;
import basalt.memory.MemorySource;
import java.util.HashSet;
import java.util.Set;
import org.agrona.UnsafeApi;

/** Each unit of the memory for lists belongs to one list, or is free. */
final class ListInvariants {
    private static final int PAGE_SHIFT = 10;
    private static final int BEHIND = 31;

    private final Rows rows;
    private final ElementPages pages;
    private final Set<Long> units = new HashSet<>();

    /** For each page, how many lists begin in it. */
    private final int[] lists;

    private ListInvariants(Rows rows) {
        this.rows = rows;
        pages = rows.references().elements().pages();
        lists = new int[pages.pages()];
    }

    static void check(Rows rows) {
        rows.settle();
        ListInvariants invariants = new ListInvariants(rows);
        for (int id = 0; id < ComponentAreas.process().count(); id++) {
            Component<?> component = rows.pools().component(id);
            for (int block = 0; component != null && block < rows.blocks().count(); block++) {
                invariants.checkLists(component, rows.blocks().base(block));
            }
        }
        invariants.checkPages();
    }

    private void checkLists(Component<?> component, long base) {
        for (VariableColumn column : ColumnSet.of(component).lists()) {
            for (int word = 0; word < WORDS; word++) {
                long present = Pools.presentWord(base, word, component.id());
                for (long rest = present; rest != 0; rest &= rest - 1) {
                    int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                    checkList(ColumnMemory.getLong(base, row, column.offset()), column instanceof StringColumn);
                }
            }
        }
    }

    private void checkList(long list, boolean isString) {
        if (list != 0) {
            long unit = list >>> Integer.SIZE;
            assertTrue(isString || Elements.length(list) > 0, "an empty list owns memory");
            assertTrue(units.add(unit), "two lists own a unit");
            lists[(int) (unit >>> PAGE_SHIFT)]++;
        }
    }

    private void checkPages() {
        long image = MemorySource.allocateFrom(MemorySource.direct(), ElementPages.IMAGE_BYTES, Long.BYTES);
        try {
            for (int page = 1; page < lists.length; page++) {
                assertEquals(used(page, image), lists[page], "lists of page " + page);
            }
        } finally {
            MemorySource.direct().free(image, ElementPages.IMAGE_BYTES);
        }
    }

    private int used(int page, long image) {
        if (pages.isFree(page)) {
            return 0;
        }
        pages.copyPage(page, image);
        long state = UnsafeApi.getLong(null, image + ElementPages.IMAGE_BYTES - Long.BYTES);
        int sizeClass = (int) (state >>> Integer.SIZE);
        return sizeClass < PAGE_SHIFT ? (short) (state >>> Short.SIZE) : sizeClass == BEHIND ? 0 : 1;
    }
}
