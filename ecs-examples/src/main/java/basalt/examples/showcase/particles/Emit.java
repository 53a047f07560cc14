package basalt.examples.showcase.particles;

import static basalt.examples.showcase.particles.Glow.BRIGHTNESS;
import static basalt.examples.showcase.particles.Life.AGE;
import static basalt.examples.showcase.particles.Life.LIFETIME;
import static basalt.examples.showcase.particles.Origin.RAMP;
import static basalt.examples.showcase.particles.Position.X;
import static basalt.examples.showcase.particles.Position.Y;
import static basalt.examples.showcase.particles.Velocity.DX;
import static basalt.examples.showcase.particles.Velocity.DY;

import basalt.examples.framework.program.SmallRandom;
import basalt.examples.showcase.particles.effects.Effect;
import basalt.examples.showcase.particles.effects.Emitter;
import basalt.query.Row;
import basalt.query.RowBody;

/**
 * Initialises a new particle: the body of the spawn kernel. One kernel serves all sources; a field that is set before
 * each batch selects the source. {@link Shade} sets the colour at the end of the first tick.
 */
final class Emit implements RowBody {
    private final float dt;
    private final float gravity;
    private final float ground;
    private final SmallRandom random;
    private Source source;
    private boolean hasRandomAge;

    /** Random values of the next particle: age, lifetime, and position and velocity at birth. */
    private float age;

    private float lifetime;
    private float x;
    private float y;
    private float dx;
    private float dy;

    Emit(Effect effect, float dt, SmallRandom random) {
        this.dt = dt;
        this.random = random;
        gravity = effect.gravity();
        ground = effect.floor() == null
                ? Float.NEGATIVE_INFINITY
                : effect.floor().y();
    }

    /** The next particles leave this source at random moments of the last tick. */
    void inLastTick(Source from) {
        source = from;
        hasRandomAge = false;
    }

    /** The next particles get a random age, as if this source had been emitting before the start. */
    void withRandomAge(Source from) {
        source = from;
        hasRandomAge = true;
    }

    @Override
    public void accept(Row row) {
        drawRandomValues(); // a method of its own, so this one stays small enough to be inlined
        float gained = gravity * age;
        row.set(X, x + dx * age);
        row.set(Y, Math.max(ground, y + (dy + gained / 2) * age));
        row.set(DX, dx);
        row.set(DY, dy + gained);
        row.set(AGE, age);
        row.set(LIFETIME, lifetime);
        row.set(BRIGHTNESS, 1 - age / lifetime);
        row.set(RAMP, source.ramp());
    }

    /** Draws the random values of the next particle. */
    private void drawRandomValues() {
        Emitter from = source.emitter();
        lifetime = from.life().at(random.next());
        age = random.next() * (hasRandomAge ? lifetime : Math.min(dt, lifetime));

        // The square root makes the distribution over the disc uniform.
        float distance = from.radius() * (float) Math.sqrt(random.next());
        float angle = 360 * random.next();
        x = from.x() + distance * SineTable.x(angle);
        y = from.y() + distance * SineTable.y(angle);

        float direction = from.direction() + from.spread() * (random.next() - 0.5f);
        float speed = from.speed().at(random.next());
        dx = SineTable.x(direction) * speed + from.jitter() * random.nextSigned();
        dy = SineTable.y(direction) * speed + from.jitter() * random.nextSigned();
        Rays rays = source.rays();
        if (rays != null) {
            int ray = (int) (random.next() * rays.count());
            float burst = from.shell().speed().at(random.next());
            dx += rays.x(ray) * burst;
            dy += rays.y(ray) * burst;
        }
    }
}
