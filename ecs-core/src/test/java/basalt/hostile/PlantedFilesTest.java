package basalt.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.save.Checkpoints;
import basalt.save.LoadOptions;
import basalt.save.Replay;
import basalt.save.ReplayDifference;
import basalt.save.SaveInfo;
import basalt.save.SaveOptions;
import basalt.save.Saves;
import basalt.storage.fixture.Health;
import basalt.system.Schedule;
import basalt.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Pipes, links and directories that other users of a directory have put where worlds and replays are saved. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // to open a pipe may wait for ever
class PlantedFilesTest {
    @TempDir
    private Path folder;

    private static Path pipe(Path path) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "no named pipes here");
        assertEquals(0, new ProcessBuilder("mkfifo", path.toString()).start().waitFor());
        return path;
    }

    private Path unfinished(String name) {
        return folder.resolve(name + "." + UUID.randomUUID() + ".saving");
    }

    private static void assertRefused(Executable call) {
        String message = assertThrows(UncheckedIOException.class, call).getMessage();
        assertTrue(message.contains("only regular files"), message);
    }

    @Test
    void shouldSaveBesidePipesWithTheNameOfAnUnfinishedFile() throws Exception {
        Path pipe = pipe(unfinished("world"));
        pipe(unfinished("checkpoint-000001.basalt"));
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world).build();
                Replay replay = new Replay(schedule, 1, (w, buffer, offset, length) -> {})) {
            world.save(folder.resolve("world"));
            Saves.saveInBackground(world, folder.resolve("world"), new SaveOptions())
                    .join();
            replay.save(folder.resolve("world"));
            try (Checkpoints checkpoints =
                    Checkpoints.every(Duration.ofHours(1)).in(folder)) {
                checkpoints.now(world, "").join();
            }
        }
        assertTrue(Files.exists(pipe));
    }

    @Test
    void shouldLeaveLinksAndDirectoriesWithTheNameOfAnUnfinishedFile() throws IOException {
        Path precious = Files.writeString(folder.resolve("precious"), "precious");
        Path link = Files.createSymbolicLink(unfinished("world"), precious);
        Path dangling = Files.createSymbolicLink(unfinished("world"), folder.resolve("missing"));
        Path directory = Files.createDirectory(unfinished("world"));
        try (World world = World.create()) {
            world.save(folder.resolve("world"));
        }
        assertEquals("precious", Files.readString(precious));
        assertFalse(Files.exists(folder.resolve("missing")));
        for (Path planted : List.of(link, dangling, directory)) {
            assertTrue(Files.exists(planted, LinkOption.NOFOLLOW_LINKS));
        }
    }

    @Test
    void shouldReadRegularFilesOnly() throws Exception {
        LoadOptions options = new LoadOptions();
        for (Path path : List.of(folder, pipe(folder.resolve("pipe")), Path.of("/dev/null"))) {
            assertRefused(() -> Saves.load(path, options));
            assertRefused(() -> SaveInfo.read(path));
            assertRefused(() -> ReplayDifference.between(path, path));
            try (World world = World.create();
                    Schedule schedule = Schedule.builder(world).build()) {
                assertRefused(() -> Saves.merge(world, path, options));
                assertRefused(() -> Replay.load(path, schedule, (w, buffer, offset, length) -> {}));
            }
        }
    }

    @Test
    void shouldReplaceRegularFilesOnly() throws Exception {
        Path pipe = pipe(folder.resolve("pipe"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), pipe);
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world).build();
                Replay replay = new Replay(schedule, 1, (w, buffer, offset, length) -> {})) {
            world.spawn(new Health(1));
            for (Path path : List.of(folder, pipe, link)) {
                assertRefused(() -> world.save(path));
                assertRefused(() ->
                        Saves.saveInBackground(world, path, new SaveOptions()).join());
                assertRefused(() -> replay.save(path));
            }
        }
        try (var left = Files.list(folder)) {
            assertEquals(2, left.count());
        }
    }
}
