package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.internal.Internal;
import basalt.memory.frame.FrameArena;
import basalt.storage.ColumnMemory;
import basalt.storage.fixture.DirtyMemory;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopRowsTest {
    private static final int COUNT = 500;

    private final FrameArena arena = new FrameArena(new DirtyMemory(0xFF));
    private final RowOrder.TopRows best = new RowOrder.TopRows();

    @AfterEach
    void close() {
        arena.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 63, 64, 65, 499, 500, 501, 1000})
    void shouldKeepTheFirstKeysOfAStableSort(int few) {
        Random random = new Random(few);
        check(few, i -> random.nextLong());
        check(few, i -> random.nextInt(3));
        check(few, i -> random.nextInt(40) - 20L);
        check(few, i -> 5);
        check(few, i -> i);
        check(few, i -> -i);
        check(few, i -> Long.MAX_VALUE + i - COUNT / 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void shouldKeepNothingOfAnEmptySelection(int few) {
        best.begin(Internal.of(arena), few);
        best.sort();
        assertEquals(0, best.count());
    }

    private void check(int few, LongUnaryOperator keys) {
        long[] all = IntStream.range(0, COUNT).mapToLong(keys::applyAsLong).toArray();
        List<Integer> expected = IntStream.range(0, COUNT)
                .boxed()
                .sorted(Comparator.comparing(i -> all[i], Long::compareUnsigned))
                .limit(few)
                .toList();
        best.begin(Internal.of(arena), few);
        for (int i = 0; i < COUNT; i++) {
            best.add(all[i], i);
        }
        best.sort();

        assertEquals(expected.size(), best.count());
        for (int i = 0; i < best.count(); i++) {
            assertEquals(expected.get(i), ColumnMemory.getInt(best.order(), i, 0), "place " + i);
        }
    }
}
