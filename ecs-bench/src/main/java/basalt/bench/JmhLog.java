package basalt.bench;

import basalt.examples.framework.program.OutputFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs benchmarks, and writes the output of JMH to a file. The file is written in place, so a run can be watched there.
 */
public final class JmhLog implements AutoCloseable {
    private final Path file;
    private final PrintStream log;

    /**
     * Begins the file.
     *
     * @param file the file
     * @throws IOException if it cannot be written, or is a folder, device or pipe
     */
    public JmhLog(Path file) throws IOException {
        OutputFile.require(file);
        this.file = file;
        log = new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8);
    }

    /**
     * Runs benchmarks.
     *
     * @param what their name in error messages
     * @param options of JMH
     * @return their results
     * @throws RunnerException if one fails
     */
    public Collection<RunResult> run(String what, Options options) throws RunnerException {
        try {
            return new Runner(options, OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL)).run();
        } catch (RunnerException failure) {
            throw new RunnerException(what + " failed: see " + file, failure);
        }
    }

    /**
     * Returns the file.
     *
     * @return the file
     */
    public Path file() {
        return file;
    }

    @Override
    public void close() {
        log.close();
    }
}
