package basalt.examples.showcase.particles;

import basalt.examples.framework.program.SmallRandom;
import basalt.examples.showcase.particles.Particle.Glow;
import basalt.examples.showcase.particles.Particle.Life;
import basalt.examples.showcase.particles.Particle.Origin;
import basalt.examples.showcase.particles.Particle.Position;
import basalt.examples.showcase.particles.Particle.Velocity;
import basalt.query.Row;
import basalt.query.RowBody;

/**
 * Initialises a new particle: the body of the spawn kernel. One kernel serves all emitters; a field that is set before
 * each batch selects the emitter. {@link Systems#shade} sets the colour at the end of the first tick.
 */
final class Emit implements RowBody {
    private static final int STEPS = 4096;
    private static final float STEPS_A_DEGREE = STEPS / 360f;
    private static final float[] COSINES = new float[STEPS];

    static {
        for (int i = 0; i < STEPS; i++) {
            COSINES[i] = (float) StrictMath.cos(2 * StrictMath.PI * i / STEPS);
        }
    }

    private final SpawnPlan plan;
    private final float dt;
    private final float gravity;
    private final float ground;
    private final SmallRandom random;
    private Effect.Emitter emitter;
    private SpawnPlan.Rays rays;
    private int ramp;
    private boolean hasRandomAge;

    /** Random values of the next particle: age, lifetime, and position and velocity at birth. */
    private float age;

    private float lifetime;
    private float x;
    private float y;
    private float dx;
    private float dy;

    Emit(SpawnPlan plan, float dt, SmallRandom random) {
        this.plan = plan;
        this.dt = dt;
        this.random = random;
        gravity = plan.effect().gravity();
        Effect.Floor floor = plan.effect().floor();
        ground = floor == null ? Float.NEGATIVE_INFINITY : floor.y();
    }

    /**
     * Selects the emitter of the next particles. They leave it at random moments of the last tick, or get a random age,
     * as if it had been emitting before the start.
     */
    void from(int number, boolean withRandomAge) {
        emitter = plan.emitter(number);
        rays = plan.rays(number);
        ramp = Ramps.start(number);
        hasRandomAge = withRandomAge;
    }

    @Override
    public void accept(Row row) {
        drawRandomValues(); // a method of its own, so this one stays small enough to be inlined
        float gained = gravity * age;
        row.set(Position.X, x + dx * age);
        row.set(Position.Y, Math.max(ground, y + (dy + gained / 2) * age));
        row.set(Velocity.DX, dx);
        row.set(Velocity.DY, dy + gained);
        row.set(Life.AGE, age);
        row.set(Life.LIFETIME, lifetime);
        row.set(Glow.BRIGHTNESS, 1 - age / lifetime);
        row.set(Origin.RAMP, ramp);
    }

    /** Draws the random values of the next particle. */
    private void drawRandomValues() {
        Effect.Emitter from = emitter;
        lifetime = from.life().at(random.next());
        age = random.next() * (hasRandomAge ? lifetime : Math.min(dt, lifetime));

        // The square root makes the distribution over the disc uniform.
        float distance = from.radius() * (float) Math.sqrt(random.next());
        float angle = 360 * random.next();
        x = from.x() + distance * cosine(angle);
        y = from.y() + distance * sine(angle);

        float direction = from.direction() + from.spread() * (random.next() - 0.5f);
        float speed = from.speed().at(random.next());
        dx = cosine(direction) * speed + from.jitter() * random.nextSigned();
        dy = sine(direction) * speed + from.jitter() * random.nextSigned();
        if (rays != null) {
            int ray = (int) (random.next() * rays.x().length);
            float burst = from.shell().speed().at(random.next());
            dx += rays.x()[ray] * burst;
            dy += rays.y()[ray] * burst;
        }
    }

    /**
     * Angles are rounded to 4096 directions, so the error is less than 0.0008. The table is fast and, unlike {@link
     * Math#cos}, gives the same results on every machine. Angles can be negative, or more than 360.
     */
    static float cosine(float degrees) {
        return COSINES[step(degrees)];
    }

    static float sine(float degrees) {
        return COSINES[step(degrees) - STEPS / 4 & STEPS - 1];
    }

    /** The index of the direction in the table, which wraps around. */
    private static int step(float degrees) {
        return Math.round(degrees * STEPS_A_DEGREE) & STEPS - 1;
    }
}
