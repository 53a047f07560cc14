package basalt.save;

import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import basalt.component.Component;
import basalt.component.EventType;
import basalt.component.ReferenceCodec;
import basalt.component.SaveFormatException;
import basalt.component.WithCodec;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nested records, enums, chars and values with a codec of their own in files. Another record is the new version. */
class SavedFieldsTest {
    enum Color {
        RED,
        GREEN,
        BLUE
    }

    /** The constants of {@link Color} in another order, and more of them. */
    enum More {
        PINK,
        BLUE,
        GREY,
        RED,
        GREEN
    }

    enum Fewer {
        GREEN,
        RED
    }

    record Point(float x, float y) {}

    record Item(String name, Optional<Integer> count) {}

    record Full(Point place, Color color, char letter, List<Item> items, Map<Color, Long> counts, Integer boxed) {}

    record Paint(int number, Color color) {
        static final Component<Paint> TYPE = Component.of(Paint.class);
    }

    record MorePaint(More color, int number, More fresh) {
        static final Component<MorePaint> TYPE = Component.of(MorePaint.class);
    }

    record FewerPaint(int number, Fewer color) {
        static final Component<FewerPaint> TYPE = Component.of(FewerPaint.class);
    }

    record NumberPaint(int number, int color) {
        static final Component<NumberPaint> TYPE = Component.of(NumberPaint.class);
    }

    /** As a file has the names of constants whose field was a reference: texts. */
    record TextPaint(int number, String color) {
        static final Component<TextPaint> TYPE = Component.of(TextPaint.class);
    }

    record Spilled(Color color) {
        static final EventType<Spilled> TYPE = EventType.of(Spilled.class);
    }

    record Flat(float x, float y) {}

    record Deep(Point place) {
        static final Component<Deep> TYPE = Component.of(Deep.class);
    }

    record Kept(@WithCodec(PointCodec.class) Point place) {}

    static final class PointCodec implements ReferenceCodec<Point> {
        @Override
        public int write(Point value, MutableDirectBuffer to, int offset) {
            to.putFloat(offset, value.x());
            to.putFloat(offset + 4, value.y());
            return 8;
        }

        @Override
        public Point read(DirectBuffer from, int offset, int length) {
            return new Point(from.getFloat(offset), from.getFloat(offset + 4));
        }
    }

    private final World world = World.create();
    private final List<Long> entities = new ArrayList<>();

    @AfterEach
    void close() {
        world.close();
    }

    private static Color color(int i) {
        return i % 4 == 3 ? null : Color.values()[i % 4];
    }

    private static LoadOptions as(Class<? extends Record> from, Class<? extends Record> to) {
        return new LoadOptions()
                .rename(Component.of(from).name(), Component.of(to).name());
    }

    private byte[] paints() {
        for (int i = 0; i < 40_000; i++) {
            entities.add(i % 5 == 0 ? world.spawn() : world.spawn(new Paint(i, color(i))));
        }
        return Saving.bytes(world);
    }

    @Test
    void shouldLoadAllFields() {
        for (int i = 0; i < 300; i++) {
            entities.add(world.spawn(full(i)));
        }
        try (World loaded = Saving.load(Saving.bytes(world))) {
            for (int i = 0; i < 300; i++) {
                assertEquals(full(i), loaded.get(entities.get(i), Component.of(Full.class)));
            }
            assertEquals(Saves.stateHash(world), Saves.stateHash(loaded));
        }
    }

    private static Full full(int i) {
        return new Full(
                new Point(i, -i),
                color(i),
                (char) (40_000 + i),
                i % 3 == 0 ? null : List.of(new Item("x" + i, Optional.of(i)), new Item(null, Optional.empty())),
                Map.of(Color.BLUE, (long) i),
                i % 2 == 0 ? null : i);
    }

    @Test
    void shouldFindConstantsByName() {
        byte[] bytes = paints();
        try (World loaded = Saving.load(bytes);
                World more = Saving.load(bytes, as(Paint.class, MorePaint.class))) {
            for (int i = 0; i < 40_000; i++) {
                if (i % 5 != 0) {
                    Color color = color(i);
                    assertEquals(new Paint(i, color), loaded.get(entities.get(i), Paint.TYPE));
                    MorePaint expected = new MorePaint(color == null ? null : More.valueOf(color.name()), i, More.PINK);
                    assertEquals(expected, more.get(entities.get(i), MorePaint.TYPE));
                }
            }
        }
    }

    @Test
    void shouldRefuseConstantsThatAreGone() {
        long red = world.spawn(new Paint(1, Color.RED));
        long none = world.spawn(new Paint(2, null));
        try (World loaded = Saving.load(Saving.bytes(world), as(Paint.class, FewerPaint.class))) {
            assertEquals(new FewerPaint(1, Fewer.RED), loaded.get(red, FewerPaint.TYPE));
            assertNull(loaded.get(none, FewerPaint.TYPE).color());
        }
        long blue = world.spawn(new Paint(3, Color.BLUE));
        byte[] bytes = Saving.bytes(world);
        assertThrowsWith(
                SaveFormatException.class,
                () -> Saving.load(bytes, as(Paint.class, FewerPaint.class)),
                FewerPaint.TYPE.name() + ".color",
                "no constant BLUE",
                "LoadOptions.convert(...)");
        LoadOptions options = as(Paint.class, FewerPaint.class)
                .convert(
                        FewerPaint.TYPE.enumeration("color", Fewer.class),
                        saved -> saved == null ? null : saved.equals("RED") ? Fewer.RED : Fewer.GREEN);
        try (World loaded = Saving.load(bytes, options)) {
            assertEquals(new FewerPaint(3, Fewer.GREEN), loaded.get(blue, FewerPaint.TYPE));
            assertEquals(new FewerPaint(1, Fewer.RED), loaded.get(red, FewerPaint.TYPE));
        }
    }

    @Test
    void shouldConvertBetweenEnumsAndNumbers() {
        long green = world.spawn(new Paint(1, Color.GREEN));
        byte[] bytes = Saving.bytes(world);
        LoadOptions options = as(Paint.class, NumberPaint.class);
        assertThrowsWith(
                SaveFormatException.class,
                () -> Saving.load(bytes, options),
                "an enum of [RED, GREEN, BLUE] in the file, and INT32",
                "LoadOptions.convert(...)");
        options.convert(NumberPaint.TYPE.int32("color"), saved -> ((String) saved).length());
        try (World loaded = Saving.load(bytes, options);
                World other = World.create()) {
            assertEquals(new NumberPaint(1, 5), loaded.get(green, NumberPaint.TYPE));
            long two = other.spawn(new NumberPaint(3, 2));
            LoadOptions back = as(NumberPaint.class, Paint.class);
            byte[] numbers = Saving.bytes(other);
            assertThrowsWith(SaveFormatException.class, () -> Saving.load(numbers, back), "INT32 in the file, and an");
            back.convert(Paint.TYPE.enumeration("color", Color.class), saved -> Color.values()[(Integer) saved]);
            try (World again = Saving.load(numbers, back)) {
                assertEquals(new Paint(3, Color.BLUE), again.get(two, Paint.TYPE));
            }
            back.convert(Paint.TYPE.enumeration("color", Color.class), saved -> Fewer.RED);
            assertThrowsWith(SaveFormatException.class, () -> Saving.load(numbers, back), "Fewer", "no value of");
        }
    }

    @Test
    void shouldConvertToChars() {
        record Letter(int number, char color, short other) {}
        Component<Letter> letter = Component.of(Letter.class);
        long green = world.spawn(new Paint(1, Color.GREEN));
        byte[] bytes = Saving.bytes(world);
        LoadOptions options = as(Paint.class, Letter.class)
                .convert(letter.int16("color"), saved -> (char) (0xFF00 + ((String) saved).charAt(0)));
        try (World loaded = Saving.load(bytes, options)) {
            assertEquals(new Letter(1, (char) (0xFF00 + 'G'), (short) 0), loaded.get(green, letter));
        }
        LoadOptions other = as(Paint.class, Letter.class)
                .rename(letter, "color", "other")
                .convert(letter.int16("other"), saved -> 'x');
        assertThrowsWith(
                SaveFormatException.class, () -> Saving.load(bytes, other), "made x", "no value of other INT16");
    }

    @Test
    void shouldLoadEnumsThatWereReferences() {
        for (int i = 0; i < 20; i++) {
            entities.add(world.spawn(new TextPaint(i, color(i) == null ? null : color(i).name())));
        }
        try (World loaded = Saving.load(Saving.bytes(world), as(TextPaint.class, Paint.class))) {
            for (int i = 0; i < 20; i++) {
                assertEquals(new Paint(i, color(i)), loaded.get(entities.get(i), Paint.TYPE));
            }
        }
        world.spawn(new TextPaint(1, "PINK"));
        assertThrowsWith(
                SaveFormatException.class,
                () -> Saving.load(Saving.bytes(world), as(TextPaint.class, Paint.class)),
                "no constant of that name: PINK");
    }

    @Test
    void shouldFindConstantsOfEventsByName() {
        world.events(Spilled.TYPE).send(new Spilled(Color.BLUE));
        world.events(Spilled.TYPE).send(new Spilled(null));
        byte[] bytes = Saving.bytes(world);
        record Other(More color) {}
        try (World loaded = Saving.load(bytes);
                World more = Saving.load(
                        bytes,
                        new LoadOptions()
                                .rename(
                                        Spilled.TYPE.name(),
                                        EventType.of(Other.class).name()))) {
            assertEquals(new Spilled(Color.BLUE), loaded.events(Spilled.TYPE).get(0));
            assertEquals(new Spilled(null), loaded.events(Spilled.TYPE).get(1));
            assertEquals(
                    new Other(More.BLUE), more.events(EventType.of(Other.class)).get(0));
        }
        record Less(Fewer color) {}
        try (World less = Saving.load(
                bytes,
                new LoadOptions()
                        .rename(Spilled.TYPE.name(), EventType.of(Less.class).name()))) {
            assertThrowsWith(
                    IllegalStateException.class,
                    () -> less.events(EventType.of(Less.class)),
                    "field color of event type",
                    "no constant BLUE");
        }
    }

    @Test
    void shouldMoveFieldsIntoRecords() {
        long entity = world.spawn(new Flat(1, 2));
        LoadOptions options =
                as(Flat.class, Deep.class).rename(Deep.TYPE, "x", "place.x").rename(Deep.TYPE, "y", "place.y");
        try (World loaded = Saving.load(Saving.bytes(world), options)) {
            assertEquals(new Deep(new Point(1, 2)), loaded.get(entity, Deep.TYPE));
        }
    }

    @Test
    void shouldSayThatARecordWasAReference() {
        world.spawn(new Kept(new Point(1, 2)));
        byte[] bytes = Saving.bytes(world);
        assertThrowsWith(
                SaveFormatException.class,
                () -> Saving.load(bytes, as(Kept.class, Deep.class)),
                ".place is a reference in the file",
                "@WithCodec",
                "skipUnknown()");
        Saving.load(bytes).close();
        Saving.load(bytes, as(Kept.class, Deep.class).skipUnknown()).close();
    }

    @Test
    void shouldRollBack() {
        long entity = world.spawn(full(1));
        try (Snapshots snapshots = Saves.snapshots(world, 2)) {
            long tick = snapshots.capture();
            world.set(entity, full(2));
            snapshots.restore(tick);
            assertEquals(full(1), world.get(entity, Component.of(Full.class)));
        }
    }

    record Settings(List<String> names, Map<String, Point> places) {}

    @Test
    void shouldLoadResourcesWithCollections() {
        Settings settings = new Settings(List.of("a", "b"), Map.of("home", new Point(1, 2)));
        world.resources().put(Settings.class, settings);
        try (World loaded = Saving.load(Saving.bytes(world), new LoadOptions().resources(Settings.class))) {
            assertEquals(settings, loaded.resources().get(Settings.class));
        }
    }
}
