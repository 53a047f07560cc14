package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JournalsTest {
    private final GameMemory memory = TestMemory.guarded(MemorySource.direct());
    private final Journals journals = new Journals(memory.journals);

    /** The expected content of a journal, and its handle. */
    private static final class Expected {
        final List<Integer> cells = new ArrayList<>();
        long journal;
    }

    @AfterEach
    void close() {
        memory.check();
        memory.close();
    }

    @Test
    void shouldKeepEntriesWhileBlocksMove() {
        Random random = new Random(1);
        List<Expected> model = new ArrayList<>();
        long moved = 0;
        for (int i = 0; i < 20_000; i++) {
            int what = random.nextInt(100);
            if (what < 5 || model.isEmpty()) {
                Expected begun = new Expected();
                begun.journal = journals.open();
                model.add(begun);
            } else if (what < 8) {
                journals.close(model.remove(random.nextInt(model.size())).journal);
            } else if (what < 9) {
                moved += memory.journals.defragmentBytes(random.nextInt(2_000)).movedBlocks();
            } else {
                Expected one = model.get(random.nextInt(model.size()));
                int cell = random.nextInt(Level.CELLS);
                journals.add(one.journal, cell);
                one.cells.add(cell);
            }
        }
        assertTrue(moved > 100, "moved " + moved);
        assertEquals(model.size(), memory.journals.liveBlocks());
        for (Expected one : model) {
            assertEquals(one.cells.size(), journals.size(one.journal));
            long hash = 0;
            for (int i = one.cells.size() - 1; i >= 0; i--) {
                assertTrue(journals.contains(one.journal, one.cells.get(i)));
                hash = hash * 31 + one.cells.get(i);
            }
            assertEquals(hash, journals.hash(one.journal));
        }
    }

    @Test
    void shouldContainWrittenCellsOnly() {
        long journal = journals.open();
        assertFalse(journals.contains(journal, 0));
        journals.add(journal, 5);
        assertTrue(journals.contains(journal, 5));
        assertFalse(journals.contains(journal, 1)); // the number of entries is not an entry
    }
}
