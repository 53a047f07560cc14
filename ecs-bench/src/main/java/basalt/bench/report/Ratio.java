package basalt.bench.report;

import basalt.bench.engine.Engine;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of {@code ratios.txt}, such as {@code engine.Move.run engine=BASALT entities=1000 / engine=C <= 1.25}: the
 * time of a benchmark is at most so many times that of another one of the same run.
 *
 * <p>The second term repeats the first one, except for what it names: a parameter, or a method as in {@code .copy}. If
 * several results match a term, the fastest one counts. {@code RIVALS} are all other entity-component-systems.
 *
 * @param text the line
 * @param upper the numerator
 * @param lower the denominator
 * @param bound largest allowed ratio
 */
record Ratio(String text, Term upper, Term lower, double bound) {
    private static final Pattern LINE = Pattern.compile("(.+?) / (.+) <= ([0-9.]+)");
    private static final String RIVALS = "RIVALS";

    /**
     * The time of a benchmark.
     *
     * @param benchmark its name below {@code basalt.bench}
     * @param parameters the allowed values of parameters, if the benchmark has them; others can have any value
     */
    record Term(String benchmark, Map<String, List<String>> parameters) {
        Term changed(String words) {
            String name = benchmark;
            Map<String, List<String>> values = new LinkedHashMap<>(parameters);
            for (String word : words.split(" ")) {
                if (word.contains("=")) {
                    values.put(word.replaceAll("=.*", ""), values(word.replaceAll(".*=", "")));
                } else {
                    name = word.startsWith(".") ? name.replaceAll("\\.[^.]+$", "") + word : word;
                }
            }
            return new Term(name, values);
        }

        private static List<String> values(String text) {
            return text.equals(RIVALS)
                    ? Arrays.stream(Engine.values())
                            .filter(engine -> engine.role() == Engine.Role.RIVAL)
                            .map(Engine::name)
                            .toList()
                    : List.of(text.split(","));
        }

        Optional<Score> in(Scores scores) {
            return scores.fastest(benchmark, parameters);
        }
    }

    static List<Ratio> all() throws IOException {
        return Runs.lines("ratios.txt").stream().map(Ratio::of).toList();
    }

    static Ratio of(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not 'A / B <= BOUND': " + line);
        }
        Term upper = new Term("", Map.of()).changed(parts.group(1));
        return new Ratio(line, upper, upper.changed(parts.group(2)), Double.parseDouble(parts.group(3)));
    }

    /** The ratio with its spread; empty unless both benchmarks were measured. */
    Optional<Measured> in(Scores scores) {
        return upper.in(scores).flatMap(above -> lower.in(scores).map(below -> new Measured(above, below, bound)));
    }

    /**
     * A measured ratio.
     *
     * @param upper the numerator
     * @param lower the denominator
     * @param bound largest allowed ratio
     */
    record Measured(Score upper, Score lower, double bound) {
        double value() {
            return upper.median() / lower.median();
        }

        boolean holds() {
            return value() <= bound;
        }

        /** Whether another run can have another verdict. */
        boolean isUncertain() {
            return leastValue() <= bound && bound <= mostValue();
        }

        double leastValue() {
            return upper.lowerQuartile() / lower.upperQuartile();
        }

        double mostValue() {
            return upper.upperQuartile() / lower.lowerQuartile();
        }
    }
}
