package basalt.storage.space;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.memory.MemorySource;
import basalt.storage.Blocks;
import basalt.storage.Entities;
import basalt.storage.Place;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.UnsafeApi;

/**
 * The points of rows, sorted by the cells of a grid without bounds. A cell is in the bucket of its coordinates modulo a
 * power of two each, so that all cells share a torus of buckets, of which there are one to two for each point.
 *
 * <pre>
 *   starts   [buckets + 2 ints]   the first point of each bucket; the number of points
 *   x y z    [capacity floats]    in the order of the buckets; of one bucket, in that of rows
 *   rows     [capacity ints]      the number of the block, and the row in it; GONE for none
 *   handles  [capacity longs]     of the entities
 *   found    [capacity ints]      the bucket of each point, in the order of rows; later the x of the GONE
 *   groups   [capacity + 1 of 3 ints]  the first point of each group, its bucket, and that of the last point
 * </pre>
 *
 * <p>A cell is half as wide as it is high and deep, and as high as the radius of the grid: so points within that radius
 * are at most two cells apart in x, and one in y and z. Cells are found in {@code double}, and are a millionth larger,
 * so that this holds for all {@code float} coordinates.
 *
 * <pre>
 *   begin(points, most)     space for so many
 *   find(base, from, to)    the buckets of the rows of a run; for all runs, in ascending order
 *   sum()
 *   put(base, from, to)     the same runs again
 *   group(structure)
 * </pre>
 *
 * <p>SAFETY: a bucket is masked, and is below the number of buckets; the runs have as many rows as begin() was told,
 * which find() and put() check; rows have the columns.
 */
public final class CellTable implements AutoCloseable {
    /** The most points of a group. */
    public static final int GROUP = 16;

    /** The row of a point whose entity no longer matches. */
    public static final int GONE = -1;

    /** Cells in x within the radius. */
    static final int REACH = 2;

    /** The buckets that a group may span. */
    private static final int GROUP_BUCKETS = 8 * REACH;

    private static final int GROUP_BYTES = 3 * Integer.BYTES;

    private static final double LARGER = 1.000_001;
    private static final int ALIGNMENT = 64;

    private final MemorySource source;
    private final int xOffset;
    private final int yOffset;
    private final int zOffset;
    private final boolean isFlat;
    private final double perX;
    private final double perY;

    /** The height and depth of a cell. */
    final double height;

    private long memory;
    private long bytes;
    private int capacity;
    private int mostBuckets;

    int xMask;
    int yMask;
    int zMask;
    private int xBits;
    private int yBits;
    private int count;
    private int found;
    private int put;
    private int groups;

    /** The version of the structure of which the rows are; -1 before they were found. */
    private long version = -1;

    /** The loops that go through the points now. */
    private final AtomicInteger loops = new AtomicInteger();

    private long starts;
    private long x;
    private long y;
    private long z;
    private long rows;
    private long handles;
    private long buckets;
    private long firsts;

    /**
     * A table without points.
     *
     * @param offsets of the columns of two or three coordinates, from a block's base
     * @param radius the height of a cell
     */
    public CellTable(MemorySource source, int[] offsets, float radius) {
        this.source = source;
        xOffset = offsets[0];
        yOffset = offsets[1];
        isFlat = offsets.length == 2;
        zOffset = isFlat ? 0 : offsets[2];
        height = radius * LARGER;
        perX = REACH / height;
        perY = 1 / height;
        clear();
    }

    /** Makes it a table without points, whose rows were not found. */
    public void clear() {
        begin(0, 0);
        sum();
    }

    /** Begins a loop through the points, until which ends the table must not be built. */
    public void beginLoop() {
        loops.incrementAndGet();
    }

    public void endLoop() {
        loops.decrementAndGet();
    }

    public boolean isInLoop() {
        return loops.get() > 0;
    }

    // ---- building

    /**
     * Makes room for points, of which there are none yet.
     *
     * @param most decides the number of buckets: the points of the layer that has most
     */
    public void begin(int points, int most) {
        int bits = Math.max(isFlat ? 6 : 9, Integer.SIZE - Integer.numberOfLeadingZeros(most));
        reserve(points, 1 << bits);
        xBits = isFlat ? (bits + 1) / 2 : (bits + 2) / 3;
        yBits = isFlat ? bits - xBits : (bits - xBits + 1) / 2;
        xMask = (1 << xBits) - 1;
        yMask = (1 << yBits) - 1;
        zMask = (1 << bits - xBits - yBits) - 1;
        UnsafeApi.setMemory(starts, ((1L << bits) + 2) * Integer.BYTES, (byte) 0);
        count = points;
        found = 0;
        put = 0;
        groups = 0;
        version = -1;
    }

    /** Memory grows by at least a half, so that a world that grows seldom allocates. */
    private void reserve(int points, int bucketCount) {
        if (points <= capacity && bucketCount <= mostBuckets) {
            return;
        }
        int newCapacity = Math.max(points, Math.min(capacity + capacity / 2, Integer.MAX_VALUE - ALIGNMENT));
        newCapacity = newCapacity + GROUP - 1 & -GROUP;
        int newBuckets = Math.max(bucketCount, mostBuckets);
        long column = (newCapacity + (long) GROUP) * Integer.BYTES;
        long startBytes = ((newBuckets + 2L) * Integer.BYTES + ALIGNMENT - 1) & -ALIGNMENT;
        long newBytes = startBytes + (isFlat ? 9 : 10) * column;
        long allocated = MemorySource.allocateFrom(source, newBytes, ALIGNMENT);
        close();
        memory = allocated;
        bytes = newBytes;
        capacity = newCapacity;
        mostBuckets = newBuckets;
        starts = memory;
        x = starts + startBytes;
        y = x + column;
        rows = y + column;
        handles = rows + column;
        buckets = handles + 2 * column;
        firsts = buckets + column;
        z = isFlat ? y : firsts + 3 * column;
        UnsafeApi.setMemory(x, newBytes - startBytes, (byte) 0); // what is read beyond the last point
    }

    @Override
    public void close() {
        if (memory != 0) {
            source.free(memory, bytes);
            memory = 0;
            bytes = 0;
            capacity = 0;
            mostBuckets = 0;
            count = 0;
            groups = 0;
        }
    }

    /**
     * Finds the buckets of rows. Returns a row with a coordinate that is not finite; -1 if there is none.
     */
    public int find(long base, int from, int to) {
        require(found, from, to);
        long xs = base + xOffset;
        long ys = base + yOffset;
        long into = buckets + (long) found * Integer.BYTES;
        float odd = 0;
        for (int row = from; row < to; row++) {
            float px = number(xs, row);
            float py = number(ys, row);
            float pz = isFlat ? 0 : number(base + zOffset, row);
            int bucket = line(cellY(py), cellY(pz)) + (cellX(px) & xMask);
            odd += (px - px) + (py - py) + (pz - pz); // not 0 but NaN, if one of them is not finite
            UnsafeApi.putInt(null, into, bucket);
            into += Integer.BYTES;
            long counter = starts + (bucket + 2L) * Integer.BYTES;
            UnsafeApi.putInt(null, counter, UnsafeApi.getInt(null, counter) + 1);
        }
        found += to - from;
        return odd == 0 ? -1 : odd(base, from, to);
    }

    private int odd(long base, int from, int to) {
        for (int row = from; row < to; row++) {
            float sum = number(base + xOffset, row) * 0 + number(base + yOffset, row) * 0;
            if (sum + (isFlat ? 0 : number(base + zOffset, row) * 0) != 0) {
                return row;
            }
        }
        return -1;
    }

    /** Counters become the places of the first points. */
    public void sum() {
        long end = starts + (bucketCount() + 2L) * Integer.BYTES;
        int sum = 0;
        for (long counter = starts; counter < end; counter += Integer.BYTES) {
            sum += UnsafeApi.getInt(null, counter);
            UnsafeApi.putInt(null, counter, sum);
        }
    }

    /** Puts the points of rows into their buckets. */
    public void put(long base, int from, int to) {
        require(put, from, to);
        long xs = base + xOffset;
        long ys = base + yOffset;
        long zs = base + zOffset;
        int first = Blocks.index(base) << ROW_BITS;
        int firstIndex = Entities.firstIndex(base);
        int next = put;
        for (int row = from; row < to; row++) {
            int bucket = integer(buckets, next++);
            long counter = starts + (bucket + 1L) * Integer.BYTES;
            int at = UnsafeApi.getInt(null, counter);
            UnsafeApi.putInt(null, counter, at + 1);
            copy(xs, row, x, at);
            copy(ys, row, y, at);
            if (!isFlat) {
                copy(zs, row, z, at);
            }
            UnsafeApi.putInt(null, rows + (long) at * Integer.BYTES, first + row);
            UnsafeApi.putLong(null, handles + (long) at * Long.BYTES, Entities.handle(base, firstIndex, row));
        }
        put = next;
    }

    private void require(int done, int from, int to) {
        if (to - from > count - done) {
            throw new IllegalStateException("more rows match than before: " + (done + to - from) + " of " + count);
        }
    }

    /** Finds the groups. The rows are those of a version of the structure. */
    public void group(long structure) {
        version = structure;
        int buckets = bucketCount();
        int made = 0;
        for (int line = 0; line < buckets; line += xMask + 1) {
            int end = start(line + xMask + 1);
            int point = start(line);
            while (point < end) {
                int bucket = line + (cellX(x(point)) & xMask);
                int next = Math.min(point + GROUP, start(Math.min(bucket + GROUP_BUCKETS, line + xMask + 1)));
                putGroup(made++, point, bucket, line + (cellX(x(next - 1)) & xMask));
                point = next;
            }
        }
        putGroup(made, count, 0, 0);
        groups = made;
    }

    private void putGroup(int group, int first, int bucket, int lastBucket) {
        long address = firsts + (long) group * GROUP_BYTES;
        UnsafeApi.putInt(null, address, first);
        UnsafeApi.putInt(null, address + Integer.BYTES, bucket);
        UnsafeApi.putInt(null, address + 2 * Integer.BYTES, lastBucket);
    }

    /** What a filter says about places. */
    public interface Matches {
        boolean matches(long base, int row);
    }

    /** Finds the rows of the points again, if the structure has changed. Others are near nothing. */
    public synchronized void refresh(long structure, Entities entities, Matches filter) {
        if (version < 0 || version == structure) {
            return;
        }
        for (int point = 0; point < count; point++) {
            int row = find(point, entities, filter);
            if (row == GONE && row(point) != GONE) {
                copy(x, point, buckets, point);
                UnsafeApi.putFloat(null, x + (long) point * Float.BYTES, Float.NaN);
            } else if (row != GONE && row(point) == GONE) { // it matches again
                copy(buckets, point, x, point);
            }
            UnsafeApi.putInt(null, rows + (long) point * Integer.BYTES, row);
        }
        version = structure;
    }

    private int find(int point, Entities entities, Matches filter) {
        long place = entities.tryLocate(handle(point));
        return place != 0 && filter.matches(Place.base(place), Place.row(place)) ? Place.rowOfWorld(place) : GONE;
    }

    /** Whether the row of a point is that of the present structure. */
    public boolean isUnchanged(int point, Entities entities, Matches filter) {
        return row(point) != GONE && row(point) == find(point, entities, filter);
    }

    // ---- cells

    int cellX(double value) {
        return (int) Math.floor(value * perX);
    }

    int cellY(double value) {
        return (int) Math.floor(value * perY);
    }

    /** The first bucket of the cells with these coordinates. */
    int line(int cellY, int cellZ) {
        return ((cellZ & zMask) << yBits | cellY & yMask) << xBits;
    }

    int bucketCount() {
        return (xMask + 1) * (yMask + 1) * (zMask + 1);
    }

    /** The first point of a bucket. */
    int start(int bucket) {
        return integer(starts, bucket);
    }

    public long reservedBytes() {
        return bytes;
    }

    /** The height and depth of a cell, which is half as wide. */
    public double cellHeight() {
        return height;
    }

    /** The offset of the column of a coordinate: 0 to 1 or 2. */
    public int offset(int coordinate) {
        return coordinate == 0 ? xOffset : coordinate == 1 ? yOffset : zOffset;
    }

    /** The number of coordinates. */
    public int dimensions() {
        return isFlat ? 2 : 3;
    }

    // ---- points

    /** Whether the buckets are for the same cells. */
    public boolean hasSameBuckets(CellTable other) {
        return xMask == other.xMask && yMask == other.yMask && zMask == other.zMask;
    }

    /** The version of the structure of which the rows are; -1 if they were not found. */
    public long version() {
        return version;
    }

    public int count() {
        return count;
    }

    public boolean isFlat() {
        return isFlat;
    }

    public int groups() {
        return groups;
    }

    /** The first point of a group; of the one behind the last, the number of points. */
    public int first(int group) {
        return integer(firsts, 3 * group);
    }

    int firstBucket(int group) {
        return integer(firsts, 3 * group + 1);
    }

    int lastBucket(int group) {
        return integer(firsts, 3 * group + 2);
    }

    /** The address of the coordinates x of all points; of y and z likewise. */
    public long xs() {
        return x;
    }

    public long ys() {
        return y;
    }

    public long zs() {
        return z;
    }

    public float x(int point) {
        return number(x, point);
    }

    public float y(int point) {
        return number(y, point);
    }

    public float z(int point) {
        return number(z, point);
    }

    /** The entity. */
    public long handle(int point) {
        return UnsafeApi.getLong(null, handles + (long) point * Long.BYTES);
    }

    /** The number of the block, and the row; GONE if the entity no longer matches. */
    public int row(int point) {
        return integer(rows, point);
    }

    /** The block of a row of the table. */
    public static int block(int row) {
        return row >>> ROW_BITS;
    }

    /** The row in its block. */
    public static int inBlock(int row) {
        return row & ROW_MASK;
    }

    private static float number(long base, int at) {
        return UnsafeApi.getFloat(null, base + (long) at * Float.BYTES);
    }

    private static int integer(long base, int at) {
        return UnsafeApi.getInt(null, base + (long) at * Integer.BYTES);
    }

    private static void copy(long from, int row, long to, int at) {
        UnsafeApi.putInt(
                null, to + (long) at * Integer.BYTES, UnsafeApi.getInt(null, from + (long) row * Integer.BYTES));
    }
}
