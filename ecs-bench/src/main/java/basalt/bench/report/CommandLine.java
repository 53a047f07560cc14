package basalt.bench.report;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * A command line of JMH.
 *
 * @param benchmarks regular expressions of benchmarks
 * @param options the value of each option by its name; each parameter ({@code -p NAME=VALUES}) is an option of its own
 */
record CommandLine(List<String> benchmarks, Map<String, String> options) {
    private static final List<String> WITHOUT_VALUE = List.of("-h", "-l");
    private static final String PARAMETER = "-p";

    static CommandLine of(List<String> words) {
        List<String> benchmarks = new ArrayList<>();
        Map<String, String> options = new LinkedHashMap<>();
        Iterator<String> rest = words.iterator();
        while (rest.hasNext()) {
            String word = rest.next();
            if (!word.startsWith("-")) {
                benchmarks.add(word);
            } else if (WITHOUT_VALUE.contains(word)) {
                options.put(word, "");
            } else if (rest.hasNext()) {
                String value = rest.next();
                options.put(word.equals(PARAMETER) ? PARAMETER + value.replaceAll("=.*", "") : word, value);
            } else {
                throw new IllegalArgumentException(word + " needs a value");
            }
        }
        return new CommandLine(benchmarks, options);
    }

    boolean has(String option) {
        return options.containsKey(option);
    }

    /** These benchmarks, with the other's options too, which take precedence. */
    CommandLine with(Map<String, String> others) {
        Map<String, String> all = new LinkedHashMap<>(options);
        all.putAll(others);
        return new CommandLine(benchmarks, all);
    }

    CommandLineOptions forJmh() throws CommandLineOptionException {
        return new CommandLineOptions(words().toArray(String[]::new));
    }

    private List<String> words() {
        List<String> words = new ArrayList<>(benchmarks);
        options.forEach((name, value) -> {
            words.add(name.startsWith(PARAMETER) && value.contains("=") ? PARAMETER : name);
            words.add(value);
        });
        return words;
    }

    @Override
    public String toString() {
        return String.join(" ", words());
    }
}
