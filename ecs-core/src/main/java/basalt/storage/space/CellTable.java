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
 *   starts   [buckets + 1 ints]   the first point of each bucket; the number of points
 *   x y z    [capacity floats]    in the order of the buckets; of one bucket, in that of rows
 *   entries  [capacity of]        in the same order:
 *              handle         long      of the entity
 *              row, bucket    long      in its lower and upper half; the row is the number of the block, and the row in
 *                                       it, or GONE for none
 *   found    [capacity ints]      the bucket of each point, in the order of rows; later the x of the GONE
 *   firsts   [capacity + 1 ints]  the first point of each group; the number of points
 * </pre>
 *
 * <p>A cell is half as wide as it is high and deep, and as high as the radius of the grid: so points within that radius
 * are at most two cells apart in x, and one in y and z. Cells are found in {@code double}, and are a millionth larger,
 * so that this holds for all {@code float} coordinates.
 *
 * <p>It is built by a counting sort. Its rows may be in several parts, in ascending order, each of which counts its own
 * in [buckets ints]; the last one in {@code starts}. Threads may share the parts of a step:
 *
 * <pre>
 *   begin(points, most, parts)          space for so many
 *   beginPart(part)                     of each part the three, before the next step
 *     find(part, at, base, from, to)      the buckets of the rows of a run, with so many rows before it
 *     endPart(part)
 *   sum(part)                           counters become places; each part has some of the buckets
 *   put(part, at, base, from, to)       the same runs again
 *   group(part, blocks)                 each part has some of the lines of buckets
 *   end(structure)
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

    private static final int ENTRY_BYTES = 16;
    private static final int ROW = 8;

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
    private int mostParts;

    int xMask;
    int yMask;
    int zMask;
    private int xBits;
    private int yBits;
    private int count;
    private int parts;
    private int groups;

    /** Of each part, the number of points in the buckets of each part. */
    private int[] totals = {};

    /** The groups of each part. */
    private int[] groupsOf = {};

    /** The version of the structure of which the rows are; -1 before they were found. */
    private long version = -1;

    /** The loops that go through the points now. */
    private final AtomicInteger loops = new AtomicInteger();

    private long starts;
    private long x;
    private long y;
    private long z;
    private long entries;
    private long found;
    private long firsts;

    /** The counters of all parts but the last one, so many bytes each. */
    private long counters;

    private long counterBytes;

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
        begin(0, 0, 1);
        beginPart(0);
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
     * @param newParts in which the rows come, at least 1
     */
    public void begin(int points, int most, int newParts) {
        int bits = Math.max(isFlat ? 6 : 9, Integer.SIZE - Integer.numberOfLeadingZeros(most));
        reserve(points, 1 << bits, newParts);
        xBits = isFlat ? (bits + 1) / 2 : (bits + 2) / 3;
        yBits = isFlat ? bits - xBits : (bits - xBits + 1) / 2;
        xMask = (1 << xBits) - 1;
        yMask = (1 << yBits) - 1;
        zMask = (1 << bits - xBits - yBits) - 1;
        UnsafeApi.putInt(null, starts, 0);
        count = points;
        parts = newParts;
        groups = 0;
        version = -1;
    }

    /** Memory grows by at least a half, so that a world that grows seldom allocates. */
    private void reserve(int points, int bucketCount, int newParts) {
        if (points <= capacity && bucketCount <= mostBuckets && newParts <= mostParts) {
            return;
        }
        int newCapacity = points <= capacity
                ? capacity
                : Math.max(points, Math.min(capacity + capacity / 2, Integer.MAX_VALUE - ALIGNMENT));
        newCapacity = newCapacity + GROUP - 1 & -GROUP;
        int newBuckets = Math.max(bucketCount, mostBuckets);
        int moreParts = Math.max(newParts, mostParts);
        long column = (newCapacity + (long) GROUP) * Integer.BYTES;
        long startBytes = ((newBuckets + 1L) * Integer.BYTES + ALIGNMENT - 1) & -ALIGNMENT;
        long newBytes = moreParts * startBytes + (isFlat ? 8 : 9) * column;
        int[] newTotals = new int[moreParts * moreParts];
        int[] newGroupsOf = new int[moreParts];
        long allocated = MemorySource.allocateFrom(source, newBytes, ALIGNMENT);
        close(); // nothing can fail from here on
        memory = allocated;
        bytes = newBytes;
        capacity = newCapacity;
        mostBuckets = newBuckets;
        mostParts = moreParts;
        totals = newTotals;
        groupsOf = newGroupsOf;
        starts = memory;
        counters = starts + startBytes;
        counterBytes = startBytes;
        x = memory + moreParts * startBytes;
        y = x + column;
        entries = y + column;
        found = entries + 4 * column;
        firsts = found + column;
        z = isFlat ? y : firsts + column;
        UnsafeApi.setMemory(x, memory + bytes - x, (byte) 0); // what is read beyond the last point
    }

    @Override
    public void close() {
        if (memory != 0) {
            source.free(memory, bytes);
            memory = 0;
            bytes = 0;
            capacity = 0;
            mostBuckets = 0;
            mostParts = 0;
            count = 0;
            groups = 0;
        }
    }

    /** The parts in which the rows come. */
    public int parts() {
        return parts;
    }

    /** The counters of a part: for each bucket the number of points, then the place of the next one. */
    private long counters(int part) {
        return part == parts - 1 ? starts + Integer.BYTES : counters + part * counterBytes;
    }

    /** The first bucket of which a part sums the counters. */
    private int firstOf(int part) {
        return (int) ((long) bucketCount() * part / parts);
    }

    /** The first bucket in which a part finds groups. */
    private int firstLineOf(int part) {
        return firstOf(part) & ~xMask;
    }

    /** Sets the counters of a part to zero. */
    public void beginPart(int part) {
        UnsafeApi.setMemory(counters(part), (long) bucketCount() * Integer.BYTES, (byte) 0);
    }

    /**
     * Finds the buckets of rows. Returns a row with a coordinate that is not finite; -1 if there is none.
     */
    public int find(int part, int at, long base, int from, int to) {
        require(at, from, to);
        long xs = base + xOffset;
        long ys = base + yOffset;
        long zs = base + zOffset;
        long into = found + (long) at * Integer.BYTES;
        long numbers = counters(part);
        int odd = 0;
        for (int row = from; row < to; row++) {
            float px = number(xs, row);
            float py = number(ys, row);
            int bucket = (cellY(py) & yMask) << xBits | cellX(px) & xMask;
            odd |= Float.floatToRawIntBits(px - px) | Float.floatToRawIntBits(py - py); // 0, or NaN
            if (!isFlat) {
                float pz = number(zs, row);
                bucket |= (cellY(pz) & zMask) << yBits + xBits;
                odd |= Float.floatToRawIntBits(pz - pz);
            }
            UnsafeApi.putInt(null, into, bucket);
            into += Integer.BYTES;
            long counter = numbers + (long) bucket * Integer.BYTES;
            UnsafeApi.putInt(null, counter, UnsafeApi.getInt(null, counter) + 1);
        }
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

    /** All rows of a part were found. */
    public void endPart(int part) {
        if (parts == 1) {
            return; // it has all buckets
        }
        long numbers = counters(part);
        for (int other = 0; other < parts; other++) {
            int total = 0;
            int end = firstOf(other + 1);
            for (int bucket = firstOf(other); bucket < end; bucket++) {
                total += integer(numbers, bucket);
            }
            totals[part * parts + other] = total;
        }
    }

    /** Counters become the places of the first points. */
    public void sum(int part) {
        int sum = 0;
        for (int i = 0; i < parts * parts; i++) {
            sum += i % parts < part ? totals[i] : 0;
        }
        long endOfCounters = counters + (parts - 1) * counterBytes;
        int end = firstOf(part + 1);
        for (int bucket = firstOf(part); bucket < end; bucket++) {
            long offset = (long) bucket * Integer.BYTES;
            for (long counter = counters + offset; counter < endOfCounters; counter += counterBytes) {
                int number = UnsafeApi.getInt(null, counter);
                UnsafeApi.putInt(null, counter, sum);
                sum += number;
            }
            long counter = starts + Integer.BYTES + offset;
            int number = UnsafeApi.getInt(null, counter);
            UnsafeApi.putInt(null, counter, sum);
            sum += number;
        }
    }

    /** Puts rows into their buckets. */
    public void put(int part, int at, long base, int from, int to) {
        require(at, from, to);
        long numbers = counters(part);
        int first = Blocks.index(base) << ROW_BITS;
        int next = at;
        for (int row = from; row < to; row++) {
            int bucket = integer(found, next++);
            long counter = numbers + (long) bucket * Integer.BYTES;
            int point = UnsafeApi.getInt(null, counter);
            UnsafeApi.putInt(null, counter, point + 1);
            UnsafeApi.putLong(null, entry(point) + ROW, (long) bucket << Integer.SIZE | first + row);
        }
    }

    /** Copies what points have from their rows: reads in any order take less time than writes. */
    private void copy(int fromPoint, int toPoint, long[] blocks) {
        for (int point = fromPoint; point < toPoint; point++) {
            int row = row(point);
            long base = blocks[block(row)];
            row = inBlock(row);
            copy(base + xOffset, row, x, point);
            copy(base + yOffset, row, y, point);
            if (!isFlat) {
                copy(base + zOffset, row, z, point);
            }
            UnsafeApi.putLong(null, entry(point), Entities.handle(base, row));
        }
    }

    private void require(int at, int from, int to) {
        if (to - from > count - at) {
            throw new IllegalStateException("more rows match than before: " + (at + to - from) + " of " + count);
        }
    }

    /**
     * Fills the points of a part, and finds its groups, which begin at its first point, since there are at most as many
     * as points.
     *
     * @param blocks the addresses of the blocks
     */
    public void group(int part, long[] blocks) {
        int lineEnd = firstLineOf(part);
        int end = firstLineOf(part + 1);
        int point = start(lineEnd);
        copy(point, start(end), blocks);
        long begin = firsts + (long) point * Integer.BYTES;
        long into = begin;
        while (lineEnd < end) {
            lineEnd += xMask + 1;
            int pointEnd = start(lineEnd);
            while (point < pointEnd) {
                UnsafeApi.putInt(null, into, point);
                into += Integer.BYTES;
                point = Math.min(point + GROUP, start(Math.min(bucket(point) + GROUP_BUCKETS, lineEnd)));
            }
        }
        groupsOf[part] = (int) (into - begin) / Integer.BYTES;
    }

    /** Ends the build. The rows are those of a version of the structure. */
    public void end(long structure) {
        int made = 0;
        for (int part = 0; part < parts; part++) {
            long from = firsts + (long) start(firstLineOf(part)) * Integer.BYTES;
            UnsafeApi.copyMemory(from, firsts + (long) made * Integer.BYTES, (long) groupsOf[part] * Integer.BYTES);
            made += groupsOf[part];
        }
        UnsafeApi.putInt(null, firsts + (long) made * Integer.BYTES, count);
        groups = made;
        version = structure;
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
                copy(x, point, found, point);
                UnsafeApi.putFloat(null, x + (long) point * Float.BYTES, Float.NaN);
            } else if (row != GONE && row(point) == GONE) { // it matches again
                copy(found, point, x, point);
            }
            UnsafeApi.putLong(null, entry(point) + ROW, (long) bucket(point) << Integer.SIZE | row & 0xFFFF_FFFFL);
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
        return integer(firsts, group);
    }

    int firstBucket(int group) {
        return bucket(first(group));
    }

    int lastBucket(int group) {
        return bucket(first(group + 1) - 1);
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
        return UnsafeApi.getLong(null, entry(point));
    }

    /** The number of the block, and the row; GONE if the entity no longer matches. */
    public int row(int point) {
        return (int) UnsafeApi.getLong(null, entry(point) + ROW);
    }

    private int bucket(int point) {
        return (int) (UnsafeApi.getLong(null, entry(point) + ROW) >>> Integer.SIZE);
    }

    private long entry(int point) {
        return entries + (long) point * ENTRY_BYTES;
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
