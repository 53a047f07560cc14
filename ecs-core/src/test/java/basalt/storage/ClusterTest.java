package basalt.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterTest {
    @Test
    void shouldHaveNoBlockAtFirst() {
        assertEquals(-1, new Cluster().lowestBlock());
    }

    @Test
    void shouldGoBackToALowerBlock() {
        Cluster cluster = new Cluster();
        cluster.hasFreeRow(200);
        assertEquals(200, cluster.lowestBlock());
        cluster.hasFreeRow(64);
        assertEquals(64, cluster.lowestBlock());
        cluster.hasFreeRow(63);
        assertEquals(63, cluster.lowestBlock());
        cluster.isFull(63);
        assertEquals(64, cluster.lowestBlock());
        cluster.isFull(64);
        assertEquals(200, cluster.lowestBlock());
        cluster.isFull(200);
        assertEquals(-1, cluster.lowestBlock());
        cluster.hasFreeRow(0);
        assertEquals(0, cluster.lowestBlock());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void shouldAgreeWithSortedSet(long seed) {
        Random random = new Random(seed);
        Cluster cluster = new Cluster();
        TreeSet<Integer> expected = new TreeSet<>();
        for (int step = 0; step < 20_000; step++) {
            if (expected.isEmpty() || random.nextInt(100) < 45) {
                int block = random.nextInt(500);
                cluster.hasFreeRow(block);
                expected.add(block);
            } else {
                Integer any = expected.ceiling(random.nextInt(500));
                int block = any == null ? expected.first() : any;
                cluster.isFull(block);
                expected.remove(block);
            }
            assertEquals(expected.isEmpty() ? -1 : expected.first(), cluster.lowestBlock(), "step=" + step);
        }
    }
}
