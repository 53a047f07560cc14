package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static Comparison comparison(Results results, Workload workload, String own) {
        return results.comparison(workload, own).orElseThrow();
    }

    @Test
    void shouldDivideMediansAndCombineQuartiles() {
        Results results = new Samples()
                .add(Samples.SIMPLE_ITER, "basalt", 1, 2, 3, 2, 4)
                .add(Samples.SIMPLE_ITER, "dominion", 10, 12, 14)
                .results();
        Ratio ratio = comparison(results, Samples.SIMPLE_ITER, "basalt")
                .ratio("dominion")
                .orElseThrow();
        assertEquals(6, ratio.value());
        assertEquals(11.0 / 3, ratio.low(), 1e-9);
        assertEquals(13.0 / 2, ratio.high(), 1e-9);
        assertFalse(ratio.isLost());
    }

    @Test
    void shouldCountOnlyEntityComponentSystemsAsRivals() {
        Samples samples = new Samples()
                .add(Samples.SIMPLE_ITER, "basalt", 2)
                .add(Samples.SIMPLE_ITER, "float-array", 1)
                .add(Samples.SIMPLE_ITER, "objects", 1)
                .addNative(Samples.SIMPLE_ITER, 0.5);
        assertEquals(
                Optional.empty(),
                comparison(samples.results(), Samples.SIMPLE_ITER, "basalt").fastestRival());
        assertFalse(comparison(samples.results(), Samples.SIMPLE_ITER, "basalt").isLost());

        samples.add(Samples.SIMPLE_ITER, "fleks", 9).add(Samples.SIMPLE_ITER, "ashley-pooled", 8);
        Comparison comparison = comparison(samples.results(), Samples.SIMPLE_ITER, "basalt");
        assertEquals("ashley-pooled", comparison.fastestRival().orElseThrow().engine());
        assertEquals(0.25, comparison.ratio(Samples.nameOfC()).orElseThrow().value());
    }

    @Test
    void shouldCompareEachWayOfBasaltSeparately() {
        Results results = Samples.field().results();
        assertTrue(comparison(results, Samples.ADD_REMOVE, "basalt").isLost());
        assertFalse(comparison(results, Samples.ADD_REMOVE, "basalt-bulk").isLost());
        assertEquals(
                List.of("add_remove, 10,000 (one by one)", "add_remove, 10,000 (bulk)"),
                results.comparisons().stream()
                        .map(Comparison::title)
                        .filter(title -> title.startsWith("add_remove"))
                        .toList());
    }

    @Test
    void shouldNameEachWayOfBasaltInItsRow() {
        Workload create = Workload.of("CreateMillion.create", "entities", "1000000");
        Workload fragments = Workload.of("FragmentedIter.run", "entities", "20");
        Workload tick = Workload.of("FragmentedTick.run", "entities", "20");
        Samples samples = new Samples();
        for (String engine : List.of("basalt", "basalt-bulk", "basalt-records", "fleks")) {
            samples.add(create, engine, 2);
        }
        for (Workload workload : List.of(fragments, tick)) {
            samples.add(workload, "basalt", 1).add(workload, "basalt-templates", 3);
            samples.add(workload, "fleks", 2);
        }
        assertEquals(
                List.of(
                        "fragmented_iter, 26 x 20 (one block)",
                        "fragmented_iter, 26 x 20 (26 templates)",
                        "fragmented_iter with one spawn a tick, 26 x 20 (one block)",
                        "fragmented_iter with one spawn a tick, 26 x 20 (26 templates)",
                        "create, 1,000,000 (one by one)",
                        "create, 1,000,000 (bulk)",
                        "create, 1,000,000 (records)"),
                samples.results().comparisons().stream().map(Comparison::title).toList());
        assertTrue(comparison(samples.results(), fragments, "basalt-templates").isLost());
        assertFalse(comparison(samples.results(), fragments, "basalt").isLost());
    }

    @Test
    void shouldLeaveOutWorkloadsWithoutBasalt() {
        Results results = new Samples().add(Samples.SIMPLE_ITER, "dominion", 1).results();
        assertEquals(List.of(), results.comparisons());
        assertEquals(List.of("dominion"), results.engines());
    }

    @Test
    void shouldGiveCAnErrorBar() {
        Results results = new Samples()
                .add(Samples.SIMPLE_ITER, "basalt", 2)
                .addNative(Samples.SIMPLE_ITER, 1, 2, 3, 4, 5)
                .results();
        Ratio c = comparison(results, Samples.SIMPLE_ITER, "basalt")
                .ratio(Samples.nameOfC())
                .orElseThrow();
        assertEquals(1.5, c.value());
        assertEquals(1, c.low());
        assertEquals(2, c.high());
    }
}
