package basalt.examples.particles;

import basalt.component.FloatColumn;
import basalt.query.Query;
import basalt.query.Row;

/** A number for the state of all particles. Queries visit rows in ascending order, so equal worlds have equal hashes. */
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

    private long hash = 0xcbf29ce484222325L;

    private WorldHash() {}

    static long of(Query particles) {
        WorldHash hash = new WorldHash();
        particles.forEach(hash::add);
        return hash.hash;
    }

    private void add(Row row) {
        mix(row.index());
        for (FloatColumn column : COLUMNS) {
            mix(Float.floatToRawIntBits(row.get(column)));
        }
    }

    private void mix(int bits) {
        hash = (hash ^ bits) * 0x100000001b3L;
        hash ^= hash >>> 29;
    }
}
