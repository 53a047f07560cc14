package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.bench.report.chart.Lines;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesTest {
    private static final Workload MILLION = Workload.of("Scaling.run", "entities", "1000000");

    private static Series basalt(List<Series> all) {
        return all.stream()
                .filter(series -> series.engine().equals("basalt"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldUseSimpleIterForTenThousandEntities() {
        Samples samples = new Samples()
                .add(MILLION, "basalt", 1000, 2000, 3000)
                .add(Workload.of("Scaling.run", "entities", "1000"), "basalt", 0.5)
                .add(Samples.SIMPLE_ITER, "basalt", 10);
        assertEquals(
                List.of(
                        new Lines.Point(1000, 0.5, 0.5, 0.5),
                        new Lines.Point(10_000, 1, 1, 1),
                        new Lines.Point(1_000_000, 2, 1.5, 2.5)),
                basalt(Series.scaling(samples.results())).points());

        samples.add(Workload.of("Scaling.run", "entities", "10000"), "basalt", 30);
        assertEquals(
                new Lines.Point(10_000, 3, 3, 3),
                basalt(Series.scaling(samples.results())).points().get(1));
        assertEquals(
                List.of(),
                Series.scaling(
                        new Samples().add(Samples.SIMPLE_ITER, "basalt", 1).results()));
    }

    @Test
    void shouldUseTheScalingBenchmarkForAHundredPercent() {
        Samples samples = new Samples()
                .add(MILLION, "basalt", 1000)
                .add(Workload.of("Occupancy.run", "entities", "1000000", "percent", "10"), "basalt", 200);
        assertEquals(
                List.of(new Lines.Point(10, 2, 2, 2), new Lines.Point(100, 1, 1, 1)),
                basalt(Series.occupancy(samples.results())).points());
    }

    @Test
    void shouldSortWorkloadsInTheOrderOfTheReport() {
        assertEquals(
                List.of(
                        "simple_iter, 10,000",
                        "add_remove, 10,000",
                        "occupancy, 1,000,000, 50 %",
                        "occupancy, 1,000,000, 1 %",
                        "scaling, 1,000",
                        "scaling, 1,000,000"),
                Samples.field().results().workloads().stream()
                        .map(Workload::title)
                        .toList());
        assertEquals(
                "schedule, 4 x 10,000",
                Workload.of("ScheduledSwaps.run", "entities", "10000").title());
        assertEquals(
                "fragmented_iter, 26 x 20",
                Workload.of("FragmentedIter.run", "entities", "20").title());
    }
}
