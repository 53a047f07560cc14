package basalt.examples.showcase.bullets.bulletml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormulaReaderTest {
    private static Formula read(String text) {
        return FormulaReader.read(text, (what, remedy) -> new PatternException("f", 1, 1, what + "; " + remedy));
    }

    /** The value with $1 = 10, $2 = 20 and so on, $rand = 0.25 and $rank = 0.5. */
    private static float value(String text) {
        try (ScriptRun run = ScriptRun.ofAll("<action label='top'><actionRef label='a'>"
                + "<param>10</param><param>20</param><param>30</param>"
                + "<param>40</param><param>50</param><param>60</param>"
                + "<param>70</param><param>80</param><param>90</param></actionRef></action>"
                + "<action label='a'><fire><speed>" + text + "</speed><bullet/></fire></action>")) {
            run.shooter.randoms = new float[] {0.25f};
            run.tick();
            return run.shooter.shots.get(0).speed();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "0.5, 0.5",
        ".5, 0.5",
        "5., 5",
        "007, 7",
        "1 + 2, 3",
        "5 - 3, 2",
        "2 * 3, 6",
        "7 / 2, 3.5",
        "7 % 4, 3",
        "1 + 2 * 3, 7",
        "2 * 3 + 1, 7",
        "(1 + 2) * 3, 9",
        "10 - 2 - 3, 5",
        "10 - (2 - 3), 11",
        "100 / 5 / 2, 10",
        "100 / (5 / 2), 40",
        "2 * 7 % 4, 2",
        "7 % 4 * 2, 6",
        "1 + 7 % 4, 4",
        "12 / 4 * 3, 9",
        "-3, -3",
        "--3, 3",
        "---3, -3",
        "2 - -3, 5",
        "2 * -3, -6",
        "-2 * 3, -6",
        "-(1 + 2), -3",
        "-2 + 5, 3",
        "2--3, 5",
        "-7 % 4, -3",
        "7 % -4, 3",
        "0.1 + 0.2, 0.3",
        "((((2)))), 2",
        "' \t\n 2\n*\r\n3 ', 6",
        "1+2*(3-4)/5, 0.6"
    })
    void shouldCalculate(String text, float expected) {
        assertEquals(expected, value(text));
    }

    @ParameterizedTest
    @CsvSource({
        "$rand, 0.25",
        "$rank, 0.5",
        "$1, 10",
        "$9, 90",
        "-$rank, -0.5",
        "--$rank, 0.5",
        "2 * -$1, -20",
        "$1 + $2 * $3, 610",
        "($1 + $2) * $3, 900",
        "$3 - $2 - $1, 0",
        "$3 - ($2 - $1), 20",
        "$8 / $2 / $2, 0.2",
        "$7 % $3, 10",
        "$1 - 2 * 3, 4",
        "2 * 3 - $1, -4",
        "360 / 16 * $rank, 11.25",
        "0.7 + 0.9 * $rand, 0.925",
        "180 - $rank * 20, 170",
        "(2 + $1) * 0.3, 3.6",
        "-($1 + 1) * 2, -22",
        "$rand*4-$rank, 0.5",
        "$1 % 4 * 2, 4"
    })
    void shouldEvaluateVariables(String text, float expected) {
        assertEquals(expected, value(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1 / 0",
                "0 / 0",
                "-1 / 0",
                "5 % 0",
                "$1 / 0",
                "$1 / ($rank - 0.5)",
                "$1 % ($1 - 10)",
                "-0",
                "0 * -$1",
                "999999999999999999999999999999999999999999999",
                "$1 * 99999999999999999999999999999999999999999",
            })
    void shouldReplaceNonFiniteResultsByZero(String text) {
        assertEquals(0f, value(text)); // not -0, which is not equal to it
    }

    @Test
    void shouldReplaceNonFiniteStepsByZero() {
        assertEquals(3, value("1 / 0 + 3"));
        assertEquals(3, value("$1 / 0 + 3"));
        String huge = "9".repeat(309);
        assertEquals(4, value(huge + " + 4"));
        assertEquals(5, value(huge.substring(9) + " * $1 * " + huge.substring(9) + " + 5"));
    }

    @Test
    void shouldNameTheProblemAndTheRemedy() {
        PatternException e = assertThrows(PatternException.class, () -> read("1 + $random"));
        assertEquals("f:1:1: unknown variable \"$random\"; there are $rand, $rank and $1 to $9", e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " ", "()", "(", ")", "1 +", "+ 1", "* 1", "1 1", "1 (2)", "(1)(2)", "$", "$a", "$RAND", "$1a",
                "1 $rand", "1,2", "a", "1..2", ".", "-", "1 -", "1 // 2", "2 ** 3", "0x10", "1f", "1e5", "٣", "1 + (2",
                "((1)", "!", "1;2", "$rand()"
            })
    void shouldRefuse(String text) {
        assertThrows(PatternException.class, () -> read(text));
    }

    @Test
    void shouldAcceptTheLimits() {
        assertEquals(1, value("(".repeat(32) + "1" + ")".repeat(32)));
        assertEquals(1, value("-".repeat(100_000) + "1"));
        assertEquals(6.25f, value("$rand" + "+$rand*1".repeat(24)));
        assertEquals(128 * 0.25f, value("$rand" + "+$rand".repeat(127)));
        assertEquals(257, value("1" + "+1".repeat(256)));
        String deep = "$1+($2+(".repeat(16) + "$3" + "))".repeat(16);
        assertEquals(16 * 30 + 30, value(deep));
    }

    @Test
    void shouldReadManyDigitsQuickly() {
        String digits = "1".repeat(500_000);
        assertEquals(0, read(digits).value(Params.NONE, null)); // larger than any double
        assertThrows(PatternException.class, () -> read(digits + "x"));
        assertThrows(PatternException.class, () -> read(digits + "." + digits + "x"));
        assertThrows(PatternException.class, () -> read("." + digits + "x"));
    }
}
