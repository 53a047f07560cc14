package basalt.bench;

import basalt.examples.framework.program.OutputFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/**
 * Writes JMH's results to a file in one of its formats. JMH itself would overwrite the old file at once, and not report
 * a full disk.
 */
public final class JmhResults {
    private JmhResults() {}

    /**
     * Writes a file, or leaves it unchanged.
     *
     * @param file the file
     * @param type its format
     * @param results the content
     * @throws IOException if it cannot be written
     */
    public static void write(Path file, ResultFormatType type, Collection<RunResult> results) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(type, out).writeOut(results);
        }
        OutputFile.write(file, part -> Files.write(part, bytes.toByteArray()));
    }
}
