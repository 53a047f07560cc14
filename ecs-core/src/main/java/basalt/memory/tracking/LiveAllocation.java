package basalt.memory.tracking;

/**
 * An allocation that has not been freed, as a {@link GuardedMemory} remembers it.
 *
 * @param number the how-manieth allocation of its source it was, from 1: the same in each run of a deterministic
 *     program
 * @param address where it lies
 * @param bytes how large it is
 * @param site where it was allocated, innermost call first, as lines of a stack trace; empty if this one was not
 *     sampled
 */
public record LiveAllocation(long number, long address, long bytes, String site) {
    @Override
    public String toString() {
        return "allocation " + number + " of " + bytes + " bytes" + (site.isEmpty() ? "" : ", allocated at\n" + site);
    }
}
