package basalt.examples.showcase.bullets.bulletml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Valid files that would run forever, or take all memory, without limits. */
class HostileFilesTest {
    private static Pattern read(String name) throws IOException {
        try {
            return Pattern.read(
                    Path.of(HostileFilesTest.class.getResource("hostile").toURI())
                            .resolve(name));
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldReturnFromAnEndlessLoop() throws IOException {
        try (ScriptRun run = ScriptRun.of(read("endless-loop.xml"))) {
            for (int tick = 0; tick < 1_000; tick++) {
                assertTrue(run.tick());
            }
        }
    }

    @Test
    void shouldLimitFiresBySteps() throws IOException {
        try (ScriptRun run = ScriptRun.of(read("endless-fire.xml"))) {
            for (int tick = 1; tick <= 20; tick++) {
                assertTrue(run.tick());
                assertEquals(tick * Interpreter.STEPS_A_TICK / 2, run.shooter.shots.size(), 1);
            }
        }
    }

    @Test
    void shouldLetTheGameLimitBullets() throws IOException {
        try (Swarm swarm = new Swarm(read("endless-bullets.xml"), 1_000, 0)) {
            for (int tick = 0; tick < 30; tick++) {
                swarm.tick();
            }
            assertEquals(1_000, swarm.count);
            assertTrue(swarm.fired > swarm.count);
        }
    }

    @Test
    void shouldNotCopyReferences() throws IOException {
        Pattern pattern = read("laughs-by-reference.xml");
        assertTrue(pattern.scriptBytes() < 2_000, "scriptBytes=" + pattern.scriptBytes());
        try (ScriptRun run = ScriptRun.of(pattern)) {
            for (int tick = 0; tick < 10; tick++) {
                assertTrue(run.tick());
            }
            assertTrue(run.shooter.shots.size() > 1_000 && run.shooter.shots.size() <= 10 * Interpreter.STEPS_A_TICK);
        }
    }

    @Test
    void shouldPassFiniteValuesOnly() throws IOException {
        try (Swarm swarm = new Swarm(read("huge-numbers.xml"), 1_000, 0)) { // checks each value
            for (int tick = 0; tick < 100; tick++) {
                swarm.tick();
            }
            assertEquals(20, swarm.fired);
            assertTrue(swarm.runs >= 100);
            assertEquals(1, swarm.scripts.liveBlocks()); // waits almost forever
        }
        try (ScriptRun run = ScriptRun.of(read("huge-numbers.xml"))) {
            run.ticks(100);
            assertTrue(Float.isFinite(run.shooter.driftX));
            assertEquals(0, run.shooter.driftY);
            assertFalse(run.shooter.vanished);
        }
    }
}
