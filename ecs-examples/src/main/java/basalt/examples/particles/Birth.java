package basalt.examples.particles;

import static basalt.examples.particles.Glow.BRIGHTNESS;
import static basalt.examples.particles.Life.AGE;
import static basalt.examples.particles.Life.LIFETIME;
import static basalt.examples.particles.Position.X;
import static basalt.examples.particles.Position.Y;
import static basalt.examples.particles.Tint.BLUE;
import static basalt.examples.particles.Tint.GREEN;
import static basalt.examples.particles.Tint.RED;
import static basalt.examples.particles.Velocity.DX;
import static basalt.examples.particles.Velocity.DY;

import basalt.examples.program.SmallRandom;
import basalt.query.Row;
import basalt.query.RowBody;

/**
 * What a new particle starts with: the body of the spawn kernel. One kernel serves all emitters; which one it is comes from a
 * field, set before each burst.
 */
final class Birth implements RowBody {
    private static final float JITTER = 0.12f;

    private final Step step;
    private SmallRandom random;
    private Emitter emitter;
    private boolean longAgo;

    Birth(Step step) {
        this.step = step;
    }

    void seed(long seed) {
        random = new SmallRandom(seed);
    }

    /** The next particles leave this emitter, at some moment of the last tick. */
    void justNow(Emitter source) {
        emitter = source;
        longAgo = false;
    }

    /** The next particles have left this emitter at some moment of their lives, as if the show had been running. */
    void longAgo(Emitter source) {
        emitter = source;
        longAgo = true;
    }

    @Override
    public void accept(Row row) {
        Emitter from = emitter;
        float lifetime = from.lifetime() * (1 - 0.4f * random.next());
        float age = random.next() * (longAgo ? lifetime : step.dt());

        Rays rays = from.rays();
        int ray = (int) (random.next() * rays.count());
        float speed = from.speed() * (1 - from.slower() * random.next());
        float dx = from.dx() + rays.x(ray) * speed + JITTER * random.nextSigned();
        float dy = from.dy() + rays.y(ray) * speed + JITTER * random.nextSigned();
        float gained = step.fall() / step.dt() * age;

        row.set(X, from.x() + dx * age);
        row.set(Y, Math.max(0, from.y() + (dy + gained / 2) * age));
        row.set(DX, dx);
        row.set(DY, dy + gained);
        row.set(AGE, age);
        row.set(LIFETIME, lifetime);
        row.set(BRIGHTNESS, 1 - age / lifetime);
        row.set(RED, from.tint().red());
        row.set(GREEN, from.tint().green());
        row.set(BLUE, from.tint().blue());
    }
}
