package basalt.query;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Column;
import basalt.component.Entity;
import basalt.memory.MemoryScope;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Rare;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionGroupTest {
    private World world;
    private Selection selection;

    @BeforeEach
    void create() {
        world = World.builder().memory(new DirtyMemory(0xFF)).build();
        selection = Selection.of(world.query().all(Kinds.TYPE).build());
    }

    @AfterEach
    void close() {
        world.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 63, 64, 65, 1000})
    void shouldGroupByEveryKindThatIsExact(int count) {
        Random random = new Random(count);
        for (int i = 0; i < count; i++) {
            int value = random.nextInt(20) - 10;
            long wide = random.nextBoolean() ? value : random.nextLong();
            long target = Entity.of(random.nextInt(4) - 1, random.nextInt(3));
            world.spawn(new Kinds(0, 0, (byte) wide, (short) wide, (int) wide, wide, value > 3, target, null));
        }
        check(Kinds.I8, row -> row.get(Kinds.I8));
        check(Kinds.I16, row -> row.get(Kinds.I16));
        check(Kinds.I32, row -> row.get(Kinds.I32));
        check(Kinds.I64, row -> row.get(Kinds.I64));
        check(Kinds.FLAG, row -> row.get(Kinds.FLAG) ? 1 : 0);
        check(Kinds.TARGET, row -> Long.rotateLeft(row.get(Kinds.TARGET), 32), key -> Long.rotateLeft(key, 32));
    }

    @Test
    void shouldKeepTheEndsOfTheirRangesApart() {
        world.spawn(Kinds.HIGHEST);
        world.spawn(Kinds.LOWEST);
        world.spawn(Kinds.HIGHEST);
        for (Column column : List.of(Kinds.I8, Kinds.I16, Kinds.I32, Kinds.I64, Kinds.FLAG)) {
            selection.collect().groupBy(column);
            assertEquals(2, selection.groupCount(), column.field());
        }
        selection.groupBy(Kinds.I64);
        assertEquals(Long.MIN_VALUE, selection.groupKey(0));
        assertEquals(Long.MAX_VALUE, selection.groupKey(1));
        selection.groupBy(Kinds.I8);
        assertEquals(Byte.MIN_VALUE, selection.groupKey(0));
        assertEquals(1, selection.groupEnd(0));
    }

    @Test
    void shouldTakeNoMoreMemoryThanThereCanBeGroups() {
        for (int i = 0; i < 10_000; i++) {
            world.spawn(new Kinds(0, 0, (byte) 0, (short) 0, -3 + i % 5, 0, false, 0, null));
        }
        selection.collect();
        long used = world.frame().usedBytes();
        selection.groupBy(Kinds.I32);

        assertEquals(5, selection.groupCount());
        long bytes = world.frame().usedBytes() - used;
        assertTrue(bytes <= 80, () -> "bytes of five groups: " + bytes);
        selection.groupBy(Kinds.FLAG).groupBy(Kinds.I32);
        assertEquals(used + bytes, world.frame().usedBytes(), "in the same place");
    }

    @Test
    void shouldGroupSparseColumns() {
        for (int i = 0; i < 10; i++) {
            world.spawn(new Rare(i / 5, null));
        }
        Selection rare = Selection.of(world.query().all(Rare.TYPE).build());
        assertSame(rare, rare.collect().groupBy(Rare.CHARGE));
        assertEquals(2, rare.groupCount());
        assertEquals(1, rare.groupKey(1));
        assertEquals(5, rare.groupStart(1));
        assertEquals(10, rare.groupEnd(1));
    }

    @Test
    void shouldDropDestroyedEntities() {
        for (int i = 0; i < 10; i++) {
            world.spawn(new Kinds(0, 0, (byte) 0, (short) 0, i, 0, false, 0, null));
        }
        selection.collect();
        world.destroy(selection.entity(0));
        world.destroy(selection.entity(9));
        selection.groupBy(Kinds.I32);
        assertEquals(8, selection.groupCount());
        assertEquals(8, selection.size());
        assertEquals(1, selection.groupKey(0));

        for (int i = 0; i < 8; i++) {
            world.destroy(selection.entity(i));
        }
        selection.groupBy(Kinds.I32);
        assertEquals(0, selection.groupCount());
        assertEquals(0, selection.size());
    }

    @Test
    void shouldEndWhenTheRowsChange() {
        world.spawn(Kinds.ODD);
        assertNotGrouped();
        List<Runnable> changes = List.of(
                selection::collect,
                () -> selection.sortBy(Kinds.I32),
                () -> selection.sortByDescending(Kinds.F32),
                () -> selection.top(5, Kinds.I32),
                () -> selection.bottom(1, Kinds.I32),
                () -> selection.join(Kinds.TARGET, world.query().all(Kinds.TYPE).build()));
        for (Runnable change : changes) {
            selection.collect().groupBy(Kinds.I32);
            assertEquals(1, selection.groupCount());
            change.run();
            assertNotGrouped();
        }
    }

    @Test
    void shouldEndWithTheirScope() {
        world.spawn(Kinds.ODD);
        selection.collect();
        MemoryScope scope = world.frame().open();
        selection.groupBy(Kinds.I32);
        assertEquals(-1, selection.groupKey(0));
        scope.close();

        var failure = assertThrows(IllegalStateException.class, selection::groupCount);
        assertEquals(
                "groups used after its scope had ended; groupBy() again, in the scope that uses them",
                failure.getMessage());
        assertEquals(1, selection.size(), "the rows are still there");
        selection.groupBy(Kinds.I32);
        assertEquals(1, selection.groupCount());
    }

    @Test
    void shouldRejectGroupsOutOfRange() {
        world.spawn(Kinds.ODD);
        selection.collect().groupBy(Kinds.I32);
        for (int group : new int[] {-1, 1, Integer.MAX_VALUE}) {
            assertThrows(IndexOutOfBoundsException.class, () -> selection.groupKey(group));
            assertThrows(IndexOutOfBoundsException.class, () -> selection.groupStart(group));
            assertThrows(IndexOutOfBoundsException.class, () -> selection.groupEnd(group));
        }
    }

    @Test
    void shouldRejectFloats() {
        world.spawn(Kinds.ODD);
        selection.collect().groupBy(Kinds.I32);
        for (Column column : List.of(Kinds.F32, Kinds.F64)) {
            var rejection = assertThrows(IllegalArgumentException.class, () -> selection.groupBy(column));
            assertTrue(rejection.getMessage().contains("is of floats"), rejection.getMessage());
        }
        assertDoesNotThrow(selection::groupCount, "the groups before are still there");
    }

    private void assertNotGrouped() {
        var failure = assertThrows(IllegalStateException.class, selection::groupCount);
        assertTrue(failure.getMessage().contains("not grouped"), failure.getMessage());
        assertThrows(IllegalStateException.class, () -> selection.groupKey(0));
        assertThrows(IllegalStateException.class, () -> selection.groupStart(0));
        assertThrows(IllegalStateException.class, () -> selection.groupEnd(0));
    }

    private void check(Column column, ToLongFunction<Row> value) {
        check(column, value, key -> key);
    }

    /** Compares groups by a column with groups made by hand, by a number with the same signed order. */
    private void check(Column column, ToLongFunction<Row> ordinal, ToLongFunction<Long> value) {
        Map<Long, List<Long>> expected = new TreeMap<>();
        selection
                .collect()
                .forEach(row -> expected.computeIfAbsent(ordinal.applyAsLong(row), key -> new ArrayList<>())
                        .add(row.entity()));
        List<Long> keys = new ArrayList<>(expected.keySet());
        if (column == Kinds.TARGET) {
            keys.sort(Long::compareUnsigned);
        }
        selection.groupBy(column);

        assertEquals(keys.size(), selection.groupCount());
        int start = 0;
        for (int group = 0; group < keys.size(); group++) {
            List<Long> members = expected.get(keys.get(group));
            assertEquals(value.applyAsLong(keys.get(group)), selection.groupKey(group));
            assertEquals(start, selection.groupStart(group));
            assertEquals(start + members.size(), selection.groupEnd(group));
            for (long member : members) {
                assertEquals(member, selection.entity(start++));
            }
        }
        assertEquals(start, selection.size());
    }
}
