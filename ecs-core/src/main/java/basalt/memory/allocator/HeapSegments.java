package basalt.memory.allocator;

import java.util.Arrays;
import org.agrona.BitUtil;
import org.agrona.collections.Hashing;

/**
 * The segments of a {@link Heap}'s regions: blocks and holes, adjacent and in one list. Takes blocks from holes, and
 * merges released blocks with neighbouring holes at once, so two holes are never adjacent in a region.
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
    private final HoleTree holes = new HoleTree(this);
    private long freeBytes;
    private long largestBytes;
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
    private int insertHoleBefore(int segment, long position, long holeBytes) {
        return insert(segment == NONE ? last : previous[segment], segment, position, holeBytes);
    }

    /** Splits a segment in two. */
    private int split(int segment, long frontBytes) {
        int rest = insert(segment, next[segment], positions[segment] + frontBytes, bytes[segment] - frontBytes);
        bytes[segment] = frontBytes;
        return rest;
    }

    /** Merges the next segment into this one. */
    private void absorbNext(int segment) {
        int absorbed = next[segment];
        bytes[segment] += bytes[absorbed];
        remove(absorbed);
    }

    private void remove(int segment) {
        link(previous[segment], next[segment]);
        slots[segment] = UNUSED;
        next[segment] = unused;
        unused = segment;
    }

    void makeBlock(int segment, int slot) {
        slots[segment] = slot;
    }

    private void makeHole(int segment) {
        slots[segment] = HOLE;
    }

    private int insert(int front, int behind, long position, long segmentBytes) {
        int segment = unused;
        if (segment == NONE) {
            ensureRoom();
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

    /** Room for a region and the parts of a block in it, before memory is taken. */
    void ensureRoom() {
        if (count + 3 > slots.length) {
            int length = slots.length * 2;
            positions = Arrays.copyOf(positions, length);
            bytes = Arrays.copyOf(bytes, length);
            previous = Arrays.copyOf(previous, length);
            next = Arrays.copyOf(next, length);
            slots = Arrays.copyOf(slots, length);
            holes.grow(length);
        }
    }

    long freeBytes() {
        return freeBytes;
    }

    long largestBytes() {
        return largestBytes;
    }

    /** See {@link Heap#fragmentation()}. */
    double fragmentation() {
        long total = freeBytes;
        return total == 0 ? 0 : 1 - (double) largestBytes / total;
    }

    /** The position of the lowest hole; the highest number if there is none. */
    long lowestPosition() {
        return holes.lowestPosition();
    }

    /** See {@link HoleTree#find}. */
    int find(long bytes, int alignment, long below) {
        return holes.find(bytes, alignment, below);
    }

    /** Adds a region as one hole, in front of a segment, or as the last one if that is NONE. */
    int addRegion(int before, long position) {
        int hole = insertHoleBefore(before, position, regionBytes);
        freeBytes += regionBytes;
        insertHole(hole);
        return hole;
    }

    /** Whether the region that starts with a segment has no block. */
    boolean isEmptyRegion(int head) {
        return isHole(head) && bytes(head) == regionBytes;
    }

    /** Removes an empty region. */
    void removeRegion(int head) {
        holes.remove(head);
        remove(head);
        freeBytes -= regionBytes;
        largestBytes = holes.largestBytes();
    }

    /** Puts a block into a hole; the rest of the hole in front and behind becomes new holes. */
    int take(int hole, long position, long bytes, int slot) {
        holes.remove(hole);
        long gapBytes = position - position(hole);
        int block = gapBytes == 0 ? hole : split(hole, gapBytes);
        if (bytes(block) > bytes) {
            holes.insert(split(block, bytes));
        }
        if (block != hole) {
            holes.insert(hole);
        }
        makeBlock(block, slot);
        freeBytes -= bytes;
        largestBytes = holes.largestBytes();
        return block;
    }

    /** Turns a block into a hole and merges it with the holes on both sides. */
    int release(int block) {
        freeBytes += bytes(block);
        makeHole(block);
        int behind = holeBehind(block);
        if (behind != NONE) {
            holes.remove(behind);
            absorbNext(block);
        }
        int front = holeInFront(block);
        if (front == NONE) {
            insertHole(block);
            return block;
        }
        holes.remove(front);
        absorbNext(front);
        insertHole(front);
        return front;
    }

    /** Whether a block can get another size without a move. */
    boolean mayResize(int block, long bytes) {
        int behind = holeBehind(block);
        return bytes <= bytes(block) + (behind == NONE ? 0 : bytes(behind));
    }

    /** Changes the size of a block without a move: the hole behind it shrinks or grows. */
    void resize(int block, long bytes) {
        long together = bytes(block);
        freeBytes += together - bytes;
        int behind = holeBehind(block);
        if (behind != NONE) {
            holes.remove(behind);
            together += bytes(behind);
            absorbNext(block);
        }
        if (together > bytes) {
            holes.insert(split(block, bytes));
        }
        largestBytes = holes.largestBytes();
    }

    /** Called when the heap is closed: nothing is free any more. No other method is called afterwards. */
    void clear() {
        freeBytes = 0;
        largestBytes = 0;
    }

    private void insertHole(int hole) {
        holes.insert(hole);
        largestBytes = holes.largestBytes();
    }

    /**
     * The holes of a {@link Heap}, by position: a new block gets the lowest hole that fits. So low addresses stay
     * dense, and high regions become empty and can be given back.
     *
     * <p><b>Structure.</b> A treap: a search tree by position, and at the same time a heap by a hash of the segment's
     * id, so its expected depth is logarithmic. Each node stores the largest size in its subtree, so the search skips
     * whole subtrees. It is logarithmic too, unless holes are large enough but do not fit because of an alignment.
     * Nodes are the segments themselves, and links are in arrays.
     */
    static final class HoleTree {
        private static final int NONE = HeapSegments.NONE;

        private final HeapSegments segments;
        private int[] left = new int[64];
        private int[] right = new int[64];
        private long[] largestBytes = new long[64]; // in the subtree
        private int root = NONE;
        private int splitLow; // the two results of split
        private int splitHigh;

        HoleTree(HeapSegments segments) {
            this.segments = segments;
        }

        /** The size of the largest hole; 0 if there is none. */
        long largestBytes() {
            return root == NONE ? 0 : largestBytes[root];
        }

        /** The position of the lowest hole; {@code Long.MAX_VALUE} if there is none. */
        long lowestPosition() {
            int lowest = root;
            while (lowest != NONE && left[lowest] != NONE) {
                lowest = left[lowest];
            }
            return lowest == NONE ? Long.MAX_VALUE : segments.position(lowest);
        }

        /** The lowest hole that fits a block; NONE if there is none below a position. */
        int find(long bytes, int alignment, long below) {
            return find(root, bytes, alignment, below);
        }

        void grow(int length) {
            left = Arrays.copyOf(left, length);
            right = Arrays.copyOf(right, length);
            largestBytes = Arrays.copyOf(largestBytes, length);
        }

        void insert(int hole) {
            root = insert(root, hole);
        }

        /** Removes a hole, whose position and size must not have changed since its insertion. */
        void remove(int hole) {
            root = remove(root, hole);
        }

        private int find(int node, long bytes, int alignment, long below) {
            if (node == NONE || largestBytes[node] < bytes) {
                return NONE;
            }
            int found = find(left[node], bytes, alignment, below);
            if (found != NONE) {
                return found;
            }
            if (segments.position(node) >= below) {
                return NONE;
            }
            return fits(node, bytes, alignment) ? node : find(right[node], bytes, alignment, below);
        }

        private boolean fits(int hole, long bytes, int alignment) {
            long position = segments.position(hole);
            long gap = BitUtil.align(position, alignment) - position;
            return segments.bytes(hole) - gap >= bytes;
        }

        private int insert(int node, int hole) {
            if (node == NONE || rank(hole) > rank(node)) {
                split(node, hole);
                left[hole] = splitLow;
                right[hole] = splitHigh;
                update(hole);
                return hole;
            }
            if (isBefore(hole, node)) {
                left[node] = insert(left[node], hole);
            } else {
                right[node] = insert(right[node], hole);
            }
            update(node);
            return node;
        }

        private int remove(int node, int hole) {
            if (node == hole) {
                return join(left[node], right[node]);
            }
            if (isBefore(hole, node)) {
                left[node] = remove(left[node], hole);
            } else {
                right[node] = remove(right[node], hole);
            }
            update(node);
            return node;
        }

        /** Splits a subtree into the holes before a hole and the holes after it. */
        private void split(int node, int hole) {
            if (node == NONE) {
                splitLow = NONE;
                splitHigh = NONE;
            } else if (isBefore(node, hole)) {
                split(right[node], hole);
                right[node] = splitLow;
                splitLow = node;
                update(node);
            } else {
                split(left[node], hole);
                left[node] = splitHigh;
                splitHigh = node;
                update(node);
            }
        }

        /** Joins two subtrees; all holes of the first are before all holes of the second. */
        private int join(int low, int high) {
            if (low == NONE || high == NONE) {
                return low == NONE ? high : low;
            }
            if (rank(low) > rank(high)) {
                right[low] = join(right[low], high);
                update(low);
                return low;
            }
            left[high] = join(low, left[high]);
            update(high);
            return high;
        }

        private void update(int node) {
            long largest = segments.bytes(node);
            if (left[node] != NONE) {
                largest = Math.max(largest, largestBytes[left[node]]);
            }
            if (right[node] != NONE) {
                largest = Math.max(largest, largestBytes[right[node]]);
            }
            largestBytes[node] = largest;
        }

        private boolean isBefore(int hole, int other) {
            return segments.position(hole) < segments.position(other);
        }

        private static int rank(int hole) {
            return Hashing.hash(hole);
        }
    }
}
