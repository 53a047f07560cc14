package basalt.bench;

import basalt.examples.framework.program.OneLine;
import java.io.IOException;
import java.util.List;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;

/**
 * Runs the benchmarks, and prints the measured ratios beside those that Basalt promises.
 *
 * <p>Exit codes: 0 if all benchmarks ran, even if a promise was missed, 1 if a benchmark failed, 2 if the command line
 * is invalid.
 */
public final class Bench {
    private Bench() {}

    /**
     * Runs the short form, or the benchmarks that the arguments select.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    private static int run(String[] arguments) {
        try {
            BenchArguments parsed = BenchArguments.parse(arguments);
            if (parsed.help()) {
                BenchArguments.printUsage(System.out);
                return 0;
            }
            if (parsed.options().shouldHelp()) {
                parsed.options().showHelp();
                return 0;
            }
            List<Stage> stages = parsed.stages();
            if (parsed.list()) {
                stages.forEach(System.out::println);
                return 0;
            }
            parsed.requireFiles();
            measure(parsed, stages);
            return 0;
        } catch (CommandLineOptionException | IllegalArgumentException wrongArguments) {
            System.err.println("basalt.bench.Bench: " + OneLine.of(wrongArguments.getMessage()) + "; try --help");
            return 2;
        } catch (RunnerException | IOException failure) {
            System.err.println("basalt.bench.Bench: " + failure.getMessage());
            return 1;
        }
    }

    private static void measure(BenchArguments arguments, List<Stage> stages) throws RunnerException, IOException {
        Machine.print(System.out);
        List<RunResult> results;
        try (StageRunner runner = new StageRunner(arguments, System.out)) {
            results = runner.run(stages);
        }
        Scores scores = Scores.of(results);
        RatioTable.print(Promises.all(), scores, System.out);
        GarbageTable.print(scores, System.out);
        VectorTable.print(scores, System.out);
    }
}
