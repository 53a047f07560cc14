package basalt.storage.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.Entity;
import basalt.memory.LeakCheck;
import basalt.memory.MemorySource;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
final class KeyTableTest {
    /** The table is up to five eighths full, so keys are often behind their buckets when others go. */
    @Test
    void shouldAgreeWithAMap() {
        Random random = new Random(5);
        KeyTable table = new KeyTable(MemorySource.direct());
        Map<Long, Long> map = new HashMap<>();
        for (int round = 0; round < 20_000; round++) {
            long key = random.nextInt(1 + round / 20);
            if (map.containsKey(key) && random.nextInt(3) > 0) {
                map.remove(key);
                table.remove(key);
            } else {
                long entity = Entity.of(random.nextInt(1000), 2 * random.nextInt(10) + 1);
                table.reserve();
                Long before = map.put(key, entity);
                assertEquals(before == null ? Entity.NULL : before, table.put(key, entity));
            }
            assertEquals(map.size(), table.count());
            if (round % 50 == 0) {
                for (long all = 0; all <= round / 20; all++) {
                    assertEquals(map.getOrDefault(all, Entity.NULL), table.get(all));
                }
            }
        }
        table.close();
        assertEquals(0, table.reservedBytes());
    }
}
