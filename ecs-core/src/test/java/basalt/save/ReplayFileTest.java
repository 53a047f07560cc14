package basalt.save;

import static basalt.memory.Refusal.assertIllegal;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.ReferenceColumn;
import basalt.component.SaveFormatException;
import basalt.memory.ChildJvm;
import basalt.memory.CountingMemory;
import basalt.memory.Elsewhere;
import basalt.memory.MemorySource;
import basalt.query.Query;
import basalt.replay.ReplayGame;
import basalt.storage.MovedRows;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import basalt.system.Schedule;
import basalt.world.Template;
import basalt.world.World;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replays in files, which are played in other worlds and other processes. */
class ReplayFileTest {
    private static final int TICKS = 30;
    private static final LoadOptions COMPONENTS = new LoadOptions()
            .components(
                    Position.TYPE,
                    Velocity.TYPE,
                    Health.TYPE,
                    Frozen.TYPE,
                    Vectors.TYPE,
                    Kinds.TYPE,
                    ReplayGame.Label.TYPE,
                    ReplayGame.Roll.TYPE);

    @TempDir
    Path folder;

    /** Saves a world after some ticks, and the replay of the ticks after that. */
    private long record(Path world, Path replay) {
        try (ReplayGame game = new ReplayGame();
                Replay recorded = game.newReplay(1)) {
            game.record(recorded, 5);
            game.world.save(world);
            game.record(recorded, TICKS);
            recorded.note("options of the program");
            recorded.save(replay);
            return Saves.stateHash(game.world);
        }
    }

    @Test
    void shouldPlayInAnotherWorld() {
        Path world = folder.resolve("world.basalt");
        Path file = folder.resolve("run.replay");
        long hash = record(world, file);
        for (int workers = 1; workers <= 3; workers++) {
            try (ReplayGame game = new ReplayGame(Saves.load(world, COMPONENTS));
                    Replay replay = Replay.load(file, game.schedule, game::apply)) {
                assertEquals("options of the program", replay.note());
                assertEquals(1, replay.firstTick());
                assertEquals(TICKS + 5, replay.lastTick());
                ReplayDifference result = replay.play(replay.lastTick(), workers);
                assertTrue(result.isSame(), result::toString);
                assertEquals(TICKS, result.compared());
                assertEquals(hash, Saves.stateHash(game.world));
            }
        }
    }

    /** Commands name entities by index, whichever rows they have. */
    @Test
    void shouldPlayInAnotherWorldWhoseRowsHaveMoved() {
        byte[] saved;
        byte[] bytes;
        try (ReplayGame game = new ReplayGame()) {
            try (Replay before = game.newReplay(1)) {
                game.record(before, 10);
            }
            MovedRows.shuffle(game.world, new Random(1), 100);
            saved = Saving.bytes(game.world);
            try (Replay recorded = game.newReplay(1)) {
                game.record(recorded, TICKS);
                bytes = bytes(recorded);
            }
        }
        try (ReplayGame game = new ReplayGame(Saving.load(saved, COMPONENTS));
                Replay replay = load(bytes, game)) {
            assertTrue(MovedRows.movedBlocks(game.world) > 0);
            ReplayDifference result = replay.play(TICKS + 10);
            assertTrue(result.isSame(), result::toString);
            assertEquals(TICKS, result.compared());
        }
    }

    @Test
    void shouldPlayObjects() {
        List<ReplayGame.Label> labels = new ArrayList<>();
        byte[] bytes = recorded(10, (game, replay) -> {
            game.record(replay, TICKS);
            labels.addAll(game.labels());
        });
        assertTrue(labels.size() > 10 && labels.stream().anyMatch(label -> label.text() == null));
        try (ReplayGame game = new ReplayGame();
                Replay replay = load(bytes, game)) {
            assertTrue(replay.play(TICKS).isSame());
            assertEquals(labels, game.labels());
        }
    }

    /** What a program has seen by readers, names and an index, it sees again, whatever tick it goes back to. */
    @Test
    void shouldPlayWhatReadersNamesAndIndexesHaveFound() {
        try (ReplayGame game = new ReplayGame();
                Replay replay = game.newReplay(1);
                Snapshots ring = Saves.snapshots(game.world, 4)) {
            game.record(replay, 10);
            ring.capture();
            game.record(replay, TICKS);
            List<String> seen = game.seen();
            for (String part : List.of("weak ", "gone ", "squad 20/soldier ")) {
                assertTrue(seen.stream().anyMatch(each -> each != null && each.startsWith(part)), () -> part + seen);
            }
            long hash = Saves.stateHash(game.world);
            for (int i = 1; i <= 3; i++) {
                ring.restore(10);
                ReplayDifference first = replay.play(10 + i);
                assertTrue(first.isSame(), first::toString);
                ring.restore(10);
                ReplayDifference result = replay.play(TICKS + 10, i);
                assertTrue(result.isSame(), result::toString);
                assertEquals(TICKS, result.compared());
                assertEquals(seen, game.seen());
                assertEquals(hash, Saves.stateHash(game.world));
            }
        }
    }

    /** The records of the other process are registered in another order, so ids and offsets differ. */
    @Test
    void shouldPlayInAnotherProcess() {
        Path world = folder.resolve("world.basalt");
        Path file = folder.resolve("run.replay");
        long hash = record(world, file);
        ChildJvm child = ChildJvm.run(
                List.of(
                        "--add-opens",
                        "java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-Dbasalt.strict=false",
                        "-cp",
                        System.getProperty("java.class.path")),
                Child.class,
                world.toString(),
                file.toString(),
                "" + Position.TYPE.id());
        assertEquals(0, child.exitCode(), child::output);
        assertTrue(child.output().contains("same=true hash=" + hash), child::output);
        assertTrue(child.output().contains("other=true"), child::output);
    }

    record Before(double a, int b) {}

    record Another(byte a) {}

    /** In the child. */
    static final class Child {
        private Child() {}

        public static void main(String[] arguments) {
            int next = Component.of(Before.class).id() + 1;
            if (next == Integer.parseInt(arguments[2])) {
                Component.of(Another.class);
            }
            int id = Position.TYPE.id();
            try (ReplayGame game = new ReplayGame(Saves.load(Path.of(arguments[0]), COMPONENTS));
                    Replay replay = Replay.load(Path.of(arguments[1]), game.schedule, game::apply)) {
                ReplayDifference result = replay.play(replay.lastTick());
                System.out.println("same=" + result.isSame() + " hash=" + Saves.stateHash(game.world));
                System.out.println("other=" + (id != Integer.parseInt(arguments[2])));
            }
        }
    }

    /** The objects of this field have no codec; nulls need none. */
    record Held(int number, Object thing) {
        static final Component<Held> TYPE = Component.of(Held.class);
        static final ReferenceColumn<Object> THING = TYPE.reference("thing", Object.class);
    }

    @Test
    void shouldPlayNullsWithoutCodec() {
        byte[] bytes = recorded(1, (game, replay) -> {
            long held = game.world.commands().spawn();
            game.world.commands().add(held, new Held(7, null));
            game.world.commands().set(held, Held.THING, null);
            replay.tick(1);
        });
        try (ReplayGame game = new ReplayGame();
                Replay replay = load(bytes, game);
                Query all = game.world.query().all(Held.TYPE).build()) {
            assertTrue(replay.play(1).isSame());
            all.forEach(row -> assertEquals(new Held(7, null), game.world.get(row.entity(), Held.TYPE)));
            assertEquals(1, all.count());
        }
        FileChunks file = new FileChunks(bytes);
        ByteBuffer ticks = file.get("TICK");
        int last = ticks.capacity() - 8;
        while (ticks.getLong(last) != -1) { // the null of the second command
            last -= 8;
        }
        ticks.putLong(last, 0);
        assertRefused(file.complete(), "field thing of", "no codec", "@WithCodec");
    }

    private static byte[] bytes(Replay replay) {
        return Saving.bytes(replay::save);
    }

    private static Replay load(byte[] bytes, ReplayGame game) {
        return Replay.load(Saving.source(bytes), game.schedule, game::apply);
    }

    /** A loaded replay records what follows, and is saved again. */
    @Test
    void shouldGoOnAfterLoading() {
        byte[] first;
        byte[] whole;
        try (ReplayGame game = new ReplayGame();
                Replay recorded = game.newReplay(3)) {
            game.record(recorded, 7);
            first = bytes(recorded);
            assertArrayEquals(first, bytes(recorded));
            game.record(recorded, 7);
            whole = bytes(recorded);
        }
        try (ReplayGame game = new ReplayGame();
                Replay replay = load(first, game)) {
            assertTrue(replay.play(7).isSame());
            game.record(replay, 7);
            assertArrayEquals(whole, bytes(replay));
        }
    }

    @Test
    void shouldSaveAReplayWithoutTicks() {
        try (ReplayGame game = new ReplayGame();
                Replay replay = game.newReplay(4)) {
            byte[] bytes = bytes(replay);
            try (Replay loaded = load(bytes, game)) {
                assertEquals(0, loaded.lastTick());
                assertEquals("", loaded.note());
                game.schedule.tick(1);
                game.record(loaded, 3);
                assertEquals(2, loaded.firstTick());
            }
        }
    }

    /** Ticks that are longer than a chunk of the file. */
    @Test
    void shouldSaveLongInputs() {
        byte[] input = new byte[(3 << 20) + 5];
        input[input.length - 1] = 7;
        byte[] bytes = recorded(1, (game, replay) -> {
            for (int i = 0; i < 3; i++) {
                replay.tick(1, new UnsafeBuffer(input), 0, input.length);
            }
        });
        long[] sum = new long[1];
        try (ReplayGame game = new ReplayGame();
                Replay replay = Replay.load(
                        Saving.source(bytes),
                        game.schedule,
                        (to, from, offset, length) -> sum[0] += length + from.getByte(offset + length - 1))) {
            assertTrue(replay.play(3).isSame());
            assertEquals(3L * (input.length + 7), sum[0]);
        }
    }

    @Test
    void shouldRefuseAWorldAtAnotherTick() {
        byte[] bytes = recorded(1, (game, replay) -> game.record(replay, 4));
        try (ReplayGame game = new ReplayGame()) {
            for (int i = 0; i < 4; i++) {
                game.schedule.tick(1);
            }
            try (Replay replay = load(bytes, game)) {
                assertThrowsWith(
                        IllegalArgumentException.class, () -> replay.play(replay.lastTick()), "those from 1 to 4");
            }
        }
    }

    private static SaveFormatException assertRefused(byte[] bytes, String... parts) {
        try (ReplayGame game = new ReplayGame()) {
            SaveFormatException refused = assertThrows(
                    SaveFormatException.class, () -> load(bytes, game).close());
            for (String part : parts) {
                assertTrue(refused.getMessage().contains(part), refused.getMessage());
            }
            return refused;
        }
    }

    private static byte[] sample() {
        return recorded(1, (game, replay) -> game.record(replay, 3));
    }

    private static byte[] recorded(int interval, BiConsumer<ReplayGame, Replay> ticks) {
        try (ReplayGame game = new ReplayGame();
                Replay replay = game.newReplay(interval)) {
            ticks.accept(game, replay);
            return bytes(replay);
        }
    }

    /** A sample in which a text was changed into another of the same length. */
    private static byte[] changed(String from, String to) {
        return changed(sample(), from, to);
    }

    private static byte[] changed(byte[] sample, String from, String to) {
        FileChunks file = new FileChunks(sample);
        byte[] schema = file.chunks.get(file.find("SCHM"));
        String text = new String(schema, StandardCharsets.ISO_8859_1);
        assertTrue(text.contains(from));
        byte[] other = text.replace(from, to).getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(other, 0, schema, 0, schema.length);
        return file.complete();
    }

    @Test
    void shouldNameWhatTheProgramDoesNotHave() {
        assertRefused(
                changed("fixture.Position", "fixture.Pasition"), "component basalt.storage.fixture.Pasition", "TYPE");
        assertRefused(changed("fixture.Blow", "fixture.Blaw"), "event type basalt.storage.fixture.Blaw", "TYPE");
        assertRefused(changed("loudness", "laudness"), "Said", "other fields", "laudness");
        assertEquals("SCHM", assertRefused(changed("loudness", "laudness")).chunk());
        assertRefused(changed("loudness\1", "loudness\2"), "Said", "loudness FLOAT64", "loudness FLOAT32");
        assertRefused(changed("fixture.Blow\2", "fixture.Blow\0"), "component basalt.storage.fixture.Blow");
        assertRefused(changed("fixture.Position\0", "fixture.Position\2"), "event type", "Position");
        assertRefused(changed("fixture.Position\0", "fixture.Position\4"), "flags", "Position");
    }

    /** A file of a program whose enum has its constants in another order, and other constants. */
    @Test
    void shouldFindConstantsByName() {
        byte[] bytes = recorded(1, (game, replay) -> game.record(replay, 6));
        List<ReplayGame.Label> expected = new ArrayList<>();
        try (ReplayGame game = new ReplayGame();
                Replay replay = load(bytes, game)) {
            replay.play(6);
            game.labels()
                    .forEach(label ->
                            expected.add(new ReplayGame.Label(label.number(), label.text(), swapped(label.state()))));
        }
        byte[] other = changed(bytes, "BLOCKED\7\0\0\0WAITING", "WAITING\7\0\0\0BLOCKED");
        try (ReplayGame game = new ReplayGame();
                Replay replay = load(other, game)) {
            assertTrue(replay.play(6).isSame());
            assertEquals(expected, game.labels());
            assertTrue(expected.stream().anyMatch(label -> label.state() == Thread.State.BLOCKED));
        }
        assertRefused(changed(bytes, "BLOCKED", "BLACKED"), "no constant BLACKED");
    }

    private static Thread.State swapped(Thread.State state) {
        return state == Thread.State.BLOCKED
                ? Thread.State.WAITING
                : state == Thread.State.WAITING ? Thread.State.BLOCKED : state;
    }

    @Test
    void shouldNameTemplatesThatWereNotMade() {
        byte[] bytes = sample();
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world).build()) {
            Replay.Input none = (to, from, offset, length) -> {};
            Template only = world.template()
                    .with(new Position(1, 2), new Velocity(3, 4), new Health(50))
                    .build();
            SaveFormatException refused =
                    assertThrows(SaveFormatException.class, () -> Replay.load(Saving.source(bytes), schedule, none));
            assertTrue(
                    refused.getMessage().contains("after 1 others")
                            && refused.getMessage().contains("Velocity"),
                    refused.getMessage());
            assertEquals("TMPL", refused.chunk());
            assertTrue(only.spawn() != 0);
        }
    }

    /** A template of a loaded world that the program has not made again has no values. */
    @Test
    void shouldRefuseTemplatesOfALoadedWorldThatWereNotMadeAgain() {
        Path saved = folder.resolve("world.basalt");
        Path file = folder.resolve("run.replay");
        record(saved, file);
        try (World world = Saves.load(saved, COMPONENTS);
                Schedule schedule = Schedule.builder(world).build()) {
            assertThrows(
                    SaveFormatException.class, () -> Replay.load(file, schedule, (to, from, offset, length) -> {}));
        }
    }

    @Test
    void shouldRefuseASavedWorld() {
        try (World world = World.create()) {
            assertRefused(Saving.bytes(world), "no saved replay");
        }
        assertThrows(SaveFormatException.class, () -> Saving.load(sample()));
    }

    @Test
    void shouldFreeMemoryWhenAFileIsRefused() {
        byte[] bytes = sample();
        FileChunks file = new FileChunks(bytes);
        file.get("END ").putInt(FileChunks.HEADER, 99);
        CountingMemory memory = new CountingMemory(MemorySource.direct());
        try (ReplayGame game = new ReplayGame(World.builder().memory(memory).build())) {
            long before = memory.allocatedBytes();
            assertThrows(SaveFormatException.class, () -> load(file.together(), game));
            assertEquals(before, memory.allocatedBytes());
            load(bytes, game).close();
            assertEquals(before, memory.allocatedBytes());
        }
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldKeepTheFileIfItCannotBeReplaced() throws IOException {
        Path file = folder.resolve("run.replay");
        try (ReplayGame game = new ReplayGame();
                Replay replay = game.newReplay(1)) {
            assertThrows(
                    UncheckedIOException.class,
                    () -> replay.save(folder.resolve("missing").resolve("run.replay")));
            replay.save(file);
            byte[] before = Files.readAllBytes(file);
            game.record(replay, 2);
            replay.save(file);
            assertTrue(Files.readAllBytes(file).length > before.length);
            UncheckedIOException missing = assertThrows(
                    UncheckedIOException.class,
                    () -> Replay.load(folder.resolve("missing"), game.schedule, game::apply));
            assertEquals(NoSuchFileException.class, missing.getCause().getClass());
        }
    }

    @Test
    void shouldRefuseMisuse() {
        ReplayGame game = new ReplayGame();
        Replay replay = game.newReplay(1);
        Path file = folder.resolve("run.replay");
        assertThrows(IllegalArgumentException.class, () -> replay.save((Path) null));
        assertThrows(IllegalArgumentException.class, () -> replay.save((basalt.save.SaveSink) null));
        assertThrows(IllegalArgumentException.class, () -> replay.note(null));
        assertThrows(IllegalArgumentException.class, () -> replay.note("x".repeat(65_537)));
        assertThrows(IllegalArgumentException.class, () -> Replay.load((Path) null, game.schedule, game::apply));
        assertThrows(IllegalArgumentException.class, () -> Replay.load((SaveSource) null, game.schedule, game::apply));
        assertThrows(IllegalArgumentException.class, () -> Replay.load(file, null, game::apply));
        assertThrows(IllegalArgumentException.class, () -> Replay.load(file, game.schedule, null));
        replay.note("x".repeat(65_536));
        game.record(replay, 1);
        assertIllegal(() -> replay.save((from, offset, length) -> replay.tick(1)), "saved");
        assertThrows(
                UncheckedIOException.class,
                () -> replay.save((from, offset, length) -> {
                    throw new IOException("full");
                }));
        Elsewhere.run("another", () -> assertThrows(IllegalStateException.class, () -> replay.save(file)));
        try (Query all = game.world.query().build()) {
            all.forEach(row -> assertThrows(IllegalStateException.class, () -> replay.save(file)));
        }
        assertFalse(Files.exists(file));
        replay.close();
        assertThrows(IllegalStateException.class, () -> replay.save(file));
        assertThrows(IllegalStateException.class, replay::note);
        game.close();
        assertThrows(IllegalStateException.class, () -> Replay.load(file, game.schedule, game::apply));
    }

    /** Makes the file of the version that the library writes: its path is the argument. */
    static final class Version {
        private Version() {}

        public static void main(String[] arguments) {
            try (ReplayGame game = new ReplayGame();
                    Replay replay = Replay.ofEachSystem(game.schedule, game::apply)) {
                game.record(replay, 12);
                replay.note("version 1");
                replay.save(Path.of(arguments[0]));
            }
        }
    }

    /** Files of all versions are played for ever: the records of {@link ReplayGame} stay as they are. */
    @Test
    void shouldPlayVersion1() throws IOException {
        try (InputStream file = ReplayFileTest.class.getResourceAsStream("replay-version-1.basalt");
                ReplayGame game = new ReplayGame();
                Replay replay = load(file.readAllBytes(), game)) {
            assertEquals("version 1", replay.note());
            ReplayDifference result = replay.play(12);
            assertTrue(result.isSame(), result::toString);
            assertEquals(12, result.compared());
        }
    }
}
