package basalt.query;

import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.DeadEntityException;
import basalt.component.ListColumn;
import basalt.component.MissingComponentException;
import basalt.internal.Strict;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Lists;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ListViewTest {
    private static final ListColumn.OfFloat FLOATS = Lists.TYPE.float32List("floats");
    private static final ListColumn.OfDouble DOUBLES = Lists.TYPE.float64List("doubles");
    private static final ListColumn.OfByte BYTES = Lists.TYPE.int8List("bytes");
    private static final ListColumn.OfShort SHORTS = Lists.TYPE.int16List("shorts");
    private static final ListColumn.OfLong LONGS = Lists.TYPE.int64List("longs");
    private static final ListColumn.OfBoolean FLAGS = Lists.TYPE.boolList("flags");
    private static final ListColumn.OfEntity HANDLES = Lists.TYPE.entityList("handles");

    private static final ListColumn.OfEnum<TimeUnit> UNITS = Lists.TYPE.enumerationList("dots.unit", TimeUnit.class);

    private static final List<BiConsumer<Row, ListColumn.OfInt>> CHANGES = List.of(
            (row, ints) -> row.add(ints, 1),
            (row, ints) -> row.remove(ints, 0),
            (row, ints) -> row.swapRemove(ints, 1),
            (row, ints) -> row.set(ints, new int[20]),
            Row::clear);

    private final World world = World.create();
    private final long target = world.spawn(new Health(1));
    private final long entity = world.spawn(new Lists(
            new float[] {1.5f, -2},
            new double[] {1e300},
            new byte[] {-128, 127, 3},
            new short[] {-32768, 5},
            new int[] {Integer.MIN_VALUE, 6, 7, 8, 9},
            new long[] {Long.MIN_VALUE, 1},
            new boolean[] {true, false, true},
            new long[] {target},
            new Lists.Dot[] {new Lists.Dot(TimeUnit.DAYS), new Lists.Dot(null)},
            List.of("word"),
            "text"));

    @AfterEach
    void close() {
        world.close();
    }

    private void inKernel(Consumer<Row> body) {
        world.query().all(Lists.TYPE).build().kernel(body::accept).run();
    }

    /** All elements of all lists. */
    private static List<Object> elements(Row row) {
        List<Object> all = new ArrayList<>();
        add(all, row.list(FLOATS), row.list(FLOATS)::get);
        add(all, row.list(DOUBLES), row.list(DOUBLES)::get);
        add(all, row.list(BYTES), row.list(BYTES)::get);
        add(all, row.list(SHORTS), row.list(SHORTS)::get);
        add(all, row.list(Lists.INTS), row.list(Lists.INTS)::get);
        add(all, row.list(LONGS), row.list(LONGS)::get);
        add(all, row.list(FLAGS), row.list(FLAGS)::get);
        add(all, row.list(HANDLES), row.list(HANDLES)::get);
        add(all, row.list(UNITS), row.list(UNITS)::get);
        return all;
    }

    private static void add(List<Object> all, ListView list, IntFunction<Object> get) {
        for (int i = 0; i < list.length(); i++) {
            all.add(get.apply(i));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> get.apply(list.length()));
        assertThrows(IndexOutOfBoundsException.class, () -> get.apply(-1));
    }

    @Test
    void shouldShowAllElementsOfEachKindOfList() {
        List<Object> expected = Arrays.asList(
                1.5f,
                -2f,
                1e300,
                (byte) -128,
                (byte) 127,
                (byte) 3,
                (short) -32768,
                (short) 5,
                Integer.MIN_VALUE,
                6,
                7,
                8,
                9,
                Long.MIN_VALUE,
                1L,
                true,
                false,
                true,
                target,
                TimeUnit.DAYS,
                null);
        assertEquals(expected, elements(world.row(entity)));
        inKernel(row -> assertEquals(expected, elements(row)));
        world.query().all(Lists.TYPE).build().forEach(row -> assertEquals(expected, elements(row)));
    }

    @Test
    void shouldShowThatAListIsEmpty() {
        world.row(entity).clear(Lists.INTS);
        inKernel(row -> add(new ArrayList<>(), row.list(Lists.INTS), row.list(Lists.INTS)::get));
        assertEquals(0, world.row(entity).list(Lists.INTS).length());
        assertThrows(MissingComponentException.class, () -> world.row(target).list(Lists.INTS));
    }

    @Test
    void shouldReadWithoutCountingAsAWrite() {
        Query changed = world.query().changed(Lists.TYPE).build();
        RowKernel process = changed.kernel(row -> {});
        process.run();
        RowKernel read = world.query()
                .all(Lists.TYPE)
                .build()
                .kernel(row -> row.list(Lists.INTS).get(0));
        read.run();
        assertEquals(0, changed.count());
    }

    @Test
    void shouldShowElementsThatAKernelSets() {
        inKernel(row -> {
            ListView.OfInt ints = row.list(Lists.INTS);
            for (int i = 1; i < ints.length(); i++) {
                row.set(Lists.INTS, i, ints.get(i - 1) + 1);
            }
        });
        int first = Integer.MIN_VALUE;
        assertArrayEquals(
                new int[] {first, first + 1, first + 2, first + 3, first + 4},
                world.row(entity).get(Lists.INTS));
    }

    @Test
    void shouldRefuseAViewOfACheckedRowWhoseListHasChanged() {
        Row row = world.row(entity);
        ListView.OfInt ints = row.list(Lists.INTS);
        row.set(Lists.INTS, 4, 99);
        assertEquals(99, ints.get(4));
        for (BiConsumer<Row, ListColumn.OfInt> change : CHANGES) {
            ListView.OfInt view = row.list(Lists.INTS);
            change.accept(row, Lists.INTS);
            assertThrowsWith(IllegalStateException.class, () -> view.get(0), "Lists.ints is not what it was");
        }
        row.add(Lists.INTS, 5);
        ListView.OfInt last = row.list(Lists.INTS);
        world.destroy(entity);
        assertThrows(DeadEntityException.class, () -> last.get(0));
        world.close();
        assertThrows(IllegalStateException.class, () -> last.get(0));
    }

    @Test
    void shouldRefuseAViewOfAListThatHasChangedInStrictMode() {
        assumeTrue(Strict.ON);
        for (BiConsumer<Row, ListColumn.OfInt> change : CHANGES) {
            inKernel(row -> {
                ListView.OfInt ints = row.list(Lists.INTS);
                change.accept(row, Lists.INTS);
                assertThrowsWith(IllegalStateException.class, () -> ints.get(0), "Lists.ints is not what it was");
            });
        }
    }

    @Test
    void shouldRefuseAViewThatIsUsedAfterTheCallInStrictMode() {
        assumeTrue(Strict.ON);
        List<ListView.OfInt> kept = new ArrayList<>();
        inKernel(row -> kept.add(row.list(Lists.INTS)));
        assertThrows(IllegalStateException.class, () -> kept.get(0).get(0));
    }
}
