package basalt.examples.showcase.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.examples.showcase.particles.Effect.Attractor;
import basalt.examples.showcase.particles.Effect.Floor;
import basalt.examples.showcase.particles.Particle.Glow;
import basalt.examples.showcase.particles.Particle.Life;
import basalt.examples.showcase.particles.Particle.Origin;
import basalt.examples.showcase.particles.Particle.Position;
import basalt.examples.showcase.particles.Particle.Tint;
import basalt.examples.showcase.particles.Particle.Velocity;
import basalt.query.RowBody;
import basalt.world.World;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the kernel of each system with plain Java. */
class SystemsTest {
    private static final float DT = 1 / 60f;
    private static final int ROWS = 1_000;

    /** Position and velocity of a particle. */
    private record Body(float x, float y, float dx, float dy) {}

    private static Body[] random(long seed, float range) {
        Random random = new Random(seed);
        Body[] bodies = new Body[ROWS];
        for (int i = 0; i < ROWS; i++) {
            bodies[i] = new Body(
                    range * (2 * random.nextFloat() - 1),
                    range * (2 * random.nextFloat() - 1),
                    10 * (2 * random.nextFloat() - 1),
                    10 * (2 * random.nextFloat() - 1));
        }
        return bodies;
    }

    /** Runs a kernel on bodies with holes between their rows. */
    private static Body[] run(RowBody system, Body... bodies) {
        Body[] after = new Body[bodies.length];
        try (World world = World.create()) {
            long[] entities = new long[bodies.length];
            long hole = 0;
            for (int i = 0; i < bodies.length; i++) {
                Body body = bodies[i];
                entities[i] = world.spawn(new Position(body.x, body.y), new Velocity(body.dx, body.dy));
                hole = i == bodies.length / 2 ? world.spawn(new Position(1, 1), new Velocity(1, 1)) : hole;
            }
            world.destroy(hole);
            world.query()
                    .all(Position.TYPE, Velocity.TYPE)
                    .build()
                    .kernel(system)
                    .run();
            for (int i = 0; i < bodies.length; i++) {
                Position position = world.get(entities[i], Position.TYPE);
                Velocity velocity = world.get(entities[i], Velocity.TYPE);
                after[i] = new Body(position.x(), position.y(), velocity.dx(), velocity.dy());
            }
        }
        return after;
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 200, 1", "3, -2, -50, 0.1", "-1000, 1000, 1000, 1000", "1, 1, 0, 1"})
    void shouldAttract(float x, float y, float strength, float radius) {
        Body[] before = random(1, 20);
        Body[] after = run(Systems.attract(new Attractor(x, y, strength, radius), DT), before);
        for (int i = 0; i < ROWS; i++) {
            double right = (double) x - before[i].x;
            double up = (double) y - before[i].y;
            double pull = strength * DT / Math.pow(right * right + up * up + (double) radius * radius, 1.5);
            double most = 1e-5 + 2e-6 * Math.abs(strength) * DT / ((double) radius * radius);
            assertEquals(before[i].dx + right * pull, after[i].dx, most);
            assertEquals(before[i].dy + up * pull, after[i].dy, most);
            assertEquals(before[i].x, after[i].x);
            assertEquals(before[i].y, after[i].y);
        }
    }

    @Test
    void shouldNotAttractAtItsCentre() {
        Body there = new Body(3, 4, 1, -1);
        assertEquals(there, run(Systems.attract(new Attractor(3, 4, 1000, 0.1f), DT), there)[0]);
    }

    @Test
    void shouldRepelByNegativeStrength() {
        Body after = run(Systems.attract(new Attractor(0, 0, -8, 1), 1), new Body((float) Math.sqrt(3), 0, 0, 0))[0];
        assertEquals(Math.sqrt(3), after.dx, 1e-6);
        assertEquals(0, after.dy);
    }

    @Test
    void shouldPullAndSlow() throws IOException {
        Body[] before = random(2, 20);
        Body[] after = run(Systems.pull(EffectReader.shipped("fountain"), DT), before);
        float keep = 1 / (1 + 0.7f * DT);
        for (int i = 0; i < ROWS; i++) {
            assertEquals(
                    new Body(before[i].x, before[i].y, before[i].dx * keep, (before[i].dy + -7 * DT) * keep), after[i]);
        }
    }

    @Test
    void shouldMove() {
        Body[] before = random(3, 20);
        Body[] after = run(Systems.move(DT), before);
        for (int i = 0; i < ROWS; i++) {
            Body body = before[i];
            assertEquals(new Body(body.x + body.dx * DT, body.y + body.dy * DT, body.dx, body.dy), after[i]);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0.5, 0.25", "0, 0, 1", "0, 1, 0", "-3.7, 0.3, 0.1", "1000, 0.9, 0.5"})
    void shouldBounce(float floor, float bounce, float friction) {
        Body[] before = random(4, 5);
        for (int i = 0; i < ROWS; i++) {
            before[i] = new Body(before[i].x, floor + before[i].y, before[i].dx, before[i].dy);
        }
        Body[] after = run(Systems.bounce(new Floor(floor, bounce, friction)), before);
        for (int i = 0; i < ROWS; i++) {
            Body body = before[i];
            if (body.y >= floor) {
                assertEquals(body, after[i]);
            } else {
                float dy = body.dy < 0 ? -body.dy * bounce : body.dy;
                float y = floor + (floor - body.y) * bounce;
                assertEquals(positive(new Body(body.x, y, body.dx * (1 - friction), dy)), positive(after[i]));
            }
        }
    }

    /** Replaces -0 by 0. */
    private static Body positive(Body body) {
        return new Body(body.x + 0f, body.y + 0f, body.dx + 0f, body.dy + 0f);
    }

    @ParameterizedTest
    @CsvSource({
        "0, -3, exactly on the floor and falling: that is for the next tick",
        "0, 3, exactly on the floor and rising",
        "0, 0, at rest",
        "1e-30, -3, just above",
        "7, 0, above and not moving",
    })
    void shouldNotChangeParticlesAboveTheFloor(float y, float dy, String why) {
        Body body = new Body(1, y, 2, dy);
        assertEquals(body, positive(run(Systems.bounce(new Floor(0, 0.5f, 0.25f)), body)[0]), why);
    }

    @ParameterizedTest
    @CsvSource({
        "-2, 3, 1, 3, rising from below: goes on rising",
        "-2, -3, 1, 1.5, falling",
        "-2, 0, 1, 0, below and not moving",
        "-1e-20, -3, 5e-21, 1.5, just below",
        "-1e20, -3, 5e19, 1.5, far below",
    })
    void shouldBringBackParticlesBelowTheFloor(float y, float dy, float newY, float newDy, String why) {
        Body after = positive(run(Systems.bounce(new Floor(0, 0.5f, 0.25f)), new Body(1, y, 2, dy))[0]);
        assertEquals(new Body(1, newY, 1.5f, newDy), after, why);
    }

    /** The particle falls, comes to rest, and stays at rest. */
    @Tag("slow")
    @Test
    void shouldComeToRestOnTheFloor() {
        RowBody bounce = Systems.bounce(new Floor(2, 0.5f, 0.5f));
        Body[] body = {new Body(0, 3, 1, 0)};
        for (int i = 0; i < 600; i++) {
            Body at = body[0];
            float dy = at.dy - 9.8f * DT;
            body = run(bounce, new Body(at.x + at.dx * DT, at.y + dy * DT, at.dx, dy));
        }
        assertEquals(2, body[0].y, 0.01);
        assertEquals(0, body[0].dx, 1e-6);
        assertEquals(0, body[0].dy, 0.2);
    }

    @Test
    void shouldAgeAndFade() {
        try (World world = World.create()) {
            long young = world.spawn(new Life(1, 4), new Glow(0.75f));
            long old = world.spawn(new Life(3.9f, 4), new Glow(0.025f));
            world.query()
                    .all(Life.TYPE, Glow.TYPE)
                    .build()
                    .kernel(Systems.age(0.5f))
                    .run();
            assertEquals(new Life(1.5f, 4), world.get(young, Life.TYPE));
            assertEquals(new Glow(0.625f), world.get(young, Glow.TYPE));
            assertEquals(new Life(4.4f, 4), world.get(old, Life.TYPE));
            assertEquals(new Glow(0), world.get(old, Glow.TYPE));
        }
    }

    @ParameterizedTest
    @ValueSource(floats = {1, 0.999f, 0.9f, 0.5f, 0.1f, 0.001f, 0})
    void shouldShade(float brightness) throws IOException {
        Ramps ramps = Ramps.of(EffectReader.shipped("galaxy"));
        try (World world = World.create()) {
            long[] entities = new long[4];
            for (int i = 0; i < 4; i++) {
                entities[i] = world.spawn(new Glow(brightness), new Origin(Ramps.start(i)), new Tint(9, 9, 9));
            }
            world.query()
                    .all(Glow.TYPE, Origin.TYPE, Tint.TYPE)
                    .build()
                    .kernel(Systems.shade(ramps))
                    .run();
            for (int i = 0; i < 4; i++) {
                int at = Ramps.start(i) + 3 * Math.round((1 - brightness) * 127);
                float[] table = ramps.table();
                assertEquals(new Tint(table[at], table[at + 1], table[at + 2]), world.get(entities[i], Tint.TYPE));
            }
        }
    }
}
