package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class GapsTest {
    private static final List<String> ALWAYS = List.of(
            "What is promised of the bullets is judged by that example: mvn -q -Pbullets.",
            "serialize of ecs_bench_suite is left out until there are snapshots.");

    /** All sentences but those that each report has. */
    private static List<String> gaps(Samples samples) {
        List<String> gaps = Gaps.of(samples.results());
        assertEquals(ALWAYS, gaps.subList(gaps.size() - 2, gaps.size()));
        return gaps.subList(0, gaps.size() - 2);
    }

    @Test
    void shouldSayWhyNothingIsJudged() {
        assertEquals(List.of(), gaps(new Samples()));
        assertEquals(
                List.of(
                        "The tiny form measures too shortly to say anything: no promise is judged.",
                        "The promises are made for JDK 25; this is JDK 17: none is judged."),
                gaps(new Samples().form("tiny").jdk(17)));
    }

    @Test
    void shouldNameWhoIsMissingAndWhere() {
        Samples samples = new Samples()
                .form("full")
                .add(Samples.SIMPLE_ITER, "basalt", 1)
                .expect(Samples.SIMPLE_ITER, "dominion")
                .expect(Samples.ADD_REMOVE, "dominion")
                .expect(Samples.SIMPLE_ITER, Samples.nameOfC());
        assertEquals(
                List.of("dominion is missing, because it failed or the run ended before it:"
                        + " simple_iter, 10,000; add_remove, 10,000."),
                gaps(samples));
    }

    @Test
    void shouldNameRivalsThatTheQuickFormLeavesOut() {
        Samples samples = new Samples();
        for (Lineup lineup : Plan.quick().lineups()) {
            lineup.engines().forEach(engine -> samples.expect(lineup.workload(), engine));
        }
        String left = "zay-es takes part in the full form alone: create, 1,000,000; destroy, 1,000,000.";
        assertTrue(gaps(samples).contains(left), gaps(samples).toString());
        assertTrue(gaps(samples.form("full")).stream().noneMatch(left::equals));
    }
}
