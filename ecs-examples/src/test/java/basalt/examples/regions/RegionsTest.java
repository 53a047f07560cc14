package basalt.examples.regions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.program.ProgramRun;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegionsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(strings = {"--entities 0", "--ticks 59", "--down -1", "--x"})
    void shouldReportInvalidArgumentsInOneLine(String arguments) {
        assertEquals(2, run(arguments));
        assertEquals("", out.toString());
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().startsWith("regions: "), err::toString);
    }

    @Tag("slow")
    @Test
    void shouldPrintWhatTheBorderCosts() {
        assertEquals(0, run("--entities 2000 --ticks 120 --down 30"), err::toString);
        List<String> lines = out.toString().lines().toList();
        assertEquals("2,000 entities in two regions, 120 ticks, 60 a second", lines.get(0));
        assertTrue(
                lines.get(1)
                        .matches("hand-overs +[0-9]+ a second, each in flight for [0-9.]+ ticks, [0-9.]+ KB a second"),
                out::toString);
        assertTrue(
                lines.get(2).matches("border feeds +[0-9.]+ KB a second; ghosts: [0-9]+ in left, [0-9]+ in right"),
                out::toString);
        assertTrue(lines.get(7).startsWith("entities "), out::toString);
        assertTrue(lines.get(7).endsWith(" 0 astray, 0 lost, 0 doubled"), out::toString);
        assertEquals("", err.toString());
    }

    @Test
    void shouldRepeatARunByItsSeed() {
        assertEquals(0, run("--entities 500 --ticks 60 --down 0 --seed 7"));
        List<String> lines = withoutTimes();
        out.getBuffer().setLength(0);
        assertEquals(0, run("--entities 500 --ticks 60 --down 0 --seed 7"));
        assertEquals(lines, withoutTimes());
    }

    private List<String> withoutTimes() {
        return out.toString().lines().filter(line -> !line.contains("µs")).toList();
    }

    private int run(String arguments) {
        return ProgramRun.execute(Regions.commandLine(), out, err, arguments.split(" "));
    }
}
