package basalt.save;

import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.ListColumn;
import basalt.component.SaveFormatException;
import basalt.save.SavedFieldsTest.Color;
import basalt.save.SavedFieldsTest.Fewer;
import basalt.save.SavedFieldsTest.More;
import basalt.system.Schedule;
import basalt.world.World;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Arrays of records with constants of an enum, in files. Another record is the new version. */
class SavedEnumListsTest {
    record Dot(Color color, int size) {}

    record Dots(Dot[] dots, int number) {
        static final Component<Dots> TYPE = Component.of(Dots.class);
        static final ListColumn.OfEnum<Color> COLORS = TYPE.enumerationList("dots.color", Color.class);
        static final ListColumn.OfInt SIZES = TYPE.int32List("dots.size");
    }

    record MoreDot(int size, More color) {}

    record MoreDots(MoreDot[] dots, int number) {
        static final Component<MoreDots> TYPE = Component.of(MoreDots.class);
    }

    record FewerDot(Fewer color, int size) {}

    record FewerDots(FewerDot[] dots, int number) {
        static final Component<FewerDots> TYPE = Component.of(FewerDots.class);
        static final ListColumn.OfEnum<Fewer> COLORS = TYPE.enumerationList("dots.color", Fewer.class);
    }

    record NumberDot(byte color, int size) {}

    record NumberDots(NumberDot[] dots, int number) {
        static final Component<NumberDots> TYPE = Component.of(NumberDots.class);
        static final ListColumn.OfByte COLORS = TYPE.int8List("dots.color");
    }

    record WideDot(short s, int i, long l, boolean b, float f) {}

    record WideDots(WideDot[] dots) {
        static final Component<WideDots> TYPE = Component.of(WideDots.class);
    }

    record ColorDot(Color color) {}

    record ColorDots(ColorDot[] dots) {
        static final Component<ColorDots> TYPE = Component.of(ColorDots.class);
        static final ListColumn.OfEnum<Color> COLORS = TYPE.enumerationList("dots.color", Color.class);
    }

    record ManyDot(Character.UnicodeScript color) {}

    record ManyDots(ManyDot[] dots) {
        static final Component<ManyDots> TYPE = Component.of(ManyDots.class);
    }

    record SomeDot(Some color) {}

    record SomeDots(SomeDot[] dots) {
        static final Component<SomeDots> TYPE = Component.of(SomeDots.class);
    }

    /** Some constants of {@link Character.UnicodeScript}, which has more than a byte has numbers. */
    enum Some {
        UNKNOWN,
        COMMON,
        GREEK
    }

    private static Dots dots(Color... colors) {
        return new Dots(Arrays.stream(colors).map(each -> new Dot(each, 7)).toArray(Dot[]::new), 5);
    }

    private static byte[] file(Record... records) {
        try (World world = World.create()) {
            Arrays.stream(records).forEach(world::spawn);
            return Saving.bytes(world);
        }
    }

    private static LoadOptions as(Component<?> from, Component<?> to) {
        return new LoadOptions().rename(from.name(), to.name());
    }

    private static <T extends Record> T loaded(byte[] file, LoadOptions options, Component<T> type) {
        try (World world = Saving.load(file, options)) {
            return world.get(world.query().all(type).build().first(), type);
        }
    }

    @Test
    void shouldFindConstantsByName() {
        byte[] file = file(dots(Color.GREEN, null, Color.RED, Color.BLUE, Color.RED));
        assertArrayEquals(
                dots(Color.GREEN, null, Color.RED, Color.BLUE, Color.RED).dots,
                loaded(file, new LoadOptions(), Dots.TYPE).dots);
        MoreDots more = loaded(file, as(Dots.TYPE, MoreDots.TYPE), MoreDots.TYPE);
        assertEquals(5, more.number);
        assertEquals(
                Arrays.asList(More.GREEN, null, More.RED, More.BLUE, More.RED),
                Arrays.stream(more.dots).map(MoreDot::color).toList());
    }

    @Test
    void shouldRefuseOrConvertConstantsThatAreGone() {
        byte[] file = file(dots(Color.GREEN, null, Color.BLUE));
        assertThrowsWith(
                SaveFormatException.class,
                () -> Saving.load(file, as(Dots.TYPE, FewerDots.TYPE)),
                FewerDots.TYPE.name() + ".dots.color",
                "no constant BLUE",
                "LoadOptions.convert(...)");
        LoadOptions options = as(Dots.TYPE, FewerDots.TYPE)
                .convert(FewerDots.COLORS, saved -> saved == null ? null : Fewer.valueOf("GREEN"));
        FewerDots fewer = loaded(file, options, FewerDots.TYPE);
        assertEquals(
                Arrays.asList(Fewer.GREEN, null, Fewer.GREEN),
                Arrays.stream(fewer.dots).map(FewerDot::color).toList());
        options.convert(FewerDots.COLORS, saved -> Color.RED);
        assertThrowsWith(SaveFormatException.class, () -> Saving.load(file, options), "converter", "no value of");
        List<String> converted = new ArrayList<>();
        options.convert(FewerDots.COLORS, saved -> null).onReport(report -> converted.addAll(report.converted()));
        loaded(file, options, FewerDots.TYPE);
        assertEquals(List.of(FewerDots.TYPE.name() + ".dots.color"), converted);
    }

    @Test
    void shouldReadOrdinalsOfAnotherSize() {
        SomeDots some =
                new SomeDots(new SomeDot[] {new SomeDot(Some.GREEK), new SomeDot(Some.UNKNOWN), new SomeDot(null)});
        ManyDots many = loaded(file(some), as(SomeDots.TYPE, ManyDots.TYPE), ManyDots.TYPE);
        assertEquals(
                Arrays.asList(Character.UnicodeScript.GREEK, Character.UnicodeScript.UNKNOWN, null),
                Arrays.stream(many.dots).map(ManyDot::color).toList());
        assertArrayEquals(some.dots, loaded(file(many), as(ManyDots.TYPE, SomeDots.TYPE), SomeDots.TYPE).dots);
    }

    @Test
    void shouldNotBeConvertedToNumbers() {
        Saving.assertRefused(
                file(dots(Color.RED)),
                as(Dots.TYPE, NumberDots.TYPE),
                "is a list of an enum of [RED, GREEN, BLUE] in the file, and a list of INT8 in this process");
        Saving.assertRefused(
                file(new NumberDots(new NumberDot[0], 1)),
                as(NumberDots.TYPE, Dots.TYPE),
                "is a list of INT8 in the file, and a list of an enum of [RED, GREEN, BLUE] in this process: give a"
                        + " converter");
        LoadOptions options = as(NumberDots.TYPE, Dots.TYPE)
                .convert(Dots.COLORS, saved -> (Byte) saved < 0 ? null : Color.values()[(Byte) saved - 4]);
        List<String> converted = new ArrayList<>();
        options.onReport(report -> converted.addAll(report.converted()));
        NumberDot[] numbers = {new NumberDot((byte) 6, 7), new NumberDot((byte) -1, 7), new NumberDot((byte) 4, 7)};
        byte[] file = file(new NumberDots(numbers, 5));
        assertArrayEquals(dots(Color.BLUE, null, Color.RED).dots, loaded(file, options, Dots.TYPE).dots);
        assertEquals(List.of(Dots.TYPE.name() + ".dots.color"), converted);
    }

    /** Numbers of each type are converted to constants. */
    @Test
    void shouldBeConvertedFromNumbers() {
        WideDot[] wide = {new WideDot((short) -300, 70_000, 1L << 40, true, 0.5f)};
        byte[] file = file(new WideDots(wide));
        for (String field : List.of("s", "i", "l", "b", "f")) {
            LoadOptions options = as(WideDots.TYPE, ColorDots.TYPE)
                    .rename(ColorDots.TYPE, "dots." + field, "dots.color")
                    .skipUnknown();
            List<Object> asked = new ArrayList<>();
            options.convert(ColorDots.COLORS, saved -> {
                asked.add(saved);
                return Color.BLUE;
            });
            assertEquals(Color.BLUE, loaded(file, options, ColorDots.TYPE).dots[0].color);
            Object number = Map.<String, Object>of("s", (short) -300, "i", 70_000, "l", 1L << 40, "b", true, "f", 0.5f)
                    .get(field);
            assertEquals(List.of(number), asked);
        }
    }

    @Test
    void shouldRefuseOrdinalsThatAreNone() {
        for (int ordinal : new int[] {3, -2, 127}) {
            FileChunks file = new FileChunks(file(dots(Color.RED, Color.GREEN)));
            file.get("LIST").put(FileChunks.HEADER + Integer.BYTES + 1, (byte) ordinal);
            Saving.assertRefused(
                    file.complete(),
                    new LoadOptions(),
                    "dots.color cannot be loaded: no constant has this ordinal: " + ordinal);
        }
        FileChunks file = new FileChunks(file(dots(Color.RED, Color.GREEN)));
        file.get("LIST").putInt(FileChunks.HEADER, -1);
        Saving.assertRefused(file.complete(), new LoadOptions(), "dots.color");
        file.get("LIST").putInt(FileChunks.HEADER, 1 << 30);
        Saving.assertRefused(file.complete(), new LoadOptions(), "a chunk LIST is expected");
    }

    /** The file of a replay in which the constants have another order. */
    @Test
    void shouldBeFoundByNameInReplays() {
        byte[] recorded = replayed(null);
        String text = new String(recorded, StandardCharsets.ISO_8859_1);
        assertTrue(text.contains("GREEN\4\0\0\0BLUE"));
        FileChunks file = new FileChunks(recorded);
        byte[] schema = file.chunks.get(file.find("SCHM"));
        String names = new String(schema, StandardCharsets.ISO_8859_1)
                .replace("RED\5\0\0\0GREEN\4\0\0\0BLUE", "RED\4\0\0\0BLUE\5\0\0\0GREEN");
        System.arraycopy(names.getBytes(StandardCharsets.ISO_8859_1), 0, schema, 0, schema.length);
        replayed(file.complete());
    }

    /** Records a replay, or plays the file of one in which green and blue are swapped. */
    private static byte[] replayed(byte[] file) {
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world).build()) {
            long entity = world.spawn();
            Replay.Input none = (to, from, offset, length) -> {};
            byte[] bytes = null;
            if (file == null) {
                try (Replay replay = new Replay(schedule, 1, none)) {
                    world.commands().add(entity, dots(Color.RED, Color.GREEN));
                    world.commands().add(entity, Dots.COLORS, Color.BLUE);
                    world.commands().add(entity, Dots.SIZES, 4);
                    world.commands().set(entity, Dots.COLORS, 0, null);
                    replay.tick(1, new UnsafeBuffer(new byte[1]), 0, 1);
                    bytes = Saving.bytes(replay::save);
                }
            } else {
                try (Replay replay = Replay.load(Saving.source(file), schedule, none)) {
                    assertTrue(replay.play(1).isSame());
                }
            }
            assertEquals(
                    file == null
                            ? Arrays.asList(null, Color.GREEN, Color.BLUE)
                            : Arrays.asList(null, Color.BLUE, Color.GREEN),
                    Arrays.stream(world.get(entity, Dots.class).dots)
                            .map(Dot::color)
                            .toList());
            return bytes;
        }
    }
}
