package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScoresTest {
    @TempDir
    Path folder;

    @Test
    void shouldJoinTheForksOfABenchmark() throws IOException {
        Scores scores = new Samples()
                .add("loop.Sum.run", "rows=10", 1, 2, 3)
                .add("loop.Sum.run", "rows=20", 9)
                .add("loop.Sum.run", "rows=10", 4, 5)
                .scores(folder);
        assertEquals(2, scores.all().size());
        Score joined = scores.all().get(0);
        assertEquals(List.of(1000.0, 2000.0, 3000.0, 4000.0, 5000.0), joined.nanos());
        assertEquals(3000, joined.median());
        assertEquals(1500, joined.lowerQuartile());
        assertEquals(4500, joined.upperQuartile());
        assertEquals(Set.of("JDK 25, VM"), scores.jvms());
    }

    @ParameterizedTest
    @CsvSource({"ns/op, 2", "us/op, 2000", "ms/op, 2000000", "s/op, 2000000000"})
    void shouldConvertUnits(String unit, double nanos) throws IOException {
        Scores scores = new Samples().add("a.B.c", "", unit, "", 2).scores(folder);
        assertEquals(nanos, scores.all().get(0).median());
    }

    @Test
    void shouldReadGarbage() throws IOException {
        Scores scores = new Samples()
                .addWithBytes("a.B.c", "", 1, 16)
                .addWithBytes("a.B.c", "", 1, 32)
                .add("a.B.d", "", 1)
                .scores(folder);
        assertEquals(OptionalDouble.of(24), scores.all().get(0).medianBytes());
        assertEquals(OptionalDouble.empty(), scores.all().get(1).medianBytes());
    }

    @Test
    void shouldFindTheFastestThatMatches() throws IOException {
        Scores scores = new Samples()
                .add("a.B.c", "engine=C rows=10", 3)
                .add("a.B.c", "engine=ASHLEY rows=10", 2)
                .add("a.B.c", "engine=FLEKS rows=20", 1)
                .scores(folder);
        Map<String, List<String>> slow = Map.of("engine", List.of("C", "ASHLEY"), "lacked", List.of("1"));
        assertEquals("ASHLEY", scores.fastest("a.B.c", slow).orElseThrow().engine());
        assertEquals("FLEKS", scores.fastest("a.B.c", Map.of()).orElseThrow().engine());
        assertTrue(scores.fastest("a.B.c", Map.of("rows", List.of("30"))).isEmpty());
        assertTrue(scores.fastest("a.B.d", Map.of()).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"no JSON", "[{}]", "[{\"benchmark\": \"a\", \"jdkVersion\": \"25\", \"vmName\": \"\"}]"})
    void shouldRejectOtherFiles(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("other"), text);
        IOException refused = assertThrows(IOException.class, () -> Scores.read(file));
        assertTrue(refused.getMessage().startsWith(file + " is not a file of JMH's results: "), refused.getMessage());
    }

    @Test
    void shouldRejectAnotherMode() throws IOException {
        Path file = new Samples().add("a.B.c", "", "ops/s", "", 1).write(folder);
        IOException refused = assertThrows(IOException.class, () -> Scores.read(file));
        assertTrue(refused.getMessage().endsWith("unknown unit ops/s"), refused.getMessage());
    }
}
