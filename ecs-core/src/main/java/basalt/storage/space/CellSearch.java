package basalt.storage.space;

import basalt.component.Entity;
import basalt.internal.Friend;
import basalt.memory.Slice;
import basalt.memory.block.ArenaAccess;
import basalt.memory.frame.FrameLongList;
import org.agrona.UnsafeApi;

/**
 * Looks for points of a table. One thread's, which uses it for one question after the other: it makes no garbage.
 *
 * <p>A point is near a place if the sum of the squared differences, in {@code float} and in the order x, y, z, is less
 * than the squared radius. Rounding is monotonic: all such points are in cells of the box around the place, and the box
 * needs no margin. Coordinates too large for an {@code int} cell share the last one.
 *
 * <p>A box that is larger than the torus of buckets has each bucket once.
 *
 * <p>SAFETY: the points of a run are those of buckets, which are masked or at most the number of buckets. What is
 * written to a list is below its capacity.
 */
public final class CellSearch {
    @SuppressWarnings("unchecked") // lists install it
    private static final ArenaAccess.LongLists<FrameLongList> LISTS =
            (ArenaAccess.LongLists<FrameLongList>) Friend.of(FrameLongList.class, Slice.class);

    private static final long BYTES = Long.BYTES;

    /** Else a box would grow very slowly around a crowd that lacks few of those that are looked for. */
    private static final double LEAST_GROWTH = 1.3;

    /** The bits of infinity: those of NaN are greater. */
    private static final int INFINITE = 0x7F80_0000;

    /** A cell with so many points more than are looked for makes the first box smaller. */
    private static final int MANY = 5;

    private CellTable table;
    private float x;
    private float y;
    private float z;

    // What is collected: up to the other corner of a box, or with a squared distance whose bits are below a limit.
    private float maxX;
    private float maxY;
    private float maxZ;
    private int limit;

    // The box: its lines of cells, and the columns of each, of which some may be beyond the edge of the torus.
    private int firstY;
    private int firstZ;
    private int linesY;
    private int lines;
    private int left;
    private int width;
    private int wrapped;
    private int runs;

    // The segment, and what was found along it.
    private double dx;
    private double dy;
    private double dz;
    private double perY;
    private double perZ;
    private double squaredLength;
    private double squaredRadius;
    private double reach;
    private double piece;
    private double end;
    private double first;
    private int hit;
    private int bucketsLeft;

    /** Begins a question about a place. Of tables in two dimensions, z is 0. */
    public CellSearch at(CellTable points, float placeX, float placeY, float placeZ) {
        if (table != points) { // repeated use of one table costs no write barrier
            table = points;
        }
        x = placeX + 0f;
        y = placeY + 0f;
        z = placeZ + 0f;
        return this;
    }

    // ---- runs

    private void around(float radius) {
        box(
                (double) x - radius,
                (double) y - radius,
                (double) z - radius,
                (double) x + radius,
                (double) y + radius,
                (double) z + radius);
    }

    private void box(double minX, double minY, double minZ, double maxX, double maxY, double maxZ) {
        int cell = table.cellX(minX);
        int length = length(cell, table.cellX(maxX), table.xMask);
        left = length > table.xMask ? 0 : cell & table.xMask;
        width = Math.min(length, table.xMask + 1 - left);
        wrapped = length - width;
        firstY = table.cellY(minY);
        linesY = length(firstY, table.cellY(maxY), table.yMask);
        lines = linesY;
        if (!table.isFlat()) {
            firstZ = table.cellY(minZ);
            lines *= length(firstZ, table.cellY(maxZ), table.zMask);
        }
        runs = wrapped > 0 ? 2 * lines : lines;
    }

    private static int length(int first, int last, int mask) {
        return (int) Math.max(0, Math.min((long) last - first + 1, mask + 1L));
    }

    private boolean hasAllBuckets() {
        return runs == lines && (long) lines * width == table.bucketCount();
    }

    /** The bucket with which a run begins: first those of all lines, then what is beyond the edge of the torus. */
    private int bucket(int run) {
        int line = run < lines ? run : run - lines;
        int column = run < lines ? left : 0;
        if (table.isFlat()) {
            return table.line(firstY + line, 0) + column;
        }
        int byZ = line / linesY;
        return table.line(firstY + line - byZ * linesY, firstZ + byZ) + column;
    }

    /** The first point of a run. */
    private int from(int run) {
        return table.start(bucket(run));
    }

    /** The first point behind a run. */
    private int to(int run) {
        return table.start(bucket(run) + (run < lines ? width : wrapped));
    }

    private static float get(long coordinates, int point) {
        return UnsafeApi.getFloat(null, coordinates + ((long) point << 2));
    }

    /** The squared distance of a point, as bits: ascending, since it is not negative; NaN last. */
    private int far(int point) {
        float byX = x - get(table.xs(), point);
        float byY = y - get(table.ys(), point);
        float squared = byX * byX + byY * byY;
        if (!table.isFlat()) {
            float byZ = z - get(table.zs(), point);
            squared += byZ * byZ;
        }
        return Float.floatToRawIntBits(squared);
    }

    // ---- all

    /** The number of points near the place. */
    public int count(float radius) {
        int squared = Float.floatToRawIntBits(radius * radius);
        int count = 0;
        around(radius);
        for (int run = 0; run < runs; run++) {
            for (int point = from(run), to = to(run); point < to; point++) {
                count += (far(point) - squared) >>> 31;
            }
        }
        return count;
    }

    /** Appends the entities near the place to a list; returns their number. */
    public int collect(float radius, FrameLongList into) {
        limit = Float.floatToRawIntBits(radius * radius);
        around(radius);
        return collect(false, into);
    }

    /** Appends the entities in the box from the place to its opposite corner, both inclusive. */
    public int collectBox(float toX, float toY, float toZ, FrameLongList into) {
        maxX = toX + 0f; // a zero is positive: so the difference of two of them is
        maxY = toY + 0f;
        maxZ = toZ + 0f;
        box(x, y, z, toX, toY, toZ);
        return collect(true, into);
    }

    private int collect(boolean isBox, FrameLongList into) {
        int before = into.size();
        long elements = elements(into);
        for (int run = 0; run < runs; run++) {
            int from = from(run);
            int to = to(run);
            if (to - from <= into.capacity() - into.size()) {
                long end = elements + into.size() * BYTES;
                long at = end;
                for (int point = from; point < to; point++) { // writes all, and goes on behind those that belong to it
                    UnsafeApi.putLong(null, at, table.handle(point));
                    at += ((isBox ? inBox(point) : far(point) - limit) >>> 31) * BYTES;
                }
                LISTS.grow(into, (int) ((at - end) / BYTES));
            } else {
                for (int point = from; point < to; point++) {
                    if ((isBox ? inBox(point) : far(point) - limit) < 0) {
                        into.add(table.handle(point));
                    }
                }
            }
        }
        return into.size() - before;
    }

    private static long elements(FrameLongList list) {
        Slice slice = LISTS.internal(list);
        slice.requireLive();
        return slice.addressUnchecked();
    }

    /** Negative if a point is in the box: without a branch, by the signs of differences. */
    private int inBox(int point) {
        float px = table.x(point) + 0f;
        float py = table.y(point) + 0f;
        int fromX = Float.floatToRawIntBits(px - x);
        int signs = fromX | Float.floatToRawIntBits(maxX - px);
        signs |= INFINITE - fromX; // not a number, where an entity is gone
        signs |= Float.floatToRawIntBits(py - y) | Float.floatToRawIntBits(maxY - py);
        if (!table.isFlat()) {
            float pz = table.z(point) + 0f;
            signs |= Float.floatToRawIntBits(pz - z) | Float.floatToRawIntBits(maxZ - pz);
        }
        return ~signs;
    }

    /** Appends the entities in the cell of the place. */
    public int collectCell(FrameLongList into) {
        int before = into.size();
        int cellX = table.cellX(x);
        int cellY = table.cellY(y);
        int cellZ = table.cellY(z);
        box(x, y, z, x, y, z);
        for (int run = 0; run < runs; run++) {
            for (int point = from(run), to = to(run); point < to; point++) { // a bucket has the points of several cells
                if (table.row(point) != CellTable.GONE
                        && table.cellX(table.x(point)) == cellX
                        && table.cellY(table.y(point)) == cellY
                        && (table.isFlat() || table.cellY(table.z(point)) == cellZ)) {
                    into.add(table.handle(point));
                }
            }
        }
        return into.size() - before;
    }

    // ---- the nearest, as longs in ascending order: the squared distance, and the point

    private static long farthest(float radius) {
        return (long) Float.floatToRawIntBits(radius * radius) << Integer.SIZE;
    }

    /** The first box: a smaller one if there are many points around the place. */
    private float start(float radius, int most) {
        if (radius <= table.height / 2) {
            return radius;
        }
        int bucket = table.line(table.cellY(y), table.cellY(z)) + (table.cellX(x) & table.xMask);
        int around = table.start(bucket + 1) - table.start(bucket);
        double cells = around > most + MANY ? Math.sqrt((double) most / around) / 2 : most > 2 ? 1 : 0.5;
        return Math.min(radius, Math.max(Float.MIN_NORMAL, (float) (table.height * cells)));
    }

    /** Goes to a box, beyond which the search does not look; returns the radius within which it has all points. */
    private float search(float box, float radius) {
        around(box);
        return hasAllBuckets() ? radius : box;
    }

    /** The next box if a box has so many points: as large as it probably must be. */
    private static float larger(float box, float radius, int found, int most) {
        double more = found == 0 ? 2 : Math.min(2, Math.max(LEAST_GROWTH, Math.sqrt((1.2 * most + 2) / found)));
        return Math.min(radius, (float) (box * more));
    }

    /** The nearest entity, of those near the place; NULL if there is none. */
    public long nearest(float radius) {
        for (float box = start(radius, 1); ; box = larger(box, radius, 0, 1)) {
            float whole = search(box, radius);
            long none = farthest(whole);
            long best = none;
            for (int run = 0; run < runs; run++) {
                for (int point = from(run), to = to(run); point < to; point++) {
                    best = Math.min(best, (long) far(point) << Integer.SIZE | point);
                }
            }
            if (best != none) {
                return table.handle((int) best);
            }
            if (whole >= radius) {
                return Entity.NULL;
            }
        }
    }

    /**
     * Appends so many nearest entities, of those near the place, nearest first; returns their number.
     *
     * @param into has room for so many
     */
    public int nearest(float radius, int most, FrameLongList into) {
        long best = elements(into) + into.size() * BYTES;
        int found = 0;
        float whole = 0;
        for (float box = start(radius, most); found < most && whole < radius; box = larger(box, radius, found, most)) {
            whole = search(box, radius);
            long worst = farthest(whole);
            found = 0;
            for (int run = 0; run < runs; run++) {
                for (int point = from(run), to = to(run); point < to; point++) {
                    long far = (long) far(point) << Integer.SIZE | point;
                    if (far < worst) {
                        found = Math.min(found + 1, most);
                        insert(best, best + (found - 1) * BYTES, far);
                        worst = found == most ? UnsafeApi.getLong(null, best + (most - 1) * BYTES) : worst;
                    }
                }
            }
        }
        for (long at = best; at < best + found * BYTES; at += BYTES) {
            UnsafeApi.putLong(null, at, table.handle((int) UnsafeApi.getLong(null, at)));
        }
        LISTS.grow(into, found);
        return found;
    }

    /** Puts a value in its place among those from an address to the last one, which it replaces. */
    private static void insert(long first, long last, long far) {
        long at = last;
        for (; at > first && UnsafeApi.getLong(null, at - BYTES) > far; at -= BYTES) {
            UnsafeApi.putLong(null, at, UnsafeApi.getLong(null, at - BYTES));
        }
        UnsafeApi.putLong(null, at, far);
    }

    // ---- along a segment

    /** The first entity that a circle touches on its way from the place to another one; NULL if there is none. */
    public long firstAlong(float toX, float toY, float toZ, float radius) {
        dx = (double) toX - x;
        dy = (double) toY - y;
        dz = (double) toZ - z;
        end = 1;
        if (dx == 0 && dy == 0 && dz == 0) {
            dx = 1; // any direction, into which it does not move
            end = 0;
        }
        perY = dy == 0 ? 0 : 1 / dy;
        perZ = dz == 0 ? 0 : 1 / dz;
        squaredLength = dx * dx + dy * dy + dz * dz;
        squaredRadius = (double) radius * radius;
        double largest = Math.max(Math.max(Math.abs(x), Math.abs(y)), Math.abs(z)) + Math.sqrt(squaredLength);
        reach = radius + 1e-9 * radius + 1e-12 * largest; // more than what rounding makes of it
        piece = (table.height + 2 * reach) / Math.abs(dx);
        first = Double.MAX_VALUE;
        hit = -1;
        bucketsLeft = table.bucketCount();
        if (!walkY()) { // the way is longer than the torus
            touch(0, table.count());
        }
        return hit < 0 ? Entity.NULL : table.handle(hit);
    }

    /** Goes along the lines of cells within reach. Returns false if it meets more buckets than there are. */
    private boolean walkY() {
        int step = dy < 0 ? -1 : 1;
        int last = table.cellY(y + dy * end + step * reach);
        for (int cell = table.cellY(y - step * reach); ; cell += step) {
            double enters = Math.max(0, enters(cell, y, perY));
            double leaves = Math.min(Math.min(end, first), leaves(cell, y, perY));
            if (enters <= leaves && !(table.isFlat() ? walkX(cell, 0, enters, leaves) : walkZ(cell, enters, leaves))) {
                return false;
            }
            if (cell == last || enters > first) {
                return true;
            }
        }
    }

    private boolean walkZ(int cellY, double begin, double finish) {
        int step = dz < 0 ? -1 : 1;
        int last = table.cellY(z + dz * finish + step * reach);
        for (int cell = table.cellY(z + dz * begin - step * reach); ; cell += step) {
            double enters = Math.max(begin, enters(cell, z, perZ));
            double leaves = Math.min(Math.min(finish, first), leaves(cell, z, perZ));
            if (enters <= leaves && !walkX(cellY, cell, enters, leaves)) {
                return false;
            }
            if (cell == last || enters > first) {
                return true;
            }
        }
    }

    /** When the circle comes into reach of a line of cells. */
    private double enters(int cell, double place, double perWay) {
        return perWay == 0 ? 0 : ((perWay > 0 ? lower(cell) - reach : upper(cell) + reach) - place) * perWay;
    }

    private double leaves(int cell, double place, double perWay) {
        return perWay == 0 ? 1 : ((perWay > 0 ? upper(cell) + reach : lower(cell) - reach) - place) * perWay;
    }

    private double lower(int cell) {
        return cell == Integer.MIN_VALUE ? Double.NEGATIVE_INFINITY : cell * table.height;
    }

    private double upper(int cell) {
        return cell == Integer.MAX_VALUE ? Double.POSITIVE_INFINITY : (cell + 1.0) * table.height;
    }

    /** Goes along one line of cells, piece by piece, until the next piece is behind what was found. */
    private boolean walkX(int cellY, int cellZ, double begin, double finish) {
        int buckets = table.line(cellY, cellZ);
        int width = table.xMask + 1;
        for (double start = begin; ; start += piece) {
            double stop = Math.min(finish, start + piece);
            double fromX = x + dx * start;
            double toX = x + dx * stop;
            int cell = table.cellX(Math.min(fromX, toX) - reach);
            int length = length(cell, table.cellX(Math.max(fromX, toX) + reach), table.xMask);
            bucketsLeft -= length;
            if (bucketsLeft < 0) {
                return false;
            }
            int column = cell & table.xMask;
            touch(table.start(buckets + column), table.start(buckets + Math.min(column + length, width)));
            if (column + length > width) {
                touch(table.start(buckets), table.start(buckets + column + length - width));
            }
            if (stop >= finish || stop > first) {
                return true;
            }
        }
    }

    private void touch(int fromPoint, int toPoint) {
        double limit = squaredRadius * squaredLength;
        for (int point = fromPoint; point < toPoint; point++) {
            double byX = table.x(point) - (double) x;
            double byY = table.y(point) - (double) y;
            double across = byX * dy - byY * dx;
            double squared = across * across;
            if (table.isFlat()) {
                if (squared < limit) {
                    touch(point, byX, byY, 0, limit - squared);
                }
            } else {
                double byZ = table.z(point) - (double) z;
                double acrossX = byY * dz - byZ * dy;
                double acrossY = byZ * dx - byX * dz;
                squared += acrossX * acrossX + acrossY * acrossY;
                if (squared < limit) {
                    touch(point, byX, byY, byZ, limit - squared);
                }
            }
        }
    }

    /** Finds when a circle touches a point that is near the line through the segment. */
    private void touch(int point, double byX, double byY, double byZ, double inside) {
        double time = 0;
        if (byX * byX + byY * byY + byZ * byZ >= squaredRadius) {
            double along = byX * dx + byY * dy + byZ * dz;
            time = Math.max(0, (along - Math.sqrt(inside)) / squaredLength);
            if (along <= 0 || time >= end) {
                return;
            }
        }
        if (time < first || time == first && point < hit) {
            first = time;
            hit = point;
        }
    }
}
