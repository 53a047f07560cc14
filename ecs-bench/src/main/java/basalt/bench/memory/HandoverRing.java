package basalt.bench.memory;

import java.util.concurrent.atomic.AtomicLongArray;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Control;

/**
 * A bounded queue of handles or addresses from one thread to another, without garbage, unlike a queue of {@code Long}.
 */
@State(Scope.Group)
public class HandoverRing {
    static final int CAPACITY = 1024;

    private static final int MOST_SPINS = 1000;

    private final AtomicLongArray cells = new AtomicLongArray(CAPACITY); // 0: vacant

    /** The position of a thread in the ring, in a separate object, so threads do not write the same cache line. */
    @State(Scope.Thread)
    public static class RingCursor {
        private int next;
    }

    /** Waits for a free cell. Returns false if the iteration has ended meanwhile. */
    boolean put(RingCursor place, long value, Control control) {
        for (int spins = 0; cells.getAcquire(place.next) != 0; spins++) {
            if (control.stopMeasurement) {
                return false;
            }
            pause(spins);
        }
        cells.setRelease(place.next, value);
        place.next = place.next + 1 & CAPACITY - 1;
        return true;
    }

    /** Waits for a value. Returns 0 if the iteration has ended meanwhile. */
    long take(RingCursor place, Control control) {
        long value = cells.getAcquire(place.next);
        for (int spins = 0; value == 0; spins++) {
            if (control.stopMeasurement) {
                return 0;
            }
            pause(spins);
            value = cells.getAcquire(place.next);
        }
        cells.setRelease(place.next, 0);
        place.next = place.next + 1 & CAPACITY - 1;
        return value;
    }

    /** Returns the remaining values one by one, then 0. Call when no thread uses the ring any more. */
    long takeLeft() {
        for (int i = 0; i < CAPACITY; i++) {
            long value = cells.getAndSet(i, 0);
            if (value != 0) {
                return value;
            }
        }
        return 0;
    }

    /** Spins, then yields: on a busy machine the other thread may need this processor. */
    private static void pause(int spins) {
        if (spins < MOST_SPINS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }
}
