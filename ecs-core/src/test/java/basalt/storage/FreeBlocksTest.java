package basalt.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.storage.Blocks.FreeBlocks;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FreeBlocksTest {
    @Test
    void shouldHaveNoBlockAtFirst() {
        assertEquals(-1, new FreeBlocks(1).lowest());
    }

    @Test
    void shouldGoBackToALowerBlock() {
        FreeBlocks freeBlocks = new FreeBlocks(1);
        freeBlocks.add(200);
        assertEquals(200, freeBlocks.lowest());
        freeBlocks.add(64);
        assertEquals(64, freeBlocks.lowest());
        freeBlocks.add(63);
        assertEquals(63, freeBlocks.lowest());
        freeBlocks.remove(63);
        assertEquals(64, freeBlocks.lowest());
        freeBlocks.remove(64);
        assertEquals(200, freeBlocks.lowest());
        freeBlocks.remove(200);
        assertEquals(-1, freeBlocks.lowest());
        freeBlocks.add(0);
        assertEquals(0, freeBlocks.lowest());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void shouldAgreeWithSortedSet(long seed) {
        Random random = new Random(seed);
        FreeBlocks freeBlocks = new FreeBlocks(1);
        TreeSet<Integer> expected = new TreeSet<>();
        for (int step = 0; step < 20_000; step++) {
            if (expected.isEmpty() || random.nextInt(100) < 45) {
                int block = random.nextInt(500);
                freeBlocks.add(block);
                expected.add(block);
            } else {
                Integer any = expected.ceiling(random.nextInt(500));
                int block = any == null ? expected.first() : any;
                freeBlocks.remove(block);
                expected.remove(block);
            }
            assertEquals(expected.isEmpty() ? -1 : expected.first(), freeBlocks.lowest(), "step=" + step);
        }
    }
}
