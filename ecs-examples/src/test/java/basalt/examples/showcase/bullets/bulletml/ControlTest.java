package basalt.examples.showcase.bullets.bulletml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.allocator.PoolAllocator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ControlTest {
    private static final String FIRE = "<fire><bullet/></fire>";

    private static String fire(String param) {
        return "<fire><bulletRef label='b'><param>" + param + "</param></bulletRef></fire>";
    }

    /** The ticks, from 0, in which a bullet was fired, and the tick in which the script ended. */
    private static String ticksOfShots(String content) {
        StringBuilder ticks = new StringBuilder();
        try (ScriptRun run = ScriptRun.ofTop(content)) {
            boolean more = true;
            for (int tick = 0; more; tick++) {
                int before = run.shooter.shots.size();
                more = run.tick();
                for (int i = before; i < run.shooter.shots.size(); i++) {
                    ticks.append(tick).append(' ');
                }
                ticks.append(more ? "" : "ended " + tick);
            }
            assertFalse(run.tick());
            return ticks.toString();
        }
    }

    @Test
    void shouldWait() {
        assertEquals("0 1 4 ended 4", ticksOfShots(FIRE + "<wait>1</wait>" + FIRE + "<wait>3</wait>" + FIRE));
        assertEquals(
                "0 0 0 2 ended 2",
                ticksOfShots(FIRE + "<wait>0</wait>" + FIRE + "<wait>-3</wait>" + FIRE + "<wait>2.9</wait>" + FIRE));
        assertEquals("0 ended 3", ticksOfShots(FIRE + "<wait>1</wait><wait>2</wait>"));
    }

    @Test
    void shouldRepeat() {
        assertEquals("0 0 0 ended 0", ticksOfShots("<repeat><times>3</times><action>" + FIRE + "</action></repeat>"));
        assertEquals(
                "0 2 4 ended 6",
                ticksOfShots("<repeat><times>3.7</times><action>" + FIRE + "<wait>2</wait></action></repeat>"));
        assertEquals(
                "0 ended 0", ticksOfShots("<repeat><times>0</times><action>" + FIRE + "</action></repeat>" + FIRE));
        assertEquals("ended 0", ticksOfShots("<repeat><times>-2</times><action>" + FIRE + "</action></repeat>"));
        assertEquals(
                "0 0 1 1 1 2 2 2 3 ended 3",
                ticksOfShots("<repeat><times>3</times><action><repeat><times>2</times><action>" + FIRE
                        + "</action></repeat><wait>1</wait>" + FIRE + "</action></repeat>"));
    }

    @Test
    void shouldEndAtOnceIfThereIsNothingToDo() {
        assertEquals("ended 0", ticksOfShots(""));
        assertEquals("ended 0", ticksOfShots("<action/><action><action/></action>"));
    }

    @Test
    void shouldDoNothingAfterVanish() {
        try (ScriptRun run = ScriptRun.ofTop("<changeSpeed><speed>9</speed><term>5</term></changeSpeed>" + FIRE
                + "<wait>1</wait><vanish/>" + FIRE)) {
            assertTrue(run.tick());
            assertFalse(run.shooter.vanished);
            assertFalse(run.tick());
            assertTrue(run.shooter.vanished);
            float speed = run.shooter.speed;
            assertFalse(run.tick());
            assertEquals("1", run.speeds());
            assertEquals(speed, run.shooter.speed);
        }
    }

    @Test
    void shouldCallActionsWithParameters() {
        try (ScriptRun run = ScriptRun.ofAll("<bullet label='b'/><action label='top'>"
                + "<actionRef label='a'><param>1 + 1</param><param>3</param></actionRef>" + fire("$1")
                + "<repeat><times>2</times><actionRef label='a'><param>10</param></actionRef></repeat></action>"
                + "<action label='a'>" + fire("$1") + "<actionRef label='c'><param>$1 * 100</param></actionRef>"
                + fire("$2") + "</action><action label='c'><wait>1</wait>" + fire("$1") + "</action>")) {
            run.ticks(4);
            assertEquals("2 200 3 1 10 1000 1 10 1000 1", run.firstParams());
        }
    }

    @Test
    void shouldPassParametersToALabelledInnerAction() {
        try (ScriptRun run = ScriptRun.ofAll("<bullet label='b'/><action label='top'>"
                + "<actionRef label='a'><param>4</param></actionRef><actionRef "
                + "label='inner'><param>6</param></actionRef>"
                + "</action><action label='a'><action label='inner'>" + fire("$1") + "</action>" + fire("$1 + 1")
                + "</action>")) {
            run.tick();
            assertEquals("4 5 6", run.firstParams());
        }
    }

    @Test
    void shouldKeepCountersAndParametersOverWaitsInCalls() {
        try (ScriptRun run = ScriptRun.ofAll("<bullet label='b'/><action label='top'><repeat><times>2</times><action>"
                + "<actionRef label='a'><param>1</param></actionRef><actionRef label='a'><param>2</param></actionRef>"
                + "</action></repeat></action><action label='a'><repeat><times>2</times><action>"
                + "<repeat><times>$1</times>"
                + "<action>" + fire("$1") + "<wait>1</wait></action></repeat></action></repeat></action>")) {
            int ticks = 1;
            while (run.tick()) {
                ticks++;
            }
            assertEquals("1 1 2 2 2 2 1 1 2 2 2 2", run.firstParams());
            assertEquals(13, ticks);
        }
    }

    @Test
    void shouldStartAllTopLevelActions() {
        Pattern pattern =
                ScriptRun.read("<bulletml><action label='other'/><action label='top2'/><action label='topmost'/>"
                        + "<action label='Top'/><action label='top'/></bulletml>");
        assertEquals(3, pattern.topCount());
        assertEquals(3, IntStream.range(0, 3).map(pattern::top).distinct().count());
    }

    @Test
    void shouldLimitStepsPerTick() {
        try (ScriptRun run = ScriptRun.ofTop("<repeat><times>1000000</times><action>" + FIRE + "</action></repeat>")) {
            assertTrue(run.tick());
            assertEquals(Interpreter.STEPS_A_TICK / 2, run.shooter.shots.size());
            run.tick();
            assertEquals(Interpreter.STEPS_A_TICK, run.shooter.shots.size());
        }
    }

    @Test
    void shouldContinueAfterTheStepLimit() {
        int times = 3 * Interpreter.STEPS_A_TICK + 17;
        try (ScriptRun run =
                ScriptRun.ofTop("<repeat><times>" + times + "</times><action>" + FIRE + "</action></repeat>")) {
            int ticks = 1;
            while (run.tick()) {
                ticks++;
            }
            assertEquals(times, run.shooter.shots.size());
            assertEquals(7, ticks);
        }
    }

    @Test
    void shouldCallVanishLastSoThatTheScriptCanBeFreed() {
        Pattern pattern = ScriptRun.read("<bulletml><action label='top'><vanish/></action></bulletml>");
        try (PoolAllocator pool = new PoolAllocator(MemorySource.direct(), pattern.scriptBytes(), 4)) {
            Interpreter interpreter = new Interpreter();
            long handle = pool.allocate();
            Script script = new Script().wrap(pattern, pool, handle);
            script.start(pattern.top(0), Params.NONE);
            Slice[] reused = new Slice[1];
            RecordingShooter shooter = new RecordingShooter() {
                @Override
                protected void vanish() {
                    pool.free(handle);
                    reused[0] = pool.slice(pool.allocate()); // reuses the same block
                    reused[0].fill((byte) 7);
                }
            };
            long address = pool.slice(handle).addressUnchecked();
            assertFalse(interpreter.run(script, shooter));
            assertEquals(address, reused[0].addressUnchecked());
            for (int i = 0; i < pattern.scriptBytes(); i++) {
                assertEquals(7, reused[0].getByte(i));
            }
        }
    }
}
