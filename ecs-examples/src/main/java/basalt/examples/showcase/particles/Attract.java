package basalt.examples.showcase.particles;

import static basalt.examples.showcase.particles.Position.X;
import static basalt.examples.showcase.particles.Position.Y;
import static basalt.examples.showcase.particles.Velocity.DX;
import static basalt.examples.showcase.particles.Velocity.DY;

import basalt.examples.showcase.particles.effects.Attractor;
import basalt.query.Row;
import basalt.query.RowBody;

/**
 * Pulls a particle towards a point, with the gravity of a ball that is softened within its radius.
 *
 * <p>Each attractor has its own system. One system that loops over all attractors would read each column only once, but
 * the JIT vectorises only innermost loops, so the innermost loop must be the one over the rows.
 *
 * @param x x of the attractor
 * @param y y of the attractor
 * @param push change of velocity per tick at a distance of 1, without softening
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
