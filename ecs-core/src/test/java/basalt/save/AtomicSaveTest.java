package basalt.save;

import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.storage.file.AtomicFile;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.system.Schedule;
import basalt.world.World;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Saving is ended at any moment: what was saved before can be loaded. */
class AtomicSaveTest {
    private static final int KILLS = Integer.getInteger("basalt.save.kills", 3);
    private static final int ENTITIES = 40_000;

    @TempDir
    Path directory;

    /** Saves a world to a file again and again, each time one tick later, and says so after each time. */
    static final class Saver {
        public static void main(String[] arguments) {
            try (World world = World.create()) {
                world.template().with(new Position(1, 2), new Health(3)).build().spawn(ENTITIES);
                for (int times = 0; times < 100_000; times++) {
                    world.time().advance(1);
                    world.save(Path.of(arguments[0]));
                    System.out.println(world.time().tick());
                    System.out.flush();
                }
            }
        }
    }

    /** Saves a world that is larger than files may be; says that it could not. */
    static final class TooLarge {
        public static void main(String[] arguments) {
            try (World world = World.create()) {
                world.template().with(new Position(1, 2), new Health(3)).build().spawn(10 * ENTITIES);
                world.save(Path.of(arguments[0]));
                System.out.println("saved");
            } catch (UncheckedIOException e) {
                System.out.println("refused: " + e.getMessage());
            }
        }
    }

    private static List<String> java(Class<?> main, Path file) {
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "--add-opens",
                "java.base/jdk.internal.misc=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                file.toString()));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    /** {@code -Dbasalt.save.kills=N} sets how often. */
    @Tag("long")
    @Test
    void shouldSurviveBeingKilled() throws Exception {
        Path file = directory.resolve("world");
        Random random = new Random(5);
        LoadOptions options = new LoadOptions().components(Position.TYPE, Health.TYPE);
        for (int kill = 0; kill < KILLS; kill++) {
            ProcessBuilder builder = new ProcessBuilder(java(Saver.class, file)).redirectErrorStream(true);
            Process process = builder.start();
            long last = 0;
            try (BufferedReader output = new BufferedReader(new InputStreamReader(process.getInputStream()))) {
                int saves = 1 + random.nextInt(3);
                for (String line; last < saves && (line = output.readLine()) != null; ) {
                    last = Long.parseLong(line);
                }
                Thread.sleep(0, random.nextInt(1_000_000)); // any moment of the next save
                process.destroyForcibly(); // SIGKILL
                assertTrue(process.waitFor(60, TimeUnit.SECONDS));
            }
            assertTrue(last > 0, "the process saved nothing");
            try (World loaded = Saves.load(file, options)) {
                assertTrue(loaded.time().tick() >= last, "tick " + loaded.time().tick() + " after " + last);
                assertEquals(ENTITIES, loaded.entityCount());
                loaded.save(file); // which removes what the process has left
            }
            assertEquals(List.of(file), files());
        }
    }

    @Test
    void shouldKeepTheFileIfTheDiskIsFull() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "ulimit needs a shell");
        Path file = directory.resolve("world");
        try (World world = World.create()) {
            world.spawn(new Health(7));
            world.save(file);
        }
        byte[] before = Files.readAllBytes(file);
        List<String> command = java(TooLarge.class, file);
        List<String> limited =
                new ArrayList<>(List.of("/bin/bash", "-c", "ulimit -f 1000 && trap '' XFSZ && exec \"$0\" \"$@\""));
        limited.addAll(command);
        File output =
                directory.resolveSibling(directory.getFileName() + "-output").toFile();
        Process process = new ProcessBuilder(limited)
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        assertTrue(process.waitFor(120, TimeUnit.SECONDS));
        String text = Files.readString(output.toPath());
        Files.delete(output.toPath());
        assertTrue(text.contains("refused: the world was not saved to " + file), text);
        assertEquals(List.of(file), files());
        assertEquals(before.length, Files.size(file));
        try (World loaded = Saves.load(file, new LoadOptions())) {
            assertEquals(1, loaded.entityCount());
        }
    }

    @Test
    void shouldRemoveOnlyWhatKilledProcessesHaveLeft() throws IOException {
        Path file = directory.resolve("world");
        Path left = directory.resolve("world." + UUID.randomUUID() + ".saving");
        Path other = directory.resolve("world2." + UUID.randomUUID() + ".saving");
        Path named = directory.resolve("world.x.saving");
        for (Path path : List.of(left, other, named)) {
            Files.writeString(path, "unfinished");
        }
        try (World world = World.create();
                AtomicFile unfinished = new AtomicFile(file)) {
            assertFalse(Files.exists(left));
            unfinished.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
            world.save(file); // with the other one unfinished
            assertTrue(Files.size(file) > 3);
            unfinished.commit();
        }
        assertEquals(3, Files.size(file));
        assertEquals(Set.of(file, other, named), Set.copyOf(files()));
    }

    @Test
    void shouldSaveAlthoughWhatIsLeftCannotBeRemoved() throws IOException {
        Path left = Files.createDirectory(directory.resolve("world." + UUID.randomUUID() + ".saving"));
        Files.writeString(left.resolve("inside"), "");
        try (World world = World.create()) {
            world.save(directory.resolve("world"));
        }
        assertTrue(Files.exists(directory.resolve("world")));
    }

    @Test
    void shouldNameTheReasonOfAFailure() throws IOException {
        Path missing = directory.resolve("missing");
        try (World world = World.create()) {
            assertThrowsWith(
                    UncheckedIOException.class,
                    () -> world.save(missing.resolve("world")),
                    "the directory does not exist, make it first: " + missing);
        }
        assertThrowsWith(
                UncheckedIOException.class, () -> Saves.load(missing, new LoadOptions()), "NoSuchFileException");
        assertEquals(List.of(), files());
    }

    private static String rights(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static boolean hasRights(Path file) throws IOException {
        return Files.getFileStore(file).supportsFileAttributeView("posix");
    }

    @Test
    void shouldKeepTheRightsOfTheFile() throws IOException {
        assumeTrue(hasRights(directory));
        Path file = directory.resolve("world");
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world).build();
                Replay replay = new Replay(schedule, 1, (w, buffer, offset, length) -> {})) {
            world.save(file);
            String usual = rights(Files.createFile(directory.resolve("usual")));
            assertEquals(usual, rights(file));
            for (String rights : List.of("rw-------", "rw-rw-rw-", "r--r-----")) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
                world.save(file);
                assertEquals(rights, rights(file));
                world.save(link);
                assertEquals(rights, rights(file));
                Saves.saveInBackground(world, file, new SaveOptions()).join();
                assertEquals(rights, rights(file));
                replay.save(file);
                assertEquals(rights, rights(file));
            }
        }
    }

    @Test
    void shouldKeepTheUnfinishedFileFromOthers() throws IOException {
        assumeTrue(hasRights(directory));
        Path file = Files.createFile(directory.resolve("world"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        try (AtomicFile unfinished = new AtomicFile(file)) {
            for (Path path : files()) {
                assertEquals(path.equals(file) ? "rw-r-----" : "rw-------", rights(path));
            }
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
            unfinished.commit();
        }
        assertEquals("rw-rw----", rights(file));
    }

    @Test
    void shouldKeepOwnerAndGroupWhereThatIsAllowed() throws IOException {
        assumeTrue(hasRights(directory));
        Path file = Files.createFile(directory.resolve("world"));
        try {
            Files.setAttribute(file, "unix:uid", 12_345);
            Files.setAttribute(file, "unix:gid", 12_345);
        } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
            assumeTrue(false, "only administrators can give files away: " + e);
        }
        try (AtomicFile unfinished = new AtomicFile(file)) {
            unfinished.commit();
        }
        assertEquals(12_345, Files.getAttribute(file, "unix:uid"));
        assertEquals(12_345, Files.getAttribute(file, "unix:gid"));
    }

    @Test
    void shouldReplaceTheFileThatALinkLeadsTo() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("folder"));
        Path toFolder = Files.createSymbolicLink(directory.resolve("toFolder"), folder);
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("toFolder", "world"));
        Path toLink = Files.createSymbolicLink(toFolder.resolve("toLink"), link);
        try (World world = World.create()) {
            for (Path path : List.of(link, toLink, toFolder.resolve("world"))) { // there is no world at first
                world.spawn(new Health(1));
                world.save(path);
                try (World loaded = Saves.load(folder.resolve("world"), new LoadOptions())) {
                    assertEquals(world.entityCount(), loaded.entityCount());
                }
            }
            Files.delete(link);
            Files.createSymbolicLink(link, Path.of("missing", "world"));
            assertThrowsWith(
                    UncheckedIOException.class,
                    () -> world.save(link),
                    "make it first: " + directory.resolve("missing"));
            Files.delete(link);
            Files.createSymbolicLink(link, link);
            assertThrows(UncheckedIOException.class, () -> world.save(link));
        }
        assertTrue(Files.isSymbolicLink(link) && Files.isSymbolicLink(toLink));
        assertEquals(Set.of(folder, toFolder, link), Set.copyOf(files()));
    }

    @Test
    void shouldSayThatTheThreadWasInterrupted() throws IOException {
        Path file = directory.resolve("world");
        LoadOptions options = new LoadOptions();
        Checkpoints checkpoints = Checkpoints.every(Duration.ofHours(1)).in(directory.resolve("checkpoints"));
        try (checkpoints;
                World world = World.create();
                Schedule schedule = Schedule.builder(world).build();
                Replay replay = new Replay(schedule, 1, (w, buffer, offset, length) -> {})) {
            Path ticks = directory.resolve("ticks");
            replay.save(ticks);
            world.save(file);
            Set<Path> before = Set.copyOf(files());
            checkpoints.now(world, "").join();
            for (Executable call : List.<Executable>of(
                    () -> world.save(file),
                    () -> Saves.load(file, options),
                    () -> Saves.merge(world, file, options),
                    () -> SaveInfo.read(file),
                    () -> replay.save(ticks),
                    () -> Replay.load(ticks, schedule, (w, buffer, offset, length) -> {}),
                    checkpoints::list, // the files are not damaged
                    () -> checkpoints.tryLoadNewest(options, skipped -> {}))) {
                Thread.currentThread().interrupt();
                String message = assertThrows(UncheckedIOException.class, call).getMessage();
                assertTrue(Thread.interrupted());
                assertTrue(message.contains("the thread was interrupted; clear its flag"), message);
            }
            assertEquals(before, Set.copyOf(files()));
            Thread.currentThread().interrupt(); // other threads write
            Saves.saveInBackground(world, file, new SaveOptions()).join();
            checkpoints.now(world, "").join();
            assertTrue(Thread.interrupted());
            assertEquals(2, checkpoints.list().size());
        }
    }
}
