package basalt.system;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The pieces of a stage that are ready to run, first in, first out. Any thread may add and take. One more place holds
 * the piece that only the world's thread may run: systems of that thread are ordered, so there is never more than one.
 *
 * <pre>
 *   state   added: 32 bits | taken: 32 bits
 * </pre>
 *
 * <p>Taking a piece is a compare-and-set of the whole state, so all writes before the piece was added are visible to
 * the thread that takes it. A late thread of an earlier stage either takes nothing or takes a piece of this stage.
 */
final class ReadyQueue {
    private static final long TAKEN_MASK = 0xFFFF_FFFFL;
    private static final int NONE = -1;

    private final AtomicLong state = new AtomicLong();
    private volatile int worldThreadPiece = NONE;

    /** Replaced while no piece is in the queue, before one is added. */
    private int[] pieces = new int[16];

    /** Empties the queue, for that many pieces in all. No piece may be under way. */
    void clear(int capacity) {
        state.set(0);
        worldThreadPiece = NONE;
        if (capacity > pieces.length) {
            pieces = new int[Math.max(capacity, 2 * pieces.length)];
        }
    }

    /** Adds pieces, from one to another. */
    synchronized void add(int first, int end) {
        int at = (int) (state.get() >>> Integer.SIZE); // only this method changes it
        for (int piece = first; piece < end; piece++) {
            pieces[at++] = piece;
        }
        state.getAndAdd((long) (end - first) << Integer.SIZE);
    }

    /** Adds a piece for the world's thread; the one before it has ended. */
    void addForWorldThread(int piece) {
        assert worldThreadPiece == NONE : worldThreadPiece;
        worldThreadPiece = piece;
    }

    /** Takes the piece that is for the world's thread, which calls this; -1 if there is none. */
    int takeForWorldThread() {
        int piece = worldThreadPiece;
        if (piece != NONE) {
            worldThreadPiece = NONE; // the next one comes when this one has ended
        }
        return piece;
    }

    /** Whether there is a piece that any thread can take. */
    boolean hasPieces() {
        long now = state.get();
        return (now & TAKEN_MASK) < now >>> Integer.SIZE;
    }

    /** Takes the oldest piece; -1 if there is none. */
    int take() {
        while (true) {
            long now = state.get();
            if ((now & TAKEN_MASK) >= now >>> Integer.SIZE) {
                return NONE;
            }
            if (state.compareAndSet(now, now + 1)) {
                return pieces[(int) (now & TAKEN_MASK)];
            }
        }
    }
}
