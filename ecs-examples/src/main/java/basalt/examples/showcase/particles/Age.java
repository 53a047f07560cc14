package basalt.examples.showcase.particles;

import static basalt.examples.showcase.particles.Glow.BRIGHTNESS;
import static basalt.examples.showcase.particles.Life.AGE;
import static basalt.examples.showcase.particles.Life.LIFETIME;

import basalt.query.Row;
import basalt.query.RowBody;

/**
 * Ages a particle, and fades it.
 *
 * @param dt length of the tick in seconds
 */
record Age(float dt) implements RowBody {
    @Override
    public void accept(Row row) {
        float older = row.get(AGE) + dt;
        row.set(AGE, older);
        row.set(BRIGHTNESS, Math.max(0, 1 - older / row.get(LIFETIME)));
    }
}
