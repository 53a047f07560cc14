package basalt.bench;

import basalt.examples.framework.program.NamedFiles;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * The command line: a few own options, and the options of JMH.
 *
 * @param full whether to run the long form
 * @param list whether to list the benchmarks instead of running them
 * @param help whether to print the help instead of running
 * @param include pattern to find in the names of benchmarks
 * @param options the options of JMH
 */
record BenchArguments(boolean full, boolean list, boolean help, Pattern include, CommandLineOptions options) {
    private static final String USAGE = """
            Usage: basalt.bench.Bench [--full] [--list] [--include REGEX] [options of JMH]

            Runs the short form of the benchmarks (under ten minutes) and prints ratios: off-heap columns to plain
            arrays, other entity-component-systems to Basalt, each beside its promise.

              --full            all benchmarks with all parameters, two forks each (about forty minutes)
              --include REGEX   only benchmarks whose name contains a match, as in --include 'Iteration|Fragmented'
              --list            prints the benchmarks that would run, and runs none
              --help            prints this

            Options of JMH that matter here; they win over the form's: -f FORKS, -wi and -i ITERATIONS, -w and -r TIME,
            -p NAME=VALUE,..., -prof PROFILER, -jvm JAVA, -jvmArgsAppend ARGUMENTS, -rf json -rff FILE for all results,
            -o FILE for JMH's own output, which goes there while it runs. -h prints all of them.
            """;

    static BenchArguments parse(String... arguments) throws CommandLineOptionException {
        boolean full = false;
        boolean list = false;
        boolean help = false;
        Pattern include = Pattern.compile("");
        List<String> ofJmh = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--full" -> full = true;
                case "--list" -> list = true;
                case "--help" -> help = true;
                case "--include" -> {
                    i++;
                    if (i == arguments.length) {
                        throw new IllegalArgumentException("--include needs a regular expression");
                    }
                    include = pattern(arguments[i]);
                }
                default -> ofJmh.add(arguments[i]);
            }
        }
        CommandLineOptions options = new CommandLineOptions(ofJmh.toArray(String[]::new));
        if (!options.getIncludes().isEmpty()) {
            throw new IllegalArgumentException("benchmarks are chosen by --include: "
                    + options.getIncludes().get(0));
        }
        if (!options.getBenchModes().isEmpty()) {
            throw new IllegalArgumentException("each benchmark has its mode: -bm cannot change it");
        }
        return new BenchArguments(full, list, help, include, options);
    }

    static void printUsage(PrintStream out) {
        out.print(USAGE);
    }

    /** Returns the benchmarks to run, in the order in which they run. */
    List<Stage> stages() {
        List<Stage> chosen = (full ? LongForm.stages() : ShortForm.stages())
                .stream()
                        .filter(stage -> include.matcher(stage.benchmark()).find())
                        .toList();
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException("no benchmark matches --include " + include);
        }
        return chosen;
    }

    /** Returns the file for JMH's own output, if there is one. */
    Optional<Path> log() {
        return Optional.ofNullable(options.getOutput().orElse(null)).map(Path::of);
    }

    /** Returns the file for all results, if there is one. */
    Optional<Path> results() {
        if (!options.getResult().hasValue() && !options.getResultFormat().hasValue()) {
            return Optional.empty();
        }
        String format = options.getResultFormat().orElse(Defaults.RESULT_FORMAT).toString();
        return Optional.of(Path.of(
                options.getResult().orElse(Defaults.RESULT_FILE_PREFIX + "." + format.toLowerCase(Locale.ROOT))));
    }

    /** Requires that the named files can be written, before anything runs, as JMH would overwrite them unchecked. */
    void requireFiles() {
        NamedFiles files = new NamedFiles();
        files.written("-o", log().orElse(null));
        files.written(options.getResult().hasValue() ? "-rff" : "-rf", results().orElse(null));
        try {
            files.require();
        } catch (IOException wrong) {
            throw new IllegalArgumentException(wrong.getMessage(), wrong);
        }
    }

    private static Pattern pattern(String regex) {
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException wrong) {
            throw new IllegalArgumentException(
                    "--include is not a regular expression: " + regex + ": " + wrong.getDescription(), wrong);
        }
    }
}
