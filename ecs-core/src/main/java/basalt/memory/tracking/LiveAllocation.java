package basalt.memory.tracking;

/**
 * A live allocation of a {@link GuardedMemory}.
 *
 * @param number its number among the allocations of the source, from 1: the same in each run of a deterministic program
 * @param address its address
 * @param bytes its size
 * @param site the stack trace of its allocation, innermost call first; empty if it was not sampled
 */
public record LiveAllocation(long number, long address, long bytes, String site) {
    @Override
    public String toString() {
        return "allocation " + number + " of " + bytes + " bytes" + (site.isEmpty() ? "" : ", allocated at\n" + site);
    }
}
