package basalt.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs stages in order, prints the progress, and writes the output of JMH to a file. */
final class StageRunner implements AutoCloseable {
    private static final TimeValue SHORT_WARMUP = TimeValue.milliseconds(250);
    private static final TimeValue SHORT_MEASUREMENT = TimeValue.milliseconds(250);
    private static final TimeValue SLOW_TIME = TimeValue.seconds(1);
    private static final int SHORT_ITERATIONS = 5;
    private static final int SHORT_SHOTS = 10;

    private final boolean full;
    private final CommandLineOptions options;
    private final Optional<Path> file;

    /** The file to which JMH itself writes the results of each stage, as it must not overwrite the user's file. */
    private final Path aside;

    private final PrintStream out;
    private final JmhLog log;

    StageRunner(BenchArguments arguments, PrintStream out) throws IOException {
        full = arguments.full();
        options = arguments.options();
        file = arguments.results();
        this.out = out;
        Optional<Path> named = arguments.log();
        log = new JmhLog(named.isPresent() ? named.get() : Files.createTempFile("basalt-bench-", ".log"));
        aside = Files.createTempFile("basalt-bench-", ".results");
        out.println("The output of JMH is in " + log.file());
        out.println();
    }

    List<RunResult> run(List<Stage> stages) throws RunnerException, IOException {
        List<RunResult> results = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < stages.size(); i++) {
            for (RunResult result : log.run(stages.get(i).toString(), options(stages.get(i)))) {
                results.add(result);
                long seconds = (System.nanoTime() - start) / 1_000_000_000L;
                out.printf("[%d/%d, %d s] %s%n", i + 1, stages.size(), seconds, Score.of(result));
            }
        }
        save(results);
        return results;
    }

    private Options options(Stage stage) {
        ChainedOptionsBuilder builder = new OptionsBuilder()
                .parent(options)
                .include("^" + Pattern.quote(Stage.ROOT + stage.benchmark()) + "$")
                .shouldFailOnError(true)
                .jvmArgsAppend(BenchJvm.arguments(options.getJvmArgsAppend().orElse(List.of())));
        stage.parameters().forEach((name, values) -> {
            if (!options.getParameter(name).hasValue()) {
                builder.param(name, values.toArray(String[]::new));
            }
        });
        if (file.isPresent()) {
            builder.result(aside.toString());
        }
        if (stage.isAboutGarbage()) {
            builder.addProfiler(GCProfiler.class);
        }
        if (!full) {
            shorten(stage, builder);
        }
        return builder.build();
    }

    private void shorten(Stage stage, ChainedOptionsBuilder builder) {
        int iterations = stage.isSingleShot() ? SHORT_SHOTS : SHORT_ITERATIONS;
        builder.forks(options.getForkCount().orElse(stage.isCompared() ? 2 : 1));
        builder.warmupIterations(options.getWarmupIterations().orElse(iterations));
        builder.measurementIterations(options.getMeasurementIterations().orElse(iterations));
        builder.warmupTime(options.getWarmupTime().orElse(stage.isSlow() ? SLOW_TIME : SHORT_WARMUP));
        builder.measurementTime(options.getMeasurementTime().orElse(stage.isSlow() ? SLOW_TIME : SHORT_MEASUREMENT));
    }

    private void save(List<RunResult> results) throws IOException {
        if (file.isPresent()) {
            JmhResults.write(file.get(), options.getResultFormat().orElse(Defaults.RESULT_FORMAT), results);
            out.println("All results are in " + file.get());
        }
    }

    @Override
    public void close() throws IOException {
        log.close();
        Files.deleteIfExists(aside);
    }
}
