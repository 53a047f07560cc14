package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

class RatioTest {
    private static final Map<String, List<String>> BASALT = Map.of("engine", List.of("BASALT"), "n", List.of("1"));

    @TempDir
    Path folder;

    @Test
    void shouldRepeatTheFirstTermInTheSecond() {
        Ratio ratio = Ratio.of("a.B.c engine=BASALT n=1 / engine=C,ARRAYS <= 1.25");
        assertEquals(1.25, ratio.bound());
        assertEquals(new Ratio.Term("a.B.c", BASALT), ratio.upper());
        assertEquals("a.B.c", ratio.lower().benchmark());
        assertEquals(
                Map.of("engine", List.of("C", "ARRAYS"), "n", List.of("1")),
                ratio.lower().parameters());
        assertEquals("a.B.d", Ratio.of("a.B.c / .d <= 1").lower().benchmark());
        assertEquals("x.Y.z", Ratio.of("a.B.c / x.Y.z <= 1").lower().benchmark());
        assertEquals(
                List.of("ARTEMIS", "DOMINION", "ASHLEY", "FLEKS"),
                Ratio.of("a.B.c / engine=RIVALS <= 1").lower().parameters().get("engine"));
    }

    @ParameterizedTest
    @CsvSource({"a.B.c", "a.B.c / .d", "a.B.c <= 1", "a.B.c / .d <= x"})
    void shouldRejectOtherLines(String line) {
        String message = assertThrows(IllegalArgumentException.class, () -> Ratio.of(line))
                .getMessage();
        assertEquals("not 'A / B <= BOUND': " + line, message);
    }

    @Test
    void shouldHoldUpToTheBound() throws IOException {
        assertTrue(measured("a.B.c / .d <= 2", new double[] {8}, 4).holds());
        assertFalse(measured("a.B.c / .d <= 2", new double[] {8.01}, 4).holds());
    }

    @Test
    void shouldBeUncertainIfTheBoundLiesWithinTheSpread() throws IOException {
        Ratio.Measured wide = measured("a.B.c / .d <= 2", new double[] {7, 8, 9, 10, 11}, 4);
        assertEquals(2.25, wide.value());
        assertEquals(7.5 / 4, wide.leastValue());
        assertEquals(10.5 / 4, wide.mostValue());
        assertTrue(wide.isUncertain());
        assertFalse(
                measured("a.B.c / .d <= 2", new double[] {9, 9, 9, 10, 11}, 4).isUncertain());
    }

    @Test
    void shouldBeEmptyUnlessBothWereMeasured() throws IOException {
        Scores scores = new Samples().add("a.B.c", "", 1).scores(folder);
        assertTrue(Ratio.of("a.B.c / .d <= 2").in(scores).isEmpty());
        assertTrue(Ratio.of("a.B.d / .c <= 2").in(scores).isEmpty());
    }

    private Ratio.Measured measured(String line, double[] upper, double... lower) throws IOException {
        Scores scores =
                new Samples().add("a.B.c", "", upper).add("a.B.d", "", lower).scores(folder);
        return Ratio.of(line).in(scores).orElseThrow();
    }

    /** Each term of each ratio is a benchmark that a line of the runs measures, with one of its values. */
    @Test
    void shouldCompareWhatTheRunsMeasure() throws IOException {
        List<CommandLine> runs = Runs.chosen(List.of("."));
        Map<CommandLine, List<BenchmarkListEntry>> found = new LinkedHashMap<>();
        runs.forEach(run -> found.put(run, benchmarks(run).toList()));
        List<String> unknown = new ArrayList<>();
        for (Ratio ratio : Ratio.all()) {
            for (Ratio.Term term : List.of(ratio.upper(), ratio.lower())) {
                if (runs.stream().noneMatch(run -> measures(run, found.get(run), term))) {
                    unknown.add(term + " of " + ratio.text());
                }
            }
        }
        assertEquals(List.of(), unknown);
    }

    private static boolean measures(CommandLine run, List<BenchmarkListEntry> benchmarks, Ratio.Term term) {
        return benchmarks.stream()
                .filter(found -> found.getUsername().equals("basalt.bench." + term.benchmark()))
                .anyMatch(found -> values(run, found).entrySet().stream()
                        .allMatch(parameter ->
                                term.parameters().getOrDefault(parameter.getKey(), parameter.getValue()).stream()
                                        .anyMatch(parameter.getValue()::contains)));
    }

    private static Map<String, List<String>> values(CommandLine run, BenchmarkListEntry benchmark) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        benchmark.getParams().orElse(Map.of()).forEach((name, all) -> {
            String chosen = run.options().get("-p" + name);
            values.put(name, chosen == null ? List.of(all) : Arrays.asList(chosen.split("[=,]")));
        });
        return values;
    }

    @Test
    void shouldRunBenchmarksThatExist() throws IOException {
        for (CommandLine run : Runs.chosen(List.of("."))) {
            assertTrue(benchmarks(run).findAny().isPresent(), run::toString);
        }
    }

    private static Stream<BenchmarkListEntry> benchmarks(CommandLine run) {
        return BenchmarkList.defaultList()
                .find(
                        OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                        run.benchmarks(),
                        List.of())
                .stream();
    }
}
