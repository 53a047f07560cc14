package basalt.examples.showcase.particles;

import static basalt.examples.showcase.particles.Position.X;
import static basalt.examples.showcase.particles.Position.Y;
import static basalt.examples.showcase.particles.Velocity.DX;
import static basalt.examples.showcase.particles.Velocity.DY;

import basalt.examples.showcase.particles.effects.Attractor;
import basalt.query.Row;
import basalt.query.RowBody;

/**
 * Draws a particle towards a point: gravity as of a ball, softened within its radius.
 *
 * <p>A system for each attractor. One system with a loop over all of them would touch each column once only, but the
 * JIT makes vector instructions of innermost loops alone: it is the rows that have to be the innermost loop.
 *
 * @param x where the attractor is, to the right
 * @param y where it is, up
 * @param push change of velocity in a tick at a distance of 1, if there were no radius
 * @param softness square of the radius
 */
record Attract(float x, float y, float push, float softness) implements RowBody {
    static Attract of(Attractor attractor, float dt) {
        return new Attract(
                attractor.x(), attractor.y(), attractor.strength() * dt, attractor.radius() * attractor.radius());
    }

    @Override
    public void accept(Row row) {
        float right = x - row.get(X);
        float up = y - row.get(Y);
        float square = right * right + up * up + softness;
        float pull = push / (square * (float) Math.sqrt(square));
        row.set(DX, row.get(DX) + right * pull);
        row.set(DY, row.get(DY) + up * pull);
    }
}
