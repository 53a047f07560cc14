package basalt.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ShrinkerTest {
    private static final List<Integer> HUNDRED = IntStream.range(0, 100).boxed().toList();

    @Test
    void shouldKeepOnlyNeededElements() {
        assertEquals(List.of(13, 77, 98), shrink(HUNDRED, list -> list.containsAll(List.of(13, 77, 98))));
    }

    @Test
    void shouldKeepOrder() {
        List<Integer> mixed = new ArrayList<>(HUNDRED);
        Collections.shuffle(mixed, new Random(3));
        Predicate<List<Integer>> fails = list -> {
            int first = list.indexOf(mixed.get(80));
            return list.indexOf(mixed.get(20)) >= 0 && list.indexOf(mixed.get(20)) < first;
        };
        assertEquals(List.of(mixed.get(20), mixed.get(80)), shrink(mixed, fails));
    }

    @Test
    void shouldShrinkToEmptyListIfNoElementIsNeeded() {
        assertEquals(List.of(), shrink(HUNDRED, list -> true));
    }

    @Test
    void shouldKeepAllElementsIfAllAreNeeded() {
        assertEquals(HUNDRED, shrink(HUNDRED, list -> list.size() == 100));
    }

    @Test
    void shouldSimplifyElements() {
        Shrinker<Integer> shrinker = new Shrinker<>(
                list -> list.stream().anyMatch(n -> n >= 10), n -> List.of(n / 2, n - 1), Integer.MAX_VALUE);
        assertEquals(List.of(10), shrinker.shrink(HUNDRED));
    }

    /** Elements that can be removed only after others became simpler. */
    @Test
    void shouldRemoveElementsAgainAfterSimplifying() {
        Shrinker<Integer> shrinker = new Shrinker<>(
                list -> !list.isEmpty() && list.size() >= Collections.max(list),
                n -> n > 1 ? List.of(n - 1) : List.of(),
                1000);
        assertEquals(List.of(1), shrinker.shrink(List.of(5, 5, 5, 5, 5)));
    }

    @Test
    void shouldStopAfterMaxTries() {
        AtomicInteger tries = new AtomicInteger();
        Predicate<List<Integer>> fails = list -> {
            tries.incrementAndGet();
            return list.contains(99);
        };
        List<Integer> shrunk = new Shrinker<>(fails, n -> List.<Integer>of(), 3).shrink(HUNDRED);
        assertEquals(3, tries.get());
        assertTrue(shrunk.contains(99) && shrunk.size() < 100, shrunk::toString);
    }

    private static List<Integer> shrink(List<Integer> list, Predicate<List<Integer>> fails) {
        return new Shrinker<>(fails, n -> List.<Integer>of(), Integer.MAX_VALUE).shrink(list);
    }
}
