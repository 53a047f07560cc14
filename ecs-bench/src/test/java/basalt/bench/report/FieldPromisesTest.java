package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FieldPromisesTest {
    private static String verdict(Results results, String begin) {
        List<PromisedRatio> lines = FieldPromises.of(results).stream()
                .filter(line -> line.what().startsWith(begin))
                .toList();
        assertEquals(1, lines.size(), begin);
        return lines.get(0).verdict();
    }

    private static Results rival(double basalt, double rival) {
        return new Samples()
                .add(Samples.SIMPLE_ITER, "basalt", basalt)
                .add(Samples.SIMPLE_ITER, "artemis-odb", rival)
                .results();
    }

    @Test
    void shouldBeMetAtTheBound() {
        String line = "simple_iter, 10,000: fastest";
        assertEquals("met", verdict(rival(2, 10), line));
        assertEquals("missed", verdict(rival(2, 9.99), line));
        assertEquals("not measured", verdict(new Samples().results(), line));
    }

    @Test
    void shouldBeMetAtTheBoundBesideC() {
        String line = "simple_iter, 10,000: Basalt / C";
        Samples samples = new Samples().add(Samples.SIMPLE_ITER, "basalt", 5);
        assertEquals("not measured", verdict(samples.results(), line));
        assertEquals("met", verdict(samples.addNative(Samples.SIMPLE_ITER, 4).results(), line));
        assertEquals(
                "missed", verdict(samples.addNative(Samples.SIMPLE_ITER, 3.99).results(), line));
    }

    @Test
    void shouldUseTheScalingBenchmarkForAMillion() {
        Workload million = Workload.of("Scaling.run", "entities", "1000000");
        Results results = new Samples()
                .add(million, "basalt", 1000)
                .addNative(million, 1000)
                .results();
        assertEquals("met", verdict(results, "scaling, 1,000,000: Basalt / C"));
    }

    @Test
    void shouldAllowParticlesTwoAndAHalfTimesTheTimeOfC() {
        Workload particles = Workload.of("Particles.run", "entities", "10000");
        String line = "particles, 10,000: Basalt / C";
        Samples samples = new Samples().add(particles, "basalt", 15);
        assertEquals("met", verdict(samples.addNative(particles, 6).results(), line));
        assertEquals("missed", verdict(samples.addNative(particles, 5.9).results(), line));
    }

    @Test
    void shouldCompareTheHuntWithArrays() {
        Workload hunt = Workload.of("PredatorPrey.run", "entities", "2000");
        String line = "predator_prey, 2,000: Basalt / float[]";
        Samples samples = new Samples().add(hunt, "basalt", 13);
        assertEquals("not measured", verdict(samples.results(), line));
        assertEquals("met", verdict(samples.add(hunt, "float-array", 10).results(), line));
        assertEquals(
                "missed",
                verdict(
                        new Samples()
                                .add(hunt, "basalt", 13.1)
                                .add(hunt, "float-array", 10)
                                .results(),
                        line));
    }

    @Test
    void shouldJudgeBothWays() {
        Results results = Samples.field().results();
        assertEquals("missed", verdict(results, "add_remove, 10,000 (one by one)"));
        assertEquals("met", verdict(results, "add_remove, 10,000 (bulk)"));
        for (String way : List.of("(one by one)", "(bulk)")) {
            assertEquals("not measured", verdict(results, "create, 1,000,000 " + way));
            assertEquals("not measured", verdict(results, "destroy, 1,000,000 " + way));
        }
    }

    @Test
    void shouldJudgeAMeasuredReusedWorld() {
        Workload reused = Workload.of("CreateMillion.create", "entities", "1000000", "world", "REUSED");
        Results results = new Samples()
                .add(Samples.CREATE, "basalt", 1)
                .add(reused, "basalt", 1)
                .add(reused, "dominion", 5)
                .results();
        assertEquals("met", verdict(results, "create, 1,000,000, world used before (one by one)"));
        assertEquals("not measured", verdict(results, "create, 1,000,000 (one by one)"));
    }

    @Test
    void shouldNotJudgeAReusedWorldInWhichAllHaveFailed() {
        Workload reused = Workload.of("CreateMillion.create", "entities", "1000000", "world", "REUSED");
        Samples samples = new Samples();
        for (String engine : List.of("basalt", "basalt-bulk", "dominion")) {
            samples.expect(reused, engine);
        }
        String title = "create, 1,000,000, world used before";
        assertEquals("not judged: Basalt, dominion are missing", verdict(samples.results(), title + " (one by one)"));
        assertEquals("not judged: Basalt, bulk, dominion are missing", verdict(samples.results(), title + " (bulk)"));
        assertTrue(FieldPromises.of(new Samples().results()).stream()
                .noneMatch(line -> line.what().startsWith(title)));
    }

    @Test
    void shouldReportABoundWithinTheSpread() {
        String line = "simple_iter, 10,000: fastest";
        Samples rival = new Samples().add(Samples.SIMPLE_ITER, "dominion", 40, 44, 48, 52, 56);
        Results met = rival.add(Samples.SIMPLE_ITER, "basalt", 9).results();
        assertEquals("met, but the bound lies within the spread", verdict(met, line));
        PromisedRatio promise = FieldPromises.of(met).get(0);
        assertEquals("5.33x", promise.value());
        assertEquals("4.89x to 5.78x", promise.spread());
        assertEquals(Optional.of(true), promise.isMet());

        Samples slower = new Samples().add(Samples.SIMPLE_ITER, "dominion", 40, 44, 48, 52, 56);
        assertEquals(
                "missed, but the bound lies within the spread",
                verdict(slower.add(Samples.SIMPLE_ITER, "basalt", 10).results(), line));
        Samples much = new Samples().add(Samples.SIMPLE_ITER, "dominion", 40, 44, 48, 52, 56);
        assertEquals("met", verdict(much.add(Samples.SIMPLE_ITER, "basalt", 8.8).results(), line));
        assertEquals("–", FieldPromises.of(new Samples().results()).get(0).spread());
    }

    @Test
    void shouldInvertTheSpreadBesideC() {
        Results results = new Samples()
                .add(Samples.SIMPLE_ITER, "basalt", 12)
                .addNative(Samples.SIMPLE_ITER, 8, 9, 10, 12, 13)
                .results();
        PromisedRatio line = FieldPromises.of(results).stream()
                .filter(one -> one.what().equals("simple_iter, 10,000: Basalt / C"))
                .findFirst()
                .orElseThrow();
        assertEquals("1.20x", line.value());
        assertEquals("1.00x to 1.33x", line.spread());
        assertEquals("met, but the bound lies within the spread", line.verdict());
    }

    @Test
    void shouldShowTheSideOfTheBound() {
        PromisedRatio missed = FieldPromises.of(rival(1, 4.9997)).get(0);
        assertEquals("missed", missed.verdict());
        assertEquals("4.9997x", missed.value());
        assertEquals("5.000x", FieldPromises.of(rival(1, 5)).get(0).value());
        assertEquals("0.9997x", Figures.ratio(0.9997));
        assertEquals("1.00x", Figures.ratio(1.0003));
        assertEquals("1.00x", Figures.ratio(1));
    }

    @Test
    void shouldNameThresholdAndTimes() {
        PromisedRatio line = FieldPromises.of(rival(2, 9)).get(0);
        assertEquals("at least 5x", line.threshold());
        assertEquals("4.50x", line.value());
        assertEquals("4.998x", FieldPromises.of(rival(1, 4.998)).get(0).value());
        assertEquals("–", FieldPromises.of(new Samples().results()).get(0).value());
        assertTrue(line.text().contains("artemis-odb 9.00 µs, Basalt 2.00 µs"), line.text());
    }

    @Test
    void shouldNotJudgeWithoutAPlannedRival() {
        String line = "simple_iter, 10,000: fastest";
        Samples samples = new Samples()
                .add(Samples.SIMPLE_ITER, "basalt", 1)
                .add(Samples.SIMPLE_ITER, "ashley", 100)
                .expect(Samples.SIMPLE_ITER, "float-array");
        assertEquals("met", verdict(samples.results(), line));
        samples.expect(Samples.SIMPLE_ITER, "artemis-odb");
        assertEquals("not judged: artemis-odb is missing", verdict(samples.results(), line));
        samples.expect(Samples.SIMPLE_ITER, "dominion");
        assertEquals("not judged: artemis-odb, dominion are missing", verdict(samples.results(), line));
        Samples older = new Samples()
                .add(Samples.SIMPLE_ITER, "basalt", 1)
                .add(Samples.SIMPLE_ITER, "dominion", 9)
                .expect(Samples.SIMPLE_ITER, "unknown");
        assertEquals("not judged: unknown is missing", verdict(older.results(), line));
        samples.add(Samples.SIMPLE_ITER, "artemis-odb", 9).add(Samples.SIMPLE_ITER, "dominion", 9);
        assertEquals("met", verdict(samples.results(), line));
    }

    @Test
    void shouldNotJudgeWithoutBasaltOrC() {
        Samples samples = new Samples()
                .expect(Samples.SIMPLE_ITER, "basalt")
                .expect(Samples.SIMPLE_ITER, Samples.nameOfC())
                .add(Samples.SIMPLE_ITER, "dominion", 9);
        assertEquals("not judged: Basalt is missing", verdict(samples.results(), "simple_iter, 10,000: fastest"));
        assertEquals(
                "not judged: Basalt, C are missing", verdict(samples.results(), "simple_iter, 10,000: Basalt / C"));
        samples.add(Samples.SIMPLE_ITER, "basalt", 1);
        assertEquals("met", verdict(samples.results(), "simple_iter, 10,000: fastest"));
        assertEquals("not judged: C is missing", verdict(samples.results(), "simple_iter, 10,000: Basalt / C"));
    }

    @Test
    void shouldNotJudgeWithoutAPlan() {
        Samples samples = new Samples()
                .add(Samples.SIMPLE_ITER, "basalt", 1)
                .add(Samples.SIMPLE_ITER, "dominion", 9)
                .expectNothing();
        assertEquals(
                "not judged: unknown which engines were planned",
                verdict(samples.results(), "simple_iter, 10,000: fastest"));
    }

    @Test
    void shouldNotJudgeARunThatEndedEarly() {
        Samples samples = new Samples().add(Samples.SIMPLE_ITER, "basalt", 1).add(Samples.SIMPLE_ITER, "dominion", 9);
        assertEquals(
                "not judged: unknown whether the run was complete",
                verdict(samples.endEarly(3).results(), "simple_iter, 10,000: fastest"));
    }

    @Test
    void shouldNotJudgeATinyRunNorAnotherJdk() {
        String line = "simple_iter, 10,000: fastest";
        Samples samples = new Samples().add(Samples.SIMPLE_ITER, "basalt", 1).add(Samples.SIMPLE_ITER, "dominion", 9);
        assertEquals("not judged: measured on JDK 17", verdict(samples.jdk(17).results(), line));
        assertEquals("not judged: measured on JDK 26", verdict(samples.jdk(26).results(), line));
        assertEquals("met", verdict(samples.jdk(25).results(), line));
        assertEquals("not judged: tiny run", verdict(samples.form("tiny").results(), line));
        assertEquals("not measured", verdict(samples.results(), "particles, 10,000: fastest"));
        PromisedRatio promise = FieldPromises.of(samples.results()).get(0);
        assertEquals("9.00x", promise.value());
        assertEquals(Optional.empty(), promise.isMet());
    }
}
