package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.bench.field.FieldRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TurnTest {
    private static FieldRun run(int forks) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        parameters.put("entities", List.of("1000", "100000"));
        parameters.put(FieldRun.ENGINE, List.of("basalt", "dominion", "fleks"));
        return new FieldRun("Scaling.run", parameters, forks, 1, 1, 20, List.of());
    }

    @Test
    void shouldRunTheFirstTurnOfAllEnginesBeforeTheSecond() {
        assertEquals(
                List.of(
                        "1000 basalt 1/2",
                        "1000 dominion 1/2",
                        "1000 fleks 1/2",
                        "1000 basalt 2/2",
                        "1000 dominion 2/2",
                        "1000 fleks 2/2",
                        "100000 basalt 1/2",
                        "100000 dominion 1/2",
                        "100000 fleks 1/2",
                        "100000 basalt 2/2",
                        "100000 dominion 2/2",
                        "100000 fleks 2/2"),
                Turn.of(run(2)).stream().map(TurnTest::text).toList());
    }

    private static String text(Turn turn) {
        Map<String, List<String>> parameters = turn.run().parameters();
        return parameters.get("entities").get(0) + " "
                + parameters.get(FieldRun.ENGINE).get(0) + " " + turn.number() + "/" + turn.total();
    }

    @Test
    void shouldUseOneJvmPerTurnWithTheSameTotalTime() {
        FieldRun run = run(3);
        List<Turn> turns = Turn.of(run);
        turns.forEach(turn -> assertEquals(1, turn.run().forks()));
        assertEquals(
                run.seconds() * run.combinations().size(),
                turns.stream().mapToDouble(turn -> turn.run().seconds()).sum(),
                1e-9);
    }

    @Test
    void shouldNumberTheJvmsIfThereAreSeveral() {
        assertEquals(
                "Scaling.run entities=1000 engine=basalt, JVM 1 of 2",
                Turn.of(run(2)).get(0).title());
        assertEquals(
                "Scaling.run entities=1000 engine=basalt",
                Turn.of(run(1)).get(0).title());
    }
}
