package basalt.memory.allocator;

/**
 * The budget of a {@link StreamingArena}: used, reserved and free bytes.
 *
 * <pre>
 *   0 .................... used | reserved | room ..... budget
 *   memory that the source has  | free     |
 *   given, or may give now      | memory   |
 * </pre>
 *
 * <p>A thread that must evict first reserves the available room, and then each entry's bytes as they are freed. So no
 * other thread can take that room meanwhile, and {@code used} never includes memory that is not freed yet. Not
 * thread-safe: the arena's lock guards it.
 */
final class StreamingBudget {
    private final long budgetBytes;
    private long usedBytes;
    private long reservedBytes;
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

    /** The room that any request may use. */
    long roomBytes() {
        return budgetBytes - usedBytes - reservedBytes; // none is negative, and the sum is at most the budget
    }

    /** Reserves room: at most {@link #roomBytes()}. */
    void reserve(long bytes) {
        reservedBytes += bytes;
    }

    /** Cancels a reservation, or a part of it. */
    void cancelReservation(long bytes) {
        reservedBytes -= bytes;
    }

    /** Turns reserved bytes into used bytes, before the source is called. */
    void useReserved(long bytes) {
        reservedBytes -= bytes;
        usedBytes += bytes;
    }

    /** Turns used bytes into reserved bytes, after the source has the memory back. */
    void reserveUsed(long bytes) {
        usedBytes -= bytes;
        reservedBytes += bytes;
    }

    /** Turns used bytes into free room: the source has the memory back, or has refused it. */
    void release(long bytes) {
        usedBytes -= bytes;
    }

    /** Updates the high-water mark, after the source has granted a request. */
    void updateHighWater() {
        highWaterBytes = Math.max(highWaterBytes, usedBytes);
    }
}
