package basalt.examples.showcase.bullets.bulletml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ChangeTest {
    private static String changeDirection(String type, String number, String term) {
        return "<changeDirection><direction type='" + type + "'>" + number + "</direction><term>" + term
                + "</term></changeDirection>";
    }

    private static String changeSpeed(String type, String number, String term) {
        return "<changeSpeed><speed type='" + type + "'>" + number + "</speed><term>" + term + "</term></changeSpeed>";
    }

    private static String accel(String axis, String type, String number, String term) {
        return "<accel><" + axis + " type='" + type + "'>" + number + "</" + axis + "><term>" + term
                + "</term></accel>";
    }

    /** The directions in each tick, from the beginning of the change to one tick after its end. */
    private static String directions(float from, String content) {
        StringBuilder all = new StringBuilder();
        try (ScriptRun run = ScriptRun.ofTop(content)) {
            run.shooter.direction = from;
            run.shooter.aim = 100;
            boolean more = true;
            while (more) {
                more = run.tick();
                all.append(run.shooter.direction).append(' ');
            }
            run.tick();
            return all.append(run.shooter.direction).toString();
        }
    }

    private static String speeds(String content) {
        StringBuilder all = new StringBuilder();
        try (ScriptRun run = ScriptRun.ofTop(content)) {
            run.shooter.speed = 2;
            boolean more = true;
            while (more) {
                more = run.tick();
                all.append(run.shooter.speed).append(' ');
            }
            run.tick();
            return all.append(run.shooter.speed).toString();
        }
    }

    @Test
    void shouldChangeDirectionOfEachType() {
        assertEquals("10.0 40.0 70.0 100.0 100.0", directions(10, changeDirection("aim", "0", "3")));
        assertEquals("10.0 20.0 30.0 40.0 40.0", directions(10, changeDirection("absolute", "40", "3")));
        assertEquals("10.0 25.0 40.0 40.0", directions(10, changeDirection("relative", "30", "2")));
        assertEquals("10.0 40.0 70.0 70.0", directions(10, changeDirection("sequence", "30", "2")));
        assertEquals(
                "10.0 60.0 110.0 110.0",
                directions(10, "<changeDirection><direction>10</direction><term>2</term></changeDirection>"));
    }

    @Test
    void shouldTurnTheShorterWay() {
        assertEquals("350.0 0.0 10.0 10.0", directions(350, changeDirection("absolute", "10", "2")));
        assertEquals("10.0 0.0 350.0 350.0", directions(10, changeDirection("absolute", "350", "2")));
        assertEquals("0.0 270.0 180.0 180.0", directions(0, changeDirection("absolute", "180", "2")));
        assertEquals("180.0 270.0 0.0 0.0", directions(180, changeDirection("absolute", "0", "2")));
    }

    @Test
    void shouldTurnByTheNumberOfASequence() {
        assertEquals("0.0 200.0 40.0 240.0 240.0", directions(0, changeDirection("sequence", "200", "3")));
        assertEquals("0.0 350.0 340.0 340.0", directions(0, changeDirection("sequence", "-10", "2")));
    }

    @Test
    void shouldChangeSpeedOfEachType() {
        assertEquals("2.0 3.0 4.0 5.0 5.0", speeds(changeSpeed("absolute", "5", "3")));
        assertEquals("2.0 4.5 7.0 7.0", speeds(changeSpeed("relative", "5", "2")));
        assertEquals("2.0 2.5 3.0 3.5 3.5", speeds(changeSpeed("sequence", "0.5", "3")));
        assertEquals("2.0 1.0 0.0 0.0", speeds("<changeSpeed><speed>0</speed><term>2</term></changeSpeed>"));
    }

    @Test
    void shouldTakeATickForTermsBelowOne() {
        for (String term : new String[] {"1", "1.9", "0", "0.9", "-5", "-99999999999"}) {
            assertEquals("2.0 5.0 5.0", speeds(changeSpeed("absolute", "5", term)));
            assertEquals("10.0 40.0 40.0", directions(10, changeDirection("absolute", "40", term)));
        }
        assertEquals("2.0 7.0 7.0", speeds(changeSpeed("sequence", "5", "1")));
        assertEquals("2.0 2.0 2.0", speeds(changeSpeed("sequence", "5", "0")));
        assertEquals("10.0 10.0 10.0", directions(10, changeDirection("sequence", "5", "0")));
    }

    @Test
    void shouldEndExactlyAtTheTarget() {
        String all = speeds(changeSpeed("absolute", "0.1", "7"));
        assertTrue(all.endsWith(" 0.1 0.1"), all);
    }

    @Test
    void shouldReplaceAnActiveChange() {
        assertEquals(
                "2.0 3.0 4.0 3.0 2.0 2.0",
                speeds(changeSpeed("relative", "10", "10") + "<wait>2</wait>" + changeSpeed("relative", "-2", "2")));
    }

    @Test
    void shouldAccelerateByEachTypeOnBothAxes() {
        for (String axis : new String[] {"horizontal", "vertical"}) {
            assertEquals("1.0 2.0 3.0 3.0", drift(axis, accel(axis, "absolute", "3", "2")));
            assertEquals("1.0 2.5 4.0 4.0", drift(axis, accel(axis, "relative", "3", "2")));
            assertEquals("1.0 4.0 7.0 7.0", drift(axis, accel(axis, "sequence", "3", "2")));
            assertEquals("1.0 0.0 0.0", drift(axis, "<accel><" + axis + ">0</" + axis + "><term>1</term></accel>"));
        }
    }

    private static String drift(String axis, String content) {
        StringBuilder all = new StringBuilder();
        try (ScriptRun run = ScriptRun.ofTop(content)) {
            run.shooter.driftX = axis.equals("horizontal") ? 1 : 100;
            run.shooter.driftY = axis.equals("vertical") ? 1 : 100;
            boolean more = true;
            while (more) {
                more = run.tick();
                all.append(axis.equals("horizontal") ? run.shooter.driftX : run.shooter.driftY)
                        .append(' ');
                assertEquals(100, axis.equals("horizontal") ? run.shooter.driftY : run.shooter.driftX);
            }
            run.tick();
            return all.append(axis.equals("horizontal") ? run.shooter.driftX : run.shooter.driftY)
                    .toString();
        }
    }

    @Test
    void shouldAccelerateBothAxesAtOnce() {
        try (ScriptRun run =
                ScriptRun.ofTop("<accel><horizontal>4</horizontal><vertical>-8</vertical><term>4</term></accel>")) {
            run.ticks(2);
            assertEquals(1, run.shooter.driftX);
            assertEquals(-2, run.shooter.driftY);
            run.ticks(3);
            assertEquals(4, run.shooter.driftX);
            assertEquals(-8, run.shooter.driftY);
        }
    }

    @Test
    void shouldEvaluateATermOnce() {
        try (ScriptRun run = ScriptRun.ofTop(
                "<accel><horizontal>4</horizontal><vertical>8</vertical><term>1 + 4 * $rand</term></accel>")) {
            run.shooter.randoms = new float[] {0.25f, 0.75f};
            run.ticks(2);
            assertEquals(2, run.shooter.driftX);
            assertEquals(4, run.shooter.driftY);
        }
    }

    @Test
    void shouldSwapTheAxesOfHorizontalPatterns() {
        Pattern pattern = ScriptRun.read("<bulletml type='horizontal'><action label='top'>"
                + "<accel><horizontal>3</horizontal><vertical>5</vertical><term>1</term></accel><wait>2</wait>"
                + "<accel><horizontal type='relative'>1</horizontal><term>1</term></accel></action></bulletml>");
        try (ScriptRun run = ScriptRun.of(pattern)) {
            run.ticks(2);
            assertEquals(5, run.shooter.driftX);
            assertEquals(-3, run.shooter.driftY);
            run.ticks(3);
            assertEquals(5, run.shooter.driftX);
            assertEquals(-4, run.shooter.driftY);
        }
    }

    @Test
    void shouldNotCountForASequenceOfFires() {
        try (ScriptRun run = ScriptRun.ofTop("<fire><speed>2</speed><bullet/></fire>"
                + changeSpeed("absolute", "9", "1") + "<fire><speed type='sequence'>1</speed><bullet/></fire>")) {
            run.tick();
            assertEquals("2 3", run.speeds());
        }
    }

    @Test
    void shouldLastUntilTheChangeIsOver() {
        try (ScriptRun run = ScriptRun.ofTop(changeSpeed("absolute", "1", "2"))) {
            assertTrue(run.tick());
            assertTrue(run.tick());
            assertFalse(run.tick());
            assertFalse(run.tick());
            assertEquals(1, run.shooter.speed);
        }
    }
}
