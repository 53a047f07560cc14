package basalt.examples.showcase.particles;

import basalt.component.FloatColumn;
import basalt.examples.framework.program.StateHash;
import basalt.query.Query;

/** A hash of all components of all particles. */
final class WorldHash {
    private static final FloatColumn[] COLUMNS = {
        Position.X,
        Position.Y,
        Velocity.DX,
        Velocity.DY,
        Life.AGE,
        Life.LIFETIME,
        Glow.BRIGHTNESS,
        Tint.RED,
        Tint.GREEN,
        Tint.BLUE
    };

    private WorldHash() {}

    static long of(Query particles) {
        StateHash hash = new StateHash();
        hash.add(particles, COLUMNS);
        hash.add(particles, Origin.RAMP);
        return hash.value();
    }
}
