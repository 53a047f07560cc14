package basalt.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;

/** Runs a benchmark, in this JVM, for some milliseconds. */
class StageRunnerTest {
    private static final Stage GOOD = Stage.of("fragmented.FragmentedIteration.floatArray");
    private static final Stage BROKEN = Stage.of("fragmented.FragmentedIteration.nothing");

    @TempDir
    private Path folder;

    private void run(Path results, Stage... stages) throws IOException, RunnerException, CommandLineOptionException {
        BenchArguments arguments = BenchArguments.parse("-f 0 -wi 0 -i 1 -r 1ms -rf json -rff %s -o %s"
                .formatted(results, folder.resolve("log"))
                .split(" "));
        arguments.requireFiles();
        PrintStream out = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        try (StageRunner runner = new StageRunner(arguments, out)) {
            runner.run(List.of(stages));
        }
    }

    /** JMH itself would overwrite the file after the first stage. */
    @Test
    void shouldKeepTheOldResultsUntilAllStagesHaveRun() throws Exception {
        Path old = Files.writeString(folder.resolve("old.json"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), old);
        assertThrows(RunnerException.class, () -> run(link, GOOD, BROKEN));
        assertEquals("old", Files.readString(old));
        run(link, GOOD, GOOD);
        String[] results = Files.readString(old).split("\"benchmark\"", -1);
        assertEquals(2, results.length - 1, "of all stages");
        assertTrue(Files.isSymbolicLink(link));
        assertTrue(Files.readString(folder.resolve("log")).contains("FragmentedIteration"));
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(
                    List.of("link", "log", "old.json"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }
}
