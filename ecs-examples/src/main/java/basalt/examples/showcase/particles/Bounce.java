package basalt.examples.showcase.particles;

import static basalt.examples.showcase.particles.Position.Y;
import static basalt.examples.showcase.particles.Velocity.DX;
import static basalt.examples.showcase.particles.Velocity.DY;

import basalt.examples.showcase.particles.effects.Floor;
import basalt.query.Row;
import basalt.query.RowBody;

/**
 * Reflects a particle that has fallen through the floor. A particle exactly on the floor is not reflected. A particle
 * below the floor that is rising is put onto the floor and keeps its velocity.
 *
 * <p>Has no branch, which would prevent vectorisation: {@code hit} is 1 below the floor, and 0 otherwise.
 *
 * @param floor height of the floor
 * @param bounce factor of the vertical speed
 * @param slide factor of the horizontal speed
 */
record Bounce(float floor, float bounce, float slide) implements RowBody {
    /** Scales any depth above rounding errors to at least 1. */
    private static final float STEEP = 1e30f;

    static Bounce of(Floor floor) {
        return new Bounce(floor.y(), floor.bounce(), 1 - floor.friction());
    }

    @Override
    public void accept(Row row) {
        float depth = Math.max(0, floor - row.get(Y));
        float hit = Math.min(1, depth * STEEP);
        float miss = 1 - hit;
        float dy = row.get(DY);
        row.set(Y, Math.max(row.get(Y), floor + depth * bounce));
        row.set(DX, row.get(DX) * (miss + hit * slide));
        row.set(DY, miss * dy + hit * Math.max(dy, -dy * bounce));
    }
}
