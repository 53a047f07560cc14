package basalt.examples.showcase.bullets.bulletml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import org.junit.jupiter.api.Test;

class FireTest {
    private static String fire(String content) {
        return "<fire>" + content + "</fire>";
    }

    private static String direction(String type, String number) {
        return "<direction type='" + type + "'>" + number + "</direction>";
    }

    private static String speed(String type, String number) {
        return "<speed type='" + type + "'>" + number + "</speed>";
    }

    /**
     * The directions of the fired bullets. The shooter flies in direction 30 at speed 4; its target is in direction
     * 100.
     */
    private static String directionsOf(String fires) {
        try (ScriptRun run = run(fires)) {
            return run.directions();
        }
    }

    private static String speedsOf(String fires) {
        try (ScriptRun run = run(fires)) {
            return run.speeds();
        }
    }

    private static ScriptRun run(String content) {
        ScriptRun run = ScriptRun.ofTop(content);
        run.shooter.direction = 30;
        run.shooter.speed = 4;
        run.shooter.aim = 100;
        assertFalse(run.tick());
        return run;
    }

    @Test
    void shouldFireAtTheTargetWithSpeedOneByDefault() {
        try (ScriptRun run = run(fire("<bullet/>"))) {
            assertEquals("100", run.directions());
            assertEquals("1", run.speeds());
            assertEquals(Pattern.NO_ACTION, run.shooter.shots.get(0).action());
        }
    }

    @Test
    void shouldFireInEachTypeOfDirection() {
        assertEquals("110", directionsOf(fire("<direction>10</direction><bullet/>")));
        assertEquals("110", directionsOf(fire(direction("aim", "10") + "<bullet/>")));
        assertEquals("10", directionsOf(fire(direction("absolute", "10") + "<bullet/>")));
        assertEquals("40", directionsOf(fire(direction("relative", "10") + "<bullet/>")));
        assertEquals(
                "200 215 230",
                directionsOf(fire(direction("absolute", "200") + "<bullet/>")
                        + fire(direction("sequence", "15") + "<bullet/>")
                        + fire(direction("sequence", "15") + "<bullet/>")));
    }

    @Test
    void shouldFireAtEachTypeOfSpeed() {
        assertEquals("2.5", speedsOf(fire("<speed>2.5</speed><bullet/>")));
        assertEquals("2.5", speedsOf(fire(speed("absolute", "2.5") + "<bullet/>")));
        assertEquals("6.5", speedsOf(fire(speed("relative", "2.5") + "<bullet/>")));
        assertEquals(
                "2 2.5 3",
                speedsOf(fire(speed("absolute", "2") + "<bullet/>")
                        + fire(speed("sequence", "0.5") + "<bullet/>")
                        + fire(speed("sequence", "0.5") + "<bullet/>")));
    }

    @Test
    void shouldBeginASequenceWithTheTargetAndSpeedOne() {
        String fire = fire(direction("sequence", "7") + speed("sequence", "0.5") + "<bullet/>");
        assertEquals("100 107", directionsOf(fire + fire));
        assertEquals("1 1.5", speedsOf(fire + fire));
    }

    @Test
    void shouldContinueASequenceAfterDefaults() {
        assertEquals("100 107", directionsOf(fire("<bullet/>") + fire(direction("sequence", "7") + "<bullet/>")));
        assertEquals("1 1.5", speedsOf(fire("<bullet/>") + fire(speed("sequence", "0.5") + "<bullet/>")));
    }

    @Test
    void shouldWrapDirections() {
        assertEquals("350", directionsOf(fire(direction("absolute", "-10") + "<bullet/>")));
        assertEquals("10", directionsOf(fire(direction("absolute", "730") + "<bullet/>")));
        assertEquals("0", directionsOf(fire(direction("absolute", "360") + "<bullet/>")));
        assertEquals("10", directionsOf(fire(direction("relative", "340") + "<bullet/>")));
    }

    @Test
    void shouldPreferTheValuesOfTheBullet() {
        assertEquals(
                "20",
                directionsOf(
                        fire(direction("absolute", "10") + "<bullet>" + direction("absolute", "20") + "</bullet>")));
        assertEquals("3", speedsOf(fire("<speed>2</speed><bullet><speed>3</speed></bullet>")));
        assertEquals(
                "15",
                directionsOf(
                        fire(direction("absolute", "10") + "<bullet>" + direction("sequence", "5") + "</bullet>")));
        assertEquals("2.5", speedsOf(fire("<speed>2</speed><bullet>" + speed("sequence", "0.5") + "</bullet>")));
        assertEquals("33", directionsOf(fire("<bullet>" + direction("relative", "3") + "</bullet>")));
        assertEquals("7", speedsOf(fire("<bullet>" + speed("relative", "3") + "</bullet>")));
    }

    @Test
    void shouldEvaluateSpeedBeforeDirection() {
        try (ScriptRun run = ScriptRun.ofTop(
                fire("<direction type='absolute'>100 * $rand</direction><speed>100 * $rand</speed><bullet/>"))) {
            run.shooter.randoms = new float[] {0.25f, 0.75f};
            run.tick();
            assertEquals("75", run.directions());
            assertEquals("25", run.speeds());
        }
    }

    @Test
    void shouldRotateAbsoluteDirectionsOfHorizontalPatterns() {
        String fires = "<action label='top'>" + fire(direction("absolute", "0") + "<bullet/>")
                + fire(direction("absolute", "100") + "<bullet/>") + fire(direction("aim", "10") + "<bullet/>")
                + fire(direction("sequence", "10") + "<bullet/>") + "</action>";
        for (String type : new String[] {"horizontal", "vertical", "none"}) {
            Pattern pattern = ScriptRun.read("<bulletml type='" + type + "'>" + fires + "</bulletml>");
            try (ScriptRun run = ScriptRun.of(pattern)) {
                run.tick();
                boolean horizontal = type.equals("horizontal");
                assertEquals(horizontal ? "270 10 190 200" : "0 100 190 200", run.directions());
            }
        }
    }

    @Test
    void shouldPassParametersToFiresAndBullets() {
        try (ScriptRun run = ScriptRun.ofAll(
                "<action label='top'><fireRef label='f'><param>10</param><param>2 * 2</param></fireRef></action>"
                        + "<fire label='f'><direction type='absolute'>$1</direction><speed>$2 + 1</speed>"
                        + "<bulletRef label='b'><param>$2 * 10</param><param>$1</param></bulletRef></fire>"
                        + "<bullet label='b'><speed>$2 + $3</speed><action><wait>$1</wait></action></bullet>")) {
            run.tick();
            assertEquals("10", run.directions());
            assertEquals("11", run.speeds()); // the third parameter is missing, so it is 1
            assertEquals("40", run.firstParams());
            assertNotEquals(Pattern.NO_ACTION, run.shooter.shots.get(0).action());
        }
    }

    @Test
    void shouldPassParametersToInnerElements() {
        try (ScriptRun run =
                ScriptRun.ofAll("<action label='top'><actionRef label='a'><param>7</param></actionRef></action>"
                        + "<action label='a'><fire label='inner'><speed>$1</speed><bullet label='b'>"
                        + "<action><fire><speed>$1 + 1</speed><bullet/></fire></action></bullet></fire></action>")) {
            run.tick();
            assertEquals("7", run.speeds());
            try (ScriptRun bullet = run.fired(0)) {
                bullet.tick();
                assertEquals("8", bullet.speeds());
            }
        }
    }

    @Test
    void shouldRunTheActionsOfABulletInSequence() {
        try (ScriptRun run = ScriptRun.ofAll(
                "<action label='top'><fire><bulletRef label='b'><param>5</param></bulletRef></fire></action>"
                        + "<bullet label='b'><action><wait>2</wait></action><actionRef label='shoot'><param>$1 * "
                        + "2</param></actionRef>"
                        + "<action label='last'><vanish/></action></bullet>"
                        + "<action label='shoot'><fire><speed>$1</speed><bullet/></fire><wait>1</wait></action>")) {
            run.tick();
            try (ScriptRun bullet = run.fired(0)) {
                bullet.ticks(2);
                assertEquals("", bullet.speeds());
                assertTrue(bullet.tick());
                assertEquals("10", bullet.speeds());
                assertFalse(bullet.tick());
                assertTrue(bullet.shooter.vanished);
            }
        }
    }

    @Test
    void shouldKeepSequencesOfScriptsApart() {
        try (ScriptRun run =
                ScriptRun.ofAll("<action label='top'><fire><direction type='absolute'>90</direction><bulletRef "
                        + "label='b'/></fire></action>"
                        + "<bullet label='b'><action><fire><direction "
                        + "type='sequence'>5</direction><bullet/></fire></action></bullet>")) {
            run.tick();
            try (ScriptRun bullet = run.fired(0)) {
                bullet.shooter.aim = 200;
                bullet.tick();
                assertEquals("200", bullet.directions());
            }
        }
    }

    @Test
    void shouldNotLeakParametersOfOtherCalls() {
        try (ScriptRun run =
                ScriptRun.ofAll("<action label='top'><actionRef label='a'><param>7</param><param>8</param></actionRef>"
                        + "<fire><bullet/></fire></action><action label='a'><wait>$1 - $2</wait></action>")) {
            run.tick();
            assertEquals(Collections.nCopies(9, 1f), run.shooter.shots.get(0).params());
        }
    }
}
