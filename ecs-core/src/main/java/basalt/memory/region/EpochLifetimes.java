package basalt.memory.region;

import basalt.memory.Slice;
import basalt.memory.view.SliceLifetimes;
import java.util.Arrays;

/**
 * The lifetimes of an allocator that frees everything at once and goes on: slot 0 is what lives until then, the others
 * are groups, which can end earlier. Serials ascend, so what has a lower one than slot 0 is of an earlier epoch.
 */
final class EpochLifetimes extends SliceLifetimes {
    static final int WHOLE_EPOCH = 0;

    private final String label;
    private final String ending;
    private long epoch;
    private long lastSerial;
    private boolean closed;

    /**
     * Starts the first epoch.
     *
     * @param label what the allocator is called in messages
     * @param ending what is done to it when an epoch ends, such as "reset"
     */
    EpochLifetimes(String label, String ending) {
        super(8);
        this.label = label;
        this.ending = ending;
        serials[WHOLE_EPOCH] = ++lastSerial;
    }

    long epoch() {
        return epoch;
    }

    boolean isClosed() {
        return closed;
    }

    /** Begins a group, and answers its slot. */
    int begin() {
        int slot = 1;
        while (slot < serials.length && serials[slot] != 0) {
            slot++;
        }
        if (slot == serials.length) {
            serials = Arrays.copyOf(serials, slot * 2);
        }
        serials[slot] = ++lastSerial;
        return slot;
    }

    /** How many slots there are; they become more as groups begin. */
    int slots() {
        return serials.length;
    }

    /** The serial of a group that has begun, or of the whole epoch. */
    long serial(int slot) {
        return serials[slot];
    }

    boolean isCurrent(int slot, long serial) {
        return isLive(slot, serial);
    }

    /** SAFETY: the caller allocated these bytes for that group, or the whole epoch, whose end releases them. */
    Slice slice(int slot, long address, long bytes) {
        return slice(slot, serials[slot], address, bytes);
    }

    /** Ends a group. */
    void end(int slot) {
        serials[slot] = 0;
    }

    /** Ends everything, and begins the next epoch. */
    void startEpoch() {
        Arrays.fill(serials, 0);
        serials[WHOLE_EPOCH] = ++lastSerial;
        epoch++;
    }

    void close() {
        Arrays.fill(serials, 0);
        closed = true;
    }

    void requireOpen() {
        requireOwner();
        if (closed) {
            throw new IllegalStateException(label + " is closed: create a new one");
        }
    }

    @Override
    public String allocator() {
        return label;
    }

    @Override
    public IllegalStateException dead(int slot, long serial) {
        if (closed) {
            return new IllegalStateException("slice used after " + label + " was closed");
        }
        if (serial < serials[WHOLE_EPOCH]) {
            return new IllegalStateException("slice used after " + label + " was " + ending + ": it is in epoch "
                    + epoch + " now; copy what must live longer");
        }
        return new IllegalStateException("slice used after its group in " + label
                + " was freed: allocate what must outlive the group in the arena itself");
    }
}
