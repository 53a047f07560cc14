package basalt.examples.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.examples.program.HeapMeter;
import basalt.query.Query;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationTest {
    private static final float DT = 1 / 60f;
    private static final float STAGE_WIDTH = 36;

    @Test
    void shouldMakeTheSameWorldFromTheSameSeed() {
        assertEquals(hashAfter(300, 5, 1), hashAfter(300, 5, 1));
    }

    @Test
    void shouldMakeAnotherWorldFromAnotherSeed() {
        assertNotEquals(hashAfter(300, 5, 1), hashAfter(300, 6, 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void shouldMakeTheSameWorldWithMoreWorkers(int workers) {
        assertEquals(hashAfter(100, 5, 1), hashAfter(100, 5, workers));
    }

    @Test
    void shouldMakeTheSameWorldWhenStartedAgain() {
        try (Simulation simulation = simulation(3_000, 7)) {
            simulation.start(1);
            tick(simulation, 50);
            long first = WorldHash.of(simulation.particles());
            tick(simulation, 77);
            assertNotEquals(first, WorldHash.of(simulation.particles()));
            simulation.start(1);
            tick(simulation, 50);
            assertEquals(first, WorldHash.of(simulation.particles()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 1_000, 16_383, 16_384, 16_385, 33_000})
    void shouldKeepThePopulation(int count) {
        try (Simulation simulation = simulation(count, 5)) {
            assertEquals(0, simulation.particles().count());
            simulation.start(1);
            assertEquals(count, simulation.particles().count());
            for (int i = 0; i < 260; i++) {
                simulation.tick();
                assertEquals(count, simulation.particles().count());
            }
        }
    }

    @Test
    void shouldReplaceEveryParticleWithinTheLongestLifetime() {
        try (Simulation simulation = simulation(2_000, 5)) {
            simulation.start(1);
            Query particles = simulation.particles();
            long eldest = particles.first();
            tick(simulation, 245);
            particles.forEach(row -> assertNotEquals(eldest, row.entity()));
            assertTrue(particles.reduce().max(Life.AGE, 0) < 4);
        }
    }

    @Test
    void shouldPutNewParticlesIntoTheRowsOfTheDead() {
        try (Simulation simulation = simulation(20_000, 5)) {
            simulation.start(1);
            long before = simulation.memory().columnBytes();
            tick(simulation, 600);
            assertEquals(before, simulation.memory().columnBytes());
            simulation.particles().forEach(row -> assertTrue(row.index() < 20_000));
        }
    }

    @ParameterizedTest
    @ValueSource(floats = {0.001f, 1 / 60f, 0.1f})
    void shouldStayWithinReason(float dt) {
        Show show = new Show(STAGE_WIDTH, 12);
        try (Simulation simulation = new Simulation(show, 5_000, dt, 1)) {
            simulation.start(3);
            tick(simulation, 500);
            simulation.particles().forEach(row -> {
                assertTrue(Math.abs(row.get(Position.X)) < 2 * STAGE_WIDTH);
                assertTrue(row.get(Position.Y) >= 0 && row.get(Position.Y) < 2 * Show.HEIGHT);
                assertTrue(Math.abs(row.get(Velocity.DX)) < 50);
                assertTrue(Math.abs(row.get(Velocity.DY)) < 50);
                assertTrue(row.get(Glow.BRIGHTNESS) > 0 && row.get(Glow.BRIGHTNESS) <= 1);
                assertTrue(row.get(Life.AGE) >= 0 && row.get(Life.AGE) < row.get(Life.LIFETIME));
            });
        }
    }

    @Test
    void shouldPullSlowAndFadeAParticle() {
        try (Simulation simulation = simulation(1, 1)) {
            simulation.start(9);
            Query particles = simulation.particles();
            float dy = particles.reduce().max(Velocity.DY, 0);
            float dx = Math.abs(particles.reduce().max(Velocity.DX, 0));
            float y = particles.reduce().max(Position.Y, 0);
            float age = particles.reduce().max(Life.AGE, 0);
            float lifetime = particles.reduce().max(Life.LIFETIME, 0);
            simulation.tick();
            Step step = Step.of(DT);
            float newDy = (dy + step.fall()) * step.keep();
            assertEquals(newDy, particles.reduce().max(Velocity.DY, 0));
            assertEquals(dx * step.keep(), Math.abs(particles.reduce().max(Velocity.DX, 0)));
            assertEquals(Math.max(0, y + newDy * DT), particles.reduce().max(Position.Y, 0));
            assertEquals(age + DT, particles.reduce().max(Life.AGE, 0));
            assertEquals(1 - (age + DT) / lifetime, particles.reduce().max(Glow.BRIGHTNESS, 0));
        }
    }

    @Test
    void shouldComeToTicksWithoutGarbage() {
        assumeTrue(HeapMeter.isSupported());
        assumeFalse(Boolean.getBoolean("basalt.strict"), "strict mode makes an object for each run");
        assumeFalse("false".equals(System.getProperty("basalt.kernels.specialise")), "a shared kernel makes rows");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        try (Simulation simulation = simulation(20_000, 12)) {
            simulation.start(1);
            long bytes;
            do { // until the JIT has compiled it all
                long before = HeapMeter.allocatedBytes();
                tick(simulation, 300);
                bytes = HeapMeter.allocatedBytes() - before;
            } while (bytes > 0 && System.nanoTime() < deadline);
            assertEquals(0, bytes);
        }
    }

    private static Simulation simulation(int count, int emitters) {
        return new Simulation(new Show(STAGE_WIDTH, emitters), count, DT, 1);
    }

    private static void tick(Simulation simulation, int ticks) {
        for (int i = 0; i < ticks; i++) {
            simulation.tick();
        }
    }

    private static long hashAfter(int ticks, long seed, int workers) {
        try (Simulation simulation = new Simulation(new Show(STAGE_WIDTH, 12), 30_000, DT, workers)) {
            simulation.start(seed);
            tick(simulation, ticks);
            return WorldHash.of(simulation.particles());
        }
    }
}
