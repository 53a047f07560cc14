package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JmhFileTest {
    private static final String RUN = """
            [{"benchmark": "basalt.bench.field.%s", "params": {%s},
              "primaryMetric": {"scoreUnit": "%s", "rawData": [[1, 2, 3], [9, 8, 7]]}, "secondaryMetrics": {}}]
            """;

    /** The median of three iterations of the first engine in the recorded file. */
    private static final double MEDIAN_NANOS = 177585.97590361447;

    private static final double MEDIAN_BYTES = 972.1472392638037;

    @TempDir
    Path folder;

    @Test
    void shouldReadJmhResults() throws Exception {
        Path file = Path.of(JmhFileTest.class.getResource("simple-iter.json").toURI());
        List<Measured> all = JmhFile.read(file);
        assertEquals(
                List.of("basalt", "artemis-odb", "float-array"),
                all.stream().map(Measured::engine).toList());
        Measured basalt = all.get(0);
        assertEquals(Samples.SIMPLE_ITER, basalt.workload());
        assertEquals(MEDIAN_NANOS, basalt.nanos().median(), 1e-6);
        assertEquals(3, basalt.nanos().count());
        assertEquals(MEDIAN_BYTES, basalt.garbage().getAsDouble(), 1e-9);
    }

    @Test
    void shouldReadTheIterationsOfAllForksInAnyUnit() throws IOException {
        for (String unit : List.of("ns/op:1", "us/op:1e3", "ms/op:1e6", "s/op:1e9")) {
            String[] parts = unit.split(":");
            Measured measured = read(RUN.formatted("Particles.run", "\"engine\": \"fleks\"", parts[0]));
            assertEquals(5 * Double.parseDouble(parts[1]), measured.nanos().median(), 1e-6);
            assertEquals(6, measured.nanos().count());
            assertTrue(measured.garbage().isEmpty());
        }
    }

    @Test
    void shouldCombineForksThatRanOneByOne() throws IOException {
        String one = RUN.formatted("Particles.run", "\"engine\": \"fleks\"", "us/op");
        String other = RUN.formatted("Particles.run", "\"engine\": \"dominion\"", "us/op");
        String again = one.replace("[[1, 2, 3], [9, 8, 7]]", "[[100, 100]]");
        Path file =
                Files.writeString(folder.resolve("raw.json"), (one + other + again).replaceAll("\\]\\s*\\[\\{", ",{"));
        List<Measured> all = JmhFile.read(file);
        assertEquals(
                List.of("fleks", "dominion"), all.stream().map(Measured::engine).toList());
        assertEquals(8, all.get(0).nanos().count());
        assertEquals(7.5 * 1e3, all.get(0).nanos().median(), 1e-6);
        assertEquals(6, all.get(1).nanos().count());
    }

    @Test
    void shouldRejectOtherFiles() {
        for (String wrong : List.of(
                "[{}]",
                "[{\"benchmark\": \"other.Benchmark.run\"}]",
                RUN.formatted("Particles.run", "\"entities\": \"1\"", "us/op"),
                RUN.formatted("Particles.run", "\"engine\": \"fleks\"", "ops/s"),
                "[")) {
            assertThrows(IOException.class, () -> read(wrong), wrong);
        }
    }

    private Measured read(String text) throws IOException {
        return JmhFile.read(Files.writeString(folder.resolve("raw.json"), text)).get(0);
    }
}
