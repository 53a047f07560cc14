package basalt.examples.framework.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

class InputFileTest {
    @Command
    private static final class Nothing implements Callable<Integer> {
        @Override
        public Integer call() {
            return 0;
        }
    }

    private final CommandLine line = new CommandLine(new Nothing());

    @TempDir
    private Path folder;

    @Test
    void shouldReadAFileAndALinkToIt() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "text");
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        assertEquals("text", InputFile.read(line, "--in", file, Files::readString));
        assertEquals("text", InputFile.read(line, "--in", link, Files::readString));
    }

    @Test
    void shouldReportErrors() throws IOException, InterruptedException {
        Path none = folder.resolve("nope.xml");
        Path pipe = OutputFileTest.pipe(folder);
        assertEquals("--in no such file: " + none + "; name an existing file", refusal(none));
        assertEquals("--in must be a file, not a folder: " + folder + "; name a file in it", refusal(folder));
        assertEquals("--in must be a file, not a device or pipe: " + pipe + "; name a file", refusal(pipe));
        Path dangling = Files.createSymbolicLink(folder.resolve("link"), none);
        assertEquals("--in no such file: " + dangling + "; name an existing file", refusal(dangling));
    }

    @Test
    void shouldReportFailuresOfReading() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "text");
        assertEquals(
                "--in no permission to read " + file + "; change it, or name another file",
                failure(file, new AccessDeniedException("x")));
        assertEquals("--in cannot read " + file + ": Input length = 1", failure(file, new MalformedInputException(1)));
        assertEquals("--in cannot read " + file + ": IOException", failure(file, new IOException()));
    }

    private String refusal(Path file) {
        return assertThrows(
                        ParameterException.class,
                        () -> InputFile.read(line, "--in", file, read -> {
                            throw new AssertionError("must not be read");
                        }))
                .getMessage();
    }

    private String failure(Path file, IOException failure) {
        return assertThrows(
                        ParameterException.class,
                        () -> InputFile.read(line, "--in", file, read -> {
                            throw failure;
                        }))
                .getMessage();
    }
}
