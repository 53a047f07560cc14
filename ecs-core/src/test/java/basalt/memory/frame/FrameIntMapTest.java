package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.agrona.collections.Hashing;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of maps only; {@link FrameCollectionTest} covers what they share with lists and texts. */
class FrameIntMapTest {
    private static final List<Integer> CAPACITIES = List.of(1, 2, 3, 47, 48, 49, 63, 64, 65, 3072, 3073);

    private final FrameArena arena = new FrameArena(MemorySource.direct());

    static List<Integer> capacities() {
        return CAPACITIES;
    }

    @AfterEach
    void closeArena() {
        arena.close();
    }

    @ParameterizedTest
    @MethodSource("capacities")
    void shouldFillToItsCapacityAndReportWhenFull(int capacity) {
        FrameIntMap map = FrameIntMap.in(arena, capacity, -1);
        assertEquals(slots(capacity) * 8L, arena.usedBytes());
        for (int i = 0; i < capacity; i++) {
            assertFalse(map.isFull());
            assertEquals(-1, map.put(i * 7, i));
        }
        assertTrue(map.isFull());
        assertEquals(capacity, map.size());
        assertEquals(
                "FrameIntMap is full: size=" + capacity + ", capacity=" + capacity
                        + "; create it with a larger capacity, or check isFull() first",
                assertThrows(IllegalStateException.class, () -> map.put(-5, 1)).getMessage());
        assertEquals(capacity, map.size());
        assertEquals(-1, map.get(-5));
        assertEquals(0, map.put(0, 1000), "an existing key needs no room");
        map.put(0, 0);
        for (int i = 0; i < capacity; i++) {
            assertEquals(i, map.get(i * 7));
        }
    }

    @Test
    void shouldRejectCapacityAboveTheLargest() {
        for (int capacity : new int[] {FrameIntMap.MAX_CAPACITY + 1, Integer.MAX_VALUE}) {
            String message = "capacity must be <= 805306368: capacity=" + capacity;
            var in = assertThrows(IllegalArgumentException.class, () -> FrameIntMap.in(arena, capacity, 0));
            assertEquals(message, in.getMessage());
        }
        try (FrameArena small = new FrameArena(MemorySource.direct(), 1 << 16)) {
            var e = assertThrows(NativeMemoryException.class, () -> FrameIntMap.in(small, FrameIntMap.MAX_CAPACITY, 0));
            assertEquals((1L << 30) * 8, e.requestedBytes());
        }
    }

    @Test
    void shouldRejectTheMissingValue() {
        for (int missing : new int[] {0, -1, 42, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            FrameIntMap map = FrameIntMap.in(arena, 4, missing);
            assertEquals(missing, map.get(missing));
            map.put(1, 7);
            String message = "value must not be the missing value: value=" + missing;
            for (int key : new int[] {1, 2}) {
                var put = assertThrows(IllegalArgumentException.class, () -> map.put(key, missing));
                assertEquals(message, put.getMessage());
            }
            assertEquals(1, map.size());
            assertEquals(7, map.get(1));
        }
    }

    @Test
    void shouldKeepKeysThatPreferTheLastSlot() {
        int capacity = 12;
        List<Integer> keys = keysAtHome(slots(capacity) - 1, capacity);
        FrameIntMap map = FrameIntMap.in(arena, capacity, -1);
        for (int i = 0; i < capacity; i++) {
            assertEquals(-1, map.get(keys.get(i)));
            map.put(keys.get(i), i);
        }
        for (int i = 0; i < capacity; i++) {
            assertEquals(i, map.get(keys.get(i)));
        }
    }

    @Test
    void shouldVisitInTheSameOrderAfterTheSameOperations() {
        List<List<Integer>> orders = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            FrameIntMap map = FrameIntMap.in(arena, 100, -1);
            for (int i = 0; i < 90; i++) {
                map.put(i * 31, i);
            }
            List<Integer> keys = new ArrayList<>();
            map.forEach((key, value) -> keys.add(key));
            orders.add(keys);
        }
        assertEquals(90, orders.get(0).size());
        assertEquals(orders.get(0), orders.get(1));
    }

    @ParameterizedTest
    @MethodSource("capacities")
    void shouldStayInsideItsMemory(int capacity) {
        Slice before = arena.allocate(8, 8);
        before.putLong(0, 0x1111);
        FrameIntMap map = FrameIntMap.in(arena, capacity, 0x3333);
        Slice after = arena.allocate(8, 1);
        after.putLong(0, 0x2222);
        for (int i = 1; !map.isFull(); i++) {
            map.put(i, i + 0x4444);
            assertEquals(i + 0x4444, map.get(i));
        }
        assertEquals(0x1111, before.getLong(0));
        assertEquals(0x2222, after.getLong(0));
        map.clear();
        assertEquals(0x1111, before.getLong(0));
        assertEquals(0x2222, after.getLong(0));
        after.putLong(0, -1);
        assertEquals(0x3333, map.get(-1));
    }

    /** The test's name has the seed, a failure the step. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldAgreeWithHashMap(int seed) {
        Random random = new Random(seed);
        int capacity = 1 + random.nextInt(60);
        int missing = List.of(-1, 0, Integer.MAX_VALUE, Integer.MIN_VALUE).get(seed % 4);
        List<Integer> keys =
                new ArrayList<>(List.of(0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 1));
        keys.addAll(keysAtHome(0, 10));
        keys.addAll(keysAtHome(slots(capacity) - 1, 10, slots(capacity)));
        random.ints(capacity).forEach(keys::add);
        FrameIntMap map = FrameIntMap.in(arena, capacity, missing);
        Map<Integer, Integer> model = new HashMap<>();
        for (int step = 0; step < 2000; step++) {
            try {
                change(random, keys, map, model, missing);
                assertSame(keys, map, model, missing);
            } catch (Throwable e) {
                throw new AssertionError("step " + step + ", " + map + ", model " + model, e);
            }
        }
    }

    private static void change(
            Random random, List<Integer> keys, FrameIntMap map, Map<Integer, Integer> model, int missing) {
        int key = keys.get(random.nextInt(keys.size()));
        int value = random.nextInt(10) == 0 ? Integer.MIN_VALUE + 1 : random.nextInt(1000) + 1;
        boolean fits = model.containsKey(key) || model.size() < map.capacity();
        int choice = random.nextInt(100);
        if (choice < 97 && fits) {
            Integer old = model.put(key, value);
            assertEquals(old == null ? missing : old, map.put(key, value));
        } else if (choice < 97) {
            assertThrows(IllegalStateException.class, () -> map.put(key, value));
        } else {
            map.clear();
            model.clear();
        }
    }

    private static void assertSame(List<Integer> keys, FrameIntMap map, Map<Integer, Integer> model, int missing) {
        assertEquals(model.size(), map.size());
        assertEquals(model.size() == map.capacity(), map.isFull());
        for (int key : keys) {
            assertEquals(model.getOrDefault(key, missing), map.get(key));
        }
        Map<Integer, Integer> visited = new HashMap<>();
        map.forEach((key, value) -> assertEquals(null, visited.put(key, value), "visited twice"));
        assertEquals(model, visited);
    }

    /** The number of slots that {@link FrameIntMap} documents, computed in the simplest way. */
    private static int slots(int capacity) {
        int slots = 2;
        while (capacity > slots / 4.0 * 3.0) {
            slots *= 2;
        }
        return slots;
    }

    private static List<Integer> keysAtHome(int home, int count) {
        return keysAtHome(home, count, slots(count));
    }

    private static List<Integer> keysAtHome(int home, int count, int slots) {
        List<Integer> keys = new ArrayList<>();
        for (int key = 0; keys.size() < count; key++) {
            if (Hashing.hash((long) key, slots - 1) == home) {
                keys.add(key);
            }
        }
        return keys;
    }
}
