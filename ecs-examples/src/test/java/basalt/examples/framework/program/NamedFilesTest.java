package basalt.examples.framework.program;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedFilesTest {
    private final NamedFiles files = new NamedFiles();

    @TempDir
    private Path folder;

    @Test
    void shouldAcceptDifferentFilesWithoutChangingThem() throws IOException {
        Path old = Files.writeString(folder.resolve("old"), "old");
        files.written("--output", old);
        files.written("--gif", folder.resolve("new/film"));
        files.written("--wav", null);
        files.read("--effect", Files.writeString(folder.resolve("in"), "in"));
        files.folder("--frames", folder.resolve("frames"), name -> true);
        files.require();
        assertEquals("old", Files.readString(old));
        assertEquals(List.of("frames", "in", "new", "old"), names(folder));
        assertEquals(List.of(), names(folder.resolve("new")));
    }

    @Test
    void shouldRefuseOneFileByTheSameName() throws IOException {
        Path file = folder.resolve("new/film");
        assertClash(file, file);
        Files.writeString(file, "old");
        assertClash(file, file);
        assertEquals("old", Files.readString(file));
    }

    @Test
    void shouldRefuseOneFileByDifferentPathsToItsFolder() throws IOException {
        Path there = Files.createDirectory(folder.resolve("there"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), there);
        for (Path way : List.of(there.resolve("."), there.resolve("../there"), link, link.resolve("../there"))) {
            assertClash(there.resolve("film"), way.resolve("film"));
            assertClash(way.resolve("film"), there.resolve("film"));
        }
        assertEquals(List.of(), names(there));
    }

    @Test
    void shouldRefuseOneFileThroughLinks() throws IOException {
        Path target = folder.resolve("target");
        Path first = Files.createSymbolicLink(folder.resolve("first"), Path.of("target"));
        Path second = Files.createSymbolicLink(folder.resolve("second"), Path.of("first"));
        for (int there = 0; there < 2; there++) {
            assertClash(target, first);
            assertClash(second, target);
            assertClash(first, second);
            Files.writeString(target, "old");
        }
        Path hard = Files.createLink(folder.resolve("hard"), target);
        assertClash(hard, target);
        assertEquals("old", Files.readString(target));
    }

    @Test
    void shouldDistinguishCaseAsTheFileSystemDoes() throws IOException {
        Path probe = Files.createFile(folder.resolve("probe"));
        boolean same = Files.exists(folder.resolve("PROBE"));
        Files.delete(probe);
        for (int there = 0; there < 2; there++) {
            Path lower = folder.resolve("film");
            Path upper = folder.resolve("FILM");
            if (same) {
                assertClash(lower, upper);
            } else {
                NamedFiles two = new NamedFiles();
                two.written("--output", lower);
                two.written("--gif", upper);
                assertDoesNotThrow(two::require);
            }
            Files.writeString(lower, "old");
        }
    }

    @Test
    void shouldRefuseToReplaceAFileThatIsRead() throws IOException {
        Path effect = Files.writeString(folder.resolve("effect.json"), "mine");
        Path link = Files.createSymbolicLink(folder.resolve("link"), effect);
        files.read("--effect", effect);
        files.written("--output", link);
        assertEquals("--effect and --output name the same file: " + link + "; choose different files", refusal(files));
        assertEquals("mine", Files.readString(effect));
    }

    @Test
    void shouldReadOneFileTwice() throws IOException {
        Path pattern = Files.writeString(folder.resolve("pattern"), "mine");
        files.read("--pattern", pattern);
        files.read("--pattern", pattern);
        files.require();
    }

    /** An unreadable file is rejected when it is read. */
    @Test
    void shouldIgnoreUnreadableFiles() throws IOException {
        files.read("--effect", folder.resolve("none/at/all"));
        files.read("--effect", folder);
        files.written("--output", folder.resolve("picture"));
        files.folder("--frames", folder.resolve("frames"), name -> true);
        files.require();
        assertFalse(Files.exists(folder.resolve("none")));
    }

    @Test
    void shouldRefuseAFileThatAFilmInAFolderMayReplace() throws IOException {
        Path frames = folder.resolve("frames");
        Path link = Files.createSymbolicLink(folder.resolve("link"), frames);
        Path frame = frames.resolve("frame-1");
        files.folder("--frames", frames, name -> name.equals("frame-1"));
        files.written("--output", link.resolve("frame-1"));
        assertEquals(
                "--frames and --output name the same file: " + link.resolve("frame-1") + "; choose different files",
                refusal(files));

        NamedFiles turned = new NamedFiles();
        turned.read("--effect", Files.writeString(frame, "mine"));
        turned.folder("--frames", frames, name -> name.equals("frame-1"));
        assertEquals(
                "--effect and --frames name the same file: " + frames + "; choose different files", refusal(turned));

        NamedFiles beside = new NamedFiles();
        beside.folder("--frames", frames, name -> name.equals("frame-1"));
        beside.written("--output", frames.resolve("picture"));
        beside.written("--gif", folder.resolve("frame-1"));
        beside.require();
    }

    @Test
    void shouldFollowTheLinksInAFolder() throws IOException {
        Path frames = Files.createDirectory(folder.resolve("frames"));
        Path picture = folder.resolve("picture");
        Path link = Files.createSymbolicLink(frames.resolve("frame-1"), picture);
        Files.createSymbolicLink(frames.resolve("other"), folder.resolve("film"));
        for (int there = 0; there < 2; there++) {
            NamedFiles first = new NamedFiles();
            first.folder("--frames", frames, name -> name.equals("frame-1"));
            first.written("--gif", folder.resolve("film"));
            first.written("--output", picture);
            assertEquals(
                    "--frames and --output name the same file: " + picture + "; choose different files",
                    refusal(first));
            NamedFiles last = new NamedFiles();
            last.written("--output", picture);
            last.folder("--frames", frames, name -> name.equals("frame-1"));
            assertEquals(
                    "--output and --frames name the same file: " + frames + "; choose different files", refusal(last));
            Files.writeString(picture, "old");
        }
        Files.delete(link);
        Files.createSymbolicLink(link, folder);
        NamedFiles wrong = new NamedFiles();
        wrong.folder("--frames", frames, name -> name.equals("frame-1"));
        assertEquals("--frames must be a file, not a folder: " + link + "; name a file in it", refusal(wrong));
        assertEquals("old", Files.readString(picture));
    }

    @Test
    void shouldRefuseAFolderOfTheNameOfAFile() throws IOException {
        Path path = folder.resolve("film");
        files.written("--gif", path);
        files.folder("--frames", path, name -> true);
        assertEquals("--gif and --frames name the same file: " + path + "; choose different files", refusal(files));
        assertFalse(Files.exists(path));
    }

    @Test
    void shouldNameTheOptionWhoseFileCannotBeWritten() throws IOException, InterruptedException {
        Path pipe = OutputFileTest.pipe(folder);
        Path link = Files.createSymbolicLink(folder.resolve("link"), pipe);
        files.written("--output", folder.resolve("picture"));
        files.written("--gif", link);
        assertEquals("--gif must be a file, not a device or pipe: " + link + "; name a file", refusal(files));
        NamedFiles folders = new NamedFiles();
        folders.folder("--frames", Files.writeString(folder.resolve("file"), "mine"), name -> true);
        assertEquals(
                "--frames must be a folder, not a file: " + folder.resolve("file") + "; name another",
                refusal(folders));
    }

    /** Not at the end of the run, when the temporary file is created. */
    @Test
    void shouldRefuseANameThatIsTooLongAtOnce() throws IOException {
        Path file = folder.resolve("n".repeat(10_000));
        files.written("--output", file);
        assertTrue(refusal(files).startsWith("--output cannot write " + file + ": "), refusal(files));
        assertEquals(List.of(), names(folder));
    }

    private static void assertClash(Path output, Path gif) {
        NamedFiles two = new NamedFiles();
        two.written("--output", output);
        two.written("--gif", gif);
        assertEquals("--output and --gif name the same file: " + gif + "; choose different files", refusal(two));
    }

    private static String refusal(NamedFiles files) {
        return assertThrows(IOException.class, files::require).getMessage();
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
