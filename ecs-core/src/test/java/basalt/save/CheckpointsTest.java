package basalt.save;

import static basalt.memory.Refusal.assertIllegal;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import basalt.memory.Elsewhere;
import basalt.storage.file.AtomicFile;
import basalt.storage.fixture.Health;
import basalt.world.Restorable;
import basalt.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rotating files in which a world is saved from time to time. */
class CheckpointsTest {
    /** A clock that stands still. */
    private static final class Hands extends Clock {
        private Instant now = Instant.parse("2026-11-23T12:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }

        void pass(long seconds) {
            now = now.plusSeconds(seconds);
        }
    }

    private final World world = World.create();
    private final long hero = world.spawn(new Health(100));
    private final Hands clock = new Hands();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        world.close();
    }

    private Checkpoints.Builder eachMinute() {
        return Checkpoints.every(Duration.ofSeconds(60)).clock(clock);
    }

    private boolean tick(Checkpoints checkpoints) {
        world.time().advance(1);
        world.set(hero, Health.POINTS, (int) world.time().tick());
        return checkpoints.tick(world);
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void shouldSaveWhenTheIntervalHasPassed() throws IOException {
        try (Checkpoints checkpoints = eachMinute().in(folder)) {
            assertFalse(tick(checkpoints));
            clock.pass(59);
            assertFalse(tick(checkpoints));
            clock.pass(1);
            assertTrue(tick(checkpoints));
            assertFalse(tick(checkpoints));
            clock.pass(59);
            assertFalse(tick(checkpoints));
        }
        assertEquals(List.of("checkpoint-000001.basalt"), names());
        try (World loaded = Saves.load(folder.resolve("checkpoint-000001.basalt"), new LoadOptions())) {
            assertEquals(3, loaded.time().tick());
            assertEquals(3, loaded.get(hero, Health.POINTS));
        }
    }

    private Checkpoints several(int count, int keep) {
        Checkpoints checkpoints = eachMinute().keep(keep).in(folder);
        for (int i = 0; i < count; i++) {
            world.time().advance(1);
            world.set(hero, Health.POINTS, (int) world.time().tick());
            clock.pass(10);
            checkpoints.now(world, "tick " + world.time().tick()).join();
        }
        checkpoints.close();
        return checkpoints;
    }

    @Test
    void shouldKeepTheNewest() throws IOException {
        Checkpoints checkpoints = several(7, 3);
        assertEquals(
                List.of("checkpoint-000005.basalt", "checkpoint-000006.basalt", "checkpoint-000007.basalt"), names());
        List<SaveInfo> list = checkpoints.list();
        assertEquals(List.of(7L, 6L, 5L), list.stream().map(SaveInfo::tick).toList());
        assertEquals(
                List.of("tick 7", "tick 6", "tick 5"),
                list.stream().map(SaveInfo::note).toList());
        for (SaveInfo info : list) {
            assertNull(info.damage());
            assertEquals(Files.size(info.file()), info.bytes());
            assertEquals(0, info.picture().length);
        }
        assertEquals(clock.now, list.get(0).time());
        assertEquals(clock.now.minusSeconds(20), list.get(2).time());
        Checkpoints later = several(1, 3);
        assertEquals(
                "checkpoint-000008.basalt",
                later.list().get(0).file().getFileName().toString());
        assertEquals(3, later.list().size());
    }

    @Test
    void shouldHavePicturesAndNotes() {
        byte[] picture = new byte[1_000_000];
        Arrays.fill(picture, (byte) 7);
        try (Checkpoints checkpoints = eachMinute()
                .options(w -> new SaveOptions().picture(picture).note("x".repeat(16_384)))
                .in(folder)) {
            tick(checkpoints);
            clock.pass(60);
            assertTrue(tick(checkpoints));
        }
        try (Checkpoints checkpoints = eachMinute().in(folder)) {
            SaveInfo info = checkpoints.list().get(0);
            assertArrayEquals(picture, info.picture());
            assertEquals(16_384, info.note().length());
            assertEquals(2, info.tick());
            try (World loaded = checkpoints.tryLoadNewest(new LoadOptions(), skipped -> {})) {
                assertEquals(2, loaded.get(hero, Health.POINTS));
            }
        }
    }

    @Test
    void shouldRefuseNotesAndPicturesThatAreTooLong() {
        try (Checkpoints checkpoints = eachMinute()
                .options(w -> new SaveOptions().picture(new byte[1_000_001]))
                .in(folder)) {
            assertThrows(IllegalArgumentException.class, () -> checkpoints.now(world, "note"));
        }
        try (Checkpoints checkpoints = eachMinute().options(w -> null).in(folder)) {
            assertThrows(IllegalArgumentException.class, () -> checkpoints.now(world, "note"));
        }
        try (Checkpoints checkpoints = eachMinute().in(folder)) {
            assertThrows(IllegalArgumentException.class, () -> checkpoints.now(world, "\u00e4".repeat(8193)));
            assertThrows(IllegalArgumentException.class, () -> checkpoints.now(world, null));
            assertEquals(List.of(), checkpoints.list());
        }
    }

    /** A clock that was set back by a day must not stop the checkpoints for a day, nor begin many. */
    @Test
    void shouldBeginTheIntervalAgainWhenTheClockGoesBack() {
        try (Checkpoints checkpoints = eachMinute().in(folder)) {
            tick(checkpoints);
            clock.pass(30);
            tick(checkpoints);
            clock.pass(-86_400);
            assertFalse(tick(checkpoints));
            clock.pass(59);
            assertFalse(tick(checkpoints));
            clock.pass(1);
            assertTrue(tick(checkpoints));
            clock.pass(86_400);
            checkpoints.now(world, "later").join();
            assertFalse(tick(checkpoints));
            clock.pass(86_400);
            checkpoints.now(world, "much later").join();
            clock.pass(-2 * 86_400);
            checkpoints.now(world, "set back").join();
        }
        try (Checkpoints checkpoints = eachMinute().in(folder)) {
            assertEquals(
                    List.of("set back", "much later", "later", ""),
                    checkpoints.list().stream().map(SaveInfo::note).toList());
        }
    }

    private void damage(SaveInfo info, long offset) throws IOException {
        byte[] bytes = Files.readAllBytes(info.file());
        bytes[(int) (offset < 0 ? bytes.length + offset : offset)] ^= 0x10;
        Files.write(info.file(), bytes);
    }

    @Test
    void shouldSkipDamagedOnes() throws IOException {
        Checkpoints checkpoints = several(4, 4);
        List<SaveInfo> list = checkpoints.list();
        damage(list.get(0), -1);
        damage(list.get(1), 3);
        try (var channel = Files.newByteChannel(list.get(2).file(), StandardOpenOption.WRITE)) {
            channel.truncate(20);
        }
        assertNull(checkpoints.list().get(0).damage(), "its start is good");
        for (int i = 1; i < 3; i++) {
            SaveInfo damaged = checkpoints.list().get(i);
            assertNotNull(damaged.damage());
            assertEquals(list.get(i).file(), damaged.file());
            assertEquals(-1, damaged.tick());
        }
        List<SaveInfo> skipped = new ArrayList<>();
        try (World loaded = checkpoints.tryLoadNewest(new LoadOptions(), skipped::add)) {
            assertEquals(1, loaded.time().tick());
        }
        assertEquals(3, skipped.size());
        for (int i = 0; i < 3; i++) {
            assertEquals(list.get(i).file(), skipped.get(i).file());
            assertTrue(skipped.get(i).damage().contains("byte "), skipped.get(i).damage());
        }
        damage(list.get(3), 100);
        assertNull(checkpoints.tryLoadNewest(new LoadOptions(), skipped::add));
        assertEquals(7, skipped.size());
    }

    @Test
    void shouldLeaveForeignFiles() throws IOException {
        List<String> foreign = List.of(
                "checkpoint-1.basalt.bak",
                "checkpoint-.basalt",
                "checkpoint-x.basalt",
                "notes.txt",
                "checkpoint-000001.basalt.123-45",
                "other.basalt.9b2ffa33-0dc0-4f3c-9c8b-0d44a3d3b0ab.saving",
                "checkpoint-1234567890123456789.basalt");
        for (String name : foreign) {
            Files.writeString(folder.resolve(name), "mine");
        }
        Files.createDirectory(folder.resolve("checkpoint-000003.basalt"));
        Checkpoints checkpoints = several(4, 2);
        for (String name : foreign) {
            assertEquals("mine", Files.readString(folder.resolve(name)), name);
        }
        assertTrue(Files.isDirectory(folder.resolve("checkpoint-000003.basalt")));
        assertEquals(2, checkpoints.list().size());
    }

    @Test
    void shouldRemoveWhatKilledProcessesHaveLeft() throws IOException {
        String left = "checkpoint-000009.basalt." + UUID.randomUUID() + ".saving";
        Files.writeString(folder.resolve(left), "half");
        try (AtomicFile written = new AtomicFile(folder.resolve("checkpoint-000010.basalt"))) {
            eachMinute().in(folder).close();
            assertFalse(Files.exists(folder.resolve(left)));
            written.commit();
        }
    }

    /** Makes a saving fail in its thread: removes the directory when the world is copied. */
    private static final class Removing implements Restorable {
        private final Path directory;

        Removing(Path directory) {
            this.directory = directory;
        }

        @Override
        public int save(MutableDirectBuffer to, int offset) {
            try (var files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
                Files.delete(directory);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return 0;
        }

        @Override
        public void restore(DirectBuffer from, int offset, int length) {}
    }

    @Test
    void shouldTellFailuresOnce() throws IOException {
        Path inner = folder.resolve("inner");
        try (Checkpoints checkpoints = eachMinute().in(inner)) {
            checkpoints.now(world, "good").join();
            world.resources().put(new Removing(inner));
            BackgroundSave saving = checkpoints.now(world, "bad");
            world.resources().remove(Removing.class);
            assertThrows(UncheckedIOException.class, saving::join);
            assertThrows(UncheckedIOException.class, () -> checkpoints.now(world, "the next call tells it"));
            assertThrows(UncheckedIOException.class, () -> checkpoints.now(world, "there is no directory"));
            Files.createDirectory(inner);
            checkpoints.now(world, "good again").join();
            assertEquals("good again", checkpoints.list().get(0).note());
        }
    }

    @Test
    void shouldThrowTheLastFailureWhenClosed() {
        Path inner = folder.resolve("inner");
        Checkpoints checkpoints = eachMinute().in(inner);
        world.resources().put(new Removing(inner));
        assertThrows(UncheckedIOException.class, checkpoints.now(world, "bad")::join);
        assertThrows(UncheckedIOException.class, checkpoints::close);
        checkpoints.close();
        assertThrows(IllegalStateException.class, () -> checkpoints.tick(world));
        assertThrows(IllegalStateException.class, () -> checkpoints.now(world, "x"));
        assertThrows(UncheckedIOException.class, checkpoints::list);
    }

    private static List<String> notes(Checkpoints checkpoints) {
        return checkpoints.list().stream().map(SaveInfo::note).toList();
    }

    @Test
    @SuppressWarnings("try") // closing waits for the deletion of the oldest
    void shouldShareADirectory() {
        try (World other = World.create();
                Checkpoints first = eachMinute().keep(3).in(folder);
                Checkpoints second = eachMinute().keep(3).in(folder)) {
            first.now(world, "one").join();
            second.now(other, "two").join();
            second.now(other, "three").join();
            assertEquals(List.of("three", "two", "one"), notes(first));
            first.now(world, "four").join();
            first.close();
            assertEquals(List.of("four", "three", "two"), notes(second));
        }
    }

    /** Each thread has a world, as a process has. */
    @Test
    void shouldTakeEachNumberOnce() {
        int threads = 4;
        int each = 10;
        Elsewhere.together(threads, thread -> {
            try (World its = World.create();
                    Checkpoints checkpoints = eachMinute().keep(100).in(folder)) {
                for (int number = 0; number < each; number++) {
                    checkpoints.now(its, thread + "." + number);
                }
            }
        });
        try (Checkpoints checkpoints = eachMinute().in(folder)) {
            List<String> notes = notes(checkpoints);
            assertEquals(threads * each, notes.size());
            assertEquals(threads * each, Set.copyOf(notes).size());
        }
    }

    @Test
    void shouldRefuseWhenNoNumberIsLeft() throws IOException {
        Files.writeString(folder.resolve("checkpoint-999999999999999998.basalt"), "no checkpoint");
        try (Checkpoints checkpoints = eachMinute().in(folder)) {
            checkpoints.now(world, "the last one").join();
            assertIllegal(
                    () -> checkpoints.now(world, "one more"),
                    "number 999999999999999999; move it away: directory=" + folder);
            assertEquals("the last one", notes(checkpoints).get(0));
            Files.delete(folder.resolve("checkpoint-999999999999999999.basalt"));
            assertThrows(IllegalStateException.class, () -> checkpoints.now(world, "its name is not taken again"));
        }
        try (Checkpoints checkpoints = eachMinute().in(folder)) {
            checkpoints.now(world, "another last one").join();
            assertEquals("another last one", notes(checkpoints).get(0));
        }
    }

    /** A name is taken by an empty file, which is no checkpoint, and goes when nothing comes of it. */
    @Test
    void shouldNotListTakenNames() throws IOException {
        Files.createFile(folder.resolve("checkpoint-000001.basalt")); // left by a killed process
        try (Checkpoints checkpoints = eachMinute().keep(2).in(folder)) {
            assertEquals(List.of(), checkpoints.list());
            assertNull(checkpoints.tryLoadNewest(new LoadOptions(), skipped -> fail("skipped " + skipped)));
            world.commands().spawn();
            assertThrows(IllegalStateException.class, () -> checkpoints.now(world, "commands wait"));
            world.applyCommands();
            assertEquals(List.of("checkpoint-000001.basalt"), names());
            checkpoints.now(world, "one").join();
        }
        assertEquals(List.of("checkpoint-000001.basalt", "checkpoint-000003.basalt"), names(), "it may be written");
        try (Checkpoints checkpoints = eachMinute().keep(2).in(folder)) {
            checkpoints.now(world, "two").join();
        }
        assertEquals(List.of("checkpoint-000003.basalt", "checkpoint-000004.basalt"), names());
    }

    /** It is not a failure, and the number is not used again. */
    @Test
    void shouldGoOnAfterOneWasCancelled() throws IOException {
        world.template().with(new Health(1)).build().spawn(400_000);
        try (Checkpoints checkpoints = eachMinute().in(folder)) {
            BackgroundSave saving = checkpoints.now(world, "cancelled");
            boolean isCancelled = saving.cancel();
            if (isCancelled) {
                assertThrows(CancellationException.class, saving::join);
            }
            checkpoints.now(world, "next").join();
            assertEquals(
                    "checkpoint-000002.basalt",
                    checkpoints.list().get(0).file().getFileName().toString());
            if (isCancelled) {
                assertEquals(List.of("checkpoint-000002.basalt"), names());
            }
        }
    }

    @Test
    void shouldWaitForTheIntervalAfterAFailedTry() {
        try (Checkpoints checkpoints = eachMinute()
                .options(w -> {
                    throw new UnsupportedOperationException("not now");
                })
                .in(folder)) {
            tick(checkpoints);
            clock.pass(60);
            assertThrows(UnsupportedOperationException.class, () -> tick(checkpoints));
            assertFalse(tick(checkpoints));
            clock.pass(60);
            assertThrows(UnsupportedOperationException.class, () -> tick(checkpoints));
        }
    }

    @Test
    void shouldRejectWrongArguments() {
        for (Duration interval : new Duration[] {null, Duration.ZERO, Duration.ofSeconds(-1)}) {
            assertThrows(IllegalArgumentException.class, () -> Checkpoints.every(interval));
        }
        assertThrows(IllegalArgumentException.class, () -> eachMinute().keep(0));
        assertThrows(IllegalArgumentException.class, () -> eachMinute().in(null));
        assertThrows(IllegalArgumentException.class, () -> eachMinute().clock(null));
        assertThrows(IllegalArgumentException.class, () -> eachMinute().options(null));
        try (Checkpoints checkpoints = eachMinute().in(folder)) {
            assertThrows(IllegalArgumentException.class, () -> checkpoints.tick(null));
            assertThrows(IllegalArgumentException.class, () -> checkpoints.tryLoadNewest(null, skipped -> {}));
            assertThrows(IllegalArgumentException.class, () -> checkpoints.tryLoadNewest(new LoadOptions(), null));
            assertNull(checkpoints.tryLoadNewest(new LoadOptions(), skipped -> {}));
        }
    }

    @Test
    void shouldShowFilesWithoutANote() throws IOException {
        world.time().advance(1);
        Path file = folder.resolve("plain");
        world.save(file);
        SaveInfo info = SaveInfo.read(file);
        assertEquals(1, info.tick());
        assertEquals("", info.note());
        assertEquals(Files.getLastModifiedTime(file).toInstant(), info.time());
        Saves.save(world, file, new SaveOptions().note("a note").time(clock.now));
        assertEquals("a note", SaveInfo.read(file).note());
        assertEquals(clock.now, SaveInfo.read(file).time());
        assertThrows(UncheckedIOException.class, () -> SaveInfo.read(folder.resolve("missing")));
        assertThrows(IllegalArgumentException.class, () -> SaveInfo.read(null));
        assertThrows(IllegalArgumentException.class, () -> new SaveOptions().time(Instant.ofEpochMilli(-1)));
        Files.writeString(file, "no world");
        assertNotNull(SaveInfo.read(file).damage());
    }
}
