package basalt.examples.showcase.particles;

import static basalt.examples.showcase.particles.Position.Y;
import static basalt.examples.showcase.particles.Velocity.DX;
import static basalt.examples.showcase.particles.Velocity.DY;

import basalt.examples.showcase.particles.effects.Floor;
import basalt.query.Row;
import basalt.query.RowBody;

/**
 * Throws a particle back that has fallen through the floor. One that is exactly on the floor has not, nor is one that
 * comes up from below thrown down again: it is put onto the floor and goes on.
 *
 * <p>Written without a branch, which would cost the loop its vector instructions: {@code hit} is 1 below the floor,
 * else 0.
 *
 * @param floor how high the floor is
 * @param bounce which part of the falling speed is kept
 * @param slide which part of the speed sideways is kept
 */
record Bounce(float floor, float bounce, float slide) implements RowBody {
    /** Makes 1 or more of any depth that is more than rounding. */
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
