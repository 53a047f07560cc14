package basalt.examples.showcase.particles;

import basalt.examples.showcase.particles.Effect.Attractor;
import basalt.examples.showcase.particles.Effect.Floor;
import basalt.examples.showcase.particles.Particle.Glow;
import basalt.examples.showcase.particles.Particle.Life;
import basalt.examples.showcase.particles.Particle.Origin;
import basalt.examples.showcase.particles.Particle.Position;
import basalt.examples.showcase.particles.Particle.Tint;
import basalt.examples.showcase.particles.Particle.Velocity;
import basalt.query.RowBody;

/** What the systems of a tick do with a particle. They have no branches, so the JIT vectorises them. */
final class Systems {
    /** Scales any depth below the floor that is above rounding errors to at least 1. */
    private static final float STEEP = 1e30f;

    private Systems() {}

    /**
     * Pulls a particle towards a point, with the gravity of a ball that is softened within its radius.
     *
     * <p>Each attractor has its own system. One system that loops over all attractors would read each column only once,
     * but the JIT vectorises only innermost loops, so the innermost loop must be the one over the rows.
     */
    static RowBody attract(Attractor attractor, float dt) {
        float x = attractor.x();
        float y = attractor.y();
        float push = attractor.strength() * dt;
        float softness = attractor.radius() * attractor.radius();
        return row -> {
            float right = x - row.get(Position.X);
            float up = y - row.get(Position.Y);
            float square = right * right + up * up + softness;
            float pull = push / (square * (float) Math.sqrt(square));
            row.set(Velocity.DX, row.get(Velocity.DX) + right * pull);
            row.set(Velocity.DY, row.get(Velocity.DY) + up * pull);
        };
    }

    /** Gravity and drag. */
    static RowBody pull(Effect effect, float dt) {
        float fall = effect.gravity() * dt;
        float keep = 1 / (1 + effect.drag() * dt);
        return row -> {
            row.set(Velocity.DX, row.get(Velocity.DX) * keep);
            row.set(Velocity.DY, (row.get(Velocity.DY) + fall) * keep);
        };
    }

    static RowBody move(float dt) {
        return row -> {
            row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX) * dt);
            row.set(Position.Y, row.get(Position.Y) + row.get(Velocity.DY) * dt);
        };
    }

    /**
     * Reflects a particle that has fallen through the floor. A particle exactly on the floor is not reflected. A
     * particle below the floor that is rising is put onto the floor and keeps its velocity.
     */
    static RowBody bounce(Floor floor) {
        float ground = floor.y();
        float bounce = floor.bounce();
        float slide = 1 - floor.friction();
        return row -> {
            float depth = Math.max(0, ground - row.get(Position.Y));
            float hit = Math.min(1, depth * STEEP); // 1 below the floor, 0 otherwise
            float miss = 1 - hit;
            float dy = row.get(Velocity.DY);
            row.set(Position.Y, Math.max(row.get(Position.Y), ground + depth * bounce));
            row.set(Velocity.DX, row.get(Velocity.DX) * (miss + hit * slide));
            row.set(Velocity.DY, miss * dy + hit * Math.max(dy, -dy * bounce));
        };
    }

    /** Ages a particle, and fades it. */
    static RowBody age(float dt) {
        return row -> {
            float older = row.get(Life.AGE) + dt;
            row.set(Life.AGE, older);
            row.set(Glow.BRIGHTNESS, Math.max(0, 1 - older / row.get(Life.LIFETIME)));
        };
    }

    /**
     * Sets the colour of a particle by its age. The table lookup prevents vectorisation, but is still much cheaper than
     * mixing colours for each particle.
     */
    static RowBody shade(Ramps ramps) {
        float[] table = ramps.table();
        return row -> {
            float over = 1 - row.get(Glow.BRIGHTNESS); // elapsed part of the lifetime, computed by age
            int at = row.get(Origin.RAMP) + (int) (over * (Ramps.STEPS - 1) + 0.5f) * Ramps.CHANNELS;
            row.set(Tint.RED, table[at]);
            row.set(Tint.GREEN, table[at + 1]);
            row.set(Tint.BLUE, table[at + 2]);
        };
    }
}
