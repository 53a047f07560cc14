package basalt.examples.showcase.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.program.Garbage;
import basalt.examples.showcase.particles.Effect.Attractor;
import basalt.examples.showcase.particles.Effect.Emitter;
import basalt.examples.showcase.particles.Effect.Floor;
import basalt.examples.showcase.particles.Effect.Range;
import basalt.examples.showcase.particles.Effect.Shell;
import basalt.examples.showcase.particles.Particle.Glow;
import basalt.examples.showcase.particles.Particle.Life;
import basalt.examples.showcase.particles.Particle.Origin;
import basalt.examples.showcase.particles.Particle.Position;
import basalt.examples.showcase.particles.Particle.Tint;
import basalt.examples.showcase.particles.Particle.Velocity;
import basalt.query.Query;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.world.World;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationTest {
    private static final float DT = 1 / 60f;
    private static final int COUNT = 20_000;

    /**
     * Sums, products and roots are exact by specification, and sines come from a table, so worlds are equal on every
     * machine.
     */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({
        "fountain, aa2b098dc96fd990",
        "galaxy, 130608fd3881a4f2",
        "sparks, 61b27255fddbad37",
        "fire, 65401286ea66a1fe",
    })
    void shouldProduceTheSameWorldOnEveryMachine(String effect, String hash) throws IOException {
        assertEquals(hash, Long.toHexString(hashAfter(30, effect, 5, 1)));
        assertEquals(hash, Long.toHexString(hashAfter(30, effect, 5, 2)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fountain", "galaxy", "sparks", "fire"})
    void shouldProduceDifferentWorldsFromDifferentSeeds(String effect) throws IOException {
        assertNotEquals(hashAfter(2, effect, 5, 1), hashAfter(2, effect, 6, 1));
    }

    @Test
    void shouldProduceTheSameWorldAfterRestart() throws IOException {
        try (Simulation simulation = simulation(3_000, 7)) {
            simulation.start(1);
            tick(simulation, 50);
            long first = simulation.hash();
            tick(simulation, 77);
            assertNotEquals(first, simulation.hash());
            simulation.start(1);
            tick(simulation, 50);
            assertEquals(first, simulation.hash());
        }
    }

    /** Sparks of bursts, and the number of particles after a spawn, are restored as well. */
    @ParameterizedTest
    @ValueSource(strings = {"fountain", "galaxy", "sparks", "fire"})
    void shouldRepeatItsCourseAfterARestoration(String effect) throws IOException {
        try (Simulation simulation = simulation(effect, 3_000);
                Snapshots ring = Saves.snapshots(simulation.world(), 2, simulation.derived())) {
            simulation.start(1);
            tick(simulation, 50);
            long middle = ring.capture();
            long hash = simulation.hash();
            simulation.spawn();
            tick(simulation, 50);
            long end = ring.capture();
            long endHash = simulation.hash();
            ring.restore(middle);
            assertEquals(3_000, simulation.count());
            assertEquals(hash, simulation.hash());
            simulation.spawn();
            tick(simulation, 50);
            assertEquals(endHash, simulation.hash());
            ring.restore(middle);
            ring.restore(end);
            assertEquals(endHash, simulation.hash());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 1_000, 16_385})
    void shouldKeepThePopulation(int count) throws IOException {
        keepPopulation(count);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(ints = {16_383, 16_384, 33_000})
    void shouldKeepALargePopulation(int count) throws IOException {
        keepPopulation(count);
    }

    private static void keepPopulation(int count) throws IOException {
        try (Simulation simulation = simulation(count, 5)) {
            assertEquals(0, simulation.particles().count());
            simulation.start(1);
            assertEquals(count, simulation.particles().count());
            for (int i = 0; i < 130; i++) {
                simulation.tick();
                assertEquals(count, simulation.particles().count());
            }
        }
    }

    @Test
    void shouldCloseItsWorldIfCreationFails() throws IOException {
        SpawnPlan plan = new SpawnPlan(EffectReader.shipped("fountain"), 12);
        for (int workers : new int[] {0, -1}) {
            World world = World.create();
            assertThrows(IllegalArgumentException.class, () -> new Simulation(world, plan, 100, DT, workers));
            assertThrows(IllegalStateException.class, world::query, "closed");
        }
        World world = World.create();
        assertThrows(NullPointerException.class, () -> new Simulation(world, null, 100, DT, 1));
        assertThrows(IllegalStateException.class, world::query, "closed");
    }

    @Test
    void shouldCloseAllEvenIfOneFails() throws IOException {
        World world = World.create();
        AutoCloseable late = () -> {
            throw new IllegalStateException("late");
        };
        Simulation simulation = new Simulation(world, new SpawnPlan(EffectReader.shipped("fire"), 1), 100, DT, 1);
        world.resources().own(AutoCloseable.class, late);
        simulation.start(1);
        simulation.tick();
        assertEquals(
                "late",
                assertThrows(IllegalStateException.class, simulation::close).getMessage());
        assertThrows(IllegalStateException.class, world::query, "closed");
    }

    @Test
    void shouldGrowUntilRestart() throws IOException {
        try (Simulation simulation = simulation(3_000, 7)) {
            simulation.start(1);
            tick(simulation, 10);
            long first = simulation.hash();
            simulation.spawn();
            simulation.spawn();
            assertEquals(3_630, simulation.count());
            assertEquals(3_000, simulation.particles().count());
            simulation.tick();
            assertEquals(3_630, simulation.particles().count());
            simulation.start(1);
            assertEquals(3_000, simulation.count());
            tick(simulation, 10);
            assertEquals(first, simulation.hash());
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "9, 10", "20, 22", "49999999, 50000000", "50000000, 50000000"})
    void shouldNotGrowBeyondTheMaximum(int before, int after) throws IOException {
        try (Simulation simulation = simulation(before, 5)) { // not started, so it needs no memory
            simulation.spawn();
            assertEquals(after, simulation.count());
        }
    }

    @Test
    void shouldReplaceEveryParticleWithinTheLongestLifetime() throws IOException {
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
    void shouldReuseTheRowsOfDeadParticles() throws IOException {
        try (Simulation simulation = simulation(5_000, 5)) {
            simulation.start(1);
            long before = simulation.world().statistics().memory().columnBytes();
            tick(simulation, 250);
            assertEquals(before, simulation.world().statistics().memory().columnBytes());
            simulation.particles().forEach(row -> assertTrue(row.index() < 5_000));
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(floats = {0.001f, 1 / 60f, 0.1f})
    void shouldKeepValuesInRange(float dt) throws IOException {
        SpawnPlan plan = new SpawnPlan(EffectReader.shipped("fountain"), 12);
        try (Simulation simulation = new Simulation(World.create(), plan, 2_000, dt, 1)) {
            simulation.start(3);
            tick(simulation, 500);
            simulation.particles().forEach(row -> {
                assertTrue(Math.abs(row.get(Position.X)) < 80);
                assertTrue(row.get(Position.Y) >= 0 && row.get(Position.Y) < 50);
                assertTrue(Math.abs(row.get(Velocity.DX)) < 50);
                assertTrue(Math.abs(row.get(Velocity.DY)) < 50);
                assertTrue(row.get(Glow.BRIGHTNESS) > 0 && row.get(Glow.BRIGHTNESS) <= 1);
                assertTrue(row.get(Life.AGE) >= 0 && row.get(Life.AGE) < row.get(Life.LIFETIME));
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fountain", "sparks"})
    void shouldHaveNoParticleBelowTheFloor(String effect) throws IOException {
        try (Simulation simulation = simulation(effect, 1_000)) {
            simulation.start(3);
            for (int i = 0; i < 100; i++) {
                simulation.particles().forEach(row -> assertTrue(row.get(Position.Y) >= 0));
                simulation.tick();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fountain", "galaxy", "sparks", "fire"})
    void shouldGiveEachParticleTheColourOfItsAge(String name) throws IOException {
        Effect effect = EffectReader.shipped(name);
        float[] table = Ramps.of(effect).table();
        try (Simulation simulation = simulation(name, 2_000)) {
            simulation.start(3);
            for (int i = 0; i < 3; i++) {
                simulation.particles().forEach(row -> {
                    int step = Math.round((1 - row.get(Glow.BRIGHTNESS)) * (Ramps.STEPS - 1));
                    int at = row.get(Origin.RAMP) + step * Ramps.CHANNELS;
                    assertEquals(table[at], row.get(Tint.RED));
                    assertEquals(table[at + 1], row.get(Tint.GREEN));
                    assertEquals(table[at + 2], row.get(Tint.BLUE));
                });
                tick(simulation, 40);
            }
        }
    }

    /** Computes one particle by hand: gravity and drag, then the floor. */
    @Test
    void shouldMoveAParticleFromBirthOn() throws IOException {
        Effect sparks = EffectReader.shipped("sparks");
        Emitter emitter = new Emitter(
                0,
                5,
                0,
                -22,
                34,
                new Range(3, 13),
                0,
                null,
                new Range(4, 4),
                1,
                null,
                sparks.emitters().get(0).ramp());
        Effect effect = new Effect(sparks.view(), -9.8f, 0.15f, sparks.floor(), null, List.of(emitter));
        try (Simulation simulation = new Simulation(World.create(), new SpawnPlan(effect, 1), 1, DT, 1)) {
            simulation.start(9);
            Query particles = simulation.particles();
            float[] y = {particles.reduce().max(Position.Y, 0)};
            float[] dy = new float[1];
            particles.forEach(row -> dy[0] = row.get(Velocity.DY));
            float age = particles.reduce().max(Life.AGE, 0);
            float lifetime = particles.reduce().max(Life.LIFETIME, 0);
            int bounces = 0;
            int ticks = 0;
            for (age += DT; age < lifetime; age += DT) {
                simulation.tick();
                ticks++;
                dy[0] = (dy[0] + effect.gravity() * DT) * (1 / (1 + effect.drag() * DT));
                y[0] += dy[0] * DT;
                if (y[0] < 0) {
                    y[0] = -y[0] * effect.floor().bounce();
                    dy[0] = -dy[0] * effect.floor().bounce();
                    bounces++;
                }
                particles.forEach(row -> {
                    assertEquals(y[0], row.get(Position.Y), 1e-4f);
                    assertEquals(dy[0], row.get(Velocity.DY), 1e-4f);
                });
                assertEquals(age, particles.reduce().max(Life.AGE, 0));
                assertEquals(1 - age / lifetime, particles.reduce().max(Glow.BRIGHTNESS, 0));
            }
            assertTrue(ticks > 40, "ticks=" + ticks);
            assertTrue(bounces > 0, "bounces=" + bounces);
        }
    }

    @Test
    void shouldWaitUntilASourceEmits() throws IOException {
        Effect fountain = EffectReader.shipped("fountain");
        Effect firework = new Effect(
                fountain.view(), -7, 0.7f, null, null, fountain.emitters().subList(5, 6)); // bursts from 0 to 0.3 s
        try (Simulation simulation = new Simulation(World.create(), new SpawnPlan(firework, 1), 1_000, DT, 1)) {
            simulation.start(1);
            assertEquals(1_000, simulation.particles().count());
            tick(simulation, 120);
            assertTrue(
                    simulation.particles().count() < 600,
                    "count=" + simulation.particles().count());
            tick(simulation, 8);
            assertEquals(1_000, simulation.particles().count());
        }
    }

    /** With the largest distances and speeds that a file allows, all values stay finite. */
    @Test
    void shouldStayFiniteWithExtremeFiles() throws IOException {
        Effect fire = EffectReader.shipped("fire");
        Emitter emitter = new Emitter(
                1000,
                1000,
                0,
                0,
                360,
                new Range(1000, 1000),
                1000,
                new Shell(1, new Range(1000, 1000)),
                new Range(0.01f, 60),
                1,
                null,
                fire.emitters().get(0).ramp());
        Attractor strong = new Attractor(0, 0, 1000, 0.1f);
        Attractor weak = new Attractor(1000, 1000, -1000, 0.1f);
        Effect worst = new Effect(
                fire.view(),
                -1000,
                0,
                new Floor(-1000, 1, 0),
                List.of(strong, weak, strong, weak, strong, weak, strong, weak),
                List.of(emitter));
        try (Simulation simulation = new Simulation(World.create(), new SpawnPlan(worst, 1), 500, 0.1f, 1)) {
            simulation.start(1);
            for (int i = 0; i < 700; i++) {
                simulation.tick();
            }
            simulation.particles().forEach(row -> {
                assertTrue(Float.isFinite(row.get(Position.X)) && Float.isFinite(row.get(Position.Y)));
                assertTrue(Float.isFinite(row.get(Velocity.DX)) && Float.isFinite(row.get(Velocity.DY)));
            });
            assertEquals(500, simulation.particles().count());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fountain", "galaxy", "sparks", "fire"})
    void shouldTickWithoutGarbage(String effect) throws IOException {
        Garbage.requireQuickKernels();
        try (Simulation simulation = simulation(effect, 20_000)) {
            simulation.start(1);
            Garbage.assertNoneSoon(() -> tick(simulation, 300));
        }
    }

    private static Simulation simulation(int count, int emitters) throws IOException {
        return new Simulation(World.create(), new SpawnPlan(EffectReader.shipped("fountain"), emitters), count, DT, 1);
    }

    private static Simulation simulation(String name, int count) throws IOException {
        Effect effect = EffectReader.shipped(name);
        return new Simulation(
                World.create(), new SpawnPlan(effect, effect.emitters().size()), count, DT, 1);
    }

    private static void tick(Simulation simulation, int ticks) {
        for (int i = 0; i < ticks; i++) {
            simulation.tick();
        }
    }

    private static long hashAfter(int ticks, String name, long seed, int workers) throws IOException {
        Effect effect = EffectReader.shipped(name);
        SpawnPlan plan = new SpawnPlan(effect, effect.emitters().size());
        try (Simulation simulation = new Simulation(World.create(), plan, COUNT, DT, workers)) {
            simulation.start(seed);
            tick(simulation, ticks);
            return simulation.hash();
        }
    }
}
