package basalt.examples.showcase.particles;

import static basalt.examples.showcase.particles.Velocity.DX;
import static basalt.examples.showcase.particles.Velocity.DY;

import basalt.examples.showcase.particles.effects.Effect;
import basalt.query.Row;
import basalt.query.RowBody;

/**
 * Gravity and drag.
 *
 * @param fall change of the upward velocity per tick by gravity
 * @param keep factor of the velocity after drag
 */
record Pull(float fall, float keep) implements RowBody {
    static Pull of(Effect effect, float dt) {
        return new Pull(effect.gravity() * dt, 1 / (1 + effect.drag() * dt));
    }

    @Override
    public void accept(Row row) {
        row.set(DX, row.get(DX) * keep);
        row.set(DY, (row.get(DY) + fall) * keep);
    }
}
