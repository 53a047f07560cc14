package basalt.examples.showcase.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.particles.Effect.Camera;
import basalt.examples.showcase.particles.Effect.Emitter;
import basalt.examples.showcase.particles.Effect.Floor;
import basalt.examples.showcase.particles.Effect.Range;
import basalt.examples.showcase.particles.Effect.Shell;
import basalt.examples.showcase.particles.Particle.Glow;
import basalt.examples.showcase.particles.Particle.Life;
import basalt.examples.showcase.particles.Particle.Position;
import basalt.examples.showcase.particles.Particle.Velocity;
import basalt.query.Query;
import basalt.world.World;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class EmitTest {
    private static final int COUNT = 2_000;
    private static final Range STILL = new Range(0, 0);

    private static Emitter emitter(
            float radius, float direction, float spread, Range speed, float jitter, Shell shell, Range life)
            throws IOException {
        return new Emitter(
                3,
                4,
                radius,
                direction,
                spread,
                speed,
                jitter,
                shell,
                life,
                1,
                null,
                EffectReader.shipped("fire").emitters().get(0).ramp());
    }

    /** Passes young particles of an emitter to a check. */
    private static void births(Emitter emitter, float gravity, Floor floor, Consumer<Query> look) {
        Effect effect = new Effect(new Camera(0, 0, 10), gravity, 0, floor, null, List.of(emitter));
        try (Simulation simulation = new Simulation(World.create(), new SpawnPlan(effect, 1), COUNT, 1 / 60f, 1)) {
            simulation.start(1);
            assertEquals(COUNT, simulation.particles().count());
            look.accept(simulation.particles());
        }
    }

    @Test
    void shouldLeaveInADirectionWithinTheSpread() throws IOException {
        float[] angles = {1_000, -1_000};
        float[] speeds = {1_000, -1_000};
        Emitter emitter = emitter(0, 100, 30, new Range(2, 5), 0, null, new Range(0.01f, 0.01f));
        births(
                emitter,
                0,
                null,
                particles -> particles.forEach(row -> {
                    float dx = row.get(Velocity.DX);
                    float dy = row.get(Velocity.DY);
                    widen(angles, (float) Math.toDegrees(Math.atan2(dy, dx)));
                    widen(speeds, (float) Math.hypot(dx, dy));
                    assertEquals(3 + dx * row.get(Life.AGE), row.get(Position.X), 1e-4f);
                    assertEquals(4 + dy * row.get(Life.AGE), row.get(Position.Y), 1e-4f);
                }));
        assertEquals(85, angles[0], 0.3);
        assertEquals(115, angles[1], 0.3);
        assertEquals(2, speeds[0], 0.02);
        assertEquals(5, speeds[1], 0.02);
    }

    private static void widen(float[] range, float value) {
        range[0] = Math.min(range[0], value);
        range[1] = Math.max(range[1], value);
    }

    @Test
    void shouldBeginWithinTheRadius() throws IOException {
        int[] inner = new int[1];
        births(
                emitter(2, 0, 0, STILL, 0, null, new Range(1, 1)),
                0,
                null,
                particles -> particles.forEach(row -> {
                    double distance = Math.hypot(row.get(Position.X) - 3, row.get(Position.Y) - 4);
                    assertTrue(distance <= 2.001, "distance=" + distance);
                    inner[0] += distance < 1 ? 1 : 0;
                }));
        assertEquals(COUNT / 4f, inner[0], COUNT / 20f);
    }

    @Test
    void shouldLiveWithinTheRange() throws IOException {
        float[] lives = {1_000, -1_000};
        births(
                emitter(0, 0, 0, STILL, 0, null, new Range(0.5f, 3)),
                0,
                null,
                particles -> particles.forEach(row -> {
                    widen(lives, row.get(Life.LIFETIME));
                    assertTrue(row.get(Life.AGE) >= 0 && row.get(Life.AGE) < row.get(Life.LIFETIME));
                    assertEquals(1 - row.get(Life.AGE) / row.get(Life.LIFETIME), row.get(Glow.BRIGHTNESS));
                }));
        assertEquals(0.5, lives[0], 0.02);
        assertEquals(3, lives[1], 0.02);
    }

    @Test
    void shouldAddAShellAndJitter() throws IOException {
        float[] speeds = {1_000, -1_000};
        Shell shell = new Shell(64, new Range(2, 2));
        births(
                emitter(0, 0, 0, STILL, 0.1f, shell, new Range(1, 1)),
                0,
                null,
                particles -> particles.forEach(row ->
                        widen(speeds, (float) Math.hypot(row.get(Velocity.DX), row.get(Velocity.DY)))));
        assertTrue(speeds[0] < 0.6, "towards the viewer: " + speeds[0]);
        assertEquals(2, speeds[1], 0.15);
    }

    @Test
    void shouldFallButNotThroughTheFloor() throws IOException {
        int[] onFloor = new int[1];
        births(
                emitter(0, 0, 0, STILL, 0, null, new Range(3, 3)),
                -10,
                new Floor(-1, 0, 0),
                particles -> particles.forEach(row -> {
                    float age = row.get(Life.AGE);
                    assertEquals(Math.max(-1, 4 - 5 * age * age), row.get(Position.Y), 1e-3f);
                    assertEquals(-10 * age, row.get(Velocity.DY), 1e-3f);
                    onFloor[0] += row.get(Position.Y) == -1 ? 1 : 0;
                }));
        assertEquals(COUNT * 2 / 3f, onFloor[0], COUNT / 20f);
    }
}
