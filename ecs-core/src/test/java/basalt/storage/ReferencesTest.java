package basalt.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import basalt.component.layout.BlockLayout;
import org.junit.jupiter.api.Test;

class ReferencesTest {
    private final References references = new References();

    @Test
    void shouldBeNullWhereNothingWasWritten() {
        assertNull(references.get(0, 0, 0));
        assertNull(references.get(1000, 1000, BlockLayout.ROWS - 1));
        references.set(3, 2, 5, "x");
        assertNull(references.get(3, 2, 4));
        assertNull(references.get(3, 1, 5));
        assertNull(references.get(3, 3, 5));
        assertNull(references.get(2, 2, 5));
    }

    @Test
    void shouldKeepWhatWasWritten() {
        for (int slot : new int[] {9, 0, 3, 4, 100}) {
            for (int block : new int[] {0, 7, 1, 130}) {
                references.set(slot, block, 0, slot + "/" + block);
                references.set(slot, block, BlockLayout.ROWS - 1, "last");
            }
        }
        for (int slot : new int[] {9, 0, 3, 4, 100}) {
            for (int block : new int[] {0, 7, 1, 130}) {
                assertEquals(slot + "/" + block, references.get(slot, block, 0));
                assertEquals("last", references.get(slot, block, BlockLayout.ROWS - 1));
            }
        }
    }

    @Test
    void shouldOverwriteWithNull() {
        Object object = new Object();
        references.set(0, 0, 1, object);
        assertSame(object, references.get(0, 0, 1));
        references.set(0, 0, 1, null);
        assertNull(references.get(0, 0, 1));
        references.set(5, 5, 1, null);
        assertNull(references.get(5, 5, 1));
    }

    @Test
    void shouldDropRowsOfAMask() {
        for (int row = 60; row < 140; row++) {
            references.set(2, 1, row, row);
        }
        references.clear(2, 1, 1, 1L | 1L << 5 | 1L << 63);
        references.clear(2, 0, 1, -1L);
        references.clear(7, 7, 1, -1L);

        for (int row = 60; row < 140; row++) {
            boolean dropped = row == 64 || row == 69 || row == 127;
            assertEquals(dropped ? null : row, references.get(2, 1, row));
        }
    }

    @Test
    void shouldDropTheFirstRows() {
        references.set(2, 1, 0, "first");
        references.set(2, 1, 99, "last");
        references.set(2, 1, 100, "next");
        references.set(2, 0, 0, "other");
        references.clearFirst(2, 1, 100);
        references.clearFirst(7, 7, BlockLayout.ROWS);

        assertNull(references.get(2, 1, 0));
        assertNull(references.get(2, 1, 99));
        assertEquals("next", references.get(2, 1, 100));
        assertEquals("other", references.get(2, 0, 0));
    }

    @Test
    void shouldTruncateBlocks() {
        for (int block = 0; block < 4; block++) {
            references.set(2, block, 5, block);
        }
        references.truncate(2, 4);
        references.truncate(3, 0);
        assertEquals(3, references.get(2, 3, 5));
        references.truncate(2, 1);

        assertEquals(0, references.get(2, 0, 5));
        assertNull(references.get(2, 1, 5));
        assertNull(references.get(2, 3, 5));
        references.set(2, 3, 5, "again");
        assertEquals("again", references.get(2, 3, 5));
        references.truncate(2, 0);
        assertNull(references.get(2, 0, 5));
    }

    @Test
    void shouldDropEverything() {
        references.set(0, 0, 0, "x");
        references.clearAll();

        assertNull(references.get(0, 0, 0));
        references.set(6, 0, 0, "y");
        assertEquals("y", references.get(6, 0, 0));
    }
}
