package basalt.memory.collection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.agrona.collections.Hashing;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What both map types have in common; what they have in common with lists and texts is in {@link FrameCollectionTest}.
 */
class FrameMapTest {
    private static final List<Integer> CAPACITIES = List.of(1, 2, 3, 47, 48, 49, 63, 64, 65, 3072, 3073);

    private final FrameArena arena = new FrameArena(MemorySource.direct());

    static List<BoxedFrameMap.Type> types() {
        return BoxedFrameMap.types();
    }

    static Stream<Arguments> typesAndCapacities() {
        return types().stream().flatMap(type -> CAPACITIES.stream().map(c -> Arguments.of(type, c)));
    }

    static Stream<Arguments> typesAndSeeds() {
        return types().stream()
                .flatMap(type -> Stream.of(1, 2, 3, 4, 5, 6, 7, 8).map(seed -> Arguments.of(type, seed)));
    }

    @AfterEach
    void closeArena() {
        arena.close();
    }

    @ParameterizedTest
    @MethodSource("typesAndCapacities")
    void shouldFillToItsCapacityAndAnswerWhenFull(BoxedFrameMap.Type type, int capacity) {
        BoxedFrameMap map = type.in().make(arena, capacity, -1);
        assertEquals(slots(capacity) * (long) type.entryBytes(), arena.usedBytes());
        for (int i = 0; i < capacity; i++) {
            assertFalse(map.map().isFull());
            assertEquals(-1, map.put(i * 7L, i));
        }
        assertTrue(map.map().isFull());
        assertEquals(capacity, map.map().size());
        assertFalse(map.tryPut(-5, 1));
        assertEquals(
                type.name() + " is full: size=" + capacity + ", capacity=" + capacity
                        + "; make it with a larger capacity, or use tryPut",
                assertThrows(IllegalStateException.class, () -> map.put(-5, 1)).getMessage());
        assertEquals(capacity, map.map().size());
        assertFalse(map.containsKey(-5));
        assertEquals(0, map.put(0, 1000), "a key that is there needs no room");
        assertTrue(map.tryPut(0, 0));
        for (int i = 0; i < capacity; i++) {
            assertEquals(i, map.get(i * 7L));
        }
        assertEquals(0, map.remove(0));
        assertTrue(map.tryPut(-5, 1));
        assertEquals(1, map.get(-5));
        assertEquals(-1, map.get(0));
    }

    @ParameterizedTest
    @MethodSource("types")
    void shouldRejectCapacityThatHasNoTable(BoxedFrameMap.Type type) {
        for (int capacity : new int[] {FrameMap.MAX_CAPACITY + 1, Integer.MAX_VALUE}) {
            String message = "capacity must be <= 805306368: capacity=" + capacity;
            for (BoxedFrameMap.Maker maker : List.of(type.in(), type.tryIn())) {
                var e = assertThrows(IllegalArgumentException.class, () -> maker.make(arena, capacity, 0));
                assertEquals(message, e.getMessage());
            }
        }
        try (FrameArena small = new FrameArena(MemorySource.direct(), 1 << 16)) {
            var e = assertThrows(NativeMemoryException.class, () -> type.in().make(small, FrameMap.MAX_CAPACITY, 0));
            assertEquals((1L << 30) * type.entryBytes(), e.requestedBytes());
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void shouldRejectTheMissingValue(BoxedFrameMap.Type type) {
        for (long missing : new long[] {0, -1, 42, type.max(), ~type.max()}) {
            BoxedFrameMap map = type.in().make(arena, 4, missing);
            assertEquals(missing, map.missingValue());
            assertEquals(missing, map.get(missing));
            map.put(1, 7);
            String message = "value must not be the missing value: value=" + missing;
            for (long key : new long[] {1, 2}) {
                var put = assertThrows(IllegalArgumentException.class, () -> map.put(key, missing));
                assertEquals(message, put.getMessage());
                var tryPut = assertThrows(IllegalArgumentException.class, () -> map.tryPut(key, missing));
                assertEquals(message, tryPut.getMessage());
            }
            assertEquals(1, map.map().size());
            assertEquals(7, map.get(1));
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void shouldKeepKeysThatShareTheLastSlotAsHome(BoxedFrameMap.Type type) {
        int capacity = 12;
        List<Long> keys = keysAtHome(slots(capacity) - 1, capacity);
        for (int removed = 0; removed < capacity; removed++) {
            BoxedFrameMap map = type.in().make(arena, capacity, -1);
            for (int i = 0; i < capacity; i++) {
                map.put(keys.get(i), i);
            }
            assertEquals(removed, map.remove(keys.get(removed)));
            assertEquals(-1, map.remove(keys.get(removed)));
            for (int i = 0; i < capacity; i++) {
                assertEquals(i == removed ? -1 : i, map.get(keys.get(i)));
            }
            assertEquals(capacity - 1, map.map().size());
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void shouldLeaveNoTombstones(BoxedFrameMap.Type type) {
        int capacity = 48;
        BoxedFrameMap map = type.in().make(arena, capacity, -1);
        for (int i = 0; i < 10_000; i++) {
            map.put(i, i);
            if (i >= capacity - 1) {
                map.remove(i - (capacity - 1));
            }
        }
        int empty = 0;
        for (int slot = 0; slot < map.map().slots(); slot++) {
            empty += map.map().isTaken(slot) ? 0 : 1;
        }
        assertEquals(64 - (capacity - 1), empty);
    }

    @ParameterizedTest
    @MethodSource("types")
    void shouldVisitInTheSameOrderAfterTheSameOperations(BoxedFrameMap.Type type) {
        List<List<Long>> orders = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            BoxedFrameMap map = type.in().make(arena, 100, -1);
            for (int i = 0; i < 90; i++) {
                map.put(i * 31L, i);
            }
            map.remove(31);
            List<Long> keys = new ArrayList<>();
            map.forEach((key, value) -> keys.add(key));
            orders.add(keys);
        }
        assertEquals(89, orders.get(0).size());
        assertEquals(orders.get(0), orders.get(1));
    }

    @ParameterizedTest
    @MethodSource("typesAndCapacities")
    void shouldNotReachItsNeighbours(BoxedFrameMap.Type type, int capacity) {
        Slice before = arena.allocate(8, 8);
        before.putLong(0, 0x1111);
        BoxedFrameMap map = type.in().make(arena, capacity, 0x3333);
        Slice after = arena.allocate(8, 1);
        after.putLong(0, 0x2222);
        for (int i = 1; map.tryPut(i, i + 0x4444); i++) {
            assertTrue(map.containsKey(i));
        }
        assertEquals(0x1111, before.getLong(0));
        assertEquals(0x2222, after.getLong(0));
        map.map().clear();
        assertEquals(0x1111, before.getLong(0));
        assertEquals(0x2222, after.getLong(0));
        after.putLong(0, -1);
        assertEquals(0x3333, map.get(-1));
    }

    /** The seed is in the test's name, the step in its failure. */
    @ParameterizedTest
    @MethodSource("typesAndSeeds")
    void shouldAgreeWithHashMap(BoxedFrameMap.Type type, int seed) {
        Random random = new Random(seed);
        int capacity = 1 + random.nextInt(60);
        long missing = List.of(-1L, 0L, type.max(), ~type.max()).get(seed % 4);
        List<Long> keys = new ArrayList<>(List.of(0L, 1L, -1L, type.max(), ~type.max(), type.max() - 1));
        keys.addAll(keysAtHome(0, 10));
        keys.addAll(keysAtHome(slots(capacity) - 1, 10, slots(capacity)));
        random.ints(capacity).forEach(key -> keys.add((long) key));
        BoxedFrameMap map = type.in().make(arena, capacity, missing);
        Map<Long, Long> model = new HashMap<>();
        for (int step = 0; step < 2000; step++) {
            try {
                change(type, random, keys, map, model);
                assertSame(keys, map, model);
            } catch (Throwable e) {
                throw new AssertionError("step " + step + ", " + map.map() + ", model " + model, e);
            }
        }
    }

    private static void change(
            BoxedFrameMap.Type type, Random random, List<Long> keys, BoxedFrameMap map, Map<Long, Long> model) {
        long missing = map.missingValue();
        long key = keys.get(random.nextInt(keys.size()));
        long value = random.nextInt(10) == 0 ? ~type.max() + 1 : random.nextInt(1000) + 1;
        boolean fits = model.containsKey(key) || model.size() < map.map().capacity();
        int choice = random.nextInt(100);
        if (choice < 35 && fits) {
            Long old = model.put(key, value);
            assertEquals(old == null ? missing : old, map.put(key, value));
        } else if (choice < 35) {
            assertThrows(IllegalStateException.class, () -> map.put(key, value));
        } else if (choice < 60) {
            assertEquals(fits, map.tryPut(key, value));
            if (fits) {
                model.put(key, value);
            }
        } else if (choice < 99) {
            Long old = model.remove(key);
            assertEquals(old == null ? missing : old, map.remove(key));
        } else if (random.nextInt(4) == 0) {
            map.map().clear();
            model.clear();
        }
    }

    private static void assertSame(List<Long> keys, BoxedFrameMap map, Map<Long, Long> model) {
        assertEquals(model.size(), map.map().size());
        assertEquals(model.size() == map.map().capacity(), map.map().isFull());
        for (long key : keys) {
            assertEquals(model.getOrDefault(key, map.missingValue()), map.get(key));
            assertEquals(model.containsKey(key), map.containsKey(key));
        }
        Map<Long, Long> visited = new HashMap<>();
        map.forEach((key, value) -> assertEquals(null, visited.put(key, value), "visited twice"));
        assertEquals(model, visited);
    }

    /** What the documentation of {@link FrameMap} promises, counted in the plainest way. */
    private static int slots(int capacity) {
        int slots = 2;
        while (capacity > slots / 4.0 * 3.0) {
            slots *= 2;
        }
        return slots;
    }

    private static List<Long> keysAtHome(int home, int count) {
        return keysAtHome(home, count, slots(count));
    }

    private static List<Long> keysAtHome(int home, int count, int slots) {
        List<Long> keys = new ArrayList<>();
        for (long key = 0; keys.size() < count; key++) {
            if (Hashing.hash(key, slots - 1) == home) {
                keys.add(key);
            }
        }
        return keys;
    }
}
