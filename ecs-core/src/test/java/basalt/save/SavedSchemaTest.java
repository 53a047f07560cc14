package basalt.save;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.EntityHandle;
import basalt.component.IntColumn;
import basalt.component.Length;
import basalt.component.SaveFormatException;
import basalt.memory.ChildJvm;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rarer;
import basalt.storage.fixture.Velocity;
import basalt.world.Template;
import basalt.world.World;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.MutableReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of programs whose components have changed since. A component under another name stands for its new version. */
class SavedSchemaTest {
    record Old(
            int hp,
            float speed,
            byte small,
            boolean flag,
            @Length(3) int[] list,
            String name) {
        static final Component<Old> TYPE = Component.of(Old.class);
    }

    record Fewer(float speed, @Length(3) int[] list) {
        static final Component<Fewer> TYPE = Component.of(Fewer.class);
    }

    record More(
            int hp,
            float speed,
            byte small,
            boolean flag,
            @Length(3) int[] list,
            String name,
            long extra,
            String nick) {
        static final Component<More> TYPE = Component.of(More.class);
    }

    record Renamed(String name, @Length(3) int[] list, boolean flag, byte small, float speed, int health) {
        static final Component<Renamed> TYPE = Component.of(Renamed.class);
    }

    record Wide(
            long hp,
            double speed,
            float small,
            boolean flag,
            @Length(3) double[] list,
            String name) {
        static final Component<Wide> TYPE = Component.of(Wide.class);
    }

    record Narrow(
            short hp,
            int speed,
            byte small,
            float flag,
            @Length(3) int[] list,
            String name) {
        static final Component<Narrow> TYPE = Component.of(Narrow.class);
        static final Column HP = TYPE.int16("hp");
        static final IntColumn SPEED = TYPE.int32("speed");
        static final Column FLAG = TYPE.float32("flag");
    }

    record Long4(
            int hp,
            float speed,
            byte small,
            boolean flag,
            @Length(4) int[] list,
            String name) {
        static final Component<Long4> TYPE = Component.of(Long4.class);
    }

    record Short2(
            int hp,
            float speed,
            byte small,
            boolean flag,
            @Length(2) int[] list,
            String name) {
        static final Component<Short2> TYPE = Component.of(Short2.class);
    }

    record WasTag() {
        static final Component<WasTag> TYPE = Component.of(WasTag.class);
    }

    record Link(@EntityHandle long target) {
        static final Component<Link> TYPE = Component.of(Link.class);
    }

    record Number(long target) {
        static final Component<Number> TYPE = Component.of(Number.class);
    }

    private static final Old[] SAMPLES = {
        new Old(7, 1.5f, (byte) -3, true, new int[] {1, 2, 3}, "one"),
        new Old(-8, 2.5f, (byte) 100, false, new int[] {4, 5, 6}, null)
    };

    private final World world = World.create();
    private final long[] entities = new long[2_000];
    private World loaded;

    private byte[] saved() {
        for (int i = 0; i < entities.length; i++) {
            entities[i] = world.spawn(SAMPLES[i % 2], new Health(i));
            if (i % 7 == 0) {
                world.remove(entities[i], Old.TYPE);
            }
        }
        return Saving.bytes(world);
    }

    @AfterEach
    void close() {
        world.close();
        if (loaded != null) {
            loaded.close();
        }
    }

    private static LoadOptions as(Component<?> component) {
        return new LoadOptions().rename(Old.TYPE.name(), component.name());
    }

    @SafeVarargs
    private <T extends Record> void load(LoadOptions options, Component<T> component, T... expected) {
        loaded = Saving.load(saved(), options);
        for (int i = 0; i < entities.length; i++) {
            assertEquals(i, loaded.get(entities[i], Health.TYPE).points());
            assertEquals(i % 7 != 0, loaded.has(entities[i], component));
            if (i % 7 != 0) {
                assertEquals(text(expected[i % 2]), text(loaded.get(entities[i], component)));
            }
        }
    }

    /** The fields, with arrays as lists. */
    private static String text(Record record) {
        List<Object> fields = new ArrayList<>();
        try {
            for (var field : record.getClass().getRecordComponents()) {
                field.getAccessor().setAccessible(true);
                Object value = field.getAccessor().invoke(record);
                fields.add(
                        value instanceof int[] ints
                                ? Arrays.toString(ints)
                                : value instanceof double[] doubles ? Arrays.toString(doubles) : value);
            }
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
        return fields.toString();
    }

    private void assertRefused(LoadOptions options, String... parts) {
        byte[] bytes = saved();
        String message = assertThrows(SaveFormatException.class, () -> Saving.load(bytes, options))
                .getMessage();
        for (String part : parts) {
            assertTrue(message.contains(part), message);
        }
    }

    @Test
    void shouldRefuseOrSkipFields() {
        assertRefused(as(Fewer.TYPE), Fewer.TYPE.name() + ".hp", "skipUnknown()");
        MutableReference<LoadReport> report = new MutableReference<>();
        load(
                as(Fewer.TYPE).skipUnknown().onReport(report::set),
                Fewer.TYPE,
                new Fewer(1.5f, new int[] {1, 2, 3}),
                new Fewer(2.5f, new int[] {4, 5, 6}));
        String name = Fewer.TYPE.name();
        assertEquals(
                List.of(name + ".hp", name + ".small", name + ".flag", name + ".name"),
                report.get().skipped());
    }

    @Test
    void shouldRefuseOrSkipComponents() {
        LoadOptions unknown = new LoadOptions().rename(Old.TYPE.name(), "not.Here");
        assertRefused(unknown, "component not.Here", "LoadOptions.components(...)", "skipUnknown()");
        MutableReference<LoadReport> report = new MutableReference<>();
        byte[] bytes = Saving.bytes(world);
        loaded = Saving.load(bytes, unknown.skipUnknown().onReport(report::set));
        assertEquals(2_000, loaded.entityCount());
        assertEquals(List.of("not.Here"), report.get().skipped());
        assertEquals(Saves.stateHash(world, Health.TYPE), Saves.stateHash(loaded, Health.TYPE));
        assertFalse(loaded.has(entities[1], Old.TYPE));
        try (World again = Saving.load(Saving.bytes(loaded))) {
            assertEquals(Saves.stateHash(loaded), Saves.stateHash(again));
        }
    }

    @Test
    void shouldSkipComponentsOfTemplates() {
        Template template = world.template()
                .with(new Old(1, 2, (byte) 3, true, new int[3], "x"), new Position(1, 2))
                .build();
        template.spawn(500);
        loaded = Saving.load(
                Saving.bytes(world),
                new LoadOptions().rename(Old.TYPE.name(), "x").skipUnknown());
        assertEquals(500, loaded.query().all(Position.TYPE).build().count());
        loaded.template().with(new Position(3, 4)).build().spawn(500);
        assertEquals(1_000, loaded.query().all(Position.TYPE).build().count());
    }

    @Test
    void shouldGiveNewFieldsValues() {
        MutableReference<LoadReport> report = new MutableReference<>();
        load(
                as(More.TYPE).onReport(report::set),
                More.TYPE,
                new More(7, 1.5f, (byte) -3, true, new int[] {1, 2, 3}, "one", 0, null),
                new More(-8, 2.5f, (byte) 100, false, new int[] {4, 5, 6}, null, 0, null));
        String name = More.TYPE.name();
        assertEquals(List.of(name + ".extra", name + ".nick"), report.get().added());
        assertEquals(List.of(), report.get().skipped());

        loaded.close();
        More values = new More(9, 9, (byte) 9, true, new int[] {9, 9, 9}, "nine", 99, "nick");
        load(
                as(More.TYPE).defaults(values),
                More.TYPE,
                new More(7, 1.5f, (byte) -3, true, new int[] {1, 2, 3}, "one", 99, "nick"),
                new More(-8, 2.5f, (byte) 100, false, new int[] {4, 5, 6}, null, 99, "nick"));
    }

    @Test
    void shouldGiveFieldsToWhatWasATag() {
        long one = world.spawn(new WasTag());
        LoadOptions options = new LoadOptions().rename(WasTag.TYPE.name(), Velocity.TYPE.name());
        loaded = Saving.load(Saving.bytes(world), options.defaults(new Velocity(3, 4)));
        assertEquals(new Velocity(3, 4), loaded.get(one, Velocity.TYPE));
    }

    @Test
    void shouldFindFieldsByNameAndRenameThem() {
        assertRefused(as(Renamed.TYPE), "hp");
        load(
                as(Renamed.TYPE).rename(Renamed.TYPE, "hp", "health"),
                Renamed.TYPE,
                new Renamed("one", new int[] {1, 2, 3}, true, (byte) -3, 1.5f, 7),
                new Renamed(null, new int[] {4, 5, 6}, false, (byte) 100, 2.5f, -8));
    }

    @Test
    void shouldWidenNumbers() {
        MutableReference<LoadReport> report = new MutableReference<>();
        load(
                as(Wide.TYPE).onReport(report::set),
                Wide.TYPE,
                new Wide(7, 1.5, -3f, true, new double[] {1, 2, 3}, "one"),
                new Wide(-8, 2.5, 100f, false, new double[] {4, 5, 6}, null));
        assertEquals(4, report.get().converted().size());
    }

    @Test
    void shouldConvert() {
        assertRefused(as(Narrow.TYPE), "INT32 in the file, and INT16", "LoadOptions.convert(...)");
        LoadOptions options = as(Narrow.TYPE)
                .convert(Narrow.HP, saved -> (short) (10 * (Integer) saved))
                .convert(Narrow.SPEED, saved -> Math.round(100 * (Float) saved));
        assertRefused(options, "flag");
        load(
                options.convert(Narrow.FLAG, saved -> (Boolean) saved ? 1f : -1f),
                Narrow.TYPE,
                new Narrow((short) 70, 150, (byte) -3, 1, new int[] {1, 2, 3}, "one"),
                new Narrow((short) -80, 250, (byte) 100, -1, new int[] {4, 5, 6}, null));
    }

    @Test
    void shouldNameConvertersThatFail() {
        LoadOptions options = as(Narrow.TYPE)
                .convert(Narrow.HP, saved -> saved)
                .convert(Narrow.SPEED, saved -> 0)
                .convert(Narrow.FLAG, saved -> 0f);
        assertRefused(options, "the converter of " + Narrow.TYPE.name() + ".hp", "java.lang.Integer", "INT16");
        assertRefused(options.convert(Narrow.HP, saved -> null), "it made null");
        assertRefused(
                options.convert(Narrow.HP, saved -> {
                    throw new UnsupportedOperationException("no way");
                }),
                "no way");
    }

    @Test
    void shouldMakeHandlesOfNumbersOnlyByAConverter() {
        long one = world.spawn(new Number(77));
        byte[] bytes = Saving.bytes(world);
        LoadOptions options = new LoadOptions().rename(Number.TYPE.name(), Link.TYPE.name());
        assertThrows(SaveFormatException.class, () -> Saving.load(bytes, options));
        loaded = Saving.load(bytes, options.convert(Link.TYPE.entity("target"), saved -> saved));
        assertEquals(new Link(77), loaded.get(one, Link.TYPE));
    }

    @Test
    void shouldChangeTheLengthOfVectors() {
        load(
                as(Long4.TYPE),
                Long4.TYPE,
                new Long4(7, 1.5f, (byte) -3, true, new int[] {1, 2, 3, 0}, "one"),
                new Long4(-8, 2.5f, (byte) 100, false, new int[] {4, 5, 6, 0}, null));
        assertRefused(as(Short2.TYPE), "3 instead of 2");
        loaded.close();
        load(
                as(Short2.TYPE).skipUnknown(),
                Short2.TYPE,
                new Short2(7, 1.5f, (byte) -3, true, new int[] {1, 2}, "one"),
                new Short2(-8, 2.5f, (byte) 100, false, new int[] {4, 5}, null));
    }

    @Test
    void shouldRefuseTwoComponentsOrFieldsThatBecomeOne() {
        assertRefused(as(Health.TYPE).skipUnknown(), "twice");
        LoadOptions both = new LoadOptions().rename(Old.TYPE, "hp", "x").rename(Old.TYPE, "speed", "x");
        assertRefused(both.skipUnknown(), "twice");
    }

    @Test
    void shouldRefuseWrongArguments() {
        LoadOptions options = new LoadOptions();
        assertThrows(IllegalArgumentException.class, () -> options.rename("a", null));
        assertThrows(IllegalArgumentException.class, () -> options.rename((String) null, "a"));
        assertThrows(IllegalArgumentException.class, () -> options.rename((Component<?>) null, "a", "b"));
        assertThrows(IllegalArgumentException.class, () -> options.rename(Old.TYPE, null, "b"));
        assertThrows(IllegalArgumentException.class, () -> options.defaults((Record) null));
        assertThrows(IllegalArgumentException.class, () -> options.defaults((Record[]) null));
        assertThrows(IllegalArgumentException.class, () -> options.convert(null, saved -> saved));
        assertThrows(IllegalArgumentException.class, () -> options.convert(Narrow.HP, null));
        assertThrows(IllegalArgumentException.class, () -> options.convert(Old.TYPE.string("name"), saved -> saved));
        assertThrows(IllegalArgumentException.class, () -> options.onReport(null));
        assertThrows(IllegalArgumentException.class, () -> options.components((Component<?>) null));
        assertThrows(IllegalArgumentException.class, () -> options.components((Component<?>[]) null));
    }

    /** Loads a file in a JVM in which the components were registered in another order, and saves it again. */
    static final class OtherOrder {
        public static void main(String[] arguments) {
            LoadOptions options = new LoadOptions()
                    .components(Frozen.TYPE, Rarer.TYPE, Velocity.TYPE, Health.TYPE, Position.TYPE, Old.TYPE);
            try (World world = Saves.load(Path.of(arguments[0]), options)) {
                System.out.println("hash=" + Saves.stateHash(world));
                world.save(Path.of(arguments[0]));
            }
        }
    }

    @Test
    void shouldNotDependOnTheOrderOfRegistration(@TempDir Path directory) {
        Path file = directory.resolve("world");
        assertTrue(Position.TYPE.id() > 0 && Velocity.TYPE.id() > 0 && Rarer.TYPE.id() > 0 && Frozen.TYPE.id() > 0);
        saved();
        for (int i = 0; i < 100; i++) {
            world.spawn(new Position(i, 2), new Velocity(i, 4));
            world.spawn(new Frozen(), new Rarer(i));
        }
        world.save(file);
        ChildJvm child = ChildJvm.run(
                List.of(
                        "--add-opens",
                        "java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path")),
                OtherOrder.class,
                file.toString());
        assertTrue(child.output().contains("hash=" + Saves.stateHash(world)), child::output);
        loaded = Saves.load(file, new LoadOptions());
        assertEquals(Saves.stateHash(world), Saves.stateHash(loaded));
        for (long entity : entities) {
            assertEquals(world.has(entity, Old.TYPE), loaded.has(entity, Old.TYPE));
        }
        assertArrayEquals(
                world.get(entities[1], Old.TYPE).list(),
                loaded.get(entities[1], Old.TYPE).list());
    }
}
