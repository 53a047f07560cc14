package basalt.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TopKeysTest {
    private record Entry(long key, long entity) {}

    @Test
    void shouldKeepTheLeastKeysInTheOrderOfOffers() {
        EntityRows.TopKeys top = new EntityRows.TopKeys();
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int capacity = random.nextInt(40);
            List<Entry> all = new ArrayList<>();
            top.begin(capacity);
            for (int i = random.nextInt(200); i > 0; i--) {
                long key = random.nextBoolean() ? random.nextInt(10) : random.nextLong();
                all.add(new Entry(key, all.size()));
                top.add(key, all.size() - 1);
            }
            assertEquals(top.count() == 0, top.sort(0), "seed " + seed);
            int steps = 1;
            while (!top.sort(1 + random.nextInt(9))) {
                steps++;
            }
            assertTrue(steps <= Math.max(1, top.count()), "seed " + seed);
            all.sort((first, second) -> Long.compareUnsigned(first.key, second.key)); // stable
            assertEquals(Math.min(capacity, all.size()), top.count(), "seed " + seed);
            for (int i = 0; i < top.count(); i++) {
                assertEquals(all.get(i).entity, top.entity(i), "seed " + seed + ", entry " + i);
            }
        }
    }
}
