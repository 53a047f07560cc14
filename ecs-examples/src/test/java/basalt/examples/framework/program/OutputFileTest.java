package basalt.examples.framework.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a pipe in the test's folder instead of a real device. */
class OutputFileTest {
    private static final int SECONDS = 60;

    @TempDir
    private Path folder;

    @Test
    void shouldReplaceAFileOnlyWhenTheNewOneIsComplete() throws IOException {
        Path file = Files.writeString(folder.resolve("film"), "an older film, which is longer");
        try (OutputFile output = OutputFile.begin(file)) {
            Files.writeString(output.part(), "new");
            assertEquals("an older film, which is longer", Files.readString(file));
            output.complete();
            assertEquals("new", Files.readString(file));
        }
        assertEquals(List.of("film"), names());
    }

    @Test
    void shouldKeepTheOldFileAndLeaveNoPartIfWritingFails() throws IOException {
        Path file = Files.writeString(folder.resolve("film"), "old");
        IOException full = assertThrows(
                IOException.class,
                () -> OutputFile.write(file, part -> {
                    Files.writeString(part, "half of it");
                    throw new IOException("No space left on device");
                }));
        assertEquals("cannot write " + file + ": No space left on device", full.getMessage());
        assertThrows(
                IllegalStateException.class,
                () -> OutputFile.write(file, part -> {
                    throw new IllegalStateException("the drawing failed");
                }));
        OutputFile.begin(file).close();
        assertEquals("old", Files.readString(file));
        assertEquals(List.of("film"), names());
    }

    @Test
    void shouldWriteTheTargetOfALinkAndKeepTheLink() throws IOException {
        Path there = Files.createDirectory(folder.resolve("there"));
        Path target = Files.writeString(there.resolve("target"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("there/target"));
        Path linkToLink = Files.createSymbolicLink(folder.resolve("second"), Path.of("link"));
        OutputFile.write(linkToLink, part -> {
            assertEquals(there, part.getParent(), "beside the target, where it can be renamed");
            Files.writeString(part, "new");
        });
        assertEquals("new", Files.readString(target));
        assertTrue(Files.isSymbolicLink(link) && Files.isSymbolicLink(linkToLink));
        assertFalse(Files.isSymbolicLink(target));
    }

    @Test
    void shouldWriteIntoAFolderBehindALink() throws IOException {
        Path there = Files.createDirectory(folder.resolve("there"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), there);
        OutputFile.write(link.resolve("file"), part -> Files.writeString(part, "new"));
        OutputFile.write(link.resolve("../beside"), part -> Files.writeString(part, "new"));
        assertEquals("new", Files.readString(there.resolve("file")));
        assertEquals("new", Files.readString(folder.resolve("beside")));
    }

    @Test
    void shouldRefuseFolders() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
        for (Path taken : new Path[] {folder, link, Path.of("/"), Path.of("")}) {
            assertRefused("must be a file, not a folder: " + taken + "; name a file in it", taken);
        }
    }

    @Test
    void shouldRefuseAPipeAndALinkToIt() throws IOException, InterruptedException {
        Path pipe = pipe(folder);
        Path link = Files.createSymbolicLink(folder.resolve("link"), pipe);
        for (Path taken : new Path[] {pipe, link}) {
            assertRefused("must be a file, not a device or pipe: " + taken + "; name a file", taken);
        }
        assertTrue(Files.exists(pipe) && Files.isSymbolicLink(link));
    }

    @Test
    void shouldRefuseAFileAsAFolder() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "no folder");
        assertRefused("must be a folder, not a file: " + file + "; name another", file.resolve("film"));
        assertThrows(IOException.class, () -> OutputFile.begin(file.resolve("deep/film")));
        assertEquals("no folder", Files.readString(file));
    }

    @Test
    void shouldReportMissingPermission() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "mine");
        Path closed = Files.createDirectory(folder.resolve("closed"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
        Assumptions.assumeFalse(Files.isWritable(file), "this user may write everything");
        assertRefused("no permission to write " + file + "; change it, or name another file", file);
        assertRefused(
                "no permission to write in " + closed + "; change it, or name another folder", closed.resolve("film"));
        assertEquals("mine", Files.readString(file));
    }

    /** Sends SIGTERM, which ends a JVM like Ctrl-C, while a file is being written. */
    @Test
    void shouldKeepTheOldFileAndLeaveNoPartIfInterrupted() throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("film"), "an older film");
        Path exact = folder.resolve("log");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-classpath",
                        System.getProperty("java.class.path"),
                        Endless.class.getName(),
                        file.toString())
                .redirectError(exact.toFile())
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            assertEquals("half of it is written", said.readLine(), () -> child + " has failed");
            assertEquals(3, names().size(), "film, log, and the part");
            child.destroy();
            assertTrue(child.waitFor(SECONDS, TimeUnit.SECONDS), "the child has not ended");
        } finally {
            child.destroyForcibly();
        }
        assertEquals("an older film", Files.readString(file));
        assertEquals(List.of("film", "log"), names());
    }

    /** Writes half of a file, then waits forever. */
    static final class Endless {
        private Endless() {}

        public static void main(String... arguments) throws IOException {
            OutputFile.write(Path.of(arguments[0]), part -> {
                Files.writeString(part, "half");
                System.out.println("half of it is written");
                System.out.flush();
                try {
                    TimeUnit.SECONDS.sleep(SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    private void assertRefused(String why, Path named) {
        assertEquals(
                why,
                assertThrows(IOException.class, () -> OutputFile.begin(named)).getMessage());
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** Creates a named pipe in a folder; skips the test where this is not possible. */
    static Path pipe(Path folder) throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        try {
            Process mkfifo = new ProcessBuilder("mkfifo", pipe.toString()).start();
            Assumptions.assumeTrue(mkfifo.waitFor() == 0, "no named pipes here");
        } catch (IOException e) {
            Assumptions.abort("no named pipes here: " + e.getMessage());
        }
        return pipe;
    }
}
