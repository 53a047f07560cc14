package basalt.memory.allocator;

import java.util.Arrays;

/**
 * The segments of a {@link Heap}'s regions: blocks and holes, adjacent and in one list.
 *
 * <pre>
 *   region 0                                region 1                                (region 2 was given back)
 *   +--------+------+--------------+------+ +------------+--------------------------+
 *   | block  | hole |    block     | hole | |   block    |           hole           |
 *   +--------+------+--------------+------+ +------------+--------------------------+
 *   ^                                       ^
 *   position 0                              position regionBytes
 * </pre>
 *
 * <p>A <b>position</b> is region * regionBytes + offset: it orders all segments and does not depend on the addresses of
 * the regions. The list is in separate arrays, not in block headers, so that a stray write cannot damage it. The
 * segment that starts a region keeps its id as long as the region exists.
 */
final class HeapSegments {
    static final int NONE = -1;

    private static final int HOLE = -1;
    private static final int UNUSED = -2;

    private final long regionBytes;
    private long[] positions = new long[64];
    private long[] bytes = new long[64];
    private int[] previous = new int[64];
    private int[] next = new int[64];
    private int[] slots = new int[64]; // of a block, its slot in the table of handles
    private int first = NONE;
    private int last = NONE;
    private int count;
    private int unused = NONE; // free ids, linked by next

    HeapSegments(long regionBytes) {
        this.regionBytes = regionBytes;
    }

    /** Grows the arrays so that inserting {@code more} segments cannot fail. */
    void ensureRoom(int more) {
        if (count > slots.length - more) {
            int length = slots.length * 2;
            positions = Arrays.copyOf(positions, length);
            bytes = Arrays.copyOf(bytes, length);
            previous = Arrays.copyOf(previous, length);
            next = Arrays.copyOf(next, length);
            slots = Arrays.copyOf(slots, length);
        }
    }

    /** The number of ids that the arrays have room for. */
    int capacity() {
        return slots.length;
    }

    int first() {
        return first;
    }

    int last() {
        return last;
    }

    int next(int segment) {
        return next[segment];
    }

    int previous(int segment) {
        return previous[segment];
    }

    long position(int segment) {
        return positions[segment];
    }

    long bytes(int segment) {
        return bytes[segment];
    }

    /** The slot of a block. */
    int slot(int block) {
        return slots[block];
    }

    /** Whether a segment with this id exists now; ids are reused. */
    boolean exists(int segment) {
        return segment != NONE && slots[segment] != UNUSED;
    }

    boolean isBlock(int segment) {
        return segment != NONE && slots[segment] >= 0;
    }

    boolean isHole(int segment) {
        return segment != NONE && slots[segment] == HOLE;
    }

    boolean startsRegion(int segment) {
        return positions[segment] % regionBytes == 0;
    }

    /** The hole directly behind a segment, in the same region; NONE if there is none. */
    int holeBehind(int segment) {
        int behind = next[segment];
        return isHole(behind) && !startsRegion(behind) ? behind : NONE;
    }

    /** The hole directly in front of a segment, in the same region; NONE if there is none. */
    int holeInFront(int segment) {
        int front = previous[segment];
        return isHole(front) && !startsRegion(segment) ? front : NONE;
    }

    /** Adds a hole in front of a segment, or as the last one if that is NONE. */
    int insertHoleBefore(int segment, long position, long holeBytes) {
        return insert(segment == NONE ? last : previous[segment], segment, position, holeBytes);
    }

    /** Splits a segment in two. */
    int split(int segment, long frontBytes) {
        int rest = insert(segment, next[segment], positions[segment] + frontBytes, bytes[segment] - frontBytes);
        bytes[segment] = frontBytes;
        return rest;
    }

    /** Merges the next segment into this one. */
    void absorbNext(int segment) {
        int absorbed = next[segment];
        bytes[segment] += bytes[absorbed];
        remove(absorbed);
    }

    void remove(int segment) {
        link(previous[segment], next[segment]);
        slots[segment] = UNUSED;
        next[segment] = unused;
        unused = segment;
    }

    void makeBlock(int segment, int slot) {
        slots[segment] = slot;
    }

    void makeHole(int segment) {
        slots[segment] = HOLE;
    }

    private int insert(int front, int behind, long position, long segmentBytes) {
        int segment = unused;
        if (segment == NONE) {
            segment = count++;
        } else {
            unused = next[segment];
        }
        positions[segment] = position;
        bytes[segment] = segmentBytes;
        slots[segment] = HOLE;
        link(front, segment);
        link(segment, behind);
        return segment;
    }

    private void link(int front, int behind) {
        if (front == NONE) {
            first = behind;
        } else {
            next[front] = behind;
        }
        if (behind == NONE) {
            last = front;
        } else {
            previous[behind] = front;
        }
    }
}
