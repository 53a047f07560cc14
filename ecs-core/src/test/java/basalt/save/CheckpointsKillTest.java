package basalt.save;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.ChildJvm;
import basalt.memory.Deadline;
import basalt.storage.fixture.Health;
import basalt.world.World;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that makes checkpoints is killed again and again: all that it has told to be on disk is there. The property
 * {@code basalt.save.kills} says how often.
 */
@Tag("long")
class CheckpointsKillTest {
    private static final int KEEP = 3;

    @TempDir
    private Path folder;

    @Test
    void shouldLoseNothingWhenTheProcessIsKilled() throws Exception {
        Random random = new Random(4);
        long seen = 0;
        for (int kill = Integer.getInteger("basalt.save.kills", 3); kill > 0; kill--) {
            Process process = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx64m",
                            "-XX:TieredStopAtLevel=1",
                            "--add-opens",
                            "java.base/jdk.internal.misc=ALL-UNNAMED",
                            "-cp",
                            ChildJvm.pathOf(
                                    CheckpointsKillTest.class,
                                    World.class,
                                    Health.class,
                                    UnsafeApi.class,
                                    Executable.class),
                            CheckpointsKillTest.class.getName(),
                            folder.toString()))
                    .redirectErrorStream(true)
                    .start();
            long told = killLater(process, 1 + random.nextInt(5), random.nextInt(3_000_000));
            assertTrue(told > seen, "after " + seen + " came " + told);
            seen = told;
            assertAllThere(told);
        }
    }

    /** Kills the process when it has told of several checkpoints; returns the tick of the last one. */
    private static long killLater(Process process, int checkpoints, int nanos) throws IOException {
        long told = 0;
        try (BufferedReader output = process.inputReader()) {
            for (int i = 0; i < checkpoints; i++) {
                String line = output.readLine();
                assertNotNull(line);
                assertTrue(line.startsWith("tick="), line);
                told = Long.parseLong(line.substring(5));
            }
            for (long start = System.nanoTime(); System.nanoTime() - start < nanos; ) {
                Thread.onSpinWait();
            }
        } finally {
            process.destroyForcibly();
        }
        Deadline deadline = new Deadline("for a killed process to end");
        while (process.isAlive()) {
            deadline.pause();
        }
        return told;
    }

    private void assertAllThere(long told) throws IOException {
        try (Checkpoints checkpoints =
                Checkpoints.every(Duration.ofHours(1)).keep(KEEP).in(folder)) {
            List<SaveInfo> list = checkpoints.list();
            assertTrue(list.size() >= Math.min(KEEP, told), list::toString);
            for (SaveInfo info : list) {
                assertNull(info.damage());
                try (World loaded = Saves.load(info.file(), new LoadOptions().components(Health.TYPE))) {
                    assertEquals(info.tick(), loaded.time().tick());
                    assertEquals(100_001, loaded.entityCount());
                }
            }
            assertTrue(list.get(0).tick() >= told);
        }
        try (var files = Files.list(folder)) {
            assertEquals(
                    List.of(),
                    files.filter(path -> path.toString().endsWith(".saving")).toList());
        }
    }

    /** The child: loads the newest checkpoint, and makes others until it is killed. */
    public static void main(String[] arguments) {
        LoadOptions options = new LoadOptions().components(Health.TYPE);
        Checkpoints checkpoints =
                Checkpoints.every(Duration.ofHours(1)).keep(KEEP).in(Path.of(arguments[0]));
        World world = checkpoints.tryLoadNewest(options, damaged -> {
            throw new AssertionError(damaged.toString());
        });
        if (world == null) {
            world = World.create();
            world.template().with(new Health(1)).build().spawn(100_000);
            world.spawn();
        }
        while (true) {
            world.time().advance(1);
            checkpoints.now(world, "").join();
            System.out.println("tick=" + world.time().tick());
        }
    }
}
