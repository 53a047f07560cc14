package basalt.memory.streaming;

/**
 * The bytes of one {@link StreamingArena}: how many may be taken, and by which entry.
 *
 * <pre>
 *   0 .................... used | promised | room ..... budget
 *   memory that the source has  | free     |
 *   given, or may give now      | memory   |
 * </pre>
 *
 * <p>A thread that has to evict first is promised the room there is, and then what it has freed, byte by byte as it
 * comes free. So no other takes that away from it meanwhile, and {@code used} never counts memory that is not there
 * yet. Not thread-safe: the arena's lock guards it.
 */
final class StreamingBudget {
    private final long budgetBytes;
    private long usedBytes;
    private long promisedBytes;
    private long highWaterBytes;

    StreamingBudget(long budgetBytes) {
        this.budgetBytes = budgetBytes;
    }

    long budgetBytes() {
        return budgetBytes;
    }

    long usedBytes() {
        return usedBytes;
    }

    long highWaterBytes() {
        return highWaterBytes;
    }

    /** What any entry may take. */
    long roomBytes() {
        return budgetBytes - usedBytes - promisedBytes; // none of them is negative, and the sum is at most the budget
    }

    /** Sets room aside: at most {@link #roomBytes()}. */
    void promise(long bytes) {
        promisedBytes += bytes;
    }

    /** What was promised is not wanted any more, or not all of it. */
    void breakPromise(long bytes) {
        promisedBytes -= bytes;
    }

    /** Takes bytes that were promised: before the source is asked for them. */
    void usePromised(long bytes) {
        promisedBytes -= bytes;
        usedBytes += bytes;
    }

    /** The source has bytes back, and the thread that gave them back is promised them. */
    void promiseUsed(long bytes) {
        usedBytes -= bytes;
        promisedBytes += bytes;
    }

    /** The source has bytes back, or has not given them. */
    void unuse(long bytes) {
        usedBytes -= bytes;
    }

    /** The source has given what was asked for. */
    void rememberHighWater() {
        highWaterBytes = Math.max(highWaterBytes, usedBytes);
    }
}
