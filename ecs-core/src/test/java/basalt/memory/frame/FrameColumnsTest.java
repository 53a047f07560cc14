package basalt.memory.frame;

import static basalt.memory.frame.FrameColumns.Layout.Kind.DOUBLE;
import static basalt.memory.frame.FrameColumns.Layout.Kind.FLOAT;
import static basalt.memory.frame.FrameColumns.Layout.Kind.INT;
import static basalt.memory.frame.FrameColumns.Layout.Kind.LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of columns only; {@link FrameCollectionTest} covers what they share with lists and maps. */
class FrameColumnsTest {
    private static final FrameColumns.Layout MIXED =
            FrameColumns.Layout.of(FLOAT, LONG, INT, INT, DOUBLE, FLOAT, DOUBLE);

    private final FrameArena arena = new FrameArena(MemorySource.direct());

    @AfterEach
    void closeArena() {
        arena.close();
    }

    @Test
    void shouldMatchTheDocumentedLayout() {
        FrameColumns columns = FrameColumns.in(arena, FrameColumns.Layout.of(FLOAT, LONG, INT), 17);
        assertEquals(448, arena.usedBytes());
        long start = columns.column(0).addressUnchecked();
        assertEquals(start + 128, columns.column(1).addressUnchecked());
        assertEquals(start + 320, columns.column(2).addressUnchecked());
        assertEquals(17 * 4, columns.column(0).sizeBytes());
        assertEquals(17 * 8, columns.column(1).sizeBytes());
        assertEquals("FrameColumns[rows=17, layout=[FLOAT, LONG, INT], live=true]", columns.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 16, 17, 63, 64, 65, 4097})
    void shouldAlignEachColumnAndKeepThemApart(int rows) {
        arena.allocate(1, 1);
        FrameColumns columns = FrameColumns.in(arena, MIXED, rows);
        Slice behind = arena.allocate(8, 1);
        behind.putLong(0, 0x2222);
        long end = 0;
        for (int column = 0; column < MIXED.columns(); column++) {
            Slice slice = columns.column(column);
            assertEquals(0, slice.addressUnchecked() % FrameColumns.Layout.ALIGNMENT);
            assertTrue(slice.addressUnchecked() >= end);
            end = slice.addressUnchecked() + slice.sizeBytes();
        }
        assertTrue(end <= behind.addressUnchecked());
        for (int column = 0; column < MIXED.columns(); column++) {
            for (int row = 0; row < rows; row++) {
                set(columns, column, row, value(column, row));
            }
        }
        for (int column = 0; column < MIXED.columns(); column++) {
            for (int row = 0; row < rows; row++) {
                assertEquals(value(column, row), get(columns, column, row));
            }
        }
        assertEquals(0x2222, behind.getLong(0));
        assertEquals(rows, columns.rows());
        assertEquals(MIXED, columns.layout());
    }

    @Test
    void shouldAgreeWithArrays() {
        Random random = new Random(1);
        for (int round = 0; round < 50; round++) {
            FrameColumns.Layout.Kind[] kinds = random.ints(1 + random.nextInt(10), 0, 4)
                    .mapToObj(kind -> FrameColumns.Layout.Kind.values()[kind])
                    .toArray(FrameColumns.Layout.Kind[]::new);
            int rows = 1 + random.nextInt(100);
            FrameColumns columns = FrameColumns.in(arena, FrameColumns.Layout.of(kinds), rows);
            double[][] model = new double[kinds.length][rows];
            for (int column = 0; column < kinds.length; column++) {
                columns.column(column).fill((byte) 0);
            }
            for (int step = 0; step < 1000; step++) {
                int column = random.nextInt(kinds.length);
                int row = random.nextInt(rows);
                model[column][row] = random.nextInt(1 << 20);
                set(columns, column, row, model[column][row]);
            }
            for (int column = 0; column < kinds.length; column++) {
                for (int row = 0; row < rows; row++) {
                    assertEquals(model[column][row], get(columns, column, row), Arrays.toString(kinds));
                }
            }
        }
    }

    @Test
    void shouldKeepExtremeValues() {
        FrameColumns columns = FrameColumns.in(arena, FrameColumns.Layout.of(INT, LONG, FLOAT, DOUBLE), 2);
        columns.setInt(0, 1, Integer.MIN_VALUE);
        columns.setLong(1, 1, Long.MIN_VALUE);
        columns.setFloat(2, 1, -0f);
        columns.setDouble(3, 1, Double.NaN);
        assertEquals(Integer.MIN_VALUE, columns.getInt(0, 1));
        assertEquals(Long.MIN_VALUE, columns.getLong(1, 1));
        assertEquals(-0f, columns.getFloat(2, 1));
        assertEquals(Double.NaN, columns.getDouble(3, 1));
    }

    @Test
    void shouldRejectRowsAndColumnsOutOfRange() {
        FrameColumns columns = FrameColumns.in(arena, FrameColumns.Layout.of(INT, LONG, FLOAT, DOUBLE), 17);
        for (int row : new int[] {-1, 17, 18, 32, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertOutOfBounds(() -> columns.getInt(0, row), () -> columns.setInt(0, row, 1));
            assertOutOfBounds(() -> columns.getLong(1, row), () -> columns.setLong(1, row, 1));
            assertOutOfBounds(() -> columns.getFloat(2, row), () -> columns.setFloat(2, row, 1));
            assertOutOfBounds(() -> columns.getDouble(3, row), () -> columns.setDouble(3, row, 1));
        }
        for (int column : new int[] {-1, 4, 5, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertOutOfBounds(() -> columns.getInt(column, 0), () -> columns.setInt(column, 0, 1));
            assertOutOfBounds(
                    () -> columns.column(column), () -> columns.layout().kind(column));
        }
        assertOutOfBounds(() -> columns.column(0).getInt(17 * 4));
    }

    @Test
    void shouldRejectAnotherKind() {
        FrameColumns columns = FrameColumns.in(arena, FrameColumns.Layout.of(INT, LONG, FLOAT, DOUBLE), 2);
        assertOtherKind("column 2 holds FLOAT, not INT: column=2", () -> columns.getInt(2, 0));
        assertOtherKind("column 0 holds INT, not FLOAT: column=0", () -> columns.setFloat(0, 0, 1));
        assertOtherKind("column 0 holds INT, not LONG: column=0", () -> columns.getLong(0, 0));
        assertOtherKind("column 3 holds DOUBLE, not LONG: column=3", () -> columns.setLong(3, 0, 1));
        assertOtherKind("column 1 holds LONG, not DOUBLE: column=1", () -> columns.getDouble(1, 0));
        assertOtherKind("column 1 holds LONG, not INT: column=1", () -> columns.setInt(1, 0, 1));
    }

    @Test
    void shouldEndColumnViewsWithTheColumns() {
        MemoryScope scope = arena.open();
        Slice column = FrameColumns.in(arena, MIXED, 8).column(3);
        column.putInt(28, 5);
        scope.close();
        assertFalse(column.isLive());
        assertThrows(IllegalStateException.class, () -> column.getInt(28));
    }

    @Test
    void shouldRejectInvalidLayouts() {
        String message = "columns must be from 1 to 65536: columns=";
        assertEquals(message + 0, illegalArgument(() -> FrameColumns.Layout.of()));
        FrameColumns.Layout.Kind[] tooMany = new FrameColumns.Layout.Kind[FrameColumns.Layout.MAX_COLUMNS + 1];
        Arrays.fill(tooMany, INT);
        assertEquals(message + 65537, illegalArgument(() -> FrameColumns.Layout.of(tooMany)));
        assertEquals("kind must not be null: column=1", illegalArgument(() -> FrameColumns.Layout.of(INT, null)));
        String missing = "layout must not be null: FrameColumns.Layout.of(...) makes one";
        assertEquals(missing, illegalArgument(() -> FrameColumns.in(arena, null, 1)));
    }

    @Test
    void shouldCopyTheArrayOfKinds() {
        FrameColumns.Layout.Kind[] kinds = {INT, LONG};
        FrameColumns.Layout layout = FrameColumns.Layout.of(kinds);
        kinds[0] = DOUBLE;
        assertEquals(INT, layout.kind(0));
    }

    @Test
    void shouldNotOverflow() {
        FrameColumns.Layout.Kind[] most = new FrameColumns.Layout.Kind[FrameColumns.Layout.MAX_COLUMNS];
        Arrays.fill(most, DOUBLE);
        FrameColumns.Layout layout = FrameColumns.Layout.of(most);
        try (FrameArena small = new FrameArena(MemorySource.direct(), 1 << 16)) {
            var e = assertThrows(NativeMemoryException.class, () -> FrameColumns.in(small, layout, Integer.MAX_VALUE));
            assertEquals(1L << 50, e.requestedBytes());
            assertEquals(0, small.usedBytes());
        }
    }

    private static double value(int column, int row) {
        return column * 10_000 + row;
    }

    private static void set(FrameColumns columns, int column, int row, double value) {
        switch (columns.layout().kind(column)) {
            case INT -> columns.setInt(column, row, (int) value);
            case LONG -> columns.setLong(column, row, (long) value);
            case FLOAT -> columns.setFloat(column, row, (float) value);
            case DOUBLE -> columns.setDouble(column, row, value);
        }
    }

    private static double get(FrameColumns columns, int column, int row) {
        return switch (columns.layout().kind(column)) {
            case INT -> columns.getInt(column, row);
            case LONG -> columns.getLong(column, row);
            case FLOAT -> columns.getFloat(column, row);
            case DOUBLE -> columns.getDouble(column, row);
        };
    }

    private static void assertOutOfBounds(Runnable... accesses) {
        for (Runnable access : accesses) {
            assertThrows(IndexOutOfBoundsException.class, access::run);
        }
    }

    private static void assertOtherKind(String message, Runnable access) {
        assertEquals(message, illegalArgument(access));
    }

    private static String illegalArgument(Runnable action) {
        return assertThrows(IllegalArgumentException.class, action::run).getMessage();
    }
}
