package basalt.command.queue;

/**
 * An entity in recorded commands: 0 for none, or the kind in bits 62 and 63, and an index or a number in the lower 32
 * bits.
 *
 * <pre>
 *   1   not alive: the index, and bit 32 if it can have been a handle
 *   2   alive: the index
 *   3   the number of a spawn or an event among those that were recorded before in the same tick, from 0
 * </pre>
 */
final class RecordedReference {
    static final int DEAD = 1;
    static final int ALIVE = 2;
    static final int NEW = 3;
    static final long IS_HANDLE = 1L << Integer.SIZE;
    static final long NUMBER_MASK = 0xFFFF_FFFFL;
    private static final int KIND_SHIFT = 62;
    private static final long REST_MASK = (1L << KIND_SHIFT) - 1;

    private RecordedReference() {}

    static long of(int kind, long rest) {
        return (long) kind << KIND_SHIFT | rest;
    }

    static int kind(long reference) {
        return (int) (reference >>> KIND_SHIFT);
    }

    static int number(long reference) {
        return (int) reference;
    }

    /** Whether it can be one, after a number of spawns and events. */
    static boolean isPossible(long reference, int count) {
        long rest = reference & REST_MASK;
        return switch (kind(reference)) {
            case DEAD -> rest <= (IS_HANDLE | NUMBER_MASK);
            case ALIVE -> rest <= Integer.MAX_VALUE;
            case NEW -> rest < count;
            default -> rest == 0;
        };
    }
}
