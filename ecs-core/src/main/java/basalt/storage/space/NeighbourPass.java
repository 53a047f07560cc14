package basalt.storage.space;

import basalt.storage.Blocks;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.UnsafeApi;

/**
 * How a kernel goes through the points of a table with their neighbours: those within a radius, which is at most that
 * of the table. The points of a group have the same candidates, in the same order: that of the runs of the group.
 *
 * <p>A loop of vectors needs the values of rows in the order of the points: {@link #copyOfPoints} and {@link
 * #copyOfOthers} put them into lanes, of which the pass has so many as {@link #open} made room for. Pieces of a run may
 * copy some points twice, since they overlap: the values are the same.
 *
 * <p>SAFETY: runs are of the table, whose points have rows, or none; lanes are below the room, and have STRIDE bytes
 * for each point and for those of a group beyond the last one.
 */
public final class NeighbourPass {
    /** The bytes for the runs of a group: in three dimensions two of each of nine lines. */
    public static final int RUN_BYTES = 2 * 9 * 2 * Integer.BYTES;

    /** The offset that stands for the handle of the entity in {@link #copyOfPoints}. */
    public static final int HANDLE = Integer.MIN_VALUE;

    private static final int STRIDE = Long.BYTES;

    private final CellTable table;
    private final CellTable others;
    private final Blocks blocks;
    private final long onlyBlock;
    private final float squaredRadius;
    private final boolean isOnce;
    private final AtomicBoolean isOpen = new AtomicBoolean();

    /** The lanes that the loop of vectors needs. */
    private volatile int wanted;

    private long lanes;
    private long laneBytes;
    private int room;

    /**
     * A pass that was not opened.
     *
     * @param others the points that are the neighbours: the same table, or one with the same buckets
     * @param isOnce whether {@link #near} finds only later points: then each pair is found once
     */
    public NeighbourPass(CellTable table, CellTable others, Blocks blocks, float radius, boolean isOnce) {
        this(table, others, blocks, 0, radius, isOnce);
    }

    /** A pass over points whose rows are all in one block. */
    public NeighbourPass(CellTable table, CellTable others, long block, float radius) {
        this(table, others, null, block, radius, false);
    }

    private NeighbourPass(
            CellTable table, CellTable others, Blocks blocks, long onlyBlock, float radius, boolean isOnce) {
        this.table = table;
        this.others = others;
        this.blocks = blocks;
        this.onlyBlock = onlyBlock;
        this.squaredRadius = radius * radius;
        this.isOnce = isOnce;
    }

    public CellTable table() {
        return table;
    }

    /** The table of the neighbours. */
    public CellTable others() {
        return others;
    }

    public float squaredRadius() {
        return squaredRadius;
    }

    /** The next runs make room for so many lanes. */
    public void want(int count) {
        wanted = count;
    }

    /** The bytes that {@link #open} needs for a number of points. */
    public long bytes(int points) {
        return wanted * laneBytes(points);
    }

    private static long laneBytes(int points) {
        return ((long) points + 2 * CellTable.GROUP) * STRIDE;
    }

    /** Begins a run with memory of that many bytes, for at most so many points. */
    public void open(long memory, long bytes, int points) {
        if (!isOpen.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "the kernel is running: its body, or a system beside this one, runs it;" + " make another one");
        }
        lanes = memory;
        laneBytes = laneBytes(points);
        room = (int) (bytes / laneBytes);
    }

    public void close() {
        room = 0;
        isOpen.set(false);
    }

    /** Whether there is room for so many lanes. */
    public boolean hasRoom(int count) {
        return count <= room && laneBytes(Math.max(table.count(), others.count())) <= laneBytes;
    }

    /** The address of a lane. */
    public long lane(int number) {
        return lanes + number * laneBytes;
    }

    // ---- candidates

    /**
     * The runs of points that are candidates for all points of a group, as ints: from, to. Returns their number.
     *
     * @param into RUN_BYTES of memory
     */
    public int runs(int group, long into) {
        int first = table.firstBucket(group);
        return runs(first, first, table.lastBucket(group) - first, into);
    }

    /** Those of the runs that are candidates for one of the points; all, if these go round the torus. */
    public int runs(int group, int point, long into) {
        int first = table.firstBucket(group);
        int span = table.lastBucket(group) - first;
        if (span + 2 * CellTable.REACH > table.xMask) {
            return runs(first, first, span, into);
        }
        return runs(first, table.cellX(table.x(point)), 0, into);
    }

    private int runs(int lineOf, int bucket, int span, long into) {
        int width = table.xMask + 1;
        int left = bucket - CellTable.REACH & table.xMask;
        int length = Math.min(width, span + 1 + 2 * CellTable.REACH);
        int line = lineOf / width;
        int cellY = line & table.yMask;
        int cellZ = line / (table.yMask + 1);
        int reachZ = table.isFlat() ? 0 : 1;
        int count = 0;
        for (int z = cellZ - reachZ; z <= cellZ + reachZ; z++) {
            for (int y = cellY - 1; y <= cellY + 1; y++) {
                int buckets = table.line(y, z);
                count = add(into, count, buckets + left, buckets + Math.min(left + length, width));
                count = add(into, count, buckets, buckets + Math.max(0, left + length - width));
            }
        }
        return count;
    }

    private int add(long into, int count, int fromBucket, int toBucket) {
        int from = others.start(fromBucket);
        int to = others.start(toBucket);
        if (from == to) {
            return count;
        }
        UnsafeApi.putInt(null, into + 8L * count, from);
        UnsafeApi.putInt(null, into + 8L * count + 4, to);
        return count + 1;
    }

    /** The first point of a run. */
    public static int from(long runs, int run) {
        return UnsafeApi.getInt(null, runs + 8L * run);
    }

    /** The end of a run. */
    public static int to(long runs, int run) {
        return UnsafeApi.getInt(null, runs + 8L * run + 4);
    }

    /**
     * The candidates within the radius of a point, without itself, in their order. Returns their number.
     *
     * @param into memory for so many ints as the runs have points, and one more
     */
    public int near(int point, long runs, int runCount, long into) {
        float px = table.x(point);
        float py = table.y(point);
        float pz = table.isFlat() ? 0 : table.z(point);
        long xs = others.xs();
        long ys = others.ys();
        long zs = table.isFlat() ? 0 : others.zs();
        int self = others == table ? point : -1;
        int first = isOnce ? point + 1 : 0;
        int limit = Float.floatToRawIntBits(squaredRadius);
        long at = into;
        for (int run = 0; run < runCount; run++) {
            int to = to(runs, run);
            for (int other = Math.max(first, from(runs, run)); other < to; other++) {
                long offset = (long) other << 2;
                float dx = px - UnsafeApi.getFloat(null, xs + offset);
                float dy = py - UnsafeApi.getFloat(null, ys + offset);
                float squared = dx * dx + dy * dy;
                if (zs != 0) {
                    float dz = pz - UnsafeApi.getFloat(null, zs + offset);
                    squared += dz * dz;
                }
                UnsafeApi.putInt(null, at, other);
                int isNear = (Float.floatToRawIntBits(squared) & Integer.MAX_VALUE) - limit; // < 0: also not for NaN
                int isOther = other - self | self - other;
                at += (isNear & isOther) >>> 31 << 2;
            }
        }
        return (int) ((at - into) / Integer.BYTES);
    }

    /** One of the points that {@link #near} has found. */
    public static int point(long near, int number) {
        return UnsafeApi.getInt(null, near + ((long) number << 2));
    }

    /** The number of points of some runs. */
    public static int points(long runs, int runCount) {
        int points = 0;
        for (int run = 0; run < runCount; run++) {
            points += to(runs, run) - from(runs, run);
        }
        return points;
    }

    /** The address of the block of a row of the table. */
    public long base(int row) {
        return blocks == null ? onlyBlock : blocks.base(CellTable.block(row));
    }

    // ---- values in the order of points

    /** Copies a column, or the handles, of the points of some groups into a lane. */
    public void copyOfPoints(int lane, int offset, int shift, int fromGroup, int toGroup) {
        copy(table, lane(lane), offset, shift, table.first(fromGroup), table.first(toGroup));
    }

    /** As {@link #copyOfPoints}, of all that may be their neighbours. */
    public void copyOfOthers(int lane, int offset, int shift, int fromGroup, int toGroup) {
        int slab = (table.xMask + 1) * (table.isFlat() ? 1 : table.yMask + 1);
        int slabs = (table.isFlat() ? table.yMask : table.zMask) + 1;
        int first = table.firstBucket(fromGroup) / slab - 1 & slabs - 1;
        int length = table.firstBucket(toGroup - 1) / slab - table.firstBucket(fromGroup) / slab + 3;
        if (length >= slabs) {
            copy(others, lane(lane), offset, shift, 0, others.count());
            return;
        }
        int end = Math.min(first + length, slabs);
        copy(others, lane(lane), offset, shift, others.start(first * slab), others.start(end * slab));
        copy(others, lane(lane), offset, shift, 0, others.start((first + length - end) * slab));
    }

    private void copy(CellTable points, long into, int offset, int shift, int from, int to) {
        if (offset == HANDLE) {
            for (int point = from; point < to; point++) {
                UnsafeApi.putLong(null, into + ((long) point << 3), points.handle(point));
            }
            return;
        }
        for (int point = from; point < to; point++) {
            int row = points.row(point);
            if (row == CellTable.GONE) {
                continue; // it is near nothing
            }
            long source = base(row) + offset + ((long) CellTable.inBlock(row) << shift);
            long target = into + ((long) point << shift);
            switch (shift) {
                case 0 -> UnsafeApi.putByte(null, target, UnsafeApi.getByte(null, source));
                case 1 -> UnsafeApi.putShort(null, target, UnsafeApi.getShort(null, source));
                case 2 -> UnsafeApi.putInt(null, target, UnsafeApi.getInt(null, source));
                default -> UnsafeApi.putLong(null, target, UnsafeApi.getLong(null, source));
            }
        }
    }

    /** Writes values of 4 or 8 bytes to a column of the rows of points. */
    public void write(long values, int fromPoint, int count, int offset, int shift) {
        for (int i = 0; i < count; i++) {
            int row = table.row(fromPoint + i);
            if (row == CellTable.GONE) {
                continue;
            }
            long target = base(row) + offset + ((long) CellTable.inBlock(row) << shift);
            if (shift == 2) {
                UnsafeApi.putInt(null, target, UnsafeApi.getInt(null, values + ((long) i << 2)));
            } else {
                UnsafeApi.putLong(null, target, UnsafeApi.getLong(null, values + ((long) i << 3)));
            }
        }
    }
}
