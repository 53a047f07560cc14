package basalt.examples.showcase.bullets.bulletml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.bullets.bulletml.Shooter.Glide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ticks that a script hands over have the same result as running the script in them. */
class HandOverTest {
    private static final int TICKS = 120;

    private static final String TURN =
            "<changeDirection><direction type='absolute'>350</direction><term>20</term></changeDirection>";
    private static final String SPIN =
            "<changeDirection><direction type='sequence'>-7</direction><term>60</term></changeDirection>";
    private static final String FASTER = "<changeSpeed><speed type='relative'>3</speed><term>15</term></changeSpeed>";
    private static final String FALL = "<accel><horizontal>-1</horizontal><vertical>2</vertical><term>9</term></accel>";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<wait>1</wait><fire><bullet/></fire>",
                "<wait>2</wait><fire><bullet/></fire>",
                "<wait>30</wait><fire><bullet/></fire>",
                TURN,
                TURN + "<wait>5</wait><fire><direction type='relative'>1</direction><bullet/></fire>",
                SPIN + FASTER + FALL,
                SPIN + "<wait>10</wait>" + FASTER + "<wait>10</wait>" + FALL + "<wait>50</wait>" + TURN,
                FALL + "<wait>8</wait>" + SPIN + "<wait>100</wait>",
                FALL + "<wait>9</wait>" + SPIN,
                FASTER + "<wait>15</wait>" + FASTER + "<wait>16</wait>" + FASTER + "<wait>14</wait><vanish/>",
                "<repeat><times>9</times><action>" + SPIN + "<wait>3</wait><fire><bullet/></fire></action></repeat>",
                "<changeSpeed><speed>0</speed><term>1</term></changeSpeed><wait>4</wait>" + FASTER,
                "<changeSpeed><speed>5</speed><term>2</term></changeSpeed>"
            })
    void shouldHaveTheSameResult(String content) {
        try (ScriptRun each = ScriptRun.ofTop(content);
                ScriptRun few = ScriptRun.ofTop(content)) {
            start(each);
            start(few);
            Glide glide = new Glide();
            int idle = 0;
            boolean goesOn = true;
            boolean fewGoOn = true;
            for (int i = 0; i < TICKS && goesOn; i++) {
                goesOn = each.tick();
                if (idle > 0) {
                    idle--;
                    glide(few.shooter, glide);
                } else {
                    fewGoOn = few.tick();
                    idle = fewGoOn ? few.handOver(glide) : 0;
                }
                assertTrue(each.shooter.direction == few.shooter.direction, "direction in tick " + i);
                assertTrue(each.shooter.speed == few.shooter.speed, "speed in tick " + i);
                assertTrue(each.shooter.driftX == few.shooter.driftX, "drift to the right in tick " + i);
                assertTrue(each.shooter.driftY == few.shooter.driftY, "drift downwards in tick " + i);
                assertEquals(each.shooter.shots, few.shooter.shots, "shots in tick " + i);
            }
            assertEquals(goesOn, fewGoOn);
            assertEquals(each.shooter.vanished, few.shooter.vanished);
        }
    }

    @Test
    void shouldHandOverAllTicksOfAWait() {
        try (ScriptRun run = ScriptRun.ofTop("<wait>30</wait><fire><bullet/></fire><wait>2</wait>")) {
            assertTrue(run.tick());
            assertEquals(29, run.handOver(new Glide()));
            assertEquals(0, run.handOver(new Glide()));
            assertEquals(0, run.shooter.shots.size());
            assertTrue(run.tick());
            assertEquals(1, run.shooter.shots.size());
            assertEquals(1, run.handOver(new Glide()));
        }
    }

    @Test
    void shouldHandOverUntilTheFirstChangeIsComplete() {
        try (ScriptRun run = ScriptRun.ofTop(SPIN + FASTER + FALL)) {
            run.tick();
            Glide glide = new Glide();
            assertEquals(8, run.handOver(glide));
            assertEquals(-7, glide.turn());
            assertEquals(0.2f, glide.acceleration());
            assertEquals(-1 / 9f, glide.driftX());
            assertEquals(2 / 9f, glide.driftY());
            assertTrue(run.tick());
            assertEquals(15 - 9 - 1, run.handOver(glide));
            assertEquals(0, glide.driftX());
            assertEquals(0, glide.driftY());
        }
    }

    @Test
    void shouldHandNothingOverWithoutARunningScript() {
        try (ScriptRun run = ScriptRun.ofTop("<wait>1</wait>")) {
            assertEquals(0, run.handOver(new Glide())); // not begun yet
            run.tick();
            assertEquals(0, run.handOver(new Glide()));
            run.tick();
            assertEquals(0, run.handOver(new Glide())); // has ended
        }
    }

    @Test
    void shouldStayFinite() {
        assertEquals(0, Glide.changed(Float.MAX_VALUE, Float.MAX_VALUE));
        assertEquals(1, Glide.changed(Float.NaN, 1));
        assertEquals(355, Glide.turned(5, -10));
        assertEquals(10, Glide.turned(Float.POSITIVE_INFINITY, 370));
    }

    private static void start(ScriptRun run) {
        run.shooter.direction = 100;
        run.shooter.speed = 1.5f;
    }

    private static void glide(RecordingShooter shooter, Glide glide) {
        shooter.direction = Glide.turned(shooter.direction, glide.turn());
        shooter.speed = Glide.changed(shooter.speed, glide.acceleration());
        shooter.driftX = Glide.changed(shooter.driftX, glide.driftX());
        shooter.driftY = Glide.changed(shooter.driftY, glide.driftY());
    }
}
