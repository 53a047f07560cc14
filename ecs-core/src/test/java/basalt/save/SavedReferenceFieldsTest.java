package basalt.save;

import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.EventType;
import basalt.component.ReferenceCodec;
import basalt.component.SaveFormatException;
import basalt.component.WithCodec;
import basalt.storage.StoreInvariants;
import basalt.system.Schedule;
import basalt.world.EventReader;
import basalt.world.World;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of the time when enums and nested records were references. The records here stay as they are. The enums had
 * {@code STAND, WALK, RUN} and {@code OLD, KEPT} then.
 */
class SavedReferenceFieldsTest {
    private static final int ENTITIES = 40;
    private static final int TICKS = 8;
    private static final Replay.Input NONE = (to, from, offset, length) -> {};

    @TempDir
    Path folder;

    enum Mode {
        CRAWL,
        RUN {
            @Override
            boolean isFast() {
                return true;
            }
        },
        WALK,
        STAND;

        private static final Mode[] EARLIER = {STAND, WALK, RUN, null};

        boolean isFast() {
            return false;
        }

        static Mode of(int i) {
            return EARLIER[i % EARLIER.length];
        }
    }

    enum Gone {
        KEPT
    }

    record Vec2(float x, float y) {}

    record Body(
            int number,
            Mode mode,
            Gone gone,
            String name,
            @WithCodec(VecCodec.class) Vec2 at,
            @WithCodec(NamesCodec.class) List<String> names,
            @WithCodec(BoxCodec.class) Integer box) {
        static final Component<Body> TYPE =
                Component.builder(Body.class).name("before.Body").build();

        static Body of(int i) {
            return new Body(
                    i,
                    Mode.of(i),
                    i % 2 == 0 ? Gone.KEPT : null,
                    i % 3 == 0 ? null : "body " + i,
                    i % 5 == 0 ? null : new Vec2(i, -i),
                    i % 2 == 0 ? List.of("a" + i, "b") : null,
                    i % 3 == 0 ? null : i);
        }

        Body withNumber(int other) {
            return new Body(other, mode, gone, name, at, names, box);
        }
    }

    /** Its references had no codecs, so the file does not have them, and the commands of the replay have nulls. */
    record Loose(int number, Vec2 at, Integer box, List<String> names, Mode mode) {
        static final Component<Loose> TYPE =
                Component.builder(Loose.class).name("before.Loose").build();

        static Loose of(int i, Mode mode) {
            return new Loose(i, new Vec2(0, 0), null, List.of(), mode);
        }
    }

    record Rare(Mode mode) {
        static final Component<Rare> TYPE =
                Component.builder(Rare.class).name("before.Rare").sparse().build();
    }

    record Shout(int loudness, Mode mode, String text) {
        static final EventType<Shout> TYPE = EventType.of(Shout.class);
    }

    record Inner(Mode mode, Vec2 at, char letter) {}

    record Rules(Mode mode, Inner inner, char letter, String text, boolean flag, double weight) {}

    public static final class VecCodec implements ReferenceCodec<Vec2> {
        @Override
        public int write(Vec2 value, MutableDirectBuffer to, int at) {
            to.putFloat(at, value.x);
            to.putFloat(at + Float.BYTES, value.y);
            return 2 * Float.BYTES;
        }

        @Override
        public Vec2 read(DirectBuffer from, int at, int length) {
            return new Vec2(from.getFloat(at), from.getFloat(at + Float.BYTES));
        }
    }

    public static final class NamesCodec implements ReferenceCodec<List<String>> {
        @Override
        public int write(List<String> value, MutableDirectBuffer to, int at) {
            return to.putStringWithoutLengthAscii(at, String.join(",", value));
        }

        @Override
        public List<String> read(DirectBuffer from, int at, int length) {
            return List.of(from.getStringWithoutLengthAscii(at, length).split(","));
        }
    }

    public static final class BoxCodec implements ReferenceCodec<Integer> {
        @Override
        public int write(Integer value, MutableDirectBuffer to, int at) {
            to.putInt(at, value);
            return Integer.BYTES;
        }

        @Override
        public Integer read(DirectBuffer from, int at, int length) {
            return from.getInt(at);
        }
    }

    private static byte[] file(String name) throws IOException {
        try (InputStream file = SavedReferenceFieldsTest.class.getResourceAsStream(name)) {
            return file.readAllBytes();
        }
    }

    /** Registers the components and the event type. */
    private static LoadOptions options() {
        assertEquals(Shout.class, Shout.TYPE.type());
        return new LoadOptions().components(Body.TYPE, Loose.TYPE, Rare.TYPE).resources(Rules.class);
    }

    private static <T extends Record> List<T> all(World world, Component<T> component) {
        List<T> found = new ArrayList<>();
        world.query().all(component).build().forEach(row -> found.add(world.get(row.entity(), component)));
        return found;
    }

    private static void assertSaved(World world) {
        List<Body> bodies = new ArrayList<>();
        List<Loose> loose = new ArrayList<>();
        List<Rare> rare = new ArrayList<>();
        for (int i = 0; i < ENTITIES; i++) {
            bodies.add(Body.of(i));
            loose.add(Loose.of(i, Mode.CRAWL)); // not in the file, so it is zero, which is the first constant
            if (i % 2 == 0) {
                rare.add(new Rare(Mode.of(i)));
            }
        }
        assertEquals(bodies, all(world, Body.TYPE));
        assertEquals(loose, all(world, Loose.TYPE));
        assertEquals(rare, all(world, Rare.TYPE));
        StoreInvariants.check(world);
    }

    @Test
    void shouldLoadAWorld() throws IOException {
        try (World world = Saving.load(file("references.basalt"), options())) {
            assertSaved(world);
            assertEquals(
                    new Rules(Mode.WALK, new Inner(Mode.RUN, new Vec2(1, 2), 'y'), 'z', "rules", true, 0.5),
                    world.resources().get(Rules.class));
            List<Shout> shouts = new ArrayList<>();
            EventReader<Shout> reader = world.events(Shout.TYPE).reader();
            reader.forEach(shouts::add);
            assertEquals(
                    IntStream.range(0, 5)
                            .mapToObj(i -> new Shout(i, Mode.of(i), "shout " + i))
                            .toList(),
                    shouts);
            try (World again = Saving.load(Saving.bytes(world), options())) {
                assertSaved(again);
            }
        }
    }

    @Test
    void shouldLoadACheckpoint() throws IOException {
        Files.write(folder.resolve("checkpoint-000001.basalt"), file("references.basalt"));
        try (Checkpoints checkpoints = Checkpoints.every(Duration.ofDays(1)).in(folder)) {
            assertEquals("before", checkpoints.list().get(0).note());
            try (World world = checkpoints.tryLoadNewest(options(), damaged -> {
                throw new AssertionError(damaged.damage());
            })) {
                assertSaved(world);
            }
        }
    }

    @Test
    void shouldMergeAWorld() throws IOException {
        try (World world = World.create()) {
            world.spawn(Body.of(99));
            Saves.merge(world, Saving.source(file("references.basalt")), options());
            assertEquals(ENTITIES + 1, all(world, Body.TYPE).size());
            assertTrue(all(world, Body.TYPE).contains(Body.of(7)));
        }
    }

    /** Without the constant of some values. */
    record Renamed(Pace mode) {
        static final Component<Renamed> TYPE = Component.of(Renamed.class);

        enum Pace {
            STAND,
            SLOW
        }
    }

    @Test
    void shouldConvertConstantsThatAreGone() throws IOException {
        LoadOptions options = new LoadOptions()
                .components(Body.TYPE, Loose.TYPE, Renamed.TYPE)
                .resources(Rules.class)
                .rename("before.Rare", Renamed.class.getName());
        byte[] file = file("references.basalt");
        assertThrowsWith(SaveFormatException.class, () -> Saving.load(file, options), "Pace", "RUN", "convert");
        options.convert(
                Renamed.TYPE.enumeration("mode", Renamed.Pace.class),
                saved -> saved.equals("STAND") ? Renamed.Pace.STAND : Renamed.Pace.SLOW);
        try (World world = Saving.load(file, options)) {
            List<Renamed> expected = new ArrayList<>();
            for (int i = 0; i < ENTITIES; i += 2) {
                expected.add(new Renamed(i % 4 == 0 ? Renamed.Pace.STAND : Renamed.Pace.SLOW));
            }
            assertEquals(expected, all(world, Renamed.TYPE));
        }
        options.convert(Renamed.TYPE.enumeration("mode", Renamed.Pace.class), saved -> "no constant");
        assertThrowsWith(SaveFormatException.class, () -> Saving.load(file, options), "Renamed.mode", "no constant");
    }

    private static void assertPlayed(World world) {
        List<Body> bodies = new ArrayList<>();
        List<Loose> loose = new ArrayList<>();
        List<Rare> rare = new ArrayList<>();
        for (int i = 0; i < TICKS; i++) {
            bodies.add(Body.of(i).withNumber(100 + i));
            loose.add(Loose.of(i, Mode.of(i + 1)));
            rare.add(new Rare(Mode.of(i)));
        }
        assertEquals(bodies, all(world, Body.TYPE));
        assertEquals(loose, all(world, Loose.TYPE));
        assertEquals(rare, all(world, Rare.TYPE));
        StoreInvariants.check(world);
    }

    @Test
    void shouldPlayAReplay() throws IOException {
        options();
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world).build();
                Replay replay = Replay.load(Saving.source(file("references-replay.basalt")), schedule, NONE)) {
            List<Shout> shouts = new ArrayList<>();
            EventReader<Shout> reader = world.events(Shout.TYPE).reader();
            ReplayDifference result = replay.play(TICKS);
            assertTrue(result.isSame(), result::toString);
            assertEquals(TICKS, result.compared());
            assertPlayed(world);
            reader.forEach(shouts::add);
            assertEquals(
                    List.of(new Shout(TICKS - 1, Mode.of(TICKS - 1), null), new Shout(0, Mode.RUN, null)),
                    shouts.subList(shouts.size() - 2, shouts.size()));
        }
    }

    /** What is recorded then has the fields of this process, in the same file. */
    @Test
    void shouldGoOnWithAReplay() throws IOException {
        options();
        byte[] longer;
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world).build();
                Replay replay = Replay.load(Saving.source(file("references-replay.basalt")), schedule, NONE)) {
            world.events(Shout.TYPE);
            replay.play(TICKS);
            long entity = world.commands().spawn();
            world.commands().add(entity, Body.of(1));
            world.commands().add(entity, new Loose(1, new Vec2(2, 3), 4, List.of("five"), Mode.CRAWL));
            world.commands().set(entity, Body.TYPE.enumeration("mode", Mode.class), Mode.CRAWL);
            replay.tick(1);
            longer = Saving.bytes(replay::save);
        }
        Path first = Files.write(folder.resolve("first"), file("references-replay.basalt"));
        Path second = Files.write(folder.resolve("second"), longer);
        assertEquals(
                new ReplayDifference(TICKS, TICKS, 0, List.of(), List.of(), 0),
                ReplayDifference.between(first, second));
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world).build();
                Replay replay = Replay.load(Saving.source(longer), schedule, NONE)) {
            world.events(Shout.TYPE);
            assertArrayEquals(longer, Saving.bytes(replay::save));
            assertTrue(replay.play(TICKS).isSame());
            assertPlayed(world);
            assertTrue(replay.play(TICKS + 1).isSame());
            assertEquals(Mode.CRAWL, all(world, Body.TYPE).get(TICKS).mode());
            assertEquals(
                    new Loose(1, new Vec2(2, 3), 4, List.of("five"), Mode.CRAWL),
                    all(world, Loose.TYPE).get(TICKS));
        }
    }
}
