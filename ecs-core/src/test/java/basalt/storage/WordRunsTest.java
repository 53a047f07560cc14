package basalt.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.storage.RowMoves.WordRuns;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WordRunsTest {
    private final WordRuns runs = new WordRuns(8);

    @Test
    void shouldFindRowsOfOneWord() {
        int[] rows = {3, 5, 64, 65, 1, 130};
        assertEquals(4, runs.find(rows, 6, 6));
        assertEquals(4, runs.size());
        assertRun(0, 0, 1L << 3 | 1L << 5);
        assertRun(1, 2, 3);
        assertRun(2, 4, 2);
        assertRun(3, 5, 4);
        assertEquals(6, runs.first(4), "end");
    }

    @Test
    void shouldPartFirstRowsFromOthers() {
        int[] rows = {3, 5, 7};
        assertEquals(1, runs.find(rows, 2, 3));
        assertEquals(2, runs.size());
        assertRun(0, 0, 1L << 3 | 1L << 5);
        assertRun(1, 2, 1L << 7);
        assertEquals(0, runs.find(rows, 0, 0));
        assertEquals(0, runs.size());
    }

    @Test
    void shouldFindEachRowOnce() {
        WordRuns many = new WordRuns(1000);
        Random random = new Random(7);
        int[] rows = random.ints(0, 5000).distinct().limit(1000).toArray();
        Arrays.sort(rows, 100, 900);
        many.find(rows, 500, 1000);
        int found = 0;
        for (int run = 0; run < many.size(); run++) {
            long bits = 0;
            for (int i = many.first(run); i < many.first(run + 1); i++) {
                assertEquals(rows[many.first(run)] >>> 6, rows[i] >>> 6);
                bits |= 1L << rows[i];
                found++;
            }
            assertEquals(bits, many.rows(run));
        }
        assertEquals(1000, found);
    }

    private void assertRun(int run, int first, long rows) {
        assertEquals(first, runs.first(run));
        assertEquals(rows, runs.rows(run));
    }
}
