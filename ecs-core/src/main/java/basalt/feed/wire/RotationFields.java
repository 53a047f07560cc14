package basalt.feed.wire;

import static basalt.feed.wire.Frames.CHUNK_ROWS;

import basalt.component.FloatColumn;
import basalt.storage.ColumnMemory;
import basalt.world.World;

/**
 * A rotation, that is, a quaternion of length 1 in four floats, as four fields: which part is the largest, and the
 * other three, which lie between -1/sqrt(2) and 1/sqrt(2) ("smallest three"). The largest one follows from these; its
 * sign is made positive, since a quaternion and its negative are the same rotation.
 */
final class RotationFields extends ColumnFields {
    private static final int PARTS = 4;

    private final FloatColumn[] columns;
    private final int[] lanes;
    private final int most;
    private final double perStep;

    /** Of four scalar columns with lane 0, or of four lanes of one column. */
    RotationFields(FloatColumn[] columns, int[] lanes, int first, int bits) {
        super(columns[0], lanes[0], first);
        this.columns = columns;
        this.lanes = lanes;
        most = (1 << bits - 1) - 1;
        perStep = Math.sqrt(0.5) / most;
    }

    @Override
    int count() {
        return PARTS;
    }

    @Override
    void encode(RowWord rows) {
        for (int i = 0; i < rows.count; i++) {
            float x = part(rows, i, 0);
            float y = part(rows, i, 1);
            float z = part(rows, i, 2);
            float w = part(rows, i, 3);
            encode(x, y, z, w, rows.values[i], first * CHUNK_ROWS + rows.places[i]);
        }
    }

    private float part(RowWord rows, int i, int part) {
        return ColumnMemory.getFloat(rows.base, rows.rows[i], columns[part].laneOffset(lanes[part]));
    }

    private void encode(float x, float y, float z, float w, int[] to, int at) {
        double length = Math.sqrt((double) x * x + (double) y * y + (double) z * z + (double) w * w);
        boolean isRotation = length > 0 && length <= Double.MAX_VALUE; // others become no rotation at all
        int largest = isRotation ? largest(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w)) : PARTS - 1;
        to[at] = largest;
        double sign = part(x, y, z, w, largest) < 0 ? -1 : 1;
        int place = at;
        for (int part = 0; part < PARTS; part++) {
            if (part != largest) {
                place += CHUNK_ROWS;
                double value = isRotation ? sign * part(x, y, z, w, part) / length : 0;
                to[place] = (int) Math.max(-most, Math.min(most, Math.rint(value / perStep)));
            }
        }
    }

    private static float part(float x, float y, float z, float w, int part) {
        return switch (part) {
            case 0 -> x;
            case 1 -> y;
            case 2 -> z;
            default -> w;
        };
    }

    private static int largest(float x, float y, float z, float w) {
        int ofFirst = x >= y ? 0 : 1;
        int ofLast = z >= w ? 2 : 3;
        return Math.max(x, y) >= Math.max(z, w) ? ofFirst : ofLast;
    }

    /** One of the four parts. */
    private float decode(int[] values, int place, int part) {
        int at = first * CHUNK_ROWS + place;
        int largest = values[at];
        if (part != largest) {
            return (float) (values[at + (part < largest ? part + 1 : part) * CHUNK_ROWS] * perStep);
        }
        double rest = 1;
        for (int i = 1; i < PARTS; i++) {
            double value = values[at + i * CHUNK_ROWS] * perStep;
            rest -= value * value;
        }
        return (float) Math.sqrt(Math.max(0, rest));
    }

    /** Whether two rotations differ by about so many steps at most, whichever part is the largest. */
    boolean isNear(int[] one, int place, int[] other, int otherPlace, int steps) {
        double dot = 0;
        for (int i = 0; i < PARTS; i++) {
            dot += (double) decode(one, place, i) * decode(other, otherPlace, i);
        }
        double most = (steps + 1) * perStep; // the parts of each are rounded by half a step
        return 1 - Math.abs(dot) <= 2 * most * most;
    }

    @Override
    boolean isValid(int[] values, int place) {
        int at = first * CHUNK_ROWS + place;
        boolean valid = values[at] >>> 2 == 0;
        for (int i = 1; i < PARTS; i++) {
            int value = values[at + i * CHUNK_ROWS];
            valid &= value >= -most && value <= most;
        }
        return valid;
    }

    @Override
    void write(int[] values, int place, World world, long entity, Handles handles) {
        for (int part = 0; part < PARTS; part++) {
            world.set(entity, columns[part], lanes[part], decode(values, place, part));
        }
    }

    @Override
    void blend(int[] from, int[] to, int place, double part, World world, long entity, Handles handles) {
        double dot = 0;
        for (int i = 0; i < PARTS; i++) {
            dot += decode(from, place, i) * decode(to, place, i);
        }
        double toPart = dot < 0 ? -part : part; // the shorter way
        double square = (1 - part) * (1 - part) + part * part + 2 * (1 - part) * toPart * dot;
        double scale = 1 / Math.sqrt(square); // at least 0.5 before the root: the dot and toPart have the same sign
        for (int i = 0; i < PARTS; i++) {
            double value = decode(from, place, i) * (1 - part) + decode(to, place, i) * toPart;
            world.set(entity, columns[i], lanes[i], (float) (value * scale));
        }
    }
}
