package basalt.model;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.DoubleColumn;
import basalt.component.EntityColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.ListColumn;
import basalt.component.LongColumn;
import basalt.component.ReferenceColumn;
import basalt.component.ShortColumn;
import basalt.component.StringColumn;
import basalt.component.StringListColumn;
import basalt.model.Part.Listed;
import basalt.model.Part.Texts;
import basalt.query.Commands;
import basalt.query.Reduction;
import basalt.query.Row;
import basalt.world.World;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** A column, one lane of a vector, or a list, with boxed values. The model uses it for all kinds of columns. */
record Cell(
        Object zero,
        IntFunction<Object> values,
        BiFunction<World, Long, Object> ofWorld,
        Write<World> inWorld,
        Write<Commands> byCommands,
        Function<Row, Object> ofRow,
        BiConsumer<Row, Object> inRow,
        Function<Reduction, List<Object>> reduce) {
    private static final float[] FLOATS = {0f, -0f, 1f, Float.MIN_VALUE, Float.MAX_VALUE, -Float.MAX_VALUE, -2.5f};
    private static final int NOT_A_NUMBER = 150;
    private static final long[] INTEGERS = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, 255};

    private interface Write<T> {
        void set(T to, long entity, Object value);
    }

    private static float floating(int number) {
        if (number == NOT_A_NUMBER) {
            return Float.NaN; // rare: most sums would be NaN otherwise
        }
        return number < FLOATS.length ? FLOATS[number] : number * 0.37f - 40;
    }

    private static long integer(int number) {
        return number < INTEGERS.length ? INTEGERS[number] : number * 0x9E3779B97F4A7C15L >> 7;
    }

    /** The value with a number. */
    Object value(int number) {
        return values.apply(number);
    }

    Object get(World world, long entity) {
        return ofWorld.apply(world, entity);
    }

    void set(World world, long entity, Object value) {
        inWorld.set(world, entity, value);
    }

    void set(Commands commands, long entity, Object value) {
        byCommands.set(commands, entity, value);
    }

    boolean isSetByCommands() {
        return byCommands != null;
    }

    Object get(Row row) {
        return ofRow.apply(row);
    }

    void set(Row row, Object value) {
        inRow.accept(row, value);
    }

    /** The reductions of the column; null if it has none. */
    List<Object> reduce(Reduction reduction) {
        return reduce.apply(reduction);
    }

    static Cell of(FloatColumn column) {
        return new Cell(
                0f,
                Cell::floating,
                (world, entity) -> world.get(entity, column),
                (world, entity, value) -> world.set(entity, column, (float) value),
                (commands, entity, value) -> commands.set(entity, column, (float) value),
                row -> row.get(column),
                (row, value) -> row.set(column, (float) value),
                of -> List.of(of.sum(column), of.min(column, 7), of.max(column, 7)));
    }

    static Cell of(FloatColumn column, int lane) {
        return new Cell(
                0f,
                Cell::floating,
                (world, entity) -> world.row(entity).get(column, lane),
                (world, entity, value) -> world.row(entity).set(column, lane, (float) value),
                (commands, entity, value) -> commands.set(entity, column, lane, (float) value),
                row -> row.get(column, lane),
                (row, value) -> row.set(column, lane, (float) value),
                reduction -> null);
    }

    static Cell of(DoubleColumn column) {
        return new Cell(
                0.0,
                n -> floating(n) * 1.1,
                (world, entity) -> world.get(entity, column),
                (world, entity, value) -> world.set(entity, column, (double) value),
                (commands, entity, value) -> commands.set(entity, column, (double) value),
                row -> row.get(column),
                (row, value) -> row.set(column, (double) value),
                of -> List.of(of.sum(column), of.min(column, 7), of.max(column, 7)));
    }

    static Cell of(ByteColumn column) {
        return new Cell(
                (byte) 0,
                n -> (byte) integer(n),
                (world, entity) -> world.get(entity, column),
                (world, entity, value) -> world.set(entity, column, (byte) value),
                (commands, entity, value) -> commands.set(entity, column, (byte) value),
                row -> row.get(column),
                (row, value) -> row.set(column, (byte) value),
                of -> List.of(of.sum(column), of.min(column, 7), of.max(column, 7)));
    }

    static Cell of(ShortColumn column) {
        return new Cell(
                (short) 0,
                n -> (short) integer(n),
                (world, entity) -> world.get(entity, column),
                (world, entity, value) -> world.set(entity, column, (short) value),
                (commands, entity, value) -> commands.set(entity, column, (short) value),
                row -> row.get(column),
                (row, value) -> row.set(column, (short) value),
                of -> List.of(of.sum(column), of.min(column, 7), of.max(column, 7)));
    }

    static Cell of(IntColumn column) {
        return new Cell(
                0,
                n -> (int) integer(n),
                (world, entity) -> world.get(entity, column),
                (world, entity, value) -> world.set(entity, column, (int) value),
                (commands, entity, value) -> commands.set(entity, column, (int) value),
                row -> row.get(column),
                (row, value) -> row.set(column, (int) value),
                of -> List.of(of.sum(column), of.min(column, 7), of.max(column, 7)));
    }

    static Cell of(LongColumn column) {
        return new Cell(
                0L,
                Cell::integer,
                (world, entity) -> world.get(entity, column),
                (world, entity, value) -> world.set(entity, column, (long) value),
                (commands, entity, value) -> commands.set(entity, column, (long) value),
                row -> row.get(column),
                (row, value) -> row.set(column, (long) value),
                of -> List.of(of.sum(column), of.min(column, 7), of.max(column, 7)));
    }

    static Cell of(BooleanColumn column) {
        return new Cell(
                false,
                n -> (n & 1) != 0,
                (world, entity) -> world.get(entity, column),
                (world, entity, value) -> world.set(entity, column, (boolean) value),
                (commands, entity, value) -> commands.set(entity, column, (boolean) value),
                row -> row.get(column),
                (row, value) -> row.set(column, (boolean) value),
                of -> List.of(of.count(column)));
    }

    static Cell of(EntityColumn column) {
        return new Cell(
                0L,
                Cell::integer,
                (world, entity) -> world.get(entity, column),
                (world, entity, value) -> world.set(entity, column, (long) value),
                (commands, entity, value) -> commands.set(entity, column, (long) value),
                row -> row.get(column),
                (row, value) -> row.set(column, (long) value),
                reduction -> null);
    }

    /** All of a list; commands set it with a record that has no other field. */
    static Cell of(ListColumn.OfInt column, Function<Object, Listed> record) {
        return new Cell(
                List.of(),
                n -> numbers(n).boxed().toList(),
                (world, entity) -> list(world.row(entity), column),
                (world, entity, value) ->
                        world.row(entity).set(column, record.apply(value).items()),
                (commands, entity, value) -> commands.set(entity, record.apply(value)),
                row -> list(row, column),
                (row, value) -> row.set(column, record.apply(value).items()),
                reduction -> null);
    }

    private static List<Integer> list(Row row, ListColumn.OfInt column) {
        return Arrays.stream(row.get(column)).boxed().toList();
    }

    /** Numbers for a list: how many depends on the first one. */
    static IntStream numbers(int first) {
        return IntStream.range(first, first + first * first % 60);
    }

    /** All of a list that is not the only field, so that no command sets it. */
    static Cell ofList(IntFunction<Object> values, Function<Row, Object> ofRow, BiConsumer<Row, Object> inRow) {
        return new Cell(
                List.of(),
                values,
                (world, entity) -> ofRow.apply(world.row(entity)),
                (world, entity, value) -> inRow.accept(world.row(entity), value),
                null,
                ofRow,
                inRow,
                reduction -> null);
    }

    /** A string of up to 300 bytes as UTF-8, empty ones, unpaired surrogates, and null. */
    static String text(int number) {
        return switch (number % 6) {
            case 0 -> null;
            case 1 -> number % 4 == 1 ? "" : "\ud83d" + number;
            default -> "\u00e4".repeat(number % 150) + number;
        };
    }

    static Cell of(StringColumn column) {
        return new Cell(
                null,
                Cell::text,
                (world, entity) -> world.get(entity, column),
                (world, entity, value) -> world.set(entity, column, (String) value),
                (commands, entity, value) -> commands.set(entity, column, (String) value),
                row -> row.get(column),
                (row, value) -> row.set(column, (String) value),
                reduction -> null);
    }

    static Cell of(StringListColumn column) {
        return new Cell(
                List.of(),
                n -> numbers(n % 10).mapToObj(Cell::text).toList(),
                (world, entity) -> world.get(entity, column),
                (world, entity, value) -> world.set(entity, column, Texts.strings(value)),
                (commands, entity, value) -> commands.set(entity, column, Texts.strings(value)),
                row -> row.get(column),
                (row, value) -> row.set(column, Texts.strings(value)),
                reduction -> null);
    }

    static Cell of(ReferenceColumn<String> column) {
        return new Cell(
                null,
                n -> n % 5 == 0 ? null : "text " + n,
                (world, entity) -> world.get(entity, column),
                (world, entity, value) -> world.set(entity, column, (String) value),
                (commands, entity, value) -> commands.set(entity, column, (String) value),
                row -> row.get(column),
                (row, value) -> row.set(column, (String) value),
                reduction -> null);
    }

    /** Few different names, none with a separator. */
    static Cell ofName(StringColumn column) {
        return new Cell(
                null,
                AskNames::name,
                (world, entity) -> world.row(entity).get(column),
                (world, entity, value) -> world.row(entity).set(column, (String) value),
                (commands, entity, value) -> commands.set(entity, column, (String) value),
                row -> row.get(column),
                (row, value) -> row.set(column, (String) value),
                reduction -> null);
    }
}
