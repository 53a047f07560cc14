package basalt.memory.allocator;

/**
 * The free space of a {@link Heap}: takes blocks from holes, and merges released blocks with neighbouring holes at
 * once.
 *
 * <p>Keeps the list of segments and the tree of holes consistent. Two holes are never adjacent in a region.
 */
final class FreeSpace {
    /**
     * An upper bound of the segments that one operation inserts: a region's hole, and the two parts that a block may
     * leave of its hole.
     */
    private static final int MOST_INSERTIONS = 3;

    private final HeapSegments segments;
    private final FreeSegmentTree holes;
    private final long regionBytes;
    private long freeBytes;
    private long largestBytes;

    FreeSpace(long regionBytes, FitPolicy fitPolicy) {
        this.regionBytes = regionBytes;
        segments = new HeapSegments(regionBytes);
        holes = new FreeSegmentTree(segments, fitPolicy);
    }

    HeapSegments segments() {
        return segments;
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

    /** Grows the tables so that the next operation cannot fail for lack of memory. */
    void ensureRoom() {
        segments.ensureRoom(MOST_INSERTIONS);
        holes.ensureRoom();
    }

    /** See {@link FreeSegmentTree#find}. */
    int find(long bytes, int alignment, long below) {
        return holes.find(bytes, alignment, below);
    }

    /** Adds a region as one hole, in front of a segment, or as the last one if that is NONE. */
    int addRegion(int before, long position) {
        int hole = segments.insertHoleBefore(before, position, regionBytes);
        freeBytes += regionBytes;
        insert(hole);
        return hole;
    }

    /** Whether the region that starts with a segment has no block. */
    boolean isEmptyRegion(int head) {
        return segments.isHole(head) && segments.bytes(head) == regionBytes;
    }

    /** Removes an empty region. */
    void removeRegion(int head) {
        holes.remove(head);
        segments.remove(head);
        freeBytes -= regionBytes;
        largestBytes = holes.largestBytes();
    }

    /** Puts a block into a hole; the rest of the hole in front and behind becomes new holes. */
    int take(int hole, long position, long bytes, int slot) {
        holes.remove(hole);
        long gapBytes = position - segments.position(hole);
        int block = gapBytes == 0 ? hole : segments.split(hole, gapBytes);
        if (segments.bytes(block) > bytes) {
            holes.insert(segments.split(block, bytes));
        }
        if (block != hole) {
            holes.insert(hole);
        }
        segments.makeBlock(block, slot);
        freeBytes -= bytes;
        largestBytes = holes.largestBytes();
        return block;
    }

    /** Turns a block into a hole and merges it with the holes on both sides. */
    int release(int block) {
        freeBytes += segments.bytes(block);
        segments.makeHole(block);
        int behind = segments.holeBehind(block);
        if (behind != HeapSegments.NONE) {
            holes.remove(behind);
            segments.absorbNext(block);
        }
        int front = segments.holeInFront(block);
        if (front == HeapSegments.NONE) {
            insert(block);
            return block;
        }
        holes.remove(front);
        segments.absorbNext(front);
        insert(front);
        return front;
    }

    /** Whether a block can get another size without a move. */
    boolean mayResize(int block, long bytes) {
        int behind = segments.holeBehind(block);
        return bytes <= segments.bytes(block) + (behind == HeapSegments.NONE ? 0 : segments.bytes(behind));
    }

    /** Changes the size of a block without a move: the hole behind it shrinks or grows. */
    void resize(int block, long bytes) {
        long together = segments.bytes(block);
        freeBytes += together - bytes;
        int behind = segments.holeBehind(block);
        if (behind != HeapSegments.NONE) {
            holes.remove(behind);
            together += segments.bytes(behind);
            segments.absorbNext(block);
        }
        if (together > bytes) {
            holes.insert(segments.split(block, bytes));
        }
        largestBytes = holes.largestBytes();
    }

    /** Called when the heap is closed: nothing is free any more. No other method is called afterwards. */
    void clear() {
        freeBytes = 0;
        largestBytes = 0;
    }

    private void insert(int hole) {
        holes.insert(hole);
        largestBytes = holes.largestBytes();
    }
}
