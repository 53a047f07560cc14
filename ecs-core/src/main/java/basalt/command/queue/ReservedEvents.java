package basalt.command.queue;

import basalt.component.Entity;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The events that a queue is to send, from their recording until the queue is cleared: the handle of each, its type,
 * and its number once it is sent.
 *
 * <p>A handle counts up from event to event, with a generation that no entity has. Each queue begins somewhere else, so
 * that the handles of one are hardly ever those of another.
 */
final class ReservedEvents {
    /** The number of an event that is not sent. */
    static final long NOT_SENT = -1;

    /** Even, which no entity's is. */
    private static final int GENERATION = 2;

    private static final int FORGOTTEN = -1;
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

    /** Reserves the handle of one more event. */
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
     * Whether values of a type can be recorded for an event: it is of the type, recorded since {@link #begin}, and not
     * forgotten.
     */
    boolean takes(long event, int typeId) {
        int index = index(event);
        return index >= firstOfSystem - first && index < next - first && typeIds[index] == typeId;
    }

    /** An event is sent now. */
    void sent(long event, long number) {
        numbers[index(event)] = number;
    }

    /** The number of an event; NOT_SENT if it could not be sent. */
    long number(long event) {
        return numbers[index(event)];
    }

    /** An event will not be sent. */
    void forget(long event) {
        typeIds[index(event)] = FORGOTTEN;
    }

    /** From now on another system records, which cannot set values of the events of those before it. */
    void begin() {
        firstOfSystem = next;
    }

    /** All were sent or forgotten. */
    void clear() {
        first = next;
        firstOfSystem = next;
    }

    private int index(long event) {
        return Entity.index(event) - first;
    }
}
