package basalt.memory.allocator;

import java.util.Arrays;
import org.agrona.BitUtil;
import org.agrona.collections.Hashing;

/**
 * The holes of a {@link Heap}, by position: a new block gets the lowest hole that fits. So low addresses stay dense,
 * and high regions become empty and can be given back.
 *
 * <p><b>Structure.</b> A treap: a search tree by position, and at the same time a heap by a hash of the segment's id,
 * so its expected depth is logarithmic. Each node stores the largest size and the lowest position in its subtree, so
 * the search skips whole subtrees. It is logarithmic too, unless holes are large enough but do not fit because of an
 * alignment. Nodes are the segments themselves, and links are in arrays.
 */
final class FreeSegmentTree {
    private static final int NONE = HeapSegments.NONE;

    private final HeapSegments segments;
    private int[] left = new int[64];
    private int[] right = new int[64];
    private long[] largestBytes = new long[64]; // in the subtree
    private long[] lowestPosition = new long[64]; // in the subtree
    private int root = NONE;
    private int splitLow; // the two results of split
    private int splitHigh;

    FreeSegmentTree(HeapSegments segments) {
        this.segments = segments;
    }

    /** The size of the largest hole; 0 if there is none. */
    long largestBytes() {
        return root == NONE ? 0 : largestBytes[root];
    }

    /** The position of the lowest hole; {@code Long.MAX_VALUE} if there is none. */
    long lowestPosition() {
        return root == NONE ? Long.MAX_VALUE : lowestPosition[root];
    }

    /** The lowest hole that fits a block; NONE if there is none below a position. */
    int find(long bytes, int alignment, long below) {
        return find(root, bytes, alignment, below);
    }

    void insert(int hole) {
        if (hole >= left.length) {
            int length = Math.max(hole + 1, left.length * 2);
            left = Arrays.copyOf(left, length);
            right = Arrays.copyOf(right, length);
            largestBytes = Arrays.copyOf(largestBytes, length);
            lowestPosition = Arrays.copyOf(lowestPosition, length);
        }
        root = insert(root, hole);
    }

    /** Removes a hole, whose position and size must not have changed since its insertion. */
    void remove(int hole) {
        root = remove(root, hole);
    }

    private int find(int node, long bytes, int alignment, long below) {
        if (node == NONE || largestBytes[node] < bytes || lowestPosition[node] >= below) {
            return NONE;
        }
        int found = find(left[node], bytes, alignment, below);
        if (found != NONE) {
            return found;
        }
        if (segments.position(node) < below && fits(node, bytes, alignment)) {
            return node;
        }
        return find(right[node], bytes, alignment, below);
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
        long lowest = segments.position(node);
        int low = left[node];
        if (low != NONE) {
            largest = Math.max(largest, largestBytes[low]);
            lowest = Math.min(lowest, lowestPosition[low]);
        }
        int high = right[node];
        if (high != NONE) {
            largest = Math.max(largest, largestBytes[high]);
            lowest = Math.min(lowest, lowestPosition[high]);
        }
        largestBytes[node] = largest;
        lowestPosition[node] = lowest;
    }

    private boolean isBefore(int hole, int other) {
        return segments.position(hole) < segments.position(other);
    }

    private static int rank(int hole) {
        return Hashing.hash(hole);
    }
}
