package basalt.memory.heap;

/**
 * The free space of one {@link Heap}: takes blocks out of holes, and joins what is released with its neighbours at
 * once.
 *
 * <p>Keeps the list of segments and the tree of holes in step. So no two holes ever stand side by side in a region.
 */
final class FreeSpace {
    /** More than one operation inserts: a region's hole, and the two parts that a block may leave of its hole. */
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

    /** Makes sure that the next operation cannot fail for want of room in the tables. */
    void ensureRoom() {
        segments.ensureRoom(MOST_INSERTIONS);
        holes.ensureRoom();
    }

    /** See {@link FreeSegmentTree#find}. */
    int find(long bytes, int alignment, long below) {
        return holes.find(bytes, alignment, below);
    }

    /** Adds a region as one hole, in front of that segment or as the last one if that is NONE. */
    int addRegion(int before, long position) {
        int hole = segments.insertHoleBefore(before, position, regionBytes);
        freeBytes += regionBytes;
        insert(hole);
        return hole;
    }

    /** Whether there is no block in the region that starts with that segment. */
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

    /** Puts a block into a hole; what is left of the hole in front and behind become holes of their own. */
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

    /** Makes a hole of a block, together with the holes on both sides of it. */
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

    /** Whether a block can have so many bytes where it is. */
    boolean mayResize(int block, long bytes) {
        int behind = segments.holeBehind(block);
        return bytes <= segments.bytes(block) + (behind == HeapSegments.NONE ? 0 : segments.bytes(behind));
    }

    /** Gives a block another size where it is: at the cost of the hole behind it, or in its favour. */
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

    /** The heap is closed: nothing is free any more, and no other method is called after this one. */
    void clear() {
        freeBytes = 0;
        largestBytes = 0;
    }

    private void insert(int hole) {
        holes.insert(hole);
        largestBytes = holes.largestBytes();
    }
}
