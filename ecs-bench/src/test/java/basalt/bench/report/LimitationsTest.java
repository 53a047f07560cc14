package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class LimitationsTest {
    private static final String ALWAYS = "The promises about the bullets are judged by that example: mvn -q -Pbullets.";

    /** All sentences except that of every report. */
    private static List<String> limitations(Samples samples) {
        List<String> limitations = Limitations.of(samples.results());
        assertEquals(ALWAYS, limitations.get(limitations.size() - 1));
        return limitations.subList(0, limitations.size() - 1);
    }

    @Test
    void shouldReportWhyNothingIsJudged() {
        assertEquals(List.of(), limitations(new Samples()));
        assertEquals(
                List.of(
                        "The tiny form measures too briefly for any conclusion: no promise is judged.",
                        "The promises are made for JDK 25; this is JDK 17: none is judged."),
                limitations(new Samples().form("tiny").jdk(17)));
    }

    @Test
    void shouldNameMissingEnginesAndWorkloads() {
        Samples samples = new Samples()
                .form("full")
                .add(Samples.SIMPLE_ITER, "basalt", 1)
                .expect(Samples.SIMPLE_ITER, "dominion")
                .expect(Samples.ADD_REMOVE, "dominion")
                .expect(Samples.SIMPLE_ITER, Samples.nameOfC());
        String missing = "dominion is missing, because it failed or the run ended before it:"
                + " simple_iter, 10,000; add_remove, 10,000.";
        assertEquals(missing, limitations(samples).get(0));
    }

    private static Samples expecting(Plan plan) {
        Samples samples = new Samples().form(plan.form());
        for (Lineup lineup : plan.lineups()) {
            lineup.engines().forEach(engine -> samples.expect(lineup.workload(), engine));
        }
        return samples;
    }

    private static List<String> leftOut(Samples samples) {
        return limitations(samples).stream()
                .filter(limitation -> limitation.startsWith("The "))
                .toList();
    }

    @Test
    void shouldNameWorkloadsAndRivalsThatTheQuickFormLeavesOut() {
        assertEquals(
                List.of(
                        "The quick form leaves out: occupancy, 1,000,000, 100 %; scaling, 10,000; scaling, 10,000,000;"
                                + " create, 1,000,000, world used before.",
                        "The quick form has no ashley, zay-es in: fragmented_iter with one spawn a tick, 26 x 20;"
                                + " add, 1,000,000; remove, 1,000,000.",
                        "The quick form has no ashley, zay-es, fleks in: schedule, 4 x 10,000; heavy_compute, 1,000;"
                                + " occupancy, 1,000,000, 50 %; occupancy, 1,000,000, 10 %; occupancy, 1,000,000, 1 %;"
                                + " scaling, 1,000; scaling, 100,000.",
                        "The quick form has no dominion, ashley, zay-es, fleks in: serialize, 1,000;"
                                + " predator_prey, 2,000.",
                        "The quick form has no zay-es in: create, 1,000,000; destroy, 1,000,000."),
                leftOut(expecting(Plan.quick())));
    }

    @Test
    void shouldNameRivalsThatTheFullFormLeavesOut() {
        assertEquals(
                List.of(
                        "The full form has no dominion, ashley, zay-es in: serialize, 1,000.",
                        "The full form has no dominion, ashley, zay-es, fleks in: predator_prey, 2,000.",
                        "The full form has no ashley, zay-es, fleks in: scaling, 10,000,000."),
                leftOut(expecting(Plan.full())));
    }

    @Test
    void shouldNotNameUnselectedWorkloads() {
        Samples samples = expecting(Plan.quick().only("create")).only("create");
        assertEquals(
                List.of(
                        "The quick form leaves out: create, 1,000,000, world used before.",
                        "The quick form has no zay-es in: create, 1,000,000."),
                leftOut(samples));
    }
}
