package basalt.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;

/** The forms and the promises name benchmarks by strings: each must exist. */
class FormsTest {
    @Test
    void shouldNameExistingBenchmarks() {
        for (List<Stage> form : List.of(ShortForm.stages(), LongForm.stages())) {
            assertFalse(form.isEmpty());
            form.forEach(stage -> assertIsBenchmark(stage.benchmark()));
        }
    }

    @Test
    void shouldMeasureAllPromisesInTheShortForm() {
        List<Promise> promised = Promises.all().stream()
                .filter(promise -> promise.limit().isPromised())
                .toList();
        assertTrue(promised.size() >= 20, "promises: " + promised.size());
        for (Promise promise : promised) {
            promise.measured().forEach(measured -> assertIsInShortForm(measured, promise.what()));
        }
    }

    private static void assertIsInShortForm(Quantity.Measured measured, String what) {
        assertTrue(
                ShortForm.stages().stream()
                        .filter(stage -> stage.benchmark().equals(measured.benchmark()))
                        .anyMatch(stage -> measured.parameters().entrySet().stream()
                                .allMatch(parameter -> stage.parameters()
                                        .getOrDefault(parameter.getKey(), List.of(parameter.getValue()))
                                        .contains(parameter.getValue()))),
                what);
    }

    @Test
    void shouldCompareExistingBenchmarks() {
        Promises.all().stream()
                .flatMap(promise -> promise.measured().stream())
                .forEach(measured -> assertIsBenchmark(measured.benchmark()));
    }

    @Test
    void shouldComputeDerivedTimes() {
        Scores scores = new Scores(List.of(score("all", 12), score("some", 9)));
        Quantity.Measured all = Quantity.Measured.of("all");
        Quantity.Measured some = Quantity.Measured.of("some");
        Quantity.Measured none = Quantity.Measured.of("none");

        assertEquals(OptionalDouble.of(12), all.in(scores));
        assertEquals(OptionalDouble.of(3), new Quantity.Share(all, 4).in(scores));
        assertEquals(OptionalDouble.of(3), new Quantity.Excess(all, some).in(scores));
        assertEquals(OptionalDouble.of(0), new Quantity.Excess(some, all).in(scores));
        assertEquals(OptionalDouble.of(5), new Quantity.Given(5).in(scores));
        assertEquals(OptionalDouble.empty(), none.in(scores));
        assertEquals(OptionalDouble.empty(), new Quantity.Share(none, 4).in(scores));
        assertEquals(OptionalDouble.empty(), new Quantity.Excess(all, none).in(scores));
    }

    private static Score score(String benchmark, double microseconds) {
        return new Score(benchmark, Map.of(), microseconds, 0, OptionalDouble.empty());
    }

    @Test
    void shouldJudgeAtTheBound() {
        assertEquals("met", Limit.atMost(1.25).verdict(1.25));
        assertEquals("MISSED", Limit.atMost(1.25).verdict(1.26));
        assertEquals("met", Limit.atLeast(4).verdict(4));
        assertEquals("MISSED", Limit.atLeast(4).verdict(3.99));
        assertEquals("", Limit.NONE.verdict(99));
        assertEquals("met", GarbageTable.verdict(0.99));
        assertEquals("less than one object", GarbageTable.verdict(15.9));
        assertEquals("MISSED", GarbageTable.verdict(16));
    }

    @Test
    void shouldReportVectorisation() {
        assertEquals("| INT8 | 350 ns | 5.80 us | yes |", VectorTable.row("INT8", 0.35, 5.8));
        assertEquals("| SINE | 91.0 us | 92.0 us | no |", VectorTable.row("SINE", 91, 92));

        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Map<String, String> body = Map.of("body", "INT8");
        VectorTable.print(
                new Scores(List.of(
                        new Score("vectorising.Bodies.kernel", body, 1, 0, OptionalDouble.empty()),
                        new Score("vectorising.Bodies.withoutVectors", body, 3, 0, OptionalDouble.empty()))),
                new PrintStream(printed, true, StandardCharsets.UTF_8));
        assertTrue(printed.toString(StandardCharsets.UTF_8).contains("| INT8 | 1.00 us | 3.00 us | yes |"));
    }

    @Test
    void shouldRejectInvalidArguments() {
        assertThrows(IllegalArgumentException.class, () -> BenchArguments.parse("--include"));
        assertThrows(
                IllegalArgumentException.class,
                () -> BenchArguments.parse("--include", "nothing like it").stages());
    }

    private static void assertIsBenchmark(String name) {
        int dot = name.lastIndexOf('.');
        try {
            Class<?> type = Class.forName(Stage.ROOT + name.substring(0, dot));
            assertTrue(
                    Arrays.stream(type.getMethods())
                            .anyMatch(method -> method.getName().equals(name.substring(dot + 1))
                                    && method.isAnnotationPresent(Benchmark.class)),
                    name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(name, e);
        }
    }
}
