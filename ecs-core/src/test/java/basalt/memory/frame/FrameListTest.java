package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import basalt.memory.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the list types; {@link FrameCollectionTest} covers what they share with maps and texts. */
class FrameListTest {
    private final FrameArena arena = new FrameArena(MemorySource.direct());

    static Stream<Arguments> typesAndCapacities() {
        return types(1, 2, 63, 64, 65, 4097);
    }

    static Stream<Arguments> typesAndSeeds() {
        return types(1, 2, 3, 4, 5);
    }

    private static Stream<Arguments> types(Integer... numbers) {
        return BoxedFrameList.types().stream()
                .flatMap(type -> Stream.of(numbers).map(n -> Arguments.of(type, n)));
    }

    static List<BoxedFrameList.Type<?>> types() {
        return BoxedFrameList.types();
    }

    @AfterEach
    void closeArena() {
        arena.close();
    }

    @ParameterizedTest
    @MethodSource("typesAndCapacities")
    <E> void shouldFillToItsCapacityInsideItsMemory(BoxedFrameList.Type<E> type, int capacity) {
        Slice before = arena.allocate(8, 8);
        BoxedFrameList<E> list = type.in().make(arena, capacity);
        assertEquals(8 + (long) capacity * type.elementBytes(), arena.usedBytes());
        Slice after = arena.allocate(8, 1);
        before.putLong(0, 0x1111);
        after.putLong(0, 0x2222);
        assertEquals(capacity, list.list().capacity());
        assertTrue(list.list().isEmpty());
        for (int i = 0; i < capacity; i++) {
            assertFalse(list.list().isFull());
            list.add(value(type, i));
            assertEquals(i + 1, list.list().size());
        }
        assertTrue(list.list().isFull());
        assertEquals(
                type.name() + " is full: size=" + capacity + ", capacity=" + capacity
                        + "; create it with a larger capacity, or check isFull() first",
                assertThrows(IllegalStateException.class, () -> list.add(value(type, 0)))
                        .getMessage());
        assertEquals(capacity, list.list().size());
        assertEquals(0x1111, before.getLong(0));
        assertEquals(0x2222, after.getLong(0));
        after.putLong(0, -1);
        for (int i = 0; i < capacity; i++) {
            assertEquals(value(type, i), list.get(i));
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    <E> void shouldRejectIndicesOutOfRange(BoxedFrameList.Type<E> type) {
        BoxedFrameList<E> list = type.in().make(arena, 8);
        list.add(value(type, 0));
        list.add(value(type, 1));
        for (int index : new int[] {-1, 2, 7, 8, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThrows(IndexOutOfBoundsException.class, () -> list.get(index));
            assertThrows(IndexOutOfBoundsException.class, () -> list.set(index, value(type, 0)));
        }
        list.list().clear();
        assertThrows(IndexOutOfBoundsException.class, () -> list.get(0));
    }

    @ParameterizedTest
    @MethodSource("types")
    <E> void shouldVisitWhatIsAppendedMeanwhile(BoxedFrameList.Type<E> type) {
        BoxedFrameList<E> list = type.in().make(arena, 3);
        list.add(value(type, 0));
        List<E> visited = new ArrayList<>();
        list.forEach(value -> {
            visited.add(value);
            if (!list.list().isFull()) {
                list.add(value(type, visited.size()));
            }
        });
        assertEquals(List.of(value(type, 0), value(type, 1), value(type, 2)), visited);
    }

    @ParameterizedTest
    @MethodSource("types")
    <E> void shouldBeDeadWhenEmptyToo(BoxedFrameList.Type<E> type) {
        BoxedFrameList<E> list = type.in().make(arena, 64);
        E value = value(type, 0);
        arena.reset();
        List<Runnable> uses = List.of(
                () -> list.add(value),
                () -> list.contains(value),
                () -> list.forEach(each -> {}),
                () -> list.list().clear());
        for (Runnable use : uses) {
            var e = assertThrows(IllegalStateException.class, use::run);
            assertTrue(e.getMessage().startsWith("slice used after"), e::getMessage);
        }
        assertEquals(0, list.list().size());
    }

    @Test
    void shouldFindNanAndDistinguishZeroFromMinusZero() {
        FrameFloatList floats = FrameFloatList.in(arena, 4);
        floats.add(-0f);
        floats.add(Float.NaN);
        assertFalse(floats.contains(0f));
        assertTrue(floats.contains(-0f));
        assertTrue(floats.contains(Float.intBitsToFloat(0x7fc00001))); // another NaN
    }

    /** The test's name has the seed, a failure the step. */
    @ParameterizedTest
    @MethodSource("typesAndSeeds")
    <E> void shouldAgreeWithArrayList(BoxedFrameList.Type<E> type, int seed) {
        Random random = new Random(seed);
        int capacity = 1 + random.nextInt(70);
        BoxedFrameList<E> list = type.in().make(arena, capacity);
        List<E> model = new ArrayList<>();
        for (int step = 0; step < 2000; step++) {
            try {
                change(random, value(type, random.nextInt(100)), list, model);
                assertSame(type, model, list);
            } catch (Throwable e) {
                throw new AssertionError("step " + step + ", " + list.list() + ", model " + model, e);
            }
        }
    }

    private static <E> void change(Random random, E value, BoxedFrameList<E> list, List<E> model) {
        int choice = random.nextInt(100);
        if (choice < 55 && model.size() < list.list().capacity()) {
            list.add(value);
            model.add(value);
        } else if (choice < 98 && !model.isEmpty()) {
            int index = random.nextInt(model.size());
            list.set(index, value);
            model.set(index, value);
        } else if (choice == 98) {
            list.list().clear();
            model.clear();
        }
    }

    private static <E> void assertSame(BoxedFrameList.Type<E> type, List<E> model, BoxedFrameList<E> list) {
        assertEquals(model.size(), list.list().size());
        assertEquals(model.isEmpty(), list.list().isEmpty());
        List<E> visited = new ArrayList<>();
        list.forEach(visited::add);
        assertEquals(model, visited);
        for (E value : type.values()) {
            assertEquals(model.contains(value), list.contains(value));
        }
    }

    private static <E> E value(BoxedFrameList.Type<E> type, int i) {
        return type.values().get(i % type.values().size());
    }
}
