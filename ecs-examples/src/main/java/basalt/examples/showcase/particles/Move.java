package basalt.examples.showcase.particles;

import static basalt.examples.showcase.particles.Position.X;
import static basalt.examples.showcase.particles.Position.Y;
import static basalt.examples.showcase.particles.Velocity.DX;
import static basalt.examples.showcase.particles.Velocity.DY;

import basalt.query.Row;
import basalt.query.RowBody;

/**
 * Moves a particle by its velocity.
 *
 * @param dt length of the tick in seconds
 */
record Move(float dt) implements RowBody {
    @Override
    public void accept(Row row) {
        row.set(X, row.get(X) + row.get(DX) * dt);
        row.set(Y, row.get(Y) + row.get(DY) * dt);
    }
}
