package basalt.command.queue;

import basalt.component.Entity;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The events that a queue will send, from recording until the queue is cleared: the handle and type of each, and its
 * number after it was sent.
 *
 * <p>The indices of the handles count up, and the generation is one that no entity has. Each queue starts at a
 * different index, so that handles of different queues rarely coincide.
 */
final class ReservedEvents {
    static final long NOT_SENT = -1;

    /** Even, unlike the generation of any entity. */
    private static final int GENERATION = 2;

    private static final int CANCELLED = -1;
    private static final int SPREAD = 0x9E3779B9;
    private static final AtomicInteger QUEUES = new AtomicInteger();

    private int first = QUEUES.incrementAndGet() * SPREAD;
    private int firstOfSystem = first;
    private int next = first;
    private int[] typeIds = new int[4];
    private long[] numbers = new long[4];

    /** Whether a handle is that of an event, of any queue. */
    static boolean isEvent(long handle) {
        return Entity.generation(handle) == GENERATION;
    }

    /** Reserves the handle of a new event. */
    long reserve(int typeId) {
        int index = next - first;
        if (index == typeIds.length) {
            int[] moreTypeIds = Arrays.copyOf(typeIds, 2 * index);
            numbers = Arrays.copyOf(numbers, 2 * index);
            typeIds = moreTypeIds; // last, because the heap may be full
        }
        typeIds[index] = typeId;
        numbers[index] = NOT_SENT;
        return Entity.of(next++, GENERATION);
    }

    /**
     * Whether values of a type can be recorded for an event: it has this type, was recorded since {@link #begin}, and
     * is not cancelled.
     */
    boolean takes(long event, int typeId) {
        int index = index(event);
        return index >= firstOfSystem - first && index < next - first && typeIds[index] == typeId;
    }

    void sent(long event, long number) {
        numbers[index(event)] = number;
    }

    /** The number of an event; NOT_SENT if it could not be sent. */
    long number(long event) {
        return numbers[index(event)];
    }

    /** Cancels an event: it will not be sent. */
    void cancel(long event) {
        typeIds[index(event)] = CANCELLED;
    }

    /** Begins recording for another system, which cannot set values of earlier events. */
    void begin() {
        firstOfSystem = next;
    }

    /** Removes all events, after they were sent or cancelled. */
    void clear() {
        first = next;
        firstOfSystem = next;
    }

    private int index(long event) {
        return Entity.index(event) - first;
    }
}
