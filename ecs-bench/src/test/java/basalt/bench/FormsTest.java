package basalt.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;

/** The forms and the promises name benchmarks as text: each must be there. */
class FormsTest {
    @Test
    void shouldNameBenchmarksThatAreThere() {
        for (List<Stage> form : List.of(ShortForm.stages(), LongForm.stages())) {
            assertFalse(form.isEmpty());
            form.forEach(stage -> assertIsBenchmark(stage.benchmark()));
        }
    }

    @Test
    void shouldMeasureInShortFormWhatIsPromised() {
        Set<String> measured = ShortForm.stages().stream().map(Stage::benchmark).collect(Collectors.toSet());
        List<Promise> promised = Promises.all().stream()
                .filter(promise -> promise.limit().isPromised())
                .toList();
        assertTrue(promised.size() >= 20, "promises: " + promised.size());
        for (Promise promise : promised) {
            assertTrue(measured.contains(promise.upper().benchmark()), promise.what());
            assertTrue(measured.contains(promise.lower().benchmark()), promise.what());
        }
    }

    @Test
    void shouldComparePromisesOfBenchmarksThatAreThere() {
        Promises.all().stream()
                .flatMap(promise -> Stream.of(promise.upper(), promise.lower()))
                .forEach(measured -> assertIsBenchmark(measured.benchmark()));
    }

    @Test
    void shouldJudgeAtTheBound() {
        assertEquals("met", Promise.Limit.atMost(1.25).verdict(1.25));
        assertEquals("MISSED", Promise.Limit.atMost(1.25).verdict(1.26));
        assertEquals("met", Promise.Limit.atLeast(4).verdict(4));
        assertEquals("MISSED", Promise.Limit.atLeast(4).verdict(3.99));
        assertEquals("", Promise.Limit.NONE.verdict(99));
    }

    @Test
    void shouldRejectWrongArguments() {
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
